package old.trust;

import kit.plan.Station;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import kit.record.Undecided;
import kit.record.Verdict;
import kit.base.Finding;
import kit.load.Engine;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import old.plan.Needs;
import kit.plan.OpenLoop;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.report.CellReport;
import kit.service.Gauges;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What the machine and the service were like decides what a row may decide, and why it missed its rule. */
@Tag(Lane.UNIT)
class CircumstancesTest extends MadeRows {

    /** Its compilers had a tenth of the CPU time: without them a ninth more requests would have been served. */
    @Test
    void aServiceThatWasStillBeingCompiledLeavesOpenWhatThatCouldDecide() {
        Cell compiling = measured(cell("a"), 25, 200, null, 2, 1000, 1);
        Cell idle = measured(cell("b"), 25, 100);
        assertJudged(Verdict.CONFIRMED, Claim.ratio(compiling, idle).atLeast(1.5).judge(25, results, 1));
        CellResult row = results.of(compiling, "").getFirst();
        row.outcome().accept(new CellReport.VitalsSecond(2, false, 1, 2, 2, 0.4, 0, 0, 0, 0, 0, 0, 0, 0, Gauges.NONE));
        assertEquals(0.4, row.conditions().jitSeconds(), 1e-9);
        assertUndecided(Undecided.NOT_WARM, Claim.ratio(compiling, idle).atLeast(1.5), "11 % faster", "--warmup");
        assertJudged(Verdict.CONFIRMED, Claim.ratio(compiling, idle).atLeast(1.3).judge(25, results, 1));
    }

    /** Of 94 requests by 4 users, up to 4 more are under way at the end, and are not counted. */
    @Test
    void aRoundThatAnEngineCutLeavesOpenWhatThatCouldDecide() {
        Cell cut = measured(new Cell(Variant.virtual("a", CircumstancesTest.class),
                List.of(new Traffic("", Request.get("/"), ClosedLoop.of(4, 100))), jdk -> RULE,
                Published.Figure.NONE), 25, 94);
        assertJudged(Verdict.SURPRISE, Claim.asPredicted(cut.within(0.02)).judge(25, results, 1));
        results.of(cut, "").getFirst().outcome().engine = (Engine) Proxy.newProxyInstance(
                Engine.class.getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> "wrk");
        assertUndecided(Undecided.ROUND_CUT, Claim.asPredicted(cut.within(0.02)), "up to 4.3 %", "--duration");
        assertUndecided(Undecided.ROUND_CUT, Claim.ratio(cut, measured(cell("b"), 25, 100)).near(1, 0.02));
        assertJudged(Verdict.SURPRISE, Claim.ratio(cut, measured(cell("c"), 25, 200)).near(1, 0.02).judge(25, results,
                1));
        assertJudged(Verdict.CONFIRMED, Claim.count(Metric.ERRORS, cut).atMost(0).judge(25, results, 1));
    }

    @Test
    void aRuleThatWasMeasuredOnAFasterMachineLeavesOpenWhatThatCouldDecide() {
        var needs = new Needs(Map.of(25, new Needs.Piloted(Demand.measured(0.02, 0.02), 1250, null)));
        Cell slower = measured(cell("a").needs(needs), 25, 70, null, 2, 1000, 1);
        assertUndecided(Undecided.MACHINE_DRIFT, Claim.asPredicted(slower), "25 % faster");
        Cell alike = measured(cell("b").needs(needs), 25, 70, null, 2, 1250, 1);
        assertJudged(Verdict.SURPRISE, Claim.asPredicted(alike).judge(25, results, 1));
    }

    /** A busy row that is a little below its limit was disturbed by no more than that, and so may other forks be. */
    @Test
    void oneForkIsAssumedToDifferByItsDistanceToItsLimit() {
        Cell near = measured(cell("a").within(0.15), 25, 94, null, 1.5, 1000, 1);
        assertJudged(Verdict.CONFIRMED, Claim.asPredicted(near).judge(25, results, 1));
        Cell far = measured(cell("b").within(0.15), 25, 88, null, 1.5, 1000, 1);
        assertUndecided(Undecided.ONE_FORK, Claim.asPredicted(far), "differ by 10 %");
        Cell idle = measured(cell("c").within(0.15), 25, 88);
        assertJudged(Verdict.CONFIRMED, Claim.asPredicted(idle).judge(25, results, 1));
    }

