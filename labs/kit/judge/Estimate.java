package kit.judge;

import kit.record.Forks.Interval;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A ratio and how far it can be trusted: (measured - true logarithm) / standard error has Student's t distribution.
 *
 * @param logRatio natural logarithm of the measured ratio
 * @param squaredError the standard error of logRatio, squared
 */
public record Estimate(double logRatio, Variance squaredError) {

    /** The measured ratio. */
    public double ratio() {
        return Math.exp(logRatio);
    }

    /** The two-sided interval of the true ratio: exp(logRatio +- t x standard error). */
    public Interval interval(double level) {
        double half = student().inverseCumulativeProbability((1 + level) / 2) * Math.sqrt(squaredError.value());
        return new Interval(Math.exp(logRatio - half), Math.exp(logRatio + half));
    }

    /**
     * The confidence, from 0 to 1, that the true ratio is larger than this one: the largest level at which a one-sided
     * interval excludes it.
     */
    public double confidenceAbove(double ratio) {
        return ratio <= 0 ? 1
                : student().cumulativeProbability((logRatio - Math.log(ratio)) / Math.sqrt(squaredError.value()));
    }

    /** The confidence, from 0 to 1, that the true ratio is smaller than this one. */
    public double confidenceBelow(double ratio) {
        return ratio <= 0 ? 0
                : student().cumulativeProbability((Math.log(ratio) - logRatio) / Math.sqrt(squaredError.value()));
    }

    private TDistribution student() {
        return TDistribution.of(squaredError.freedom());
    }
}
