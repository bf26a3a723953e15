package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kit.base.LabException;
import kit.results.LoadResult.Tool;

/** JMeter's JTL as CSV, one line for each sample. */
final class JMeterCsv implements Format {

    static final Tool TOOL = new Tool("JMeter", "",
            "each sample but those of transactions; the time is from just before it is sent to the last byte received");
    static final String TRANSACTION = "Number of samples in transaction";
    /** In the order of JMeter's own properties. What comes behind them differs between its versions. */
    private static final List<String> DEFAULT = List.of("timeStamp", "elapsed", "label", "responseCode",
            "responseMessage", "threadName", "dataType", "success", "failureMessage", "bytes", "sentBytes",
            "grpThreads", "allThreads");
    private static final Pattern DATE = Pattern
            .compile("(\\d{4})([-/])(\\d\\d)\\2(\\d\\d)[ T](\\d\\d:\\d\\d:\\d\\d\\.\\d{3})");
    private static final Pattern WITHOUT_HEADING = Pattern
            .compile("(?:\\d{13}|" + DATE.pattern() + ")([,;\t|])\\d+\\6(?:.*\\6)?(?:true|false)(?:\\6.*)?");

    @Override
    public boolean knows(String beginning) {
        String first = firstLine(beginning);
        return hasHeading(first) || WITHOUT_HEADING.matcher(first).matches();
    }

    private static String firstLine(String text) {
        return text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
    }

    private static boolean hasHeading(String first) {
        return first.contains("timeStamp") && first.contains("elapsed");
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        String first = firstLine(ResultFile.beginning(file));
        if (hasHeading(first)) {
            // The separator is what stands behind the first name.
            try (var rows = new CsvRows(file, first.replaceFirst("^\\w+", "").charAt(0))) {
                List<String> heading = rows.heading();
                return List.of(new Samples(file, rows, heading, heading.size()).result());
            }
        }
        Matcher line = WITHOUT_HEADING.matcher(first);
        try (var rows = new CsvRows(file, line.matches() ? line.group(6).charAt(0) : ',')) {
            return List.of(new Samples(file, rows, DEFAULT, fields(file, line.group(6).charAt(0))).result());
        }
    }

    /** How many fields each line has, where they are in JMeter's order. */
    private static int fields(Path file, char separator) throws IOException {
        try (var rows = new CsvRows(file, separator)) {
            rows.next();
            boolean usual = rows.size() >= DEFAULT.size() && rows.text(DEFAULT.indexOf("success")).matches("true|false")
                    && !rows.text(DEFAULT.indexOf("failureMessage")).matches("\\d+")
                    && rows.text(DEFAULT.indexOf("allThreads")).matches("\\d+");
            if (!usual) {
                throw new LabException(file + " has no heading line, and its fields are not in JMeter's usual order. "
                        + "Let JMeter write it: -Jjmeter.save.saveservice.print_field_names=true");
            }
            return rows.size();
        }
    }

    /** The lines behind the heading. */
    private static final class Samples {

        private final Path file;
        private final CsvRows rows;
        private final List<String> heading;
        private final int fields;
        private final RequestLog requests = new RequestLog();
        private final int stamp;
        private Boolean dated;

        Samples(Path file, CsvRows rows, List<String> heading, int fields) {
            this.file = file;
            this.rows = rows;
            this.heading = heading;
            this.fields = fields;
            this.stamp = heading.indexOf("timeStamp");
        }

        LoadResult result() throws IOException {
            int elapsed = heading.indexOf("elapsed");
            int success = heading.indexOf("success");
            int thread = heading.indexOf("threadName");
            int threads = heading.indexOf("allThreads");
            int message = heading.indexOf("responseMessage");
            int samples = heading.indexOf("SampleCount");
            long users = 0;
            long transactions = 0;
            while (rows.next()) {
                rows.expect(fields);
                if (message >= 0 && rows.begins(message, TRANSACTION)) {
                    transactions++;
                    continue;
                }
                if (samples >= 0 && !rows.is(samples, "1") && rows.whole(samples) > 1) {
                    throw Foreign.sums(file, rows.line(), rows.whole(samples));
                }
                if (threads >= 0) {
                    users = Math.max(users, rows.whole(threads));
                }
                requests.add(nanos(), false, rows.whole(elapsed) * 1_000_000, success < 0 || rows.is(success, "true"),
                        thread < 0 ? 0 : rows.hash(thread));
            }
            if (transactions > 0 && requests.times().getTotalCount() == 0) {
                throw Foreign.transactions(file, transactions);
            }
            return requests.result(file, TOOL,
                    new RequestLog.Told(users > 0 ? users : Double.NaN, Double.NaN, Double.NaN, success >= 0));
        }

        /** Time of day. JMeter writes ms since the epoch, or a date without its zone, taken as UTC. */
        private long nanos() {
            if (dated == null) {
                dated = DATE.matcher(rows.text(stamp)).matches();
                if (!dated && !rows.text(stamp).matches("\\d+")) {
                    throw new LabException(file + " has '" + rows.text(stamp) + "' as timeStamp, which is neither a "
                            + "number of ms nor yyyy-MM-dd HH:mm:ss.SSS: let JMeter write it with "
                            + "-Jjmeter.save.saveservice.timestamp_format=ms");
                }
            }
            return dated ? millis(rows.text(stamp)) * 1_000_000 : rows.whole(stamp) * 1_000_000;
        }

        private long millis(String date) {
            Matcher parts = DATE.matcher(date);
            try {
                if (parts.matches()) {
                    return LocalDateTime.parse(parts.replaceFirst("$1-$3-$4T$5")).toInstant(ZoneOffset.UTC)
                            .toEpochMilli();
                }
            } catch (DateTimeException e) {
                // as where it does not look like a date
            }
            throw rows.damaged("has '" + date + "' as timeStamp, which is no date");
        }
    }
}
