package kit.judge;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import kit.judge.Spread.Kind;
import kit.record.Forks;
import kit.record.Undecided;
import kit.record.Verdict;

/**
 * What the evidence decides of a claim that a figure lies between two bounds. CONFIRMED: it lies inside, by two
 * one-sided tests. SURPRISE: it lies outside. Otherwise UNDECIDED. {@link Looks} has the levels.
 *
 * <p>Both levels are those of a run. It is a SURPRISE if one claim is, so each claim has its part of the level
 * (Bonferroni). It is CONFIRMED only if all claims are, so a run with a false claim is CONFIRMED wrongly no more often
 * than that claim is (an intersection-union test: Berger, Technometrics 24, 1982).
 *
 * @param interval the {@value Forks#LEVEL} interval, which is shown; null where there is none
 * @param why      it is not decided; null where it is
 * @param forksThatWouldDecide if further ones are like these, in a run that has so many; empty where the claim is
 *     decided, or where not even {@value #MANY} would
 */
public record Decision(Verdict verdict, Forks.Interval interval, Undecided why, OptionalInt forksThatWouldDecide) {

    private static final int MANY = 100;

    /**
     * Decides by a ratio.
     *
     * @param claims of the run that are decided by an interval
     */
    public static Decision ofRatio(Evidence evidence, Bounds bounds, Looks looks, int claims) {
        if (evidence.hasZero()) {
            return ofEachRound(evidence, bounds);
        }
        Kind kind = evidence.spread().kind();
        int forks = evidence.count();
        Estimate estimate = evidence.estimate();
        Forks.Interval shown = estimate.interval(Forks.LEVEL);
        Verdict verdict = verdict(estimate, kind, forks, bounds, looks, claims);
        if (verdict != Verdict.UNDECIDED) {
            return new Decision(verdict, shown, null, OptionalInt.empty());
        }
        OptionalInt enough = IntStream.rangeClosed(forks + 1, MANY).filter(more -> verdict(evidence.asIf(more), kind,
                more, bounds, Looks.upTo(more), claims) != Verdict.UNDECIDED).findFirst();
        return new Decision(verdict, shown, forks == 1 ? Undecided.ONE_FORK : Undecided.SPREAD, enough);
    }

    private static Verdict verdict(Estimate estimate, Kind kind, int forks, Bounds bounds, Looks looks, int claims) {
        if (!looks.mayDecide(kind, forks)) {
            return Verdict.UNDECIDED;
        }
        double inside = 1 - looks.falselyConfirmed(kind, forks);
        if (estimate.confidenceAbove(bounds.least()) >= inside && estimate.confidenceBelow(bounds.most()) >= inside) {
            return Verdict.CONFIRMED;
        }
        double outside = 1 - looks.falseSurprises(kind, forks, claims) / 2;
        return estimate.confidenceBelow(bounds.least()) >= outside || estimate.confidenceAbove(bounds.most()) >= outside
                ? Verdict.SURPRISE
                : Verdict.UNDECIDED;
    }

    /** A figure that may be 0 has no interval, so all rounds must agree. */
    private static Decision ofEachRound(Evidence evidence, Bounds bounds) {
        List<Boolean> hold = evidence.ratios().map(bounds::hold).distinct().toList();
        return hold.size() == 1 ? decided(hold.getFirst())
                : new Decision(Verdict.UNDECIDED, null, Undecided.SPREAD, OptionalInt.empty());
    }

    /**
     * Decides by a count or an exact number: it holds in every fork or is refuted by one.
     *
     * @param figures one of each fork
     */
    public static Decision ofEach(List<Double> figures, Bounds bounds) {
        return decided(figures.stream().allMatch(bounds::hold));
    }

    private static Decision decided(boolean holds) {
        return new Decision(holds ? Verdict.CONFIRMED : Verdict.SURPRISE, null, null, OptionalInt.empty());
    }
}