    /** A row that lost rows is INVALID, and refutes the claim that none was lost. */
    @Test
    void rowsThatWereLostRefuteTheClaimAboutThem() {
        tableRows = 90;
        Cell losing = measured(cell("a"), 25, 100);
        assertJudged(Verdict.SURPRISE, Claim.count(Metric.LOST, losing).atMost(0).judge(25, results, 1),
                "rows lost 10");
        assertJudged(Verdict.INVALID, Claim.asPredicted(losing).judge(25, results, 1));
        Cell killed = measured(cell("b"), 25, 100, "it was killed");
        assertJudged(Verdict.INVALID, Claim.count(Metric.LOST, killed).atMost(0).judge(25, results, 1));
    }

    /** Its forks differ, whether or not CPUs were busy. */
    @Test
    void oneForkDecidesLittleOfMemory() {
        Cell more = measured(cell("a"), 25, 100);
        Cell less = measured(cell("b"), 25, 100);
        results.of(more, "").getFirst().outcome().residentPeakMb = 110;
        results.of(less, "").getFirst().outcome().residentPeakMb = 100;
        assertUndecided(Undecided.ONE_FORK, Claim.ratio(Metric.RESIDENT, more, less).atMost(1.2), "differ by 10 %");
        assertJudged(Verdict.CONFIRMED, Claim.ratio(Metric.RESIDENT, more, less).atMost(1.5).judge(25, results, 1));
    }

    /** A row that was good enough is not given up for one that is worth nothing. */
    @Test
    void aSecondAttemptCountsUnlessItAloneIsInvalid() {
        Cell cell = measured(cell("a"), 25, 100);
        measured(cell, 25, 0, "it was killed", 0.9, 1000, 2);
        assertEquals(List.of(100.0), results.of(cell, "").stream().map(CellResult::rps).toList());
        Cell killed = measured(cell("b"), 25, 0, "it was killed");
        measured(killed, 25, 90, null, 0.9, 1000, 2);
        assertEquals(List.of(90.0), results.of(killed, "").stream().map(CellResult::rps).toList());
    }

    /** Where two are seen as often, the first counts. */
    @Test
    void theBottleneckOfACellIsThatOfMostForks() {
        Cell cell = cell("a");
        assertEquals("unknown", results.boundSeen(cell, ""));
        storing(cell, 100, 0.5);
        assertEquals("users", results.boundSeen(cell, ""));
        storing(cell, 70, 2);
        assertEquals("users", results.boundSeen(cell, ""));
        storing(cell, 70, 2);
        assertEquals("cpu", results.boundSeen(cell, ""));
    }

    /** Adds a fork of a service that reports its connections. */
    private void storing(Cell cell, long ok, double cpus) {
        measured(cell, 25, ok, null, cpus, 1000, 1);
        var connections = Gauges.of(Map.of(Gauges.CONNECTIONS_MAX, 10.0, Gauges.CONNECTIONS_ACTIVE, 1.0));
        results.of(cell, "").getLast().outcome().accept(new CellReport.VitalsSecond(1, false, 1, cpus, cpus, 0, 0, 0, 0,
                0, 0, 0, 0, 0, connections));
    }

    /** Response times of a client that was late are no evidence, whatever they are. */
    @Test
    void aClaimAboutResponseTimesIsUndecidedWhereTheClientWasLate() {
        Cell late = measured(cell("late"), 25, 100);
        Cell other = measured(cell("other"), 25, 100);
        for (int i = 0; i < 40; i++) {
            responds(late, "", 30, 10);
            responds(other, "", 0, 10);
        }
        assertUndecided(Undecided.CLIENT_LATE, Claim.ratio(Metric.MEDIAN, late, other).near(1, 0.5), "preliminary",
                "the load generator was late");
        assertJudged(Verdict.CONFIRMED, Claim.ratio(late, other).near(1, 0.5).judge(25, results, 1));
    }

