package kit.results;

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

/** What hey prints. Its requests/s count those that got no answer, its response times do not. */
final class Hey implements Format {

    static final Tool TOOL = new Tool("hey", "", "each request; the time is from the connection's begin, where it "
            + "makes one, to the last byte received, in steps of 0.1 ms");
    private static final Pattern BEGINNING = Pattern.compile("(?m)^Summary:\\R  Total:\\t[\\d.]+ secs");
    private static final Pattern SECONDS = pattern("  Total:\\t([\\d.]+) secs");
    private static final Pattern SLOWEST = pattern("  Slowest:\\t([\\d.]+) secs");
    private static final Pattern FASTEST = pattern("  Fastest:\\t([\\d.]+) secs");
    private static final Pattern MEAN = pattern("  Average:\\t([\\d.]+) secs");
    private static final Pattern RATE = pattern("  Requests/sec:\\t([\\d.]+)");
    private static final Pattern PERCENTILE = pattern("  ([\\d.]+)%+ in ([\\d.]+) secs");
    private static final Pattern STATUS = pattern("  \\[(\\d+)\\]\\t(\\d+) responses");
    private static final Pattern ERROR = pattern("  \\[(\\d+)\\]\\t(?!\\d+ responses)");
    private static final String STATUSES = "Status code distribution:";
    /** It keeps so many response times, and divides the sum of all by the number that it keeps. */
    private static final double KEPT = 1e6;
    private static final double STEP = 0.1;

    private static Pattern pattern(String line) {
        return Pattern.compile("(?m)^" + line);
    }

    @Override
    public boolean knows(String beginning) {
        return BEGINNING.matcher(beginning).find();
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        return Printed.read(file, BEGINNING, Hey::read);
    }

    private static LoadResult read(String file, String text) {
        int statuses = text.indexOf(STATUSES);
        double rate = number(RATE, text);
        if (Double.isNaN(rate) || statuses < 0) {
            throw Foreign.cutOff(file, "hey ends its output with '" + STATUSES + "', which is not there");
        }
        String last = text.substring(statuses);
        double answered = STATUS.matcher(last).results().mapToDouble(one -> Double.parseDouble(one.group(2))).sum();
        double refused = STATUS.matcher(last).results().filter(one -> Json.isFailure(one.group(1)))
                .mapToDouble(one -> Double.parseDouble(one.group(2))).sum();
        double broken = ERROR.matcher(last).results().mapToDouble(one -> Double.parseDouble(one.group(1))).sum();
        if (answered == 0) {
            throw Foreign.empty(file);
        }
        var percentiles = new TreeMap<Double, Double>();
        PERCENTILE.matcher(text).results().forEach(one -> percentiles.put(Double.parseDouble(one.group(1)),
                1e3 * Double.parseDouble(one.group(2))));
        boolean all = broken == 0 && answered <= KEPT;
        var times = new ResponseTimes(all ? 1e3 * number(MEAN, text) : Double.NaN, Double.NaN,
                1e3 * number(FASTEST, text), 1e3 * number(SLOWEST, text), percentiles, STEP, null, false,
                Math.min(answered, KEPT));
        return new LoadResult(file, TOOL,
                new Counts(answered + broken, refused + broken, number(SECONDS, text), rate, Double.NaN), times,
                Users.UNKNOWN, List.of(), List.of(), null);
    }

    private static double number(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? Double.parseDouble(found.group(1)) : Double.NaN;
    }
}
