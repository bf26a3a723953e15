package old.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import kit.base.Finding;
import kit.base.Histograms;
import kit.record.Undecided;
import kit.record.Validity;
import kit.record.Verdict;
import old.cell.Outcome;
import kit.machine.Machine;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.plan.OpenLoop;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.rule.Queueing;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.CellSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What a claim makes of results that are made up here. */
@Tag(Lane.UNIT)
class ClaimTest extends MadeRows {

    @Test
    void oneForkDecidesWhereTheCellsWaitAndTheFigureIsFarFromTheBound() {
        Cell twice = measured(cell("a"), 25, 200);
        Cell once = measured(cell("b"), 25, 100);
        assertJudged(Verdict.CONFIRMED, Claim.ratio(twice, once).atLeast(1.9).judge(25, results, 1), "2.000",
                "at least 1.9");
        assertJudged(Verdict.SURPRISE, Claim.ratio(twice, once).atLeast(2.1).judge(25, results, 1));
        assertJudged(Verdict.SURPRISE, Claim.ratio(twice, once).near(1, 0.03).judge(25, results, 1), "0.97 to 1.03");
        assertJudged(Verdict.CONFIRMED, Claim.ratio(once, twice).atMost(0.52).judge(25, results, 1));
        assertUndecided(Undecided.ONE_FORK, Claim.ratio(once, twice).atMost(0.5), "too near", "--forks 3");
        assertNull(Claim.ratio(twice, once).atLeast(1).judge(25, results, 1).interval());
    }

    /** How much faster it would have become is not known: what that could change is not decided. */
    @Test
    void aServiceThatWasStillBecomingFasterLeavesOpenWhatThatCouldDecide() {
        Cell warming = measured(cell("a"), 25, 200);
        Cell warm = measured(cell("b"), 25, 100);
        responds(warming, 112, 100);
        responds(warm, 100, 101);
        assertUndecided(Undecided.NOT_WARM, Claim.ratio(warming, warm).atLeast(1.85), "12 % faster", "--warmup");
        assertUndecided(Undecided.NOT_WARM, Claim.ratio(warming, warm).near(1.8, 0.05));
        assertJudged(Verdict.CONFIRMED, Claim.ratio(warming, warm).atLeast(1.5).judge(25, results, 1));
        assertJudged(Verdict.SURPRISE, Claim.ratio(warming, warm).near(1, 0.03).judge(25, results, 1));
        assertJudged(Verdict.CONFIRMED, Claim.count(Metric.ERRORS, warming).atMost(0).judge(25, results, 1));
    }

    /** With few rounds the halves differ by chance, and a rule says how much faster it may become at most. */
    @Test
    void aServiceThatWaitsDoesNotBecomeFasterThanItsRule() {
        Cell warming = measured(cell("a"), 25, 97);
        Cell warm = measured(cell("b"), 25, 100);
        responds(warming, 112, 100);
        responds(warm, 100, 101);
        assertJudged(Verdict.CONFIRMED, Claim.ratio(warming, warm).near(1, 0.1).judge(25, results, 1));
        assertUndecided(Undecided.NOT_WARM, Claim.ratio(warming, warm).near(1, 0.06), "3 % faster");
    }

    @Test
    void aLimitThatNothingMayPassHoldsInEachForkOrIsRefutedByOne() {
        Cell full = measured(cell("a"), 25, 500, null, 1.6, 1000, 1);
        assertUndecided(Undecided.ONE_FORK, Claim.count(Metric.THROUGHPUT, full).atLeast(250).atMost(500));
        assertJudged(Verdict.CONFIRMED,
                Claim.count(Metric.THROUGHPUT, full).atLeast(250).atMost(500).inEveryFork().judge(25, results, 1));
        assertJudged(Verdict.SURPRISE,
                Claim.count(Metric.THROUGHPUT, full).atLeast(250).atMost(499).inEveryFork().judge(25, results, 1));
    }