    /** The reason stands beside the gap in the row. */
    @Test
    void aRowThatMissesItsRuleSaysWhichAssumptionFailed() {
        var rule = new RuleFigures(100, 10, "cpu", List.of(new Station("cpu", 2, 0.02)));
        Cell busy = computing("a", rule);
        measured(busy, 25, 70, null, 2, 1000, 1);
        assertReason(busy,
                "30.0 % below the rule (3 % allowed): a request took 28.57 ms of CPU (all processes), and the rule has "
                        + "20 ms; the machine was 20 % slower than for the pilot");
        assertReason(measured(cell("b"), 25, 70, null, 2, 1000, 1),
                "30.0 % below the rule (3 % allowed): CPUs were the bottleneck, and the rule does not include them: a "
                        + "request took 28.57 ms of CPU (all processes)");
        assertReason(measured(cell("c"), 25, 70, null, 0.5, 1000, 1),
                "30.0 % below the rule (3 % allowed): CPUs were 25 % busy: a limit or a delay that the rule does not "
                        + "include");
        // 1 / (1 / 100 + 0.01429 / 2)
        assertReason(measured(cell("e"), 25, 70, null, 1, 1000, 1),
                "30.0 % below the rule (3 % allowed): CPUs were 50 % busy: requests that become ready together queue "
                        + "for a CPU. A request took 14.29 ms of CPU (all processes). So the throughput lies between "
                        + "58.33/s (CPU work and waits never overlap) and the rule");
        assertReason(measured(cell("d"), 25, 130, null, 1, 1000, 1),
                "30.0 % above the rule (3 % allowed): requests took less time than the rule has");
    }

    /** Where the greatest values are all of one second, neither a row nor a sentence has a percentile of them. */
    @Test
    void aPercentileInASentenceIsThatOfTheRow() {
        Cell cell = measured(cell("a"), 25, 100);
        responds(cell, 10, 10, 10, 10, 10, 10, 10, 10, 10, 500);
        assertEquals(10, results.mean(Metric.MEDIAN, cell), 0.1);
        assertTrue(Double.isNaN(results.mean(Metric.P95, cell)), "of one second");
        responds(cell, 500, 500);
        assertEquals(500, results.mean(Metric.P95, cell), 1);
    }

    /** 110 due in a second, at random times: three standard deviations are 29 %. Of 11,000 they are 3 %. */
    @Test
    void requestsThatAreSentAtRandomTimesAreOffByChance() {
        Cell few = beside("a", 110);
        measured(few, 25, 100);
        assertEquals(List.of("rule-off"), codes(few, "probe"));
        assertTrue(results.of(few, "probe").getFirst().why().matches(".* 9\\.1 %.* 29 %.*"),
                results.of(few, "probe").getFirst().why());
        Cell many = beside("b", 11_000);
        measured(many, 25, 10_000);
        assertEquals(List.of("rule-missed"), codes(many, "probe"));
    }

    private static Cell beside(String name, int rate) {
        return cell(name).beside("probe", Request.get("/"), new OpenLoop(rate, Duration.ofSeconds(1)), 10);
    }

    /** Two waiting cells, both 5 % below their rules: whether others would differ by 1 % or by 10 % decides. */
    @Test
    void oneForkDecidesOnlyWhereTheMachineWasSteady() {
        Claim.Test same = Claim.ratio(measured(cell("a"), 25, 95), measured(cell("b"), 25, 95)).near(1, 0.05);
        assertJudged(Verdict.CONFIRMED, same.judge(25, results, 1));
        results.all().getFirst().outcome().speedAfter = 900;
        assertJudged(Verdict.UNDECIDED, same.judge(25, results, 1));
    }

