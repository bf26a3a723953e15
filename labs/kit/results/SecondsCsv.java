package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import kit.results.LoadResult.Tool;

/**
 * The CSV of hey ({@code -o csv}) and of oha ({@code --output-format csv}): a row for each request that was answered,
 * with times in seconds.
 */
final class SecondsCsv implements Format {

    /** @param start when the request started, since the load began */
    private record Columns(Tool tool, String start, String time, String status) {}

    private static final Map<String, Columns> HEADINGS = Map.of(
            "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset",
            new Columns(Hey.TOOL, "offset", "response-time", "status-code"),
            "request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status",
            new Columns(Oha.TOOL, "request-start", "request-duration", "status"));

    /** A load of months, s. */
    private static final double LONGEST = 1e7;

    @Override
    public boolean knows(String beginning) {
        return HEADINGS.containsKey(heading(beginning));
    }

    private static String heading(String beginning) {
        return beginning.lines().findFirst().orElse("");
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        Columns columns = HEADINGS.get(heading(ResultFile.beginning(file)));
        try (var rows = new CsvRows(file, ',')) {
            List<String> heading = rows.heading();
            var requests = new RequestLog();
            while (rows.next()) {
                rows.expect(heading.size());
                requests.add(nanos(rows, heading.indexOf(columns.start)), false,
                        nanos(rows, heading.indexOf(columns.time)),
                        !Json.isFailure(rows.text(heading.indexOf(columns.status))), 0);
            }
            return List.of(requests.result(file, columns.tool,
                    new RequestLog.Told(Double.NaN, Double.NaN, Double.NaN, true)));
        }
    }

    private static long nanos(CsvRows rows, int field) {
        double seconds = rows.number(field);
        if (!(seconds >= 0 && seconds < LONGEST)) {
            throw rows.damaged("has '" + rows.text(field) + "' in field " + (field + 1) + ", which is no time in s");
        }
        return Math.round(seconds * 1e9);
    }
}