    /** The rule of these cells is a bound: what disturbs them keeps them below it, and these are at it. */
    @Test
    void oneForkDecidesOfABusyCellThatReachesTheBoundOfItsRule() {
        Cell atBound = measured(cell("a"), 25, 99, null, 1.6, 1000, 1);
        Cell other = measured(cell("b"), 25, 100, null, 1.6, 1000, 1);
        assertJudged(Verdict.CONFIRMED, Claim.asPredicted(atBound).judge(25, results, 1));
        assertJudged(Verdict.CONFIRMED, Claim.ratio(other, atBound).near(1, 0.05).judge(25, results, 1));
        Cell below = measured(cell("c"), 25, 95, null, 1.6, 1000, 1);
        assertUndecided(Undecided.ONE_FORK, Claim.asPredicted(below), "differ by 5 %");
        assertUndecided(Undecided.ONE_FORK, Claim.ratio(other, below).near(1, 0.05));
    }

    /** What speed makes of a figure one fork cannot tell; a count is what it is. */
    @Test
    void whereCpusAreHalfBusyOneForkDecidesOnlyWhatIsFarFromTheBound() {
        Cell busy = measured(cell("a"), 25, 200, null, 1.1, 1000, 1);
        Cell idle = measured(cell("b"), 25, 100);
        assertUndecided(Undecided.ONE_FORK, Claim.ratio(busy, idle).atLeast(1.6), "differ by 10 %", "--forks 3");
        assertEquals(2, Claim.ratio(busy, idle).atLeast(1.6).judge(25, results, 1).value(), 1e-9, "preliminary");
        assertJudged(Verdict.CONFIRMED, Claim.ratio(busy, idle).atLeast(1.5).judge(25, results, 1));
        assertJudged(Verdict.SURPRISE, Claim.ratio(busy, idle).atLeast(3).judge(25, results, 1));
        assertJudged(Verdict.CONFIRMED, Claim.ratio(Metric.OK, busy, idle).atLeast(1.9).judge(25, results, 1));
    }

    /** A hypervisor took a quarter of the CPUs. */
    @Test
    void theSameIsSoWhereSomethingDisturbedTheCell() {
        others = new Machine.Others(0.5, 0.5, "hypervisor 0.5");
        Cell cell = measured(cell("a"), 25, 88);
        assertEquals(List.of(Finding.Code.NOISY, Finding.Code.RULE_MISSED), results.of(cell, "").getFirst().codes());
        assertUndecided(Undecided.ONE_FORK, Claim.asPredicted(cell), "differ by 10 %");
        others = new Machine.Others(0, 0, "");
        assertJudged(Verdict.SURPRISE, Claim.asPredicted(measured(cell("b"), 25, 88)).judge(25, results, 1));
    }

    @Test
    void theSameIsSoWhereTheRuleSaysThatCpuBinds() {
        Cell cell = measured(new Cell(Variant.virtual("a", ClaimTest.class),
                List.of(new Traffic("", Request.get("/"), ClosedLoop.of(1, 100))),
                jdk -> new RuleFigures(100, 10, "cpu", List.of()), Published.Figure.NONE), 25, 100);
        assertUndecided(Undecided.ONE_FORK, Claim.asPredicted(cell));
    }

    @Test
    void aMachineThatChangesItsSpeedBetweenTwoCellsLeavesOpenWhatItMayHaveCaused() {
        Cell above = cell("a");
        Cell below = cell("b");
        for (int fork = 0; fork < 3; fork++) {
            measured(above, 25, 2000 + fork, null, 1.9, 1060, 1);
            measured(below, 25, 1000, null, 1.9, 1000, 1);
        }
        assertUndecided(Undecided.MACHINE_DRIFT, Claim.ratio(above, below).near(2, 0.05), "6 % faster");
        assertUndecided(Undecided.MACHINE_DRIFT, Claim.ratio(above, below).atMost(1.95));
        assertJudged(Verdict.CONFIRMED, Claim.ratio(above, below).near(2, 0.1).judge(25, results, 1));
        assertJudged(Verdict.SURPRISE, Claim.ratio(above, below).atMost(1.8).judge(25, results, 1));
    }

