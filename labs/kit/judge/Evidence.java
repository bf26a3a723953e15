package kit.judge;

import java.util.List;
import java.util.stream.Stream;
import kit.record.Forks.Interval;

/**
 * What a run knows of one ratio: of two cells, or of a cell's throughput to its rule.
 *
 * <p>Each round of a fork gives one logarithm of the ratio. A fork's figure is the mean of its rounds, and forks count
 * equally. Three estimates tell how far a fork's figure may be from the truth:
 * <ul>
 * <li>the measured spread between forks ({@link Spread#forkSd});
 * <li>the variance between the rounds of this run, divided by the number of rounds; where a run has few rounds, {@link
 * Spread#blockSd} counts too;
 * <li>from two forks on, the variance between the forks of this run, with forks - 1 degrees of freedom.
 * </ul>
 * The sum of the first two is the prior of the third: a moderated t ({@link Variance#pooled}). So one fork has an
 * interval, and the interval of three forks is not as wide as Student's t with 2 degrees of freedom makes it. The more
 * forks there are, the less the prior counts.
 *
 * <p>The spread was measured on one machine and is larger on others. So {@value #ALLOWANCE} times the measured standard
 * deviations count, with {@value #PRIOR_FREEDOM} degrees of freedom each. With these two numbers, at most 5 % of runs
 * have a false SURPRISE where the true spread is up to twice the measured one (simulated: {@code FalseVerdictsTest},
 * {@code JudgeLevelsTest}).
 *
 * <p>An interval does not show what all forks of a run have in common. In a ratio of two cells, the machine's speed
 * cancels out, since a round drives both. In a ratio to a rule it does not: a machine whose speed drifts by 0.5 % from
 * round to round makes false SURPRISES, so the checks of a steady machine must come first.
 *
 * @param spread  measured for this kind of cells
 * @param forks   for each fork, the natural logarithms of the ratio in its rounds; infinite where a figure is 0
 * @param rounds  variance between the rounds of a fork, from several ratios; {@link Variance#UNKNOWN}: from this ratio
 * @param sampling of a percentile: variance of a fork's figure by the number of its requests; 0 of any other figure
 */
public record Evidence(Spread spread, List<List<Double>> forks, Variance rounds, double sampling) {

    /** It is computed from the requests, and not estimated from few values. */
    private static final double SAMPLING_FREEDOM = 1000;

    /** Degrees of freedom of each of the two measured spreads: what the prior is worth. */
    static final int PRIOR_FREEDOM = 8;
    /** By how much the spread is taken to be larger than the measured one. */
    static final double ALLOWANCE = 1.5;

    public Evidence {
        forks = forks.stream().map(List::copyOf).toList();
        if (forks.isEmpty() || forks.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("each fork needs at least one round: " + forks);
        }
        if (forks.stream().flatMap(List::stream).anyMatch(d -> Double.isNaN(d))) {
            throw new IllegalArgumentException("a round has no ratio: " + forks);
        }
    }

    /** @param forks for each fork, the natural logarithms of the ratio in its rounds; infinite where a figure is 0 */
    public static Evidence of(Spread.Kind kind, List<List<Double>> forks) {
        return new Evidence(Spread.of(kind), forks, Variance.UNKNOWN, 0);
    }

    /** With the variance between rounds from several ratios: {@link #roundsOf}. */
    public Evidence withRounds(Variance pooled) {
        return new Evidence(spread, forks, pooled, sampling);
    }

    /** Of percentiles whose logarithm of the ratio has this variance in a fork, by the number of requests. */
    public Evidence withSampling(double variance) {
        return new Evidence(spread, forks, rounds, variance);
    }

    /** The variance between the rounds of a fork, from ratios of one kind in one run, each once. */
    public static Variance roundsOf(List<Evidence> ratios) {
        return Variance.pooled(ratios.stream().map(Evidence::betweenRounds).toList());
    }

    /** Rounds - 1 degrees of freedom from each fork. */
    private Variance betweenRounds() {
        return Variance.pooled(forks.stream().map(Variance::of).toList());
    }

    /** Number of forks. */
    public int count() {
        return forks.size();
    }

    /** Geometric mean of the forks' ratios. */
    public double ratio() {
        return estimate().ratio();
    }

    /** The two-sided interval of the ratio at this level, such as 0.95, of a run that is looked at once. */
    public Interval interval(double level) {
        return estimate().interval(level);
    }

    /** The ratio and how far it can be trusted. */
    public Estimate estimate() {
        return asIf(count());
    }

    /** If there were so many forks like these. */
    Estimate asIf(int count) {
        List<Double> means = forks.stream().map(Evidence::mean).toList();
        Variance prior = prior();
        Variance own = new Variance(count() == 1 ? prior.value() : Variance.of(means).value(), count - 1);
        return new Estimate(mean(means), Variance.pooled(List.of(prior, own)).over(count));
    }

    /** Of a fork's figure. */
    private Variance prior() {
        Variance own = rounds.freedom() > 0 ? rounds : betweenRounds();
        double share = mean(forks.stream().map(one -> 1.0 / one.size()).toList());
        return measured(spread.forkSd()).plus(new Variance(sampling, SAMPLING_FREEDOM))
                .plus(Variance.pooled(List.of(measured(spread.blockSd()), own)).over(1 / share));
    }

    private static Variance measured(double sd) {
        return new Variance(ALLOWANCE * sd * ALLOWANCE * sd, PRIOR_FREEDOM);
    }

    /** Whether a figure was 0, so that the ratio has no logarithm. */
    boolean hasZero() {
        return forks.stream().flatMap(List::stream).anyMatch(d -> Double.isInfinite(d));
    }

    /** The ratios of all rounds. */
    Stream<Double> ratios() {
        return forks.stream().flatMap(List::stream).map(Math::exp);
    }

    private static double mean(List<Double> of) {
        return of.stream().mapToDouble(d -> d).average().orElseThrow();
    }
}
