package kit.rule;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/**
 * What a simulation shows.
 *
 * @param throughput requests that ended in a second
 * @param seconds    their response times in s, in ascending order
 */
public record Simulated(double throughput, double[] seconds) {

    public double meanMs() {
        return 1000 * Mean.of(seconds).getAsDouble();
    }

    /** Standard deviation of the response times in ms. */
    public double sdMs() {
        return 1000 * StandardDeviation.of(seconds).setBiased(true).getAsDouble();
    }

    /**
     * The response time in ms that a share of the requests does not exceed: the least such that there was.
     *
     * @param p share, 0 to 1
     */
    public double percentileMs(double p) {
        return 1000
                * seconds[(int) Math.min(seconds.length - 1L, Math.max(0, (long) Math.ceil(p * seconds.length) - 1))];
    }

    static Simulated of(double throughput, double[] unsorted) {
        double[] sorted = unsorted.clone();
        Arrays.sort(sorted);
        return new Simulated(throughput, sorted);
    }
}
