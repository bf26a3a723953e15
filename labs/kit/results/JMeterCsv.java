package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import kit.base.LabException;
import kit.results.LoadResult.Tool;

/** JMeter's JTL as CSV, one line for each sample. It must have its heading, which JMeter writes by default. */
final class JMeterCsv implements Format {

    static final Tool TOOL = new Tool("JMeter", "",
            "each sample but those of transactions; the time is from just before it is sent to the last byte received");
    static final String TRANSACTION = "Number of samples in transaction";

    @Override
    public boolean knows(String beginning) {
        String heading = beginning.lines().findFirst().orElse("");
        return heading.contains("timeStamp") && heading.contains("elapsed");
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        try (CsvRows rows = new CsvRows(file, separator(file))) {
            rows.next();
            List<String> heading = rows.texts();
            int stamp = heading.indexOf("timeStamp");
            int elapsed = heading.indexOf("elapsed");
            int success = heading.indexOf("success");
            int thread = heading.indexOf("threadName");
            int threads = heading.indexOf("allThreads");
            int message = heading.indexOf("responseMessage");
            var requests = new RequestLog();
            long users = 0;
            boolean first = true;
            while (rows.next()) {
                rows.expect(heading.size());
                if (first && !rows.text(stamp).matches("\\d+")) {
                    throw new LabException(file + " has '" + rows.text(stamp) + "' as timeStamp, which is no number of "
                            + "ms: let JMeter write it with -Jjmeter.save.saveservice.timestamp_format=ms");
                }
                first = false;
                if (message >= 0 && rows.begins(message, TRANSACTION)) {
                    continue;
                }
                if (threads >= 0) {
                    users = Math.max(users, rows.whole(threads));
                }
                requests.add(rows.whole(stamp) * 1_000_000, false, rows.whole(elapsed) * 1_000_000,
                        success < 0 || rows.is(success, "true"), thread < 0 ? 0 : rows.hash(thread));
            }
            return List.of(requests.result(file, TOOL,
                    new RequestLog.Told(users > 0 ? users : Double.NaN, Double.NaN, Double.NaN, success >= 0)));
        }
    }

    /** What stands behind the first name of the heading. */
    private static char separator(Path file) throws IOException {
        try (CsvRows rows = new CsvRows(file, '\0')) {
            rows.next();
            return rows.line().replaceFirst("^\\w+", "").charAt(0);
        }
    }
}
