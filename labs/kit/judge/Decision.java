package kit.judge;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kit.judge.Spread.Kind;
import kit.record.Forks;
import kit.record.Forks.Interval;
import kit.record.Undecided;
import kit.record.Verdict;

/**
 * What a run decides of a claim that a figure lies between two bounds. CONFIRMED: the figure lies inside (two one-sided
 * tests). SURPRISE: it lies outside. Otherwise UNDECIDED. {@link Looks} has the levels.
 *
 * <p>Both levels are those of a run. A run is a SURPRISE if one claim is, so each claim has its part of the level
 * (Bonferroni). It is CONFIRMED only if all claims are, so a run with a false claim is CONFIRMED wrongly no more often
 * than that claim is (an intersection-union test: Berger, Technometrics 24, 1982).
 *
 * @param estimate what it was decided by; empty where each fork or round was held against the bounds
 * @param undecided why; null where it is decided
 */
public record Decision(Verdict verdict, Optional<Estimate> estimate, Undecided undecided) {

    /** Extrapolated from a few forks, so a finer scale would promise too much. */
    private static final List<Integer> MORE = List.of(3, 5, 8, 12, 20, 30, 50, 100);

    /** The {@value Forks#LEVEL} interval, which is shown. It belongs to a run that is looked at once. */
    public Optional<Interval> interval() {
        return estimate.map(of -> of.interval(Forks.LEVEL));
    }

    /**
     * Decides by a ratio.
     *
     * @param claims of the run that are decided by an interval
     */
    public static Decision ofRatio(Evidence evidence, Bounds bounds, Looks looks, int claims) {
        return ofRatio(evidence, bounds, 0, looks, claims);
    }

    /**
     * Decides by a ratio that may be wrong by a share, since the load generator was late. What it decides must hold
     * whether the ratio is so much too large or too small.
     *
     * @param error share by which the ratio may be wrong
     */
    static Decision ofRatio(Evidence evidence, Bounds bounds, double error, Looks looks, int claims) {
        if (evidence.hasZero()) {
            return ofEachRound(evidence, bounds);
        }
        Kind kind = evidence.spread().kind();
        int forks = evidence.count();
        Estimate estimate = evidence.estimate();
        Verdict verdict = verdict(estimate, bounds, error, kind, forks, looks, claims);
        return new Decision(verdict, Optional.of(estimate), verdict != Verdict.UNDECIDED ? null
                : verdict(estimate, bounds, 0, kind, forks, looks, claims) != Verdict.UNDECIDED ? Undecided.CLIENT_LATE
                        : forks == 1 ? Undecided.ONE_FORK : Undecided.SPREAD);
    }

    private static Verdict verdict(Estimate estimate, Bounds bounds, double error, Kind kind, int forks, Looks looks,
            int claims) {
        if (!Looks.mayDecide(kind, forks)) {
            return Verdict.UNDECIDED;
        }
        double factor = 1 + error;
        double inside = Math.min(estimate.confidenceAbove(bounds.least() * factor),
                estimate.confidenceBelow(bounds.most() / factor));
        if (inside >= looks.toConfirm(kind, forks)) {
            return Verdict.CONFIRMED;
        }
        double outside = Math.max(1 - estimate.confidenceAbove(bounds.least() / factor),
                1 - estimate.confidenceBelow(bounds.most() * factor));
        return outside >= looks.toRefute(kind, forks, claims) ? Verdict.SURPRISE : Verdict.UNDECIDED;
    }

    /**
     * For a claim that is undecided: a run with at most so many forks would decide it, if further forks are like these.
     *
     * @return 3, 5, 8, 12, 20, 30, 50 or 100; empty where none of them would decide it
     */
    public static OptionalInt forksThatWouldDecide(Evidence evidence, Bounds bounds, int claims) {
        if (evidence.hasZero()) {
            return OptionalInt.empty();
        }
        return MORE.stream().filter(forks -> forks > evidence.count()).mapToInt(forks -> forks)
                .filter(forks -> wouldDecide(forks, evidence, bounds, claims)).findFirst();
    }

    private static boolean wouldDecide(int forks, Evidence evidence, Bounds bounds, int claims) {
        return verdict(evidence.asIf(forks), bounds, 0, evidence.spread().kind(), forks, new Looks(forks),
                claims) != Verdict.UNDECIDED;
    }

    /** A figure that may be 0 has no interval, so all rounds must agree. */
    private static Decision ofEachRound(Evidence evidence, Bounds bounds) {
        List<Boolean> hold = evidence.ratios().map(bounds::hold).distinct().toList();
        return hold.size() == 1 ? decided(hold.getFirst())
                : new Decision(Verdict.UNDECIDED, Optional.empty(), Undecided.SPREAD);
    }

    /**
     * Decides by a count, a fact as a number, or an exact figure: it holds in every fork or is refuted by one.
     *
     * @param figures one of each fork
     */
    public static Decision ofEach(List<Double> figures, Bounds bounds) {
        if (figures.isEmpty()) {
            throw new IllegalArgumentException("no fork has the figure");
        }
        return decided(figures.stream().allMatch(bounds::hold));
    }

    private static Decision decided(boolean holds) {
        return new Decision(holds ? Verdict.CONFIRMED : Verdict.SURPRISE, Optional.empty(), null);
    }
}
