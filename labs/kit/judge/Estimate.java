package kit.judge;

import kit.record.Forks.Interval;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A ratio and how sure it is. The logarithm of the measured ratio, less that of the true one, divided by its standard
 * error, has Student's t distribution.
 *
 * @param logRatio natural logarithm of the ratio
 * @param squaredError variance of logRatio
 */
public record Estimate(double logRatio, Variance squaredError) {

    /** The ratio. */
    public double ratio() {
        return Math.exp(logRatio);
    }

    /** The two-sided interval of the ratio: exp(logRatio +- t standard errors). */
    public Interval interval(double level) {
        double half = student().inverseCumulativeProbability((1 + level) / 2) * Math.sqrt(squaredError.value());
        return new Interval(Math.exp(logRatio - half), Math.exp(logRatio + half));
    }

    /** The confidence, from 0 to 1, that the true ratio is larger: level of the one-sided interval that ends there. */
    public double confidenceAbove(double ratio) {
        if (ratio <= 0) {
            return 1;
        }
        double away = logRatio - Math.log(ratio);
        return away == 0 ? 0.5
                : squaredError.value() == 0 ? (away > 0 ? 1 : 0)
                : student().cumulativeProbability(away / Math.sqrt(squaredError.value()));
    }

    /** The confidence, from 0 to 1, that the true ratio is smaller. */
    public double confidenceBelow(double ratio) {
        return ratio <= 0 ? 0 : new Estimate(-logRatio, squaredError).confidenceAbove(1 / ratio);
    }

    private TDistribution student() {
        return TDistribution.of(squaredError.freedom());
    }
}
