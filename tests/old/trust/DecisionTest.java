package old.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.record.Forks;
import kit.record.Verdict;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** How often forks decide wrongly. Simulated with fixed seeds; the spread between forks is 2 %. */
@Tag(Lane.UNIT)
class DecisionTest {

    private static final int RUNS = 400;
    private static final int MANY_RUNS = 2000;
    private static final int CLAIMS = 8;
    private static final double SPREAD = 0.02;
    private static final Decision.Circumstances USUAL = new Decision.Circumstances(CLAIMS, Decision.UNDISTURBED, 0, 0,
            0);
    private static final Decision.Bounds WITHIN_3_PERCENT = new Decision.Bounds(0.97, 1.03);

    private static Forks noisy(double mean, int forks, SplittableRandom random) {
        return forks(mean, forks, Noise.NORMAL, SPREAD, random);
    }

    /** Eight claims that are true, all about ratios to one baseline, as in a lab. */
    @Test
    @Tag(Lane.NOT_FAST)
    void aRunWhoseClaimsAreTrueSaysSurpriseInOneOfTwentyAtMost() {
        for (int forks : new int[] {2, 3, 5, 10}) {
            var random = new SplittableRandom(forks);
            int surprised = 0;
            for (int run = 0; run < RUNS; run++) {
                Forks baseline = noisy(100, forks, random);
                surprised += IntStream.range(0, CLAIMS).mapToObj(i -> Decision.ofRatio(noisy(100, forks, random),
                        baseline, WITHIN_3_PERCENT, USUAL)).anyMatch(d -> d.verdict() == Verdict.SURPRISE) ? 1 : 0;
            }
            assertTrue(surprised <= 0.05 * RUNS, forks + " forks: " + surprised + " of " + RUNS + " runs");
        }
    }

    /** Differences between forks as they may be: of either sign alike, or rarely much slower. */
    private enum Noise {
        NORMAL, SKEWED;

        double of(double spread, SplittableRandom random) {
            return this == NORMAL ? Math.exp(spread * random.nextGaussian())
                    : Math.exp(spread * (1 + Math.log(1 - random.nextDouble())));
        }
    }

    private static Forks forks(double mean, int count, Noise noise, double spread, SplittableRandom random) {
        return Forks.of(IntStream.range(0, count).mapToDouble(i -> mean * noise.of(spread, random)).toArray());
    }

    /** The same of one fork, whose spread is assumed, and of forks that are rarely much slower. */
    @ParameterizedTest
    @Tag(Lane.NOT_FAST)
    @CsvSource({"1,NORMAL,0.01,0.01", "1,SKEWED,0.01,0.01", "1,NORMAL,0.1,0.1", "1,SKEWED,0.05,0.1",
            "2,SKEWED,0.02,0.01", "3,SKEWED,0.02,0.01", "5,SKEWED,0.02,0.01", "10,SKEWED,0.02,0.01"})
    void neitherDoesOneForkNorSkewMakeAFalseSurprise(int count, Noise noise, double spread, double assumed) {
        var where = new Decision.Circumstances(CLAIMS, assumed, 0, 0, 0);
        var random = new SplittableRandom(7);
        int surprised = 0;
        int confirmed = 0;
        for (int run = 0; run < RUNS; run++) {
            Forks baseline = forks(100, count, noise, spread, random);
            surprised += IntStream.range(0, CLAIMS).mapToObj(i -> Decision.ofRatio(
                    forks(100, count, noise, spread, random), baseline, WITHIN_3_PERCENT, where))
                    .anyMatch(d -> d.verdict() == Verdict.SURPRISE) ? 1 : 0;
            confirmed += Decision.ofRatio(forks(103, count, noise, spread, random), baseline, WITHIN_3_PERCENT, where)
                    .verdict() == Verdict.CONFIRMED ? 1 : 0;
        }
        assertTrue(surprised <= 0.05 * RUNS && confirmed <= 0.083 * RUNS,
                surprised + " surprised and " + confirmed + " confirmed of " + RUNS);
    }

