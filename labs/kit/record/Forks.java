package kit.record;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One figure, measured once in each fork. A fork is a fresh JVM, and the forks' spread, not that of the requests within
 * one, says how far the figure can be trusted.
 *
 * <p>Intervals are Student's t on the logarithms, since a ratio is a difference of logarithms and forks differ by
 * factors rather than by amounts. With few forks they keep their level where percentiles of a bootstrap do not (of 2,
 * 3, 5 and 10 forks those cover 51, 72, 84 and 90 % where 95 % are promised; simulated, 4000 trials).
 */
public record Forks(double[] values) {

    /** The level of intervals that are shown. */
    public static final double LEVEL = 0.95;

    /** A quantile of Student's t. */
    private record Quantile(double freedom, double p) {}

    /** They take a search each, and a decision asks for the same ones again and again. */
    private static final Map<Quantile, Double> T = new ConcurrentHashMap<>();

    /** An interval of a ratio. */
    public record Interval(double low, double high) {

        /** Whether the value lies in it, the ends included. */
        public boolean holds(double value) {
            return low <= value && value <= high;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "[%.3f, %.3f]", low, high);
        }
    }

    /** @param values one for each fork, in the order of the forks */
    public static Forks of(double... values) {
        return new Forks(values);
    }

    /** Number of forks. */
    public int count() {
        return values.length;
    }

    /** Arithmetic mean. */
    public double mean() {
        return Mean.of(values).getAsDouble();
    }

    /** Coefficient of variation: standard deviation / mean. */
    public double cv() {
        return StandardDeviation.of(values).getAsDouble() / mean();
    }

    /**
     * Ratio of the geometric means, which is what the intervals are about; of the arithmetic means where there is no
     * interval.
     */
    public double over(Forks other) {
        return count() > 1 && other.count() > 1 && havePositive(other) ? Math.exp(mean(logs()) - mean(other.logs()))
                : mean() / other.mean();
    }

    /**
     * The ratio to another figure of the same run. Fork i of one and fork i of the other saw the same state of the
     * machine, so their ratios are taken first: d_i = ln(x_i / y_i), and the interval is exp(mean(d) +- t(n-1) s /
     * sqrt(n)).
     *
     * @param level of confidence, such as 0.95
     * @return null with fewer than two forks, where a value is not positive, or where forks are missing on one side
     */
    public Interval pairedRatio(Forks other, double level) {
        if (count() < 2 || count() != other.count() || !havePositive(other)) {
            return null;
        }
        double[] d = IntStream.range(0, count()).mapToDouble(i -> Math.log(values[i] / other.values[i])).toArray();
        return interval(mean(d), deviation(d) / Math.sqrt(count()), count() - 1, level);
    }

    /**
     * The ratio to the same figure of another run. Nothing pairs their forks: Welch's interval, with the degrees of
     * freedom of Welch and Satterthwaite (B. L. Welch, "The generalization of Student's problem when several different
     * population variances are involved", Biometrika 34, 1947).
     *
     * @param level of confidence, such as 0.95
     * @return null with fewer than two forks on either side, or where a value is not positive
     */
    public Interval independentRatio(Forks other, double level) {
        if (count() < 2 || other.count() < 2 || !havePositive(other)) {
            return null;
        }
        double above = Math.pow(deviation(logs()), 2) / count();
        double below = Math.pow(deviation(other.logs()), 2) / other.count();
        double error = above + below;
        double freedom = error == 0 ? count() + other.count() - 2
                : error * error / (above * above / (count() - 1) + below * below / (other.count() - 1));
        return interval(mean(logs()) - mean(other.logs()), Math.sqrt(error), freedom, level);
    }

    /**
     * The interval of a ratio whose spread is not measured but assumed: ratio x exp(+- z s), with z of the normal
     * distribution.
     *
     * @param deviation s, standard deviation of the logarithm of the ratio
     * @param level     of confidence, such as 0.95
     */
    public static Interval assumed(double ratio, double deviation, double level) {
        double half = deviation * NormalDistribution.of(0, 1).inverseCumulativeProbability((1 + level) / 2);
        return new Interval(ratio * Math.exp(-half), ratio * Math.exp(half));
    }

    private static Interval interval(double logRatio, double error, double freedom, double level) {
        double half = error * T.computeIfAbsent(new Quantile(freedom, (1 + level) / 2),
                of -> TDistribution.of(of.freedom).inverseCumulativeProbability(of.p));
        return new Interval(Math.exp(logRatio - half), Math.exp(logRatio + half));
    }

    private boolean havePositive(Forks other) {
        return Arrays.stream(values).allMatch(value -> value > 0)
                && Arrays.stream(other.values).allMatch(value -> value > 0);
    }

    private double[] logs() {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    private static double mean(double[] of) {
        return Mean.of(of).getAsDouble();
    }

    private static double deviation(double[] of) {
        return StandardDeviation.of(of).getAsDouble();
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
