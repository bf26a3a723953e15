package kit.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.UnaryOperator;
import kit.judge.SimulatedRuns.Tally;
import kit.judge.Spread.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tests.Lane;

/**
 * How often runs of known truth are judged wrongly, and how soon they are decided. Simulated with fixed seeds. With
 * {@value #RUNS} runs, a share of 5 % has a standard error of 0.8 %, with {@value #MANY_RUNS} one of 0.5 %. {@code
 * JudgeLevelsTest} among the benchmarks has more runs, and more cases.
 */
@Tag(Lane.UNIT)
class FalseVerdictsTest {

    private static final int RUNS = 800;
    private static final int MANY_RUNS = 2000;
    private static final int CLAIMS = 8;
    private static final long SEED = 49;
    private static final Bounds WITHIN_10_PERCENT = Bounds.within(0.1);
    private static final Bounds WITHIN_3_PERCENT = Bounds.within(0.03);
    private static final Bounds WITHIN_1_PERCENT = Bounds.within(0.01);

    /** What may be wrong with the blocks and forks of a run. */
    private enum Trouble {
        NONE(runs -> runs),
        /** Differences are rarely large, and then make a cell slower. */
        SKEW(SimulatedRuns::skewed),
        /**
         * A cell's blocks in a fork are alike. So forks differ by more than their blocks explain: where CPU binds, by
         * 0.9 %, and by 0.5 % at most where it was measured.
         */
        AUTOCORRELATION(runs -> runs.autocorrelated(0.2)),
        /** By 3 % from round to round, and up to 2 % from the first to the last block of a round. */
        DRIFT(runs -> runs.drifting(0.03, 0.002)),
        /** Cells are compared with their rules, not in pairs, and skewed. */
        RULE(runs -> runs.toTheirRules().skewed());

        private final UnaryOperator<SimulatedRuns> made;

        Trouble(UnaryOperator<SimulatedRuns> made) {
            this.made = made;
        }
    }

    /**
     * The worst case: eight claims are true by a hair, the ratio is a bound of each. Also where the true spread is
     * twice the measured one. A claim that was a SURPRISE after some forks, and is not any more in the end, is none.
     */
    @ParameterizedTest
    @Tag(Lane.NOT_FAST)
    @CsvSource({"CPU,NONE,1,1.1", "CPU,NONE,2,1.1", "CPU,SKEW,1.5,0.9", "CPU,AUTOCORRELATION,1.5,1.1",
            "CPU,DRIFT,1,1.1",
            "CPU,RULE,1,0.9", "WAITING,NONE,2,1.1", "MIXED,NONE,2,1.1", "MIXED,SKEW,1.5,0.9",
            "MIXED,AUTOCORRELATION,1.5,1.1"})
    void aRunWhoseClaimsAreTrueIsASurpriseInOneOfTwentyAtMost(Kind kind, Trouble trouble, double factor,
            double ratio) {
        Spread measured = Spread.of(kind);
        Tally tally = trouble.made.apply(SimulatedRuns.like(measured, factor)).judge(RUNS, measured, WITHIN_10_PERCENT,
                ratio, CLAIMS, Looks.usual(), SEED);
        assertTrue(tally.surprisedShare() <= 0.05, tally.toString());
    }

    /**
     * Of runs with fewer forks or claims, with twice the measured spread, at any look: 5 %, and three standard
     * errors of the simulation.
     */
    @ParameterizedTest
    @Tag(Lane.NOT_FAST)
    @CsvSource({"WAITING,1,8", "MIXED,1,8", "MIXED,3,8", "WAITING,3,8", "CPU,3,8", "WAITING,1,1", "CPU,3,1"})
    void norIsARunOfFewForks(Kind kind, int forks, int claims) {
        Spread measured = Spread.of(kind);
        Tally tally = SimulatedRuns.like(measured, 2).judge(RUNS, measured, WITHIN_10_PERCENT, 1.1, claims,
                new Looks(forks), SEED);
        assertTrue(tally.surpriseShare() <= 0.073, tally.toString());
    }

