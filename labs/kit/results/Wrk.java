package kit.results;

import contract.WholeText;
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
 * What wrk prints. Its response times hold values that it did not measure: it adds some for requests that waited behind
 * a slow one.
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

    @Override
    public boolean knows(String beginning) {
        return HEADING.matcher(beginning).find();
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        String text = WholeText.of(file);
        Matcher rate = RATE.matcher(text);
        Matcher requests = REQUESTS.matcher(text);
        Matcher connections = CONNECTIONS.matcher(text);
        if (!rate.find() || !requests.find() || !connections.find()) {
            throw Foreign.cutOff(file, "wrk ends its output with Requests/sec, which is not there");
        }
        double answered = Double.parseDouble(requests.group(1));
        if (answered == 0) {
            throw Foreign.empty(file);
        }
        Matcher sockets = SOCKETS.matcher(text);
        // A request that takes longer than the time-out is counted as an error of this kind and, later, as a request.
        double broken = !sockets.find() ? 0
                : number(sockets, 1) + number(sockets, 2) + number(sockets, 3) + number(sockets, 4);
        Matcher status = STATUS.matcher(text);
        var counts = new Counts(answered, broken + (status.find() ? number(status, 1) : 0), ms(requests, 2) / 1000,
                Double.parseDouble(rate.group(1)), Double.NaN);
        return List.of(new LoadResult(file.toString(),
                new Tool("wrk", "", "each response; the time is from the first byte sent to the last one received"),
                counts, times(text), new Users(number(connections, 1), 0), List.of(), List.of(), null));
    }

    private static ResponseTimes times(String text) {
        Matcher latency = LATENCY.matcher(text);
        boolean told = latency.find();
        var percentiles = new TreeMap<Double, Double>();
        Matcher percentile = PERCENTILE.matcher(text);
        double step = told ? unit(latency.group(2)) / DECIMALS : Double.NaN;
        while (percentile.find()) {
            percentiles.put(Double.parseDouble(percentile.group(1)), ms(percentile, 2));
            if (percentile.group(1).equals("50")) {
                step = unit(percentile.group(3)) / DECIMALS;
            }
        }
        return new ResponseTimes(told ? ms(latency, 1) : Double.NaN, told ? ms(latency, 3) : Double.NaN, Double.NaN,
                told ? ms(latency, 5) : Double.NaN, percentiles, step, null, true);
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
