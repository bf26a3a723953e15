package kit.judge;

import java.util.List;
import java.util.stream.Stream;
import kit.record.Forks.Interval;

/**
 * What a run knows of one ratio: of two cells, or of a cell's throughput to its rule.
 *
 * <p>Each round of a fork gives one logarithm of the ratio. A fork's figure is the mean of its rounds, and forks count
 * equally. The variance of a fork's figure comes from three sources, each with degrees of freedom:
 * <ul>
 * <li>the measured spread between forks ({@link Spread#forkSd}, {@value #PRIOR_FREEDOM} degrees);
 * <li>the rounds of this run, since a mean of b rounds has their variance / b; where they are few, {@link
 * Spread#blockSd} counts too;
 * <li>with two or more forks, their own variance (n - 1 degrees).
 * </ul>
 * The sum of the first two is the prior of the third: a moderated t (see {@link Variance#pooled}). So one fork has an
 * interval, three forks have one that is narrow enough to decide, and of many forks hardly anything but their own
 * variance counts.
 *
 * @param spread  measured for this kind of cells
 * @param forks   for each fork, the logarithms of the ratio in its rounds
 * @param between rounds of one fork, pooled over all ratios of this kind in the run; {@link Variance#UNKNOWN}: take
 *     those of this ratio only
 */
public record Evidence(Spread spread, List<List<Double>> forks, Variance between) {

    /** Degrees of freedom of the measured spread. */
    static final double PRIOR_FREEDOM = 8;

    public Evidence {
        forks = forks.stream().map(List::copyOf).toList();
        if (forks.isEmpty() || forks.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("each fork needs at least one round: " + forks);
        }
        if (forks.stream().flatMap(List::stream).anyMatch(d -> Double.isNaN(d))) {
            throw new IllegalArgumentException("a ratio is missing: " + forks);
        }
    }

    /** @param forks for each fork, the natural logarithms of the ratio in its rounds; infinite where a figure is 0 */
    public static Evidence of(Spread.Kind kind, List<List<Double>> forks) {
        return new Evidence(Spread.of(kind), forks, Variance.UNKNOWN);
    }

    /** The same, with the variance between the rounds of a fork from all ratios of this kind in the run. */
    public Evidence withPooled(Variance betweenRounds) {
        return new Evidence(spread, forks, betweenRounds);
    }

    /** The variance between the rounds of a fork, pooled over its forks: (rounds - 1) degrees of freedom from each. */
    public Variance betweenRounds() {
        return Variance.pooled(forks.stream().map(Variance::of).toList());
    }

    /** Number of forks. */
    public int count() {
        return forks.size();
    }

    /** Each fork's figure: the mean of the logarithms of its rounds. */
    public List<Double> means() {
        return forks.stream().map(rounds -> rounds.stream().mapToDouble(d -> d).average().orElseThrow()).toList();
    }

    /** Geometric mean of the forks' ratios. */
    public double ratio() {
        return estimate().ratio();
    }

    /** The interval of the ratio at this level, such as 0.95, for a figure that is looked at once. */
    public Interval interval(double level) {
        return estimate().interval(level);
    }

    /** The ratio and how sure it is. */
    public Estimate estimate() {
        return asIf(count());
    }

    /** The same, if there were so many forks like these. */
    Estimate asIf(int count) {
        List<Double> means = means();
        Variance own = Variance.of(means);
        Variance variance = count == 1 ? prior()
                : Variance.pooled(List.of(prior(), new Variance(own.freedom() == 0 ? prior().value() : own.value(),
                        count - 1)));
        return new Estimate(means.stream().mapToDouble(d -> d).average().orElseThrow(), variance.over(count));
    }

    private Variance prior() {
        Variance rounds = Variance.pooled(List.of(new Variance(spread.blockSd() * spread.blockSd(), PRIOR_FREEDOM),
                between.freedom() > 0 ? between : betweenRounds()));
        double perRound = forks.stream().mapToDouble(one -> 1.0 / one.size()).average().orElseThrow();
        return new Variance(spread.forkSd() * spread.forkSd(), PRIOR_FREEDOM).plus(rounds.over(1 / perRound));
    }

    /** Whether a figure was 0, so that the ratio has no logarithm. */
    boolean hasZero() {
        return forks.stream().flatMap(List::stream).anyMatch(d -> Double.isInfinite(d));
    }

    /** The ratios of all rounds. */
    Stream<Double> ratios() {
        return forks.stream().flatMap(List::stream).map(Math::exp);
    }
}