    @Test
    void theLastAttemptCounts() {
        Cell cell = cell("a");
        measured(cell, 25, 100, "it was killed");
        measured(cell, 25, 90, null, 0.9, 1000, 2);
        assertEquals(List.of(90.0), results.of(cell, "").stream().map(CellResult::rps).toList());
    }

    /** Two cells whose ratio is near 2 in three forks: between 1.98 and 2.02. */
    private Claim.Test aboutTwo() {
        Cell above = cell("a");
        Cell below = cell("b");
        for (long rps : results.has(above) ? new long[0] : new long[] {1980, 2000, 2020}) {
            measured(above, 25, rps);
            measured(below, 25, 1000);
        }
        return Claim.ratio(above, below);
    }

    @Test
    void severalForksConfirmWhereTheIntervalLiesInsideTheClaim() {
        assertJudged(Verdict.CONFIRMED, aboutTwo().near(2, 0.03).judge(25, results, 1), "2.000 [1.9");
        assertJudged(Verdict.CONFIRMED, aboutTwo().atLeast(1.9).judge(25, results, 100));
    }

    @Test
    void theyRefuteWhereTheIntervalOfAllClaimsTogetherLiesOutside() {
        assertJudged(Verdict.SURPRISE, aboutTwo().atMost(1.9).judge(25, results, 1), "at most 1.9");
        assertJudged(Verdict.SURPRISE, aboutTwo().near(2.5, 0.03).judge(25, results, 8));
        assertJudged(Verdict.UNDECIDED, aboutTwo().atMost(1.94).judge(25, results, 8), "if further forks are like");
        assertJudged(Verdict.SURPRISE, aboutTwo().atMost(1.94).judge(25, results, 1));
    }

    @Test
    void betweenTheTwoTheyDecideNothingAndSayHowManyWould() {
        Claim.Judgement undecided = aboutTwo().near(2, 0.01).judge(25, results, 1);
        assertJudged(Verdict.UNDECIDED, undecided, "2.000 [1.9", "the forks do not decide it; --forks 5 would");
        assertEquals(2, undecided.value(), 0.001, "the preliminary figure is shown");
        assertJudged(Verdict.UNDECIDED, aboutTwo().atLeast(2).judge(25, results, 1), "a hundred forks like these");
    }

    @Test
    void aCountHoldsInEveryForkOrIsRefutedByOne() {
        Cell cell = cell("a");
        for (long ok : new long[] {100, 100, 101}) {
            measured(cell, 25, ok);
        }
        assertJudged(Verdict.CONFIRMED, Claim.count(Metric.PINNED, cell).atMost(0).judge(25, results, 1));
        assertJudged(Verdict.SURPRISE, Claim.count(Metric.OK, cell).near(100, 0).judge(25, results, 1));
        assertJudged(Verdict.CONFIRMED, Claim.count(Metric.OK, cell).near(100, 0.05).judge(25, results, 1), "[");
    }

    @Test
    void asPredictedComparesWithTheRule() {
        assertJudged(Verdict.CONFIRMED, Claim.asPredicted(measured(cell("a"), 25, 99)).judge(25, results, 1), "0.990");
        assertJudged(Verdict.SURPRISE, Claim.asPredicted(measured(cell("b"), 25, 94)).judge(25, results, 1), "0.940");
    }