    /**
     * A machine whose speed changes from cell to cell by 3 %, for all forks of a cell alike: no interval shows that.
     * The canary sees it in each fork, give or take 1 %. Cells that differ by more than 3 % are measured again, and the
     * second attempt counts. What remains is less than that, and with ten forks it is significant.
     */
    @ParameterizedTest
    @Tag(Lane.NOT_FAST)
    @CsvSource({"3,false", "3,true", "10,false", "10,true"})
    void aMachineThatDriftsMakesNoFalseSurpriseWhereTheCanarySeesIt(int forks, boolean isMeasuredAgain) {
        var random = new SplittableRandom(11L * forks);
        int surprised = 0;
        int without = 0;
        for (int run = 0; run < RUNS; run++) {
            double speed = Noise.NORMAL.of(0.03, random);
            Forks baseline = forks(100 * speed, forks, Noise.NORMAL, 0.005, random);
            boolean any = false;
            boolean anyWithout = false;
            for (int i = 0; i < CLAIMS; i++) {
                double other = Noise.NORMAL.of(0.03, random);
                double share = seen(other, speed, forks, random);
                if (isMeasuredAgain && share > Checks.DRIFT) {
                    other = Noise.NORMAL.of(0.03, random);
                    share = seen(other, speed, forks, random);
                }
                Forks above = forks(100 * other, forks, Noise.NORMAL, 0.005, random);
                any |= Decision.ofRatio(above, baseline, WITHIN_3_PERCENT, new Decision.Circumstances(CLAIMS,
                        Decision.DISTURBED, share, 0, 0)).verdict() == Verdict.SURPRISE;
                anyWithout |= Decision.ofRatio(above, baseline, WITHIN_3_PERCENT, USUAL)
                        .verdict() == Verdict.SURPRISE;
            }
            surprised += any ? 1 : 0;
            without += anyWithout ? 1 : 0;
        }
        assertTrue(surprised <= 0.05 * RUNS, surprised + " of " + RUNS);
        assertTrue(without > 0.2 * RUNS, "or else the canary is for nothing: " + without + " of " + RUNS);
    }

    /** By how much the canaries of all forks say that the machine's speed differed between two cells, as a share. */
    private static double seen(double one, double other, int forks, SplittableRandom random) {
        return Conditions.apart(forks(one / other, forks, Noise.NORMAL, 0.01, random).mean());
    }

    /** A claim that is only just false: the ratio is the bound. */
    @Test
    void aFalseClaimIsConfirmedInOneOfTwentyAtMost() {
        for (int forks : new int[] {2, 3, 5, 10}) {
            var random = new SplittableRandom(forks);
            int confirmed = 0;
            for (int run = 0; run < MANY_RUNS; run++) {
                confirmed += Decision.ofRatio(noisy(103, forks, random), noisy(100, forks, random), WITHIN_3_PERCENT,
                        USUAL).verdict() == Verdict.CONFIRMED ? 1 : 0;
            }
            // 5 %, and three standard errors of the simulation.
            assertTrue(confirmed <= 0.065 * MANY_RUNS, forks + " forks: " + confirmed + " of " + MANY_RUNS);
        }
    }

    /**
     * A run is CONFIRMED if all its claims are. So the share that is wrong is that of its one false claim, and less
     * where several are false, whether they have a baseline in common or not: an intersection-union test (Berger,
     * 1982).
     */
    @ParameterizedTest
    @Tag(Lane.NOT_FAST)
    @CsvSource({"1,2", "1,3", "1,5", "1,10", "8,2", "8,3", "8,5", "8,10"})
    void aRunWithFalseClaimsIsConfirmedInOneOfTwentyAtMost(int falseClaims, int forks) {
        var bounds = new Decision.Bounds(0.9, 1.1);
        var random = new SplittableRandom(31L * falseClaims + forks);
        int confirmed = 0;
        for (int run = 0; run < RUNS; run++) {
            Forks baseline = noisy(100, forks, random);
            confirmed += IntStream.range(0, CLAIMS).allMatch(i -> verdict(
                    noisy(i < falseClaims ? 110 : 100, forks, random), baseline, bounds) == Verdict.CONFIRMED) ? 1 : 0;
        }
        assertTrue(confirmed <= 0.083 * RUNS, confirmed + " of " + RUNS);
    }

