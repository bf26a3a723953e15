package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import kit.base.LabException;
import kit.results.LoadResult.Tool;

/** k6's {@code --out csv=FILE}: a row for each value of each metric. */
final class K6Csv implements Format {

    static final Tool TOOL = new Tool("k6", "",
            "each HTTP request; the time is from the first byte sent to the last one received, without connecting");
    private static final String HEADING = "metric_name,timestamp,metric_value";

    @Override
    public boolean knows(String beginning) {
        return beginning.startsWith(HEADING);
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        try (CsvRows rows = new CsvRows(file, ',')) {
            List<String> heading = rows.heading();
            int expected = heading.indexOf("expected_response");
            int group = heading.indexOf("group");
            var points = new K6Points();
            Stamps stamps = null;
            while (rows.next()) {
                rows.expect(heading.size());
                if (group >= 0 && K6Points.isBeside(rows.text(group))) {
                    continue;
                }
                if (rows.is(0, K6Points.DURATION)) {
                    stamps = stamps == null ? Stamps.of(file, rows.text(1)) : stamps;
                    points.request(stamps.nanos(rows.text(1)), rows.number(2),
                            expected < 0 || !rows.is(expected, "false"));
                } else if (rows.begins(0, "i") || rows.begins(0, "d")) {
                    points.other(rows.text(0), rows.number(2));
                }
            }
            return List.of(points.result(file, expected >= 0));
        }
    }

    /** How times of day are written: K6_CSV_TIME_FORMAT, whose default is whole seconds. */
    private record Stamps(long unit) {

        static Stamps of(Path file, String first) {
            if (first.matches("\\d{10}")) {
                return new Stamps(1_000_000_000);
            }
            if (first.matches("\\d{13}")) {
                return new Stamps(1_000_000);
            }
            if (first.matches("\\d{16}")) {
                return new Stamps(1_000);
            }
            if (first.matches("\\d{19}")) {
                return new Stamps(1);
            }
            if (first.matches("\\d{4}-\\d\\d-\\d\\dT.+")) {
                return new Stamps(0);
            }
            throw new LabException(file + " has '" + first + "' as timestamp: let k6 write it with "
                    + "K6_CSV_TIME_FORMAT=unix_micro");
        }

        long nanos(String stamp) {
            return unit == 0 ? K6Points.nanos(stamp) : Long.parseLong(stamp) * unit;
        }
    }
}
