package charts.run;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Quantile;

/** One figure of a cell, measured once in each fork of a run: the forks' spread says how far it can be believed. */
public record Replicates(double[] values) {
    private static final int RESAMPLES = 10_000;
    private static final long SEED = 20_240_319; // the labs' own: the same measurements always give the same interval

    private static final double OUTSIDE = 0.025; // on each side

    /** How often a 95 % interval leaves the true value out, by its name. */
    static final double NOMINAL = 2 * OUTSIDE;

    // How often it really does: by simulation, since for so few forks there is no formula to trust.
    private static final int MANY = 20; // forks: from here on it is near its name
    private static final int TRIALS = 2000;
    private static final int TRIAL_RESAMPLES = 500;
    // By the number of forks, as far as it was asked for.
    private static final Map<Integer, Double> FALSE_ALARMS = new HashMap<>();
    private static final double SPREAD = 0.02; // coefficient of variation of the simulated forks; it hardly matters

    /** A 95 % interval. */
    public record Interval(double low, double high) {}

    static Replicates of(double... values) {
        return new Replicates(values);
    }

    public int count() {
        return values.length;
    }

    public double mean() {
        return Mean.of(values).getAsDouble();
    }

    /**
     * Bootstrap percentile interval of the ratio of the means, this over the other (Efron, "Bootstrap Methods: Another
     * Look at the Jackknife", Annals of Statistics 7(1), 1979). Within a run the labs resample forks in pairs, since
     * they were measured in turn; two runs have nothing that pairs their forks, and each side is resampled alone.
     *
     * @return null with fewer than two forks on either side: one fork has no spread
     */
    Interval ratioInterval(Replicates other) {
        return count() < 2 || other.count() < 2 ? null : interval(other, RESAMPLES, new SplittableRandom(SEED));
    }

    private Interval interval(Replicates other, int resamples, SplittableRandom random) {
        var ratios = new double[resamples];
        for (int i = 0; i < resamples; i++) {
            double above = resampledMean(values, random);
            ratios[i] = above / resampledMean(other.values, random);
        }
        double[] ends = Quantile.withDefaults().evaluate(ratios, OUTSIDE, 1 - OUTSIDE);
        return new Interval(ends[0], ends[1]);
    }

    private static double resampledMean(double[] values, SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[random.nextInt(values.length)];
        }
        return sum / values.length;
    }

    /**
     * The share of intervals that leave 1 out although nothing differs: a bootstrap of few values is too sure of itself
     * (Davison and Hinkley, "Bootstrap Methods and their Application", 1997, section 5.7). Simulated, with both sides
     * from one normal distribution.
     *
     * @param forks on each side, at least 2
     */
    static double falseAlarms(int forks) {
        return FALSE_ALARMS.computeIfAbsent(Math.min(forks, MANY), Replicates::simulated);
    }

    private static double simulated(int forks) {
        var random = new SplittableRandom(SEED);
        int outside = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            Interval interval = normal(forks, random).interval(normal(forks, random), TRIAL_RESAMPLES, random);
            outside += interval.low() > 1 || interval.high() < 1 ? 1 : 0;
        }
        return (double) outside / TRIALS;
    }

    private static Replicates normal(int forks, SplittableRandom random) {
        return new Replicates(DoubleStream.generate(() -> random.nextGaussian(1, SPREAD)).limit(forks).toArray());
    }
}