    /** Forks that decide nothing must not be the whole answer: what is plainly so is seen. */
    @Test
    void fiveForksConfirmWhatIsPlainlyTrueAndRefuteWhatIsPlainlyFalse() {
        var random = new SplittableRandom(5);
        var bounds = new Decision.Bounds(0.9, 1.1);
        int confirmed = 0;
        int refuted = 0;
        for (int run = 0; run < RUNS; run++) {
            Forks baseline = noisy(100, 5, random);
            confirmed += verdict(noisy(100, 5, random), baseline, bounds) == Verdict.CONFIRMED ? 1 : 0;
            refuted += verdict(noisy(150, 5, random), baseline, bounds) == Verdict.SURPRISE ? 1 : 0;
        }
        assertTrue(confirmed > 0.98 * RUNS && refuted > 0.98 * RUNS, confirmed + " and " + refuted + " of " + RUNS);
    }

    private static Verdict verdict(Forks above, Forks below, Decision.Bounds bounds) {
        return Decision.ofRatio(above, below, bounds, USUAL).verdict();
    }

    @Test
    void theNumberOfForksThatWouldDecideDoesDecide() {
        Forks above = Forks.of(98, 100, 103);
        Forks below = Forks.of(100, 100, 100);
        Decision undecided = Decision.ofRatio(above, below, WITHIN_3_PERCENT, USUAL);
        assertEquals(Verdict.UNDECIDED, undecided.verdict());
        int enough = undecided.forks().orElseThrow();
        double[] more = IntStream.range(0, enough).mapToDouble(i -> above.values()[i % 3]).toArray();
        double[] hundreds = IntStream.range(0, enough).mapToDouble(i -> 100).toArray();
        assertEquals(Verdict.CONFIRMED, verdict(Forks.of(more), Forks.of(hundreds), WITHIN_3_PERCENT));
    }

    /** It has no logarithm, so no interval; and a mean may lie within bounds that no fork meets. */
    @Test
    void aRatioOfAFigureThatMayBe0IsDecidedOnlyIfAllForksAgree() {
        var bounds = new Decision.Bounds(0.5, 2);
        Forks ones = Forks.of(1, 1, 1);
        assertEquals(Verdict.SURPRISE, verdict(Forks.of(0, 0, 3), ones, bounds));
        assertEquals(Verdict.UNDECIDED, verdict(Forks.of(0, 1, 1), ones, bounds));
        assertEquals(Verdict.CONFIRMED, verdict(Forks.of(0, 1, 2), ones, new Decision.Bounds(0, 2)));
        assertEquals(Verdict.UNDECIDED, verdict(Forks.of(1, 1), ones, bounds), "a fork is missing");
    }

    @Test
    void whatMustBeExactHoldsInEveryFork() {
        var nothing = new Decision.Bounds(Double.NEGATIVE_INFINITY, 0);
        assertEquals(Verdict.CONFIRMED, Decision.ofFigure(Forks.of(0, 0, 0), nothing, USUAL).verdict());
        assertEquals(Verdict.SURPRISE, Decision.ofFigure(Forks.of(0, 1, 0), nothing, USUAL).verdict());
        var one = new Decision.Bounds(1, 1);
        assertEquals(Verdict.CONFIRMED, Decision.ofFigure(Forks.of(1, 1, 1), one, USUAL).verdict());
        assertEquals(Verdict.SURPRISE, Decision.ofFigure(Forks.of(1, 2, 1), one, USUAL).verdict());
    }
}
