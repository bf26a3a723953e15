package kit.trust;

import contract.Forks;
import contract.Verdict;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What forks decide of a claim that a figure lies between two bounds. CONFIRMED: the {@value #INSIDE} interval lies
 * inside the claim (two one-sided tests of 5 % each). SURPRISE: the interval at the family-wise level 1 - {@value
 * #FALSE_SURPRISES} / claims lies outside it (Bonferroni). Otherwise the forks decide nothing: UNDECIDED.
 *
 * @param interval the {@value Forks#LEVEL} interval, which is shown; null where there is none
 * @param forks    that would decide, if further ones are like these; empty where the claim is decided, or where not
 *                 even {@value #MANY} would
 */
record Decision(Verdict verdict, Forks.Interval interval, OptionalInt forks) {

    private static final double INSIDE = 0.9;
    /** Of a run in which every claim is true, the share in which one of them may be called a SURPRISE. */
    private static final double FALSE_SURPRISES = 0.05;
    private static final int MANY = 100;

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
     * Decides by the ratio of two figures of the same forks.
     *
     * @param claims of the run that are decided by an interval
     */
    static Decision ofRatio(Forks above, Forks below, Bounds bounds, int claims) {
        if (above.pairedRatio(below, INSIDE) == null) {
            // One fork has no spread, and a figure that may be 0 has no ratio.
            return new Decision(bounds.hold(above.over(below)) ? Verdict.CONFIRMED : Verdict.SURPRISE, null,
                    OptionalInt.empty());
        }
        Verdict verdict = decided(above, below, bounds, claims);
        return new Decision(verdict, above.pairedRatio(below, Forks.LEVEL),
                verdict == Verdict.UNDECIDED ? enough(above, below, bounds, claims) : OptionalInt.empty());
    }

    /**
     * Decides by a figure that is no ratio. A count that is 0 somewhere, or must be exact, holds in every fork or is
     * refuted by one; any other figure is decided like a ratio.
     */
    static Decision ofFigure(Forks figure, Bounds bounds, int claims) {
        if (bounds.areExact() || DoubleStream.of(figure.values()).anyMatch(value -> value <= 0)) {
            return new Decision(DoubleStream.of(figure.values()).allMatch(bounds::hold) ? Verdict.CONFIRMED
                    : Verdict.SURPRISE, null, OptionalInt.empty());
        }
        return ofRatio(figure, Forks.of(DoubleStream.generate(() -> 1).limit(figure.count()).toArray()), bounds,
                claims);
    }

    private static Verdict decided(Forks above, Forks below, Bounds bounds, int claims) {
        if (bounds.contain(above.pairedRatio(below, INSIDE))) {
            return Verdict.CONFIRMED;
        }
        return bounds.exclude(above.pairedRatio(below, 1 - FALSE_SURPRISES / claims)) ? Verdict.SURPRISE
                : Verdict.UNDECIDED;
    }

    /** The same forks again and again keep their mean and nearly their spread. */
    private static OptionalInt enough(Forks above, Forks below, Bounds bounds, int claims) {
        return IntStream.rangeClosed(above.count() + 1, MANY)
                .filter(forks -> decided(repeated(above, forks), repeated(below, forks), bounds,
                        claims) != Verdict.UNDECIDED)
                .findFirst();
    }

    private static Forks repeated(Forks forks, int count) {
        return Forks.of(IntStream.range(0, count).mapToDouble(i -> forks.values()[i % forks.count()]).toArray());
    }
}