    /** A true ratio in the middle of its claim, with twice the spread and all that may be wrong. */
    @ParameterizedTest
    @EnumSource
    void aClaimThatIsTrueByFarIsNeverASurprise(Trouble trouble) {
        for (Kind kind : Kind.values()) {
            Spread measured = Spread.of(kind);
            Tally tally = trouble.made.apply(SimulatedRuns.like(measured, 2)).judge(RUNS / 4, measured,
                    Bounds.within(0.05), 1, CLAIMS, Looks.usual(), SEED);
            assertEquals(0, tally.surprises(), kind + " " + tally);
        }
    }

    /**
     * A claim that is false by a hair, where the true spread is up to 1.5 times the measured one: 5 %, and three
     * standard errors of the simulation.
     */
    @ParameterizedTest
    @Tag(Lane.NOT_FAST)
    @CsvSource({"CPU,NONE,1,8", "CPU,NONE,1.5,8", "CPU,SKEW,1.5,8", "CPU,RULE,1.5,3", "CPU,NONE,1.5,3",
            "WAITING,NONE,1.5,8", "WAITING,NONE,1.5,1"})
    void aFalseClaimIsConfirmedInOneOfTwentyAtMost(Kind kind, Trouble trouble, double factor, int forks) {
        Spread measured = Spread.of(kind);
        Tally tally = trouble.made.apply(SimulatedRuns.like(measured, factor)).judge(MANY_RUNS, measured,
                WITHIN_10_PERCENT, 1.1, 1, new Looks(forks), SEED);
        assertTrue(tally.confirmedShare() <= 0.065, tally.toString());
    }

    /** In the middle of their claims: 3 and 5 % where requests wait, 5 and 10 % where CPU binds. */
    @ParameterizedTest
    @CsvSource({"WAITING,0.05,1,1,1", "WAITING,0.03,1,1,0.8", "WAITING,0.03,2,3,0.99", "MIXED,0.1,1,1,0.95",
            "MIXED,0.05,1,3,0.95", "CPU,0.1,1,3,1",
            "CPU,0.1,2,3,0.95",
            "CPU,0.05,1,3,0.9"})
    void aRunWhoseClaimsAreTrueByFarIsDecidedEarly(Kind kind, double within, double factor, int forks,
            double share) {
        Spread measured = Spread.of(kind);
        Tally tally = SimulatedRuns.like(measured, factor).judge(RUNS / 4, measured, Bounds.within(within), 1, CLAIMS,
                Looks.usual(), SEED);
        assertTrue(tally.decidedShare(forks) >= share, tally.toString());
    }

    /**
     * A pair of cells where CPU binds, in three forks of six rounds, with the spread that was measured. One claim says
     * that they are equal within 1 %.
     */
    @Test
    @Tag(Lane.NOT_FAST)
    void aPlantedDifferenceIsFoundAndNoneWhereThereIsNone() {
        Spread measured = Spread.of(Kind.CPU);
        SimulatedRuns pairs = SimulatedRuns.like(measured, 1).rounds(6);
        for (double planted : new double[] {1.05, 0.95}) {
            Tally found = pairs.judge(MANY_RUNS, measured, WITHIN_1_PERCENT, planted, 1, Looks.once(3), SEED);
            assertTrue(found.surprisedShare() >= 0.9, planted + " " + found);
            assertEquals(0, found.confirmed(), planted + " " + found);
        }
        Tally none = pairs.judge(MANY_RUNS, measured, WITHIN_1_PERCENT, 1, 1, Looks.once(3), SEED);
        assertTrue(none.surpriseShare() <= 0.01, none.toString());
    }

    /** With a claim of 3 %, it takes more forks. */
    @Test
    void eightForksFindAPlantedDifference() {
        Spread measured = Spread.of(Kind.CPU);
        Tally found = SimulatedRuns.like(measured, 1).rounds(6).judge(RUNS, measured, WITHIN_3_PERCENT, 1.05, 1,
                Looks.usual(), SEED);
        assertTrue(found.surprisedShare() >= 0.9, found.toString());
    }
}