    /** 3 % where requests wait: a cell may allow more, but the row says why it is off. */
    @Test
    void aGapThatTheCellAllowsHasItsReasonToo() {
        Cell off = cell("a").within(0.1);
        measured(off, 25, 95, null, 1, 1000, 1);
        assertEquals(List.of("rule-off"), codes(off));
        assertReason(off, "; the gap of 5.0 %: CPUs were 50 % busy: requests that become ready together queue");
        responds(off, 11, 11, 11);
        String why = again(off).why();
        assertTrue(why.startsWith("5.0 % below the rule (10 % allowed); ") && why.contains(
                "the gap of 5.0 %: CPUs were 50 % busy: a request took 11 ms, and the rule has 10 ms"), why);
        Cell close = measured(cell("b").within(0.1), 25, 98, null, 1, 1000, 1);
        assertEquals(List.of(), codes(close), "2 % is close");
        Cell missed = measured(cell("c").within(0.1), 25, 80, null, 1, 1000, 1);
        assertEquals(List.of("rule-missed"), codes(missed), "not both");
        var byCpu = new RuleFigures(100, 10, "cpu", List.of(new Station("cpu", 2, 0.02)));
        Cell computes = measured(computing("d", byCpu).within(0.2), 25, 90, null, 2, 1000, 1);
        assertEquals(List.of(), codes(computes), "10 % is close where CPU is the bottleneck");
    }

    /** A throughput that is close to its rule does not hide a tail that is not. */
    @Test
    void aPercentileThatIsNotAsTheRuleHasItIsTold() {
        RuleFigures rule = new RuleFigures(100, 10, Double.NaN, "users", List.of(), 10, 20);
        Cell cell = measured(computing("a", rule), 25, 100, null, 1, 1000, 1);
        responds(cell, 10, 10, 10, 10, 10, 10, 10, 22, 22, 22);
        assertEquals(List.of(), again(cell).codeNames().stream().filter(code -> code.startsWith("rule-")).toList());
        responds(cell, 30, 30, 30);
        assertTrue(again(cell).why().matches(".* 20 ms.* 50 %.*"), again(cell).why());
        assertTrue(again(cell).codes().contains(Finding.Code.RULE_OFF), again(cell).toString());
    }

    /** With all that its outcome was told since. */
    private CellResult again(Cell cell) {
        CellResult before = results.of(cell, "").getFirst();
        return new CellResult(cell, before.outcome(), before.stream(), 2);
    }

    /** Of the checks of the rule: rows that were made up have other remarks. */
    private List<String> codes(Cell cell) {
        return codes(cell, "");
    }

    private List<String> codes(Cell cell, String stream) {
        return results.of(cell, stream).getFirst().codeNames().stream().filter(code -> code.startsWith("rule-"))
                .toList();
    }

    @Test
    void aRequestThatNeedsMoreCpuThanItsPilotIsNamedEvenIfCpusAreNotShort() {
        var rule = new RuleFigures(100, 10, "pool", List.of(new Station("cpu", 2, 0.01)));
        assertReason(measured(computing("a", rule), 25, 70, null, 0.5, 1000, 1),
                "rule does not include");
        assertReason(measured(computing("b", rule), 25, 60, null, 1.3, 1000, 1),
                "and the rule; a request took 21.67 ms of CPU (all processes), and the rule has 10 ms");
    }

    /** A cell whose rule has the CPU time that a pilot measured, on a machine that was faster then. */
    private static Cell computing(String name, RuleFigures rule) {
        return new Cell(Variant.virtual(name, CircumstancesTest.class),
                List.of(new Traffic("", Request.get("/"), ClosedLoop.of(1, 100))), jdk -> rule,
                Published.Figure.NONE)
                .needs(new Needs(Map.of(25, new Needs.Piloted(Demand.measured(0.02, 0.02), 1250, null))));
    }

    private void assertReason(Cell cell, String words) {
        String why = results.of(cell, "").getFirst().why();
        assertTrue(why.contains(words), why);
    }
}
