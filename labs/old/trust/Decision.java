package old.trust;

import kit.record.Forks;
import kit.record.Undecided;
import kit.record.Verdict;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What forks decide of a claim that a figure lies between two bounds. CONFIRMED: the {@value #INSIDE} interval lies
 * inside the claim (two one-sided tests of 5 % each). SURPRISE: the interval at the family-wise level 1 - {@value
 * #FALSE_SURPRISES} / claims lies outside it (Bonferroni). Otherwise the forks decide nothing: UNDECIDED.
 *
 * <p>Both levels are those of a run. It is a SURPRISE if one claim is, so each claim has its part of the level. It is
 * CONFIRMED only if all claims are, so a run with a false claim is CONFIRMED wrongly no more often than that claim is
 * (an intersection-union test: Berger, Technometrics 24, 1982).
 *
 * <p>One fork has no spread, so one is assumed: {@value #UNDISTURBED} where the cells wait and nothing disturbed them,
 * up to {@value #DISTURBED} elsewhere: for a throughput that waiting limits, its distance to this limit. Where the
 * machine's speed changed from one cell to the other, or a service became faster while it was measured, the interval is
 * wider by that much on both sides.
 *
 * @param interval the {@value Forks#LEVEL} interval, which is shown; null where there is none
 * @param why      it is not decided; null where it is
 * @param enough   tells {@link #forks}, which takes longer than all the rest
 */
record Decision(Verdict verdict, Forks.Interval interval, Undecided why, Supplier<OptionalInt> enough) {

    private static final double INSIDE = 0.9;
    /** Of a run in which every claim is true, the share in which one of them may be called a SURPRISE. */
    private static final double FALSE_SURPRISES = 0.05;
    private static final int MANY = 100;
    /**
     * Standard deviation of the logarithm of a figure between forks, where one fork must do, its cell waits, and
     * nothing disturbed it. Measured on one variant over ten forks: 0.0020 to 0.0033.
     */
    static final double UNDISTURBED = 0.01;
    /**
     * The same where CPUs are half busy, or something disturbed it. Measured over five forks: 0.023 to 0.042; one cell
     * was slower by 0.14 than when it was measured again.
     */
    static final double DISTURBED = 0.1;

    /** Bounds of a claim; infinite where nothing is claimed. */
    record Bounds(double least, double most) {

        boolean hold(double value) {
            return least <= value && value <= most;
        }

        /** Whether a count must meet them in every fork: nothing, or an exact number. */
        boolean areExact() {
            return most == 0 || least == most;
        }

        private boolean contain(Forks.Interval interval) {
            return least <= interval.low() && interval.high() <= most;
        }

        private boolean exclude(Forks.Interval interval) {
            return interval.high() < least || most < interval.low();
        }
    }

    /**
     * What a decision depends on beside the figures.
     *
     * @param claims of the run that are decided by an interval
     * @param spread between forks that is assumed where there is one: {@link #UNDISTURBED} to {@link #DISTURBED}
     * @param drift  how much faster the machine was for one of the cells than for the other, as a share; 0 where it is
     *     the same, or plays no part
     * @param speedUp how much faster a cell's service would be if it were warm, as a share; 0 where it was
     * @param cut    what may be missing of a throughput, as a share, since requests that were under way at the end are
     *     not counted; 0 where they are
     */
    record Circumstances(int claims, double spread, double drift, double speedUp, double cut) {

        private Circumstances withoutDrift() {
            return new Circumstances(claims, spread, 0, speedUp, cut);
        }

        private Circumstances warm() {
            return new Circumstances(claims, spread, drift, 0, cut);
        }

        private Circumstances whole() {
            return new Circumstances(claims, spread, drift, speedUp, 0);
        }

        private double doubt() {
            return (1 + drift) * (1 + speedUp) * (1 + cut) - 1;
        }
    }

    private Decision(Verdict verdict, Forks.Interval interval, Undecided why) {
        this(verdict, interval, why, OptionalInt::empty);
    }

    /**
     * Forks that would decide, if further ones are like these; empty where the claim is decided, or where not even
     * {@value #MANY} would.
     */
    OptionalInt forks() {
        return enough.get();
    }

    /** Decides by the ratio of two figures of the same forks. */
    static Decision ofRatio(Forks above, Forks below, Bounds bounds, Circumstances where) {
        return decide(above, below, 2, bounds, where);
    }

    /** Decides by the ratio of a figure to what its rule says, which is the same in every fork. */
    static Decision ofRatioToRule(Forks figure, Forks rule, Bounds bounds, Circumstances where) {
        return decide(figure, rule, 1, bounds, where);
    }

    /**
     * Decides by a figure that is no ratio of cells. A count that is 0 somewhere, or must be exact, holds in every fork
     * or is refuted by one; any other figure is decided like a ratio.
     */
    static Decision ofFigure(Forks figure, Bounds bounds, Circumstances where) {
        if (bounds.areExact() || DoubleStream.of(figure.values()).anyMatch(value -> value <= 0)) {
            return ofEach(figure, bounds);
        }
        return decide(figure, Forks.of(DoubleStream.generate(() -> 1).limit(figure.count()).toArray()), 1, bounds,
                where);
    }

    /** The same, but undecided where it is about response times and the client was late. */
    Decision where(boolean isClientLate) {
        return isClientLate ? new Decision(Verdict.UNDECIDED, interval, Undecided.CLIENT_LATE)
                : this;
    }

    /** Decides by each fork: all of them lie within the bounds, or the claim is refuted. */
    static Decision ofEach(Forks figure, Bounds bounds) {
        return decided(DoubleStream.of(figure.values()).allMatch(bounds::hold));
    }

    private static Decision decided(boolean holds) {
        return new Decision(holds ? Verdict.CONFIRMED : Verdict.SURPRISE, null, null);
    }

    /** A figure that may be 0 has no interval. So all pairs of forks must agree, and each fork must have its other. */
    private static Decision ofEachPair(Forks above, Forks below, Bounds bounds) {
        long holding = IntStream.range(0, Math.min(above.count(), below.count()))
                .filter(i -> bounds.hold(above.values()[i] / below.values()[i])).count();
        boolean isWhole = above.count() == below.count();
        return isWhole && (holding == 0 || holding == above.count()) ? decided(holding > 0)
                : new Decision(Verdict.UNDECIDED, null, Undecided.SPREAD);
    }

    /** @param measured how many of the two are measured, and no constant */
    private static Decision decide(Forks above, Forks below, int measured, Bounds bounds, Circumstances where) {
        if (above.count() > 1 && above.pairedRatio(below, INSIDE) == null) {
            return ofEachPair(above, below, bounds);
        }
        IntervalAt at = above.count() == 1
                ? level -> Forks.assumed(above.over(below), where.spread * Math.sqrt(measured), level)
                : level -> above.pairedRatio(below, level);
        Forks.Interval shown = above.count() == 1 ? null : at.level(Forks.LEVEL);
        Verdict verdict = verdict(at, bounds, where);
        if (verdict != Verdict.UNDECIDED) {
            return new Decision(verdict, shown, null);
        }
        if (verdict(at, bounds, where.whole()) != Verdict.UNDECIDED) {
            return new Decision(verdict, shown, Undecided.ROUND_CUT);
        }
        if (verdict(at, bounds, where.whole().warm()) != Verdict.UNDECIDED) {
            return new Decision(verdict, shown, Undecided.NOT_WARM);
        }
        if (where.drift > Checks.DRIFT
                && verdict(at, bounds, where.whole().warm().withoutDrift()) != Verdict.UNDECIDED) {
            return new Decision(verdict, shown, Undecided.MACHINE_DRIFT);
        }
        return above.count() == 1 ? new Decision(verdict, null, Undecided.ONE_FORK)
                // A small drift may be the canary's own spread, which further forks average out.
                : new Decision(verdict, shown, Undecided.SPREAD, () -> thatDecide(above, below, bounds,
                        where.drift > Checks.DRIFT ? where : where.withoutDrift()));
    }

    /** The interval of a ratio at a level of confidence. */
    private interface IntervalAt {
        Forks.Interval level(double level);
    }

    private static Verdict verdict(IntervalAt at, Bounds bounds, Circumstances where) {
        if (bounds.contain(at.level(INSIDE).widened(where.doubt()))) {
            return Verdict.CONFIRMED;
        }
        return bounds.exclude(at.level(1 - FALSE_SURPRISES / where.claims).widened(where.doubt())) ? Verdict.SURPRISE
                : Verdict.UNDECIDED;
    }

    /** The same forks again and again keep their mean and nearly their spread. */
    private static OptionalInt thatDecide(Forks above, Forks below, Bounds bounds, Circumstances where) {
        return IntStream.rangeClosed(above.count() + 1, MANY)
                .filter(forks -> verdict(level -> repeated(above, forks).pairedRatio(repeated(below, forks), level),
                        bounds, where) != Verdict.UNDECIDED)
                .findFirst();
    }

    private static Forks repeated(Forks forks, int count) {
        return Forks.of(IntStream.range(0, count).mapToDouble(i -> forks.values()[i % forks.count()]).toArray());
    }
}
