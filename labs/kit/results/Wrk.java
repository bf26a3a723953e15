package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.Loop;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Tool;
import kit.results.LoadResult.Users;

/**
 * What wrk prints, and wrk2. The response times of wrk hold values that it did not measure: it adds some for requests
 * that waited behind a slow one. wrk2 sends at a rate instead (-R).
 */
final class Wrk implements Format {

    private static final String TIME = "([\\d.]+)(us|ms|s|m|h)";
    private static final Pattern HEADING = Pattern.compile("(?m)^Running \\S+ test @ ");
    private static final Pattern CONNECTIONS = Pattern.compile("(?m)^ +\\d+ threads and (\\d+) connections");
    private static final Pattern LATENCY = Pattern
            .compile("(?m)^ +Latency +" + TIME + " +" + TIME + " +" + TIME);
    private static final Pattern PERCENTILE = Pattern.compile("(?m)^ +([\\d.]+)% +" + TIME + "$");
    private static final Pattern REQUESTS = Pattern.compile("(?m)^ +(\\d+) requests in " + TIME + ",");
    private static final Pattern RATE = Pattern.compile("(?m)^Requests/sec: +([\\d.]+)");
    private static final Pattern STATUS = Pattern.compile("(?m)^ +Non-2xx or 3xx responses: (\\d+)");
    private static final Pattern SOCKETS = Pattern
            .compile("(?m)^ +Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");
    private static final int DECIMALS = 100; // wrk prints two
    private static final double MEDIAN = 50;
    private static final double MAXIMUM = 100;
    /** What wrk2 alone prints: always after 10 s, or with --latency, or where it was too short for its requests/s. */
    private static final Pattern WRK2 = Pattern.compile("(?m)^ +Thread calibration: |\\(HdrHistogram - |"
            + "^ +Detailed Percentile spectrum:|^ +Req/Sec +-?nan");
    /** Response times that wrk2 has: the first 10 s are not among them. */
    private static final Pattern RECORDED = Pattern.compile("(?m)^#\\[Max +=.*Total count += +(\\d+)\\]");
    private static final Tool TOOL = new Tool("wrk", "",
            "each response; the time is from the first byte sent to the last one received");
    private static final Tool TOOL2 = new Tool("wrk2", "",
            "each response; the time is from when the request was due, at a constant rate, and without the first 10 s");

    @Override
    public boolean knows(String beginning) {
        return HEADING.matcher(beginning).find();
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        return Printed.read(file, HEADING, Wrk::read);
    }

    private static LoadResult read(String file, String text) {
        Matcher rate = RATE.matcher(text);
        Matcher requests = REQUESTS.matcher(text);
        Matcher connections = CONNECTIONS.matcher(text);
        if (!rate.find() || !requests.find() || !connections.find()) {
            throw Foreign.cutOff(file, "wrk ends its output with Requests/sec, which is not there");
        }
        double answered = number(requests, 1);
        if (answered == 0) {
            throw Foreign.empty(file);
        }
        Matcher sockets = SOCKETS.matcher(text);
        // A request that takes longer than the time-out is counted as an error of this kind and, later, as a request.
        double broken = !sockets.find() ? 0
                : number(sockets, 1) + number(sockets, 2) + number(sockets, 3) + number(sockets, 4);
        Matcher status = STATUS.matcher(text);
        var counts = new Counts(answered, broken + (status.find() ? number(status, 1) : 0), ms(requests, 2) / 1000,
                number(rate, 1), Double.NaN);
        return WRK2.matcher(text).find()
                ? new LoadResult(file, TOOL2, counts, times(text, false), Users.none(Loop.OPEN_FROM_DUE), List.of(),
                        List.of(), null)
                : new LoadResult(file, TOOL, counts, times(text, true), new Users(number(connections, 1), 0), List.of(),
                        List.of(), null);
    }

    /** @param corrected whether the tool has added values */
    private static ResponseTimes times(String text, boolean corrected) {
        Matcher latency = LATENCY.matcher(text);
        boolean told = latency.find();
        var percentiles = new TreeMap<Double, Double>();
        Matcher percentile = PERCENTILE.matcher(text);
        double step = told ? unit(latency.group(2)) / DECIMALS : Double.NaN;
        while (percentile.find()) {
            double percentage = number(percentile, 1);
            // A second table of wrk2 (-U) has the response times from the sending: the first one counts.
            if (percentage < MAXIMUM && percentiles.putIfAbsent(percentage, ms(percentile, 2)) == null
                    && percentage == MEDIAN) {
                step = unit(percentile.group(3)) / DECIMALS;
            }
        }
        Matcher recorded = RECORDED.matcher(text);
        return new ResponseTimes(told ? ms(latency, 1) : Double.NaN, told ? ms(latency, 3) : Double.NaN, Double.NaN,
                told ? ms(latency, 5) : Double.NaN, percentiles, step, null, corrected,
                recorded.find() ? number(recorded, 1) : Double.NaN);
    }

    private static double number(Matcher found, int group) {
        return Double.parseDouble(found.group(group));
    }

    /** @param group of the number; the next one has the unit */
    private static double ms(Matcher found, int group) {
        return Double.parseDouble(found.group(group)) * unit(found.group(group + 1));
    }

    private static double unit(String name) {
        return switch (name) {
        case "us" -> 1e-3;
        case "ms" -> 1;
        case "s" -> 1e3;
        case "m" -> 60e3;
        default -> 3600e3;
        };
    }
}