    @Test
    void eachJdkIsJudgedByItselfAndAMissingOneTakesNoOtherWithIt() {
        Cell above = measured(cell("a"), 25, 200);
        Cell below = measured(cell("b"), 25, 100);
        results.skip(above, "there is no JDK 21 on this machine");
        results.skip(below, "there is no JDK 21 on this machine");
        assertJudged(Verdict.SKIPPED, Claim.ratio(above, below).atLeast(1.9).judge(21, results, 1), "no JDK 21");
        assertJudged(Verdict.CONFIRMED, Claim.ratio(above, below).atLeast(1.9).judge(25, results, 1));
        assertJudged(Verdict.SURPRISE, Claim.ratio(above, below).atLeast(3).judge(25, results, 1));
    }

    @Test
    void aClaimMayBeAboutSomeJdksOnly() {
        Claim.Test old = Claim.count(Metric.PINNED, cell("a")).before(24);
        Claim.Test young = Claim.count(Metric.PINNED, cell("a")).since(24);
        assertEquals(List.of(true, true, false, false), List.of(21, 23, 24, 25).stream().map(old::isAbout).toList());
        assertEquals(List.of(false, false, true, true), List.of(21, 23, 24, 25).stream().map(young::isAbout).toList());
        assertTrue(Claim.count(Metric.PINNED, cell("a")).isAbout(21));
    }

    @Test
    void theRuleMayDependOnTheJdk() {
        Cell cell = new Cell(Variant.virtual("a", ClaimTest.class),
                List.of(new Traffic("", Request.get("/"), ClosedLoop.of(1, 100))),
                jdk -> new RuleFigures(jdk < 24 ? 20 : 400, 10, jdk < 24 ? "carriers" : "users", List.of()),
                Published.Figure.NONE);
        measured(measured(cell, 21, 20), 25, 400);
        for (int jdk : List.of(21, 25)) {
            assertJudged(Verdict.CONFIRMED, Claim.asPredicted(cell).judge(jdk, results, 1), "1.000");
        }
        assertEquals(List.of(20.0, 400.0), List.of(results.rps(cell, 21), results.rps(cell, 25)));
        assertTrue(new Claim("", Claim.asPredicted(cell), "").bounds(21).endsWith("carriers: c=1"));
        assertEquals(20, Claim.ratio(measured(cell("b"), 21, 1), cell).predicted(25) * 400 / 100 * 20, 1e-9);
    }

    @Test
    void thatNothingIsPinnedAfterAllIsASurpriseAndNoFault() {
        RuleFigures pinned = Queueing.closed(20, 0, Demand.waiting(Duration.ofMillis(50)).pinned(true), 0, 1);
        Cell cell = measured(new Cell(Variant.virtual("a", ClaimTest.class),
                List.of(new Traffic("", Request.get("/"), ClosedLoop.of(20, 100))),
                jdk -> pinned, Published.Figure.NONE), 25, 390);
        assertEquals(Validity.VALID, results.of(cell, "").getFirst().validity());
        assertTrue(
                results.of(cell, "").getFirst().why()
                        .contains("390.0 requests/s at 0.05 s each need 19.5 servers; available: 1 (carriers)"),
                results.of(cell, "").getFirst().why());
        assertJudged(Verdict.SURPRISE, Claim.asPredicted(cell).judge(25, results, 1), "19.5");
        assertJudged(Verdict.SURPRISE,
                Claim.count(Metric.PINNED_WITH_REASON, cell).atLeast(1).judge(25, results, 1),
                "reason 0");
    }

    @Test
    void aServiceStallsOnlyWhereRequestsWereGivenUp() {
        Cell cell = cell("a");
        byte[] none = Histograms.encode(Histograms.empty());
        for (Map<String, Long> errors : List.of(Map.<String, Long>of(), Map.of("timeout", 1L))) {
            var outcome = new Outcome(
                    new CellSpec("a", cell.variant(), cell.streams(), WarmUp.fixed(Duration.ZERO),
                            GeneratorMode.OWN_SCHEDULER, ""),
                    1, 25);
            for (long ok : new long[] {0, 5, 0, 0}) {
                outcome.accept(
                        new CellReport.LoadSecond("", 1, 1.5, Instant.EPOCH, ok, errors, 0, 0, 0, none, none, none));
            }
            assertEquals(errors.isEmpty() ? 0 : 3, outcome.stalledSeconds(), 1e-9,
                    "the last two intervals, of 1.5 s each");
        }
    }

