package kit.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kit.record.Column;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.Period;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Tool;
import kit.results.LoadResult.Users;

/** A run of a lab: a load for each row of its summary.csv that measured something. */
final class OwnRun implements Format {

    static final String SUMMARY = "summary.csv";
    private static final String TIMELINE = "timeline.csv";
    private static final Map<Double, Column> PERCENTILES = Map.of(50.0, Column.P50_MS, 90.0, Column.P90_MS, 95.0,
            Column.P95_MS, 99.0, Column.P99_MS, 99.9, Column.P999_MS);
    private static final String NAME = "Virtual Thread Lab";
    private static final Tool UP_TO_FORMAT_3 = new Tool(NAME, "",
            "each request that ended within the measurement; the time is from when it was due, in ns", false, false);
    private static final Tool IN_BLOCKS = new Tool(NAME, "",
            "each request that ended within a block, for the throughput the part of it that lies within; the time is "
                    + "from when it was due, in ns",
            false, true);

    @Override
    public boolean knows(String beginning) {
        return beginning.startsWith(Column.LAB + "," + Column.RUN + "," + Column.CELL + ",");
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        Map<String, List<Period>> periods = periods(file.resolveSibling(TIMELINE));
        var loads = new ArrayList<LoadResult>();
        try (CsvRows rows = new CsvRows(file, ',')) {
            var row = new Row(rows, rows.heading());
            while (rows.next()) {
                rows.expect(row.heading.size());
                if (row.number(Column.OK) > 0 && row.number(Column.DURATION_S) > 0) {
                    loads.add(load(file, row, periods));
                }
            }
        }
        if (loads.isEmpty()) {
            throw Foreign.empty(file);
        }
        return loads;
    }

    private record Row(CsvRows rows, List<String> heading) {

        /** NaN where a run of its format does not have the column. */
        double number(Column column) {
            int field = field(column);
            return field < 0 ? Double.NaN : rows.number(field);
        }

        String text(Column column) {
            int field = field(column);
            return field < 0 ? "" : rows.text(field);
        }

        boolean has(Column column) {
            return field(column) >= 0;
        }

        /** The column may have its name of earlier formats. */
        private int field(Column column) {
            int field = heading.indexOf(column.toString());
            return field >= 0 ? field
                    : column.formerly().map(heading::indexOf).orElse(-1);
        }
    }

    private static LoadResult load(Path file, Row row, Map<String, List<Period>> periods) {
        String cell = row.text(Column.CELL);
        double mean = row.number(Column.MEAN_MS);
        double rps = row.number(Column.RPS);
        double users = row.text(Column.LOAD).equals("closed") ? row.number(Column.USERS) : Double.NaN;
        // Little's law with the think time is in the row as a gap; what it leaves is the think time.
        double think = users * (1 + row.number(Column.LITTLE_GAP_PCT) / 100) / rps * 1000 - mean;
        var percentiles = new TreeMap<Double, Double>();
        PERCENTILES.forEach((percentage, column) -> {
            if (!Double.isNaN(row.number(column))) {
                percentiles.put(percentage, row.number(column));
            }
        });
        var times = new ResponseTimes(mean, row.number(Column.SD_MS), row.number(Column.MIN_MS),
                row.number(Column.MAX_MS), percentiles, 1e-6, null, false);
        return new LoadResult(file.toAbsolutePath().getParent().getFileName() + " " + cell,
                row.has(Column.BLOCKS) ? IN_BLOCKS : UP_TO_FORMAT_3,
                new Counts(row.number(Column.REQUESTS), row.number(Column.ERRORS), row.number(Column.DURATION_S), rps,
                        Double.NaN),
                times, new Users(users, Math.abs(think) < mean / 100 ? 0 : Math.max(0, think)),
                periods.getOrDefault(cell, List.of()), List.of(), null);
    }

    /** By cell. The rows have a median and no mean, so they have throughput only. */
    private static Map<String, List<Period>> periods(Path file) throws IOException {
        var periods = new HashMap<String, List<Period>>();
        if (Files.exists(file)) {
            try (CsvRows rows = new CsvRows(file, ',')) {
                var row = new Row(rows, rows.heading());
                while (rows.next()) {
                    double rps = row.number(Column.RPS);
                    if (!Double.isNaN(rps)) {
                        periods.computeIfAbsent(row.text(Column.CELL), cell -> new ArrayList<>())
                                .add(new Period(row.number(Column.SECOND) - 1, 1, rps, row.number(Column.P50_MS)));
                    }
                }
            }
        }
        return periods;
    }
}
