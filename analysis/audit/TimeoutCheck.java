package audit;

import java.util.Map;
import java.util.NavigableMap;
import kit.base.Histograms;
import kit.base.Numbers;
import kit.results.LoadResult;
import kit.results.LoadResult.ResponseTimes;

/**
 * Whether the longest response times are all one value: then a timeout of the load generator ended them, and nobody
 * knows how long they would have been.
 */
final class TimeoutCheck {

    /** The lowest percentile that may have the value of the maximum. */
    private static final double HIGHEST = 95;
    /** Steps of the clock in a response time, from which two that are the same are no chance. */
    private static final double FINE = 1000;
    /** People set timeouts in steps of this, ms. */
    private static final double ROUND = 100;
    /** A maximum may be told with more digits than the percentiles. */
    private static final double NEAR = 1.01;
    /** A median below this share of the value is that of requests that were answered. */
    private static final double ANSWERED = 0.9;

    private TimeoutCheck() {}

    /** Null where the file does not have both percentiles and a number of requests. */
    static Answer ceiling(LoadResult result) {
        ResponseTimes times = result.times();
        NavigableMap<Double, Double> percentiles = times.percentiles();
        if (percentiles.size() < 2) {
            return null;
        }
        double value = percentiles.lastEntry().getValue();
        double lowest = lowest(result, value);
        boolean ceiling = lowest <= HIGHEST && isRound(value, times) && !(times.greatest() > NEAR * value)
                && (value >= FINE * times.step() || times.median() < ANSWERED * value);
        return ceiling ? Answer.found(Check.CLIENT_TIMEOUT, true, "Report how many requests got no answer in time, and "
                + "measure again with a longer timeout of the load generator",
                "all percentiles from p%s to the maximum are %s ms. Response times that were measured differ from each "
                        + "other: a timeout of the load generator ended these",
                Numbers.trim(lowest), Numbers.trim(value))
                : Answer.ok(Check.CLIENT_TIMEOUT, "the longest response times are not all one value");
    }

    /** The lowest percentile with this value, if ten values or more lie beyond it. */
    private static double lowest(LoadResult result, double value) {
        return result.times().percentiles().entrySet().stream().filter(one -> one.getValue() == value)
                .mapToDouble(Map.Entry::getKey).filter(percentage -> isOneValue(result, percentage)).min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static boolean isOneValue(LoadResult result, double percentage) {
        double beyond = result.counts().requests() * (1 - percentage / 100);
        return !(beyond < Histograms.BEYOND)
                && (result.requests() == null || result.requests().atLongest() >= beyond);
    }

    private static boolean isRound(double value, ResponseTimes times) {
        double round = ROUND * Math.round(value / ROUND);
        double digits = times.histogram() == null ? 1e-6 : Histograms.PRECISION;
        double step = Double.isNaN(times.step()) ? 0 : times.step();
        return round > 0 && Math.abs(value - round) <= Math.max(step / 2, digits * value);
    }
}
