package kit.base;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/**
 * One figure, measured once in each fork. A fork is a fresh JVM, and the forks' spread, not that of the requests within
 * one, says how far the figure can be believed.
 */
public record Forks(double[] values) {

    private static final int RESAMPLES = 10_000;
    /** Fixed, so that the same measurements always print the same interval. */
    private static final long SEED = 20_240_319;

    /**
     * A 95 % interval.
     *
     * @param low  2.5th percentile
     * @param high 97.5th percentile
     */
    public record Interval(double low, double high) {
        public boolean holds(double value) {
            return low <= value && value <= high;
        }

        @Override
        public String toString() {
            return "[" + Numbers.fixed(low, 3) + ", " + Numbers.fixed(high, 3) + "]";
        }
    }

    public static Forks of(double... values) {
        return new Forks(values);
    }

    public int count() {
        return values.length;
    }

    public double mean() {
        return Mean.of(values).getAsDouble();
    }

    /** Coefficient of variation: standard deviation / mean. */
    public double cv() {
        return StandardDeviation.of(values).getAsDouble() / mean();
    }

    /** Ratio of the means. */
    public double over(Forks other) {
        return mean() / other.mean();
    }

    /**
     * Bootstrap percentile interval of the ratio of the means (Efron, "Bootstrap Methods: Another Look at the
     * Jackknife", Annals of Statistics 7(1), 1979). Forks of equal number are resampled in pairs: the variants were
     * interleaved, so fork i of one and fork i of the other saw the same state of the machine.
     *
     * @return null with fewer than two forks on either side: one fork has no spread
     */
    public Interval ratioInterval(Forks other) {
        if (count() < 2 || other.count() < 2) {
            return null;
        }
        var random = new SplittableRandom(SEED);
        boolean paired = count() == other.count();
        var ratios = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            double above = 0;
            double below = 0;
            if (paired) {
                for (int j = 0; j < count(); j++) {
                    int pick = random.nextInt(count());
                    above += values[pick];
                    below += other.values[pick];
                }
            } else {
                above = resampledMean(values, random);
                below = resampledMean(other.values, random);
            }
            ratios[i] = above / below;
        }
        double[] ends = Quantile.withDefaults().evaluate(ratios, 0.025, 0.975);
        return new Interval(ends[0], ends[1]);
    }

    private static double resampledMean(double[] values, SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[random.nextInt(values.length)];
        }
        return sum / values.length;
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
