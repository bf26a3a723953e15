package audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kit.base.Numbers;
import kit.results.LoadResult;
import kit.results.LoadResult.Counts;

/** Whether the figures of a file agree with each other. If they do not, they are not of the same load. */
final class ContradictionCheck {

    /** Tools print times with two digits behind the point, also of minutes and hours. */
    private static final double TOLERANCE = 0.02;
    private static final double ROUNDED_S = 0.005;
    /** Percentiles and the maximum may be rounded in different ways. */
    private static final double ROUNDED = 1.05;

    /** So many times the length of a load its median is not. */
    private static final double LONG = 2;

    private ContradictionCheck() {}

    /** Null where the file has no figures that could contradict each other. */
    static Answer of(LoadResult result) {
        var found = new ArrayList<String>();
        boolean rate = rate(result, found);
        boolean times = times(result, found);
        if (!found.isEmpty()) {
            return Answer.found(Check.CONTRADICTION, true, "Look whether the file is of one run, and whether all of it "
                    + "was copied", "%s", String.join("; ", found));
        }
        return rate || times ? Answer.ok(Check.CONTRADICTION, "%s", rate
                ? "number of requests, duration and throughput agree"
                : "the response times agree with each other")
                : null;
    }

    /** Whether there was something to compare. */
    private static boolean rate(LoadResult result, List<String> found) {
        Counts counts = result.counts();
        double counted = result.tool().failedToo() ? counts.requests() : counts.requests() - counts.errors();
        double expected = counted / counts.seconds();
        if (result.tool().inParts() || !(expected > 0) || !(counts.throughput() > 0)) {
            return false;
        }
        // A load that one request more or less makes longer, and a duration that is rounded.
        double tolerance = TOLERANCE + ROUNDED_S / counts.seconds() + 1 / counted;
        if (Math.abs(counts.throughput() / expected - 1) > tolerance) {
            found.add(Numbers.format("%s requests in %s s are %s requests/s, and the file has %s (%.1f %% allowed)",
                    Numbers.trim(counted, 12), Numbers.trim(counts.seconds()), Numbers.trim(expected),
                    Numbers.trim(counts.throughput()), 100 * tolerance));
        }
        return true;
    }

    private static boolean times(LoadResult result, List<String> found) {
        LoadResult.ResponseTimes times = result.times();
        Map.Entry<Double, Double> before = null;
        for (Map.Entry<Double, Double> one : times.percentiles().entrySet()) {
            if (before != null && one.getValue() < before.getValue()) {
                found.add(Numbers.format("p%s is %s ms, and p%s only %s ms", Numbers.trim(before.getKey()),
                        Numbers.trim(before.getValue()), Numbers.trim(one.getKey()), Numbers.trim(one.getValue())));
            }
            before = one;
        }
        // Percentiles of a lab have requests that were given up, its mean and its maximum do not.
        double most = Double.isNaN(times.greatest()) || !result.tool().failedToo() ? Double.POSITIVE_INFINITY
                : ROUNDED * times.greatest() + (Double.isNaN(times.step()) ? 0 : times.step());
        if (before != null && before.getValue() > most) {
            found.add(Numbers.format("p%s is %s ms, and the maximum %s ms", Numbers.trim(before.getKey()),
                    Numbers.trim(before.getValue()), Numbers.trim(times.greatest())));
        }
        if (times.mean() > most) {
            found.add(Numbers.format("the mean is %s ms, and the maximum %s ms", Numbers.trim(times.mean()),
                    Numbers.trim(times.greatest())));
        }
        if (times.median() / 1000 > LONG * result.counts().seconds()) {
            found.add(Numbers.format("the median is %s ms, and the load had %s s", Numbers.trim(times.median()),
                    Numbers.trim(result.counts().seconds())));
        }
        return times.percentiles().size() > 1;
    }
}
