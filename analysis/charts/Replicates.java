package charts;

import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Quantile;

/** One figure of a cell, measured once in each fork of a run: the forks' spread says how far it can be believed. */
record Replicates(double[] values) {
    private static final int RESAMPLES = 10_000;
    private static final long SEED = 20_240_319; // the labs' own: the same measurements always give the same interval

    /**
     * How often the interval of so many forks on either side leaves 1 out although nothing differs, in %: 3000 pairs of normal
     * samples each, with a spread of 2 %. A bootstrap of few values is too sure of itself (Davison and Hinkley, "Bootstrap Methods
     * and their Application", 1997, section 5.7); only from some twenty on is it near the 5 % that its name promises.
     */
    private static final List<Integer> FALSE_ALARMS = List.of(34, 20, 15, 13, 11, 9, 8, 8, 8);
    private static final int MANY = 20;

    /** A 95 % interval. */
    record Interval(double low, double high) {}

    static Replicates of(double... values) {
        return new Replicates(values);
    }

    int count() {
        return values.length;
    }

    double mean() {
        return Mean.of(values).getAsDouble();
    }

    /**
     * Bootstrap percentile interval of the ratio of the means, this over the other (Efron, "Bootstrap Methods: Another Look at the
     * Jackknife", Annals of Statistics 7(1), 1979). Within a run the labs resample forks in pairs, since they were measured in turn;
     * two runs have nothing that pairs their forks, and each side is resampled alone.
     *
     * @return null with fewer than two forks on either side: one fork has no spread
     */
    Interval ratioInterval(Replicates other) {
        if (count() < 2 || other.count() < 2) {
            return null;
        }
        var random = new SplittableRandom(SEED);
        var ratios = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            double above = resampledMean(values, random);
            ratios[i] = above / resampledMean(other.values, random);
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

    /** The probability that the interval of that many forks leaves 1 out by chance. @param forks on the side that has fewer, at least 2 */
    static double falseAlarm(int forks) {
        return (forks >= MANY ? 6 : FALSE_ALARMS.get(Math.min(forks - 2, FALSE_ALARMS.size() - 1))) / 100.0;
    }
}