    @Test
    void nothingIsConcludedFromAnInvalidCell() {
        Cell above = measured(cell("a"), 25, 200);
        Cell below = measured(cell("b"), 25, 100, "it was killed");
        assertJudged(Verdict.INVALID, Claim.ratio(above, below).atLeast(1.9).judge(25, results, 1), "b-c1 is INVALID");
    }

    @Test
    void aRatioToNothingIsInvalidAndACountOfNothingIsNot() {
        Cell pinned = measured(cell("a"), 25, 100);
        Cell free = measured(cell("b"), 25, 100);
        assertJudged(Verdict.INVALID, Claim.ratio(Metric.PINNED, pinned, free).atLeast(1).judge(25, results, 1),
                "nothing to form a ratio of");
        assertJudged(Verdict.CONFIRMED, Claim.count(Metric.PINNED, free).atMost(0).judge(25, results, 1),
                "threads that were pinned for 1 ms or longer 0");
        assertJudged(Verdict.SURPRISE, Claim.count(Metric.PINNED, free).atLeast(1).judge(25, results, 1));
    }

    @Test
    void aFurtherStreamCanBeClaimedAbout() {
        Cell above = measured(
                cell("a").beside("probe", Request.get("/"), new OpenLoop(5, Duration.ofSeconds(1)), Double.NaN), 25,
                20);
        Cell below = measured(
                cell("b").beside("probe", Request.get("/"), new OpenLoop(5, Duration.ofSeconds(1)), Double.NaN), 25, 5);
        assertJudged(Verdict.CONFIRMED, Claim.ratio(above, below).of("probe").near(4, 0.05).judge(25, results, 1));
        assertTrue(Double.isNaN(results.of(above, "probe").getFirst().cpuMicrosPerRequest()),
                "the CPU time is the cell's, not the probe's");
    }

    @Test
    void aClaimWithoutAHintSaysWhereToLookByWhatLimitsItsCells() {
        Cell pool = limited("pool"), cpu = limited("cpu"), permits = limited("permits");
        assertEquals("is the flag set?", new Claim("", Claim.asPredicted(pool), "is the flag set?").hint(25));
        assertHint(Claim.asPredicted(pool), "tomcat.threads.max");
        assertHint(Claim.ratio(pool, cpu), "tomcat.threads.max", "neighbour");
        assertHint(Claim.asPredicted(permits), "how many 'permits'");
        assertHint(Claim.asPredicted(limited("users")), "mean_ms");
        assertHint(Claim.asPredicted(limited("rate")), "start_lag_p99_ms");
        assertHint(Claim.asPredicted(limited("carriers")), "carriers_pool");
        assertHint(Claim.asPredicted(limited("connections")), "connections_active");
        assertHint(Claim.count(Metric.PINNED, limited("")), "no rule");
        assertEquals(Hints.of(List.of(pool.prediction(25))), new Claim("", Claim.ratio(pool, pool), null).hint(25),
                "told once");
    }

    /** A cell of a rule with this bound; without one it has no rule. */
    private static Cell limited(String bound) {
        var rule = bound.isEmpty() ? RuleFigures.none() : new RuleFigures(100, 10, bound, List.of());
        return new Cell(Variant.virtual(bound, MadeRows.class),
                List.of(new Traffic("", Request.get("/"), ClosedLoop.of(1, 100))), jdk -> rule, Published.Figure.NONE);
    }

    private static void assertHint(Claim.Test test, String... parts) {
        String hint = new Claim("", test, null).hint(25);
        for (String part : parts) {
            assertTrue(hint.contains(part), hint);
        }
    }
}
