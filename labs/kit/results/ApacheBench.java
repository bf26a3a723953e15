package kit.results;

import kit.record.WholeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Tool;
import kit.results.LoadResult.Users;

/**
 * What ab prints, and the files of its options -g (each request) and -e (percentiles). Its "Time per request" is no
 * measured time but concurrency / throughput, so the mean of its table of connection times is taken.
 */
final class ApacheBench implements Format {

    private static final Pattern VERSION = Pattern.compile("This is ApacheBench, Version (\\S+)");
    private static final Pattern USERS = Pattern.compile("(?m)^Concurrency Level: +(\\d+)");
    private static final Pattern SECONDS = Pattern.compile("(?m)^Time taken for tests: +([\\d.]+) seconds");
    private static final Pattern REQUESTS = Pattern.compile("(?m)^Complete requests: +(\\d+)");
    private static final Pattern FAILED = Pattern.compile("(?m)^Failed requests: +(\\d+)");
    private static final Pattern STATUS = Pattern.compile("(?m)^Non-2xx responses: +(\\d+)");
    private static final Pattern RATE = Pattern.compile("(?m)^Requests per second: +([\\d.]+)");
    private static final Pattern TOTAL = Pattern
            .compile("(?m)^Total: +(\\d+) +(\\d+) +([\\d.]+) +(\\d+) +(\\d+)");
    private static final Pattern PERCENTILE = Pattern.compile("(?m)^ +(\\d+)% +(\\d+)(?: |$)");
    private static final String EACH = "starttime\tseconds\tctime\tdtime\tttime\twait";
    private static final String CURVE = "Percentage served,Time in ms";
    private static final Tool TOOL = new Tool("ab", "",
            "each response; the time is from the connection's begin to the last byte received, in whole ms");

    @Override
    public boolean knows(String beginning) {
        return beginning.startsWith(EACH) || beginning.startsWith(CURVE) || VERSION.matcher(beginning).find()
                || USERS.matcher(beginning).find();
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        String beginning = ResultFile.beginning(file);
        if (beginning.startsWith(EACH)) {
            return List.of(each(file));
        }
        return beginning.startsWith(CURVE) ? List.of(curve(file, WholeText.of(file)))
                : Printed.read(file, VERSION.matcher(beginning).find() ? VERSION : USERS, ApacheBench::printed);
    }

    private static LoadResult printed(String file, String text) {
        Matcher users = USERS.matcher(text);
        Matcher seconds = SECONDS.matcher(text);
        Matcher requests = REQUESTS.matcher(text);
        Matcher rate = RATE.matcher(text);
        if (!users.find() || !seconds.find() || !requests.find() || !rate.find()
                || !text.endsWith("\n")
                || text.contains("Percentage of the requests") && !text.contains("(longest request)")) {
            throw Foreign.cutOff(file, "ab ends its output with Requests per second and percentiles, which are not "
                    + "there");
        }
        if (number(requests) == 0) {
            throw Foreign.empty(file);
        }
        Matcher version = VERSION.matcher(text);
        Matcher failed = FAILED.matcher(text);
        Matcher status = STATUS.matcher(text);
        // A response that is no 2xx counts as failed, too, where its length differs from the first one's.
        double errors = Math.max(failed.find() ? number(failed) : 0, status.find() ? number(status) : 0);
        return new LoadResult(file,
                new Tool(TOOL.name(), version.find() ? version.group(1) : "", TOOL.counts()),
                new Counts(number(requests), errors, number(seconds), number(rate), Double.NaN), times(text),
                new Users(number(users), 0), List.of(), List.of(), null);
    }

    private static ResponseTimes times(String text) {
        var percentiles = new TreeMap<Double, Double>();
        Matcher percentile = PERCENTILE.matcher(text);
        while (percentile.find()) {
            percentiles.put(number(percentile), Double.parseDouble(percentile.group(2)));
        }
        percentiles.remove(100.0); // the longest request
        Matcher total = TOTAL.matcher(text);
        if (!total.find()) {
            return new ResponseTimes(Double.NaN, Double.NaN, Double.NaN, Double.NaN, percentiles, 1, null, false);
        }
        percentiles.putIfAbsent(50.0, Double.parseDouble(total.group(4)));
        return new ResponseTimes(Double.parseDouble(total.group(2)), Double.parseDouble(total.group(3)), number(total),
                Double.parseDouble(total.group(5)), percentiles, 1, null, false);
    }

    private static double number(Matcher found) {
        return Double.parseDouble(found.group(1));
    }

    /** The file of -g is in the order of the response times, and its times of start are whole seconds. */
    private static LoadResult each(Path file) throws IOException {
        var requests = new RequestLog();
        try (var rows = new CsvRows(file, '\t')) {
            int fields = rows.heading().size();
            while (rows.next()) {
                rows.expect(fields);
                requests.add(rows.whole(1) * 1_000_000_000L, false, rows.whole(4) * 1_000_000L, true, 0);
            }
        }
        // It has no errors: ab writes the requests that were answered, whatever the answer was.
        return requests.result(file, TOOL, new RequestLog.Told(Double.NaN, 0, Double.NaN, false));
    }

    private static LoadResult curve(Path file, String text) {
        var percentiles = new TreeMap<Double, Double>();
        for (String line : text.lines().skip(1).toList()) {
            if (line.equals(CURVE)) {
                throw Foreign.several(file, "its heading comes again");
            }
            String[] fields = line.split(",");
            if (fields.length != 2) {
                throw Foreign.damaged(file, "'" + line + "' is no percentage and time");
            }
            try {
                percentiles.put(Double.parseDouble(fields[0]), Double.parseDouble(fields[1]));
            } catch (NumberFormatException e) {
                throw Foreign.damaged(file, "'" + line + "' is no percentage and time");
            }
        }
        if (!percentiles.containsKey(99.0)) {
            throw Foreign.cutOff(file, "ab ends this file with the 99th percentile or later, which is not there");
        }
        double none = Double.NaN;
        double least = percentiles.getOrDefault(0.0, none);
        double greatest = percentiles.getOrDefault(100.0, none);
        percentiles.keySet().removeAll(List.of(0.0, 100.0));
        return new LoadResult(file.toString(), TOOL, new Counts(none, none, none, none, none),
                new ResponseTimes(none, none, least, greatest, percentiles, 1e-3, null, false), new Users(none, 0),
                List.of(),
                List.of(), null);
    }
}
