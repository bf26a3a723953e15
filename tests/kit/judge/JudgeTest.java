package kit.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Changed;
import fixtures.Light;
import fixtures.MadeMeasurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.base.Histograms;
import kit.judge.JudgedRun.JudgedClaim;
import kit.machine.Hiccups;
import kit.machine.Jdks;
import kit.machine.Machine;
import kit.measure.Block;
import kit.measure.Measurement;
import kit.measure.Measurement.Fork;
import kit.plan.BenchPlan;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.Claim.Range;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.Guess;
import kit.plan.JdkRange;
import kit.plan.LabPlan;
import kit.plan.Measurable;
import kit.plan.Metric;
import kit.plan.OpenLoop;
import kit.plan.Quantity;
import kit.plan.Request;
import kit.plan.Variant;
import kit.record.Undecided;
import kit.record.Validity;
import kit.record.Verdict;
import kit.report.CellReport;
import org.HdrHistogram.Histogram;
import kit.service.ProcessService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** A made measurement, judged: what was measured decides, and what spoils it is told. */
@Tag(Lane.UNIT)
class JudgeTest {

    private static final Variant POOL = Light.platform("pool", 10);
    private static final Variant VIRTUAL = Light.virtual("virtual");
    private static final Comparison BOTH = Comparison.of("both").load(ClosedLoop.of(20, Duration.ofSeconds(2)))
            .send(Request.get("/wait"), Demand.waiting(Duration.ofMillis(20))).to(POOL, VIRTUAL);

    private static LabPlan plan(Claim... claims) {
        return new LabPlan("made", 0, "?", List.of(BOTH), List.of(), List.of(claims), 0, Optional.empty(),
                BenchPlan.usual(Jdks.current()));
    }

    private static Claim claim(Quantity quantity, Range range) {
        return new Claim(quantity, range, "", 0);
    }

    private static final Claim TWICE = claim(BOTH.throughput(VIRTUAL, POOL), Range.near(2, 0.05));

    private static JudgedClaim only(LabPlan plan, Measurement measurement) {
        return Judge.judge(plan, measurement).claims().getFirst();
    }

    /** Where each block of a cell is another one. */
    private static Measurement with(Measurement measurement, String cell, UnaryOperator<Block> change) {
        return Changed.with(measurement, "forks", measurement.forks().stream().map(fork -> Changed.with(fork, "blocks",
                fork.blocks().stream().map(block -> block.cell().equals(cell) ? change.apply(block) : block).toList()))
                .toList());
    }

    private static Block disturbed(Block block, int attempt) {
        return Changed.with(Changed.with(block, "attempt", attempt), "disturbances",
                List.of(Finding.remark(Code.NOISY, "others used 1 CPU")));
    }

    @Test
    void whatWasClaimedIsConfirmedAndItsOppositeIsASurprise() {
        Measurement asByTheRule = MadeMeasurement.of(plan(TWICE), 1);
        JudgedClaim confirmed = only(plan(TWICE), asByTheRule);
        assertEquals(Verdict.CONFIRMED, confirmed.verdict());
        assertEquals(2, confirmed.value(), 0.01);
        assertTrue(confirmed.interval().holds(2));
        assertEquals(Verdict.SURPRISE, only(plan(TWICE), MadeMeasurement.of(plan(TWICE), 3, Map.of("virtual-c20", 0.5)))
                .verdict());
        Claim byRule = claim(BOTH.throughput(VIRTUAL, POOL), Range.timesRule(0.05));
        assertEquals(Verdict.CONFIRMED, only(plan(byRule), asByTheRule).verdict());
        assertEquals(1.9, only(plan(byRule), asByTheRule).range().least(), 0.01);
    }

    /** Behind a pool, some requests of a burst wait for others: the rule has the spread of response times, too. */
    @Test
    void theSpreadOfABurstIsComparedWithItsRule() {
        Comparison burst = Comparison.of("a burst").burst(40, Duration.ofMillis(10))
                .send(Request.get("/wait"), Demand.waiting(Duration.ofMillis(20))).to(POOL, VIRTUAL);
        Quantity ofRule = new Quantity.OfRule(burst.of(POOL), Metric.SPREAD);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(burst), List.of(),
                List.of(claim(ofRule, Range.near(1, 0.1)), claim(ofRule, Range.near(2, 0.1)),
                        claim(burst.spread(VIRTUAL), Range.of(0, 0.05)), claim(burst.spread(POOL), Range.of(0, 0.05))),
                0, Optional.empty(), BenchPlan.usual(Jdks.current()));
        JudgedRun run = Judge.judge(plan, MadeMeasurement.of(plan, 1));
        assertEquals(List.of(Verdict.CONFIRMED, Verdict.SURPRISE, Verdict.CONFIRMED, Verdict.SURPRISE),
                run.claims().stream().map(JudgedClaim::verdict).toList(), run.claims().toString());
        assertEquals("pool, 40 users in 0.01 s: standard deviation / mean of response times / rule is 0.9 to 1.1",
                plan.claims().getFirst().text());
        assertEquals(List.of(Bottleneck.POOL, Bottleneck.USERS), run.rows().stream().map(Row::bottleneck).toList());
    }

    /** Its rounds may differ by a factor: a claim about a throughput in the same run has a narrow interval. */
    @Test
    void aStandardDeviationThatDiffersFromRoundToRoundLeavesOtherClaimsDecided() {
        LabPlan plan = plan(TWICE, claim(BOTH.spread(VIRTUAL), Range.of(0, 0.5)));
        Measurement restless = with(MadeMeasurement.of(plan, 1), "virtual-c20",
                block -> block.warmup() ? block : spread(block, block.round() == 1 ? 0.01 : 0.2));
        JudgedRun run = Judge.judge(plan, restless);
        JudgedClaim twice = run.claims().getFirst();
        assertEquals(Verdict.CONFIRMED, twice.verdict(), twice.toString());
        assertTrue(twice.interval().high() / twice.interval().low() < 1.05, twice.toString());
        JudgedClaim spread = run.claims().getLast();
        assertTrue(spread.interval().high() / spread.interval().low() > 2, spread.toString());
    }

    /** A block with response times that differ from 20 ms by this share. */
    private static Block spread(Block block, double share) {
        Histogram times = Histograms.empty();
        for (int sign : List.of(-1, 1)) {
            times.recordValueWithCount(Math.round(20e6 * (1 + sign * share)), block.ok() / 2);
        }
        byte[] encoded = Histograms.encode(times);
        return Changed.with(block, "seconds", block.seconds().stream()
                .map(one -> Changed.with(Changed.with(one, "response", encoded), "service", encoded)).toList());
    }

    // ---- what the service tells ----

    private static final Measurable.Told CALLS = Measurable.Told.of("calls", "requests");
    private static final Comparison ROUTED = Comparison.of("routed").load(new OpenLoop(10, Duration.ofSeconds(2)))
            .expectingErrors().send("scope", Request.get("/scope")).to(VIRTUAL)
            .send("other", Request.get("/other")).to(VIRTUAL).together();

    private static Block telling(Block block, Map<String, Long> told) {
        return Changed.with(block, "usage", Changed.with(block.usage(), "told", told));
    }

    private static Map<String, Long> counts(long scopeCalls, long otherCalls) {
        return Map.of("scope.calls", scopeCalls, "scope.requests", 10L, "other.calls", otherCalls, "other.requests", 5L,
                "calls", 99L, "requests", 1L);
    }

    /** A plan of what is sent together, and a measurement in which each block tells the same but for the warm-up. */
    private static JudgedRun judged(Map<String, Long> told, Claim... claims) {
        return judged(told, 1, claims);
    }

    /** @param times as many requests as usual */
    private static JudgedRun judged(Map<String, Long> told, double times, Claim... claims) {
        LabPlan plan = new LabPlan("made", 0, "?", List.of(ROUTED), List.of(), List.of(claims), 0, Optional.empty(),
                BenchPlan.usual(Jdks.current()));
        Measurement measurement = MadeMeasurement.of(plan, 1,
                plan.cells().stream().collect(Collectors.toMap(Cell::name, cell -> times)));
        for (Cell cell : plan.cells()) {
            measurement = with(measurement, cell.name(),
                    block -> telling(block, block.warmup() ? counts(1000, 1000) : told));
        }
        return Judge.judge(plan, measurement);
    }

    @Test
    void aToldCountIsThatOfTheCellsOwnRoute() {
        Claim scope = claim(ROUTED.figure(CALLS, "scope", VIRTUAL), Range.near(2, 0.05));
        Claim other = claim(ROUTED.figure(CALLS, "other", VIRTUAL), Range.near(2, 0.05));
        JudgedRun run = judged(counts(20, 10), scope, other);
        assertEquals(List.of(Verdict.CONFIRMED, Verdict.CONFIRMED),
                run.claims().stream().map(JudgedClaim::verdict).toList(), run.claims().toString());
        assertEquals(2, run.claims().getFirst().value(), 1e-9);
        assertEquals(Verdict.SURPRISE, judged(counts(15, 10), scope).verdict());
        JudgedClaim zero = judged(counts(0, 10), scope).claims().getFirst();
        assertEquals(Verdict.SURPRISE, zero.verdict(), "a count of 0 has no logarithm");
        assertEquals(0, zero.value());
        assertEquals(List.of(Verdict.SURPRISE, Verdict.CONFIRMED), judged(counts(0, 10), scope, other).claims().stream()
                .map(JudgedClaim::verdict).toList(), "it is no evidence about another");
    }

    @Test
    void aToldCountOfNoneIsZeroAndWhatIsNotToldIsNotMeasured() {
        Claim none = claim(ROUTED.figure(CALLS, "scope", VIRTUAL), Range.near(0, 0));
        assertEquals(Verdict.CONFIRMED, judged(counts(0, 0), none).verdict());
        assertEquals(Verdict.SURPRISE, judged(counts(1, 0), none).verdict());
        Claim unknown = claim(ROUTED.figure(Measurable.Told.of("calsl", "requests"), "scope", VIRTUAL),
                Range.near(2, 1));
        assertEquals(Verdict.INVALID, judged(counts(20, 10), unknown).verdict());
        Claim empty = claim(ROUTED.figure(CALLS, "scope", VIRTUAL), Range.near(2, 1));
        assertEquals(Verdict.INVALID,
                judged(Map.of("scope.calls", 0L, "scope.requests", 0L), empty).verdict(), "divided by 0");
    }

    /** Where CPUs are busy, a throughput is not decided by one fork: they differ. */
    @Test
    void aToldCountIsDecidedByOneForkHoweverBusyTheCpusAre() {
        Claim scope = claim(ROUTED.figure(CALLS, "scope", VIRTUAL), Range.near(2, 0.05));
        Claim fast = claim(ROUTED.figure(Metric.THROUGHPUT, "scope", VIRTUAL), Range.of(1, Double.POSITIVE_INFINITY));
        assertEquals(List.of(Verdict.CONFIRMED, Verdict.UNDECIDED), judged(counts(20, 10), 1e5, scope, fast).claims()
                .stream().map(JudgedClaim::verdict).toList());
    }

    @Test
    void aServiceThatDoesNotCountRoutesApartTellsTheSameOfEach() {
        JudgedRun run = judged(Map.of("calls", 30L, "requests", 10L));
        assertEquals(3, run.value(ROUTED.figure(CALLS, "scope", VIRTUAL)).orElseThrow(), 1e-9);
        assertEquals(3, run.value(ROUTED.figure(CALLS, "other", VIRTUAL)).orElseThrow(), 1e-9);
    }

    @Test
    void aFactThatIsANumberIsAFigure() {
        JudgedRun run = Judge.judge(plan(), MadeMeasurement.of(plan(), 1));
        assertEquals(10, run.value(BOTH.figure(new Measurable.Fact("tomcat.threads.max", ""), POOL)).orElseThrow());
        assertTrue(run.value(BOTH.figure(new Measurable.Fact("tomcat.threads.max", ""), VIRTUAL)).isEmpty(),
                "unbounded is no number");
        assertTrue(run.value(BOTH.figure(new Measurable.Fact("none", ""), POOL)).isEmpty());
    }

    /** Before JDK 25, CompletableFuture took no common pool of one worker. */
    @Test
    void aCommonPoolOfOneWorkerLimitsFromJdk25On() {
        Demand needs = Demand.waiting(Duration.ofMillis(200)).onCommonPool(1, Duration.ofMillis(400));
        Comparison pooled = Comparison.of("pooled").load(ClosedLoop.of(20, Duration.ofSeconds(2)))
                .send(Request.get("/wait"), needs).to(VIRTUAL);
        var bench = new BenchPlan(Duration.ofSeconds(2), Duration.ofSeconds(2), 4, 2, Duration.ofSeconds(12), null, 1,
                Duration.ofMinutes(1),
                List.of(21, 25), BenchPlan.usual(25).generator(), BenchPlan.Alive.ALL, true, 1);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(pooled), List.of(), List.of(), 0, Optional.empty(), bench);
        assertEquals(List.of("users 100", "common pool 3"), Judge.judge(plan, MadeMeasurement.of(plan, 1)).rows()
                .stream().map(row -> row.rule().bound() + " " + Math.round(row.rule().rps())).toList());
        assertEquals(List.of(), Demand.waiting(Duration.ofMillis(200)).onCommonPool(1, Duration.ofMillis(400))
                .on(21).further());
        assertEquals(1, needs.holding("other", 1, Duration.ofMillis(1)).on(21).further().size());
        assertEquals(1, Demand.waiting(Duration.ofMillis(200)).onCommonPool(2, Duration.ofMillis(400)).on(21)
                .further().size());
    }

    @Test
    void aRatioIsTheGeometricMeanOfTheForks() {
        Measurement unequal = MadeMeasurement.nothing(plan(TWICE));
        for (double factor : List.of(1.0, 0.8, 1.25)) {
            unequal = unequal.plus(MadeMeasurement.fork(plan(TWICE), unequal.forks().size() + 1,
                    Map.of("virtual-c20", factor)));
        }
        JudgedRun run = Judge.judge(plan(TWICE), unequal);
        assertEquals(2, run.claims().getFirst().value(), 0.01, "1 x 0.8 x 1.25 = 1");
        assertEquals(2, run.value(TWICE.quantity()).orElseThrow(), 0.01);
        assertEquals(Verdict.UNDECIDED, run.verdict());
    }

    @Test
    void blocksThatDoNotCountAreLeftOut() {
        Measurement measurement = MadeMeasurement.of(plan(TWICE), 1);
        Measurement first = with(measurement, "virtual-c20", block -> block.warmup() ? block : disturbed(block, 1));
        JudgedRun run = Judge.judge(plan(TWICE), first);
        assertEquals(Verdict.INVALID, run.verdict());
        Row row = run.rows().stream().filter(one -> one.cell().variant().equals(VIRTUAL)).findFirst().orElseThrow();
        assertEquals(List.of(), row.blocks());
        assertEquals(Code.NOISY, row.findings().getFirst().code());
        assertTrue(run.claims().getFirst().reason().contains("others used 1 CPU"), run.claims().toString());
    }

    /** A neighbour takes the CPUs from whatever is measured: that is no surprise about the service. */
    @Test
    void whatWasDisturbedTwiceIsNoSurprise() {
        Measurement half = MadeMeasurement.of(plan(TWICE), 3, Map.of("virtual-c20", 0.5));
        JudgedClaim claim = only(plan(TWICE),
                with(half, "virtual-c20", block -> block.warmup() ? block : disturbed(block, 2)));
        assertEquals(Verdict.UNDECIDED, claim.verdict());
        assertEquals(Undecided.DISTURBED, claim.why());
        Measurement fine = MadeMeasurement.of(plan(TWICE), 3);
        assertEquals(Verdict.CONFIRMED, only(plan(TWICE),
                with(fine, "virtual-c20", block -> block.warmup() ? block : disturbed(block, 2))).verdict());
    }

    /** Half of the throughput that is claimed, in each round. In one of them something used the CPUs as well. */
    @Test
    void whatUndisturbedBlocksShowIsASurpriseThoughOthersWereDisturbed() {
        Measurement half = MadeMeasurement.of(plan(TWICE), 3, Map.of("virtual-c20", 0.5));
        JudgedClaim claim = only(plan(TWICE), with(half, "virtual-c20",
                block -> !block.warmup() && block.fork() == 3 && block.round() == 1 ? disturbed(block, 2) : block));
        assertEquals(Verdict.SURPRISE, claim.verdict(), claim.reason());
    }

    @Test
    void aRowThatCannotBeBelievedDecidesNothing() {
        Measurement measurement = MadeMeasurement.of(plan(TWICE), 1);
        var members = new ArrayList<>(measurement.forks().getFirst().members());
        members.replaceAll(member -> !member.variant().equals("pool") ? member
                : Changed.with(member, "found", member.asked().with("tomcat.threads.max", 99)));
        Measurement other = Changed.with(measurement, "forks",
                List.of(Changed.with(measurement.forks().getFirst(), "members", members)));
        JudgedRun run = Judge.judge(plan(TWICE), other);
        assertEquals(Verdict.INVALID, run.verdict());
        assertEquals(Validity.INVALID, run.rows().getFirst().validity());
        assertEquals(Code.FACTS_DIFFER, run.rows().getFirst().findings().getFirst().code());
    }

    /** A row is told once why nothing was measured. */
    @Test
    void aVariantWhoseJvmFailedHasOneFinding() {
        Measurement measurement = MadeMeasurement.of(plan(TWICE), 1);
        Fork fork = measurement.forks().getFirst();
        Finding died = Finding.invalid(Code.CELL_FAILED, "the JVM ended");
        List<Measurement.Member> members = fork.members().stream()
                .map(member -> member.variant().equals("pool") ? Changed.with(member, "failure", died) : member)
                .toList();
        Measurement failed = Changed.with(measurement, "forks", List.of(Changed.with(Changed.with(fork, "members",
                members), "blocks",
                fork.blocks().stream().filter(block -> !block.cell().startsWith("pool")).toList())));
        Row row = Judge.judge(plan(TWICE), failed).rows().stream()
                .filter(one -> one.cell().variant().equals(POOL)).findFirst().orElseThrow();
        assertEquals(List.of(died), row.findings());
    }

    /** A pause of the load generator that is rare changes no median. */
    @Test
    void aMedianIsComparedAlthoughTheLoadGeneratorPausedRarely() {
        Claim median = claim(BOTH.ratio(Metric.P50, VIRTUAL, POOL), Range.near(0.5, 0.2));
        Claim tail = claim(BOTH.ratio(Metric.P95, VIRTUAL, POOL), Range.near(0.5, 0.2));
        LabPlan plan = plan(median, tail);
        Measurement rarely = with(MadeMeasurement.of(plan, 3), "virtual-c20", block -> pausing(block, 0.1, 20));
        assertEquals(List.of(Verdict.CONFIRMED, Verdict.UNDECIDED),
                Judge.judge(plan, rarely).claims().stream().map(JudgedClaim::verdict).toList());
        Measurement often = with(MadeMeasurement.of(plan, 3), "virtual-c20", block -> pausing(block, 5, 20));
        assertEquals(List.of(Verdict.UNDECIDED, Verdict.UNDECIDED),
                Judge.judge(plan, often).claims().stream().map(JudgedClaim::verdict).toList());
    }

    /** @param usually by how much half of the generator's sleeps were too long, in ms; a hundredth: rarely */
    private static Block pausing(Block block, double usually, double rarely) {
        return Changed.with(block, "totals", Changed.with(block.totals(), "hiccups",
                new Hiccups.Measured(usually, rarely)));
    }

    @Test
    void aBottleneckIsNamedByOneOrderOfTests() {
        JudgedRun run = Judge.judge(plan(TWICE), MadeMeasurement.of(plan(TWICE), 1));
        assertEquals(List.of(Bottleneck.POOL, Bottleneck.USERS), run.rows().stream().map(Row::bottleneck).toList());
    }

    @Test
    void whatCannotBeMeasuredHereIsSkipped() {
        Measurement none = new Measurement("made", MadeMeasurement.nothing(plan(TWICE)).started(), 2, Map.of(),
                List.of(), List.of(new Measurement.Skipped("virtual-c20", Jdks.current(), "no such JDK")), null);
        JudgedClaim claim = only(plan(TWICE), none);
        assertEquals(Verdict.SKIPPED, claim.verdict());
        assertEquals("no such JDK", claim.reason());
    }

    /** What the claim allows is not all that a reader wants to know. */
    @Test
    void aRowFurtherThanTenPercentFromItsRuleSaysWhyThoughItsClaimAllowsMore() {
        assertEquals(List.of(Code.RULE_MISSED), ofAWideClaim(0.88));
        assertEquals(List.of(), ofAWideClaim(0.92));
    }

    private static List<Code> ofAWideClaim(double factor) {
        Comparison wide = Comparison.of("wide").load(ClosedLoop.of(20, Duration.ofSeconds(1))).within(0.25)
                .send(Request.get("/wait"), Demand.waiting(Duration.ofMillis(20))).to(VIRTUAL);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(wide), List.of(), List.of(), 0, Optional.empty(),
                BenchPlan.usual(Jdks.current()));
        return Judge.judge(plan, MadeMeasurement.of(plan, 1, Map.of("virtual-c20", factor))).rows().getFirst()
                .findings().stream().map(Finding::code).toList();
    }

    private static final Comparison COLD = Comparison.of("cold").load(ClosedLoop.of(20, 200).first())
            .send("first", Request.get("/wait"), Demand.waiting(Duration.ofMillis(20))).to(VIRTUAL);

    private static JudgedRun cold(int forks, double factor) {
        LabPlan plan = new LabPlan("made", 0, "?", List.of(BOTH, COLD), List.of(),
                List.of(claim(COLD.throughput(VIRTUAL).over(BOTH.throughput(VIRTUAL)), Range.of(0.4, 0.6))), 0,
                Optional.empty(), BenchPlan.usual(Jdks.current()));
        return Judge.judge(plan, MadeMeasurement.of(plan, forks, Map.of("virtual-first-c20", factor)));
    }

    /** JVMs differ in how fast they start: a single one decides nothing, though its requests mostly wait. */
    @Test
    void aColdServiceIsDecidedBySeveralForks() {
        assertEquals(Undecided.ONE_FORK, cold(1, 0.5).claims().getFirst().why());
        assertEquals(Verdict.CONFIRMED, cold(3, 0.5).verdict());
    }

    @Test
    void aColdServiceIsSlowerThanItsRuleAndIsNotToBeWarm() {
        Finding finding = cold(1, 0.5).rows().getLast().findings().getFirst();
        assertEquals(Code.RULE_MISSED, finding.code());
        assertTrue(finding.text().contains("the rule is that of a warm service. Here the first round took "),
                finding.text());
        LabPlan plan = new LabPlan("made", 0, "?", List.of(BOTH, COLD), List.of(), List.of(), 0, Optional.empty(),
                BenchPlan.usual(Jdks.current()));
        Measurement faster = with(MadeMeasurement.of(plan, 1), "virtual-first-c20", JudgeTest::fasterInRoundTwo);
        assertTrue(codes(Judge.judge(plan, faster)).stream().noneMatch(Code.NOT_WARM::equals));
        Measurement warmer = with(MadeMeasurement.of(plan, 1), "virtual-c20", JudgeTest::fasterInRoundTwo);
        assertTrue(codes(Judge.judge(plan, warmer)).contains(Code.NOT_WARM), "of one that is warm it is told");
    }

    private static Block fasterInRoundTwo(Block block) {
        return Changed.with(block, "totals", Changed.with(block.totals(), "completed",
                (block.round() == 2 ? 1.2 : 1) * block.totals().completed()));
    }

    /** Half of the 10 % that is asked of a row where CPUs are the bottleneck. */
    @Test
    void whatTheCompilersTakeIsToldWhereItIsMuchOfWhatIsAsked() {
        LabPlan plan = new LabPlan("made", 0, "?", List.of(BUSY), List.of(), List.of(), 0, Optional.empty(),
                BenchPlan.usual(Jdks.current()));
        Measurement made = MadeMeasurement.of(plan, 1);
        assertEquals(List.of(), codes(Judge.judge(plan, with(made, "virtual-c400", block -> compiling(block, 0.08)))));
        assertEquals(List.of(Code.STILL_COMPILING),
                codes(Judge.judge(plan, with(made, "virtual-c400", block -> compiling(block, 0.12)))));
    }

    private static Block compiling(Block block, double cpus) {
        return onMachine(block, CellReport.VitalsSecond::machineCpu, cpus);
    }

    private static final Comparison BUSY = Comparison.of("busy").load(ClosedLoop.of(400, Duration.ofSeconds(2)))
            .send(Request.get("/wait"), Demand.waiting(Duration.ofMillis(2)).computing(Duration.ofMillis(20)))
            .within(0.1).to(POOL, VIRTUAL);

    /** A neighbour came, or the host lowered the clock: blocks take turns, so the ratio holds. */
    @Test
    void aMachineThatBecomesSlowerIsTold() {
        LabPlan plan = new LabPlan("made", 0, "?", List.of(BUSY), List.of(),
                List.of(claim(BUSY.throughput(VIRTUAL, POOL), Range.timesRule(0.1))), 0, Optional.empty(),
                BenchPlan.usual(Jdks.current()));
        Measurement made = MadeMeasurement.of(plan, 3);
        assertEquals(List.of(), codes(Judge.judge(plan, at(made, List.of(1000.0, 950.0)))));
        JudgedRun run = Judge.judge(plan, at(made, List.of(1000.0, 800.0)));
        assertEquals(List.of(Code.SPEED_CHANGED), codes(run).stream().distinct().toList());
        assertEquals(6, codes(run).size(), "each row of three forks");
        assertTrue(run.rows().getFirst().findings().getFirst().text().contains("20 % slower"), run.rows().toString());
        assertEquals(Verdict.CONFIRMED, run.verdict());
    }

    private static final Demand PINNED_BEFORE_24 = Demand.waiting(Duration.ofMillis(20)).pinnedBefore(24);
    private static final Variant CARRIER = Variant.virtual("one", JudgeTest.class)
            .flags("-Djdk.virtualThreadScheduler.parallelism=1");
    private static final Comparison ROUTES = Comparison.of("routes").load(ClosedLoop.of(20, Duration.ofSeconds(2)))
            .send("monitor", Request.get("/monitor"), PINNED_BEFORE_24).to(CARRIER)
            .send("plain", Request.get("/plain"), Demand.waiting(Duration.ofMillis(20))).to(CARRIER);
    private static final Quantity.Ratio GAIN = ROUTES.throughput("plain", CARRIER)
            .over(ROUTES.throughput("monitor", CARRIER));

    private static LabPlan on(List<Integer> jdks, List<Guess> guesses, Claim... claims) {
        BenchPlan usual = BenchPlan.usual(jdks.getFirst());
        for (int jdk : jdks) {
            usual = usual.alsoOn(jdk);
        }
        return new LabPlan("made", 0, "?", List.of(ROUTES), guesses, List.of(claims), 0, Optional.empty(), usual);
    }

    /** On JDK 21 the request is pinned to the one carrier: the same claim by the rule is another number there. */
    @Test
    void aClaimIsJudgedOnTheJdksThatItIsAbout() {
        Claim byRule = claim(GAIN, Range.timesRule(0.05));
        Claim same = new Claim(GAIN, Range.near(1, 0.05), "", 0, JdkRange.ALL.since(24));
        Claim pinned = new Claim(ROUTES.figure(Metric.PINNED_PER_REQUEST, "monitor", CARRIER), Range.near(1, 0.05), "",
                0, JdkRange.ALL.before(24));
        LabPlan plan = on(List.of(21, 25), List.of(), byRule, same, pinned);
        JudgedRun run = Judge.judge(plan, MadeMeasurement.of(plan, 1));
        assertEquals(List.of("21 true", "21 false", "25 true", "25 false"), run.claims().stream()
                .map(one -> one.jdk() + " " + one.claim().equals(byRule)).toList());
        assertEquals(Verdict.CONFIRMED, run.verdict(), run.claims().toString());
        assertEquals(List.of(20.0, 1.0), Stream.of(21, 25).map(jdk -> (double) Math.round(run.value(GAIN, jdk)
                .orElseThrow())).toList());
        assertEquals(19, run.claims().getFirst().range().least(), 0.1);
        assertEquals(25, run.headline().orElseThrow().jdk());
        LabPlan everywhere = on(List.of(21, 25), List.of(), claim(GAIN, Range.near(1, 0.05)));
        assertEquals(Verdict.SURPRISE, Judge.judge(everywhere, MadeMeasurement.of(everywhere, 3)).verdict());
    }

    @Test
    void aQuantityIsOfTheNewestJdkUnlessItSaysWhich() {
        Guess old = new Guess("old?", GAIN, List.of(), List.of(), JdkRange.ALL.before(24));
        LabPlan plan = on(List.of(21, 22, 25), List.of(old, new Guess("?", GAIN, List.of(), List.of())));
        JudgedRun run = Judge.judge(plan, MadeMeasurement.of(plan, 1));
        assertEquals(List.of(20L, 1L), run.guesses().stream().map(one -> Math.round(one.value())).toList());
        assertEquals(1, run.value(GAIN).orElseThrow(), 0.01);
        assertEquals(20, run.value(GAIN.on(21)).orElseThrow(), 0.5);
        Quantity.Figure monitor = ROUTES.throughput("monitor", CARRIER);
        assertEquals(20, run.value(monitor.on(25).over(monitor.on(22))).orElseThrow(), 0.5);
        assertEquals(Optional.empty(), run.pinnedReason(ROUTES.pinnedReason("monitor", CARRIER)), "none is pinned");
        assertEquals(Optional.empty(), run.pinnedReason(ROUTES.pinnedReason("monitor", CARRIER).on(21)),
                "none is told");
    }

    @Test
    void aReasonIsTheOneOfMostPinnedThreads() {
        Comparison always = Comparison.of("always").load(ClosedLoop.of(20, Duration.ofSeconds(2)))
                .send(Request.get("/native"), Demand.waiting(Duration.ofMillis(20)).pinned()).to(CARRIER);
        Claim reasons = claim(always.figure(Metric.PINNED_WITH_REASON, CARRIER), Range.of(0.95, 2));
        LabPlan plan = new LabPlan("made", 0, "?", List.of(always), List.of(), List.of(reasons), 0, Optional.empty(),
                BenchPlan.usual(25).alsoOn(21));
        JudgedRun run = Judge.judge(plan, MadeMeasurement.of(plan, 1));
        assertEquals(Optional.of("Native frame"), run.pinnedReason(always.pinnedReason(CARRIER)));
        assertEquals(List.of(Verdict.SURPRISE, Verdict.CONFIRMED),
                run.claims().stream().map(JudgedClaim::verdict).toList(), "JDK 21 records none");
        assertEquals(0, run.value(reasons.quantity(), 21).orElseThrow());
    }

    /** A number of things does not depend on the CPUs: one fork decides it where they are busy, too. */
    @Test
    void aCountIsDecidedByOneForkWhereCpusAreBusy() {
        Comparison busy = Comparison.of("busy").load(ClosedLoop.of(400, Duration.ofSeconds(2)))
                .send(Request.get("/busy"),
                        Demand.waiting(Duration.ofMillis(2)).computing(Duration.ofMillis(20)).pinned())
                .to(Variant.virtual("all", JudgeTest.class));
        Variant all = busy.cells().getFirst().variant();
        LabPlan plan = new LabPlan("made", 0, "?", List.of(busy), List.of(),
                List.of(claim(busy.figure(Metric.PINNED_PER_REQUEST, all), Range.near(1, 0.1)),
                        claim(new Quantity.OfRule(busy.of(all)), Range.near(1, 0.1))),
                0, Optional.empty(), BenchPlan.usual(25));
        assertEquals(List.of(Verdict.CONFIRMED, Verdict.UNDECIDED), Judge.judge(plan, MadeMeasurement.of(plan, 1))
                .claims().stream().map(JudgedClaim::verdict).toList());
    }

    /** Where carriers are held few requests are served, and the JVM's own CPU time seems to be theirs. */
    @Test
    void aPinnedRequestNeedsTheCpuTimeOfOneThatIsNot() {
        LabPlan plan = on(List.of(21, 25), List.of());
        Measurement made = with(
                with(MadeMeasurement.of(plan, 1), "one-monitor-c20", block -> needing(block, 0.005, 0.005)),
                "one-plain-c20", block -> needing(block, 0.001, 0.001));
        JudgedRun run = Judge.judge(plan, made);
        assertEquals(List.of("21 21.0", "25 25.0", "21 21.0", "25 21.0"), run.rows().stream()
                .map(row -> row.jdk() + " " + Math.round(1e4 * row.demand().seconds()) / 10.0).toList(), "ms");
    }

    /** Where few connections are held few requests are served, and the JVM's own CPU time seems to be theirs. */
    @Test
    void aRequestThatHoldsAConnectionNeedsTheCpuTimeOfOneThatDoesNot() {
        Demand waits = Demand.waiting(Duration.ofMillis(20));
        Comparison both = Comparison.of("both").load(ClosedLoop.of(20, Duration.ofSeconds(2)))
                .send("held", Request.get("/held"), waits.holding("connections", 2, Duration.ofMillis(20))).to(CARRIER)
                .send("free", Request.get("/free"), waits).to(CARRIER);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(both), List.of(), List.of(), 0, Optional.empty(),
                BenchPlan.usual(25));
        Measurement made = with(
                with(MadeMeasurement.of(plan, 1), "one-held-c20", block -> needing(block, 0.005, 0.005)),
                "one-free-c20", block -> needing(block, 0.001, 0.001));
        List<Row> rows = Judge.judge(plan, made).rows();
        assertEquals(List.of(21.0, 21.0), rows.stream()
                .map(row -> Math.round(1e4 * row.demand().seconds()) / 10.0).toList(), "ms");
        assertEquals(2 / 0.021, rows.getFirst().rule().rps(), 0.5, "two connections, for its wait and its CPU time");
    }

    /** In a warm-up, code is colder. What CPUs tell that are busy all the time is the throughput in other words. */
    @Test
    void theCpuTimeOfWarmBlocksCountsWhereCpusHadTimeLeft() {
        assertEquals(0.001, needed(0.002, 0.001), 1e-9, "each needs 1 ms: 48 % of 2 CPUs");
        assertEquals(0.002, needed(0.002, 0.0019), 1e-9, "busy for 90 % of the time");
        assertEquals(0.001, needed(0.001, 0.0015), 1e-9,
                "what blocks need more than the warm-up does not explain them");
        assertEquals(0.001, needed(-0.0002, 0.001), 1e-9, "a few requests, and the JIT compilers' time was overstated");
    }

    /** What is left when a block ends is work, too: here as many seconds pass until it is done. */
    @Test
    void rowsCountUntilTheyAreStored() {
        Row row = leaving(0.001, block -> new Block.Backlog(10, 0, 0, block.length()));
        assertEquals((row.throughput() + 10 / row.blocks().getFirst().length()) / 2,
                row.figure(Metric.ACCEPTED_AND_STORED), 1e-6);
        Finding finding = leaving(0.004, block -> new Block.Backlog(0, 0.6 * block.completed(), 0, 1)).findings()
                .getFirst();
        assertEquals(Code.RULE_MISSED, finding.code());
        assertTrue(finding.text().contains("Here 60 % of the rows that it accepted were left when the blocks ended"),
                finding.text());
    }

    private static Row leaving(double inWarmUp, Function<Block, Block.Backlog> rows) {
        Measurement made = with(MadeMeasurement.of(plan(), 1), "virtual-c20",
                block -> needing(block, block.warmup() ? inWarmUp : 0.0019, 0).with(rows.apply(block)));
        return Judge.judge(plan(), of(made, 2)).rows().getLast();
    }

    /** The kernel works for a database, and no process accounts for that. Another process has no part in the lab. */
    @Test
    void whatNoProcessUsedIsTheRequests() {
        Block block = MadeMeasurement.of(plan(), 1).forks().getFirst().blocks().getLast();
        double needed = block.cpuDemandSeconds();
        assertEquals(needed, beside(block, new Machine.Others(0.1, 0.1, 0, "")).cpuDemandSeconds(), 1e-9);
        assertEquals(needed - 0.1 / block.throughput(),
                beside(block, new Machine.Others(0.3, 0.2, 0, "cron 0.1")).cpuDemandSeconds(), 1e-9);
    }

    private static Block beside(Block block, Machine.Others others) {
        return Changed.with(block, "surroundings", Changed.with(block.surroundings(), "others", others));
    }

    /** CPU time of a request by its rule, in s, where 20 users wait 20 ms, on two CPUs. */
    private static double needed(double inWarmUp, double inBlocks) {
        Measurement made = with(MadeMeasurement.of(plan(), 1), "virtual-c20",
                block -> needing(block, block.warmup() ? inWarmUp : inBlocks, 0));
        return Judge.judge(plan(), of(made, 2)).rows().getLast().demand().cpuSeconds();
    }

    /** One carrier is one CPU: what the load generator needs has others, and so have JIT compilers. */
    @Test
    void whereAServiceCannotUseAllCpusItsOwnCpuTimeCounts() {
        Demand demand = Demand.waiting(Duration.ofMillis(2)).computing(Duration.ofMillis(20));
        Variant all = Variant.virtual("all", JudgeTest.class);
        Comparison burn = Comparison.of("burn").load(ClosedLoop.of(20, Duration.ofSeconds(2)))
                .send(Request.get("/burn"), demand).to(CARRIER, all);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(burn), List.of(), List.of(), 0, Optional.empty(),
                BenchPlan.usual(25));
        Measurement made = MadeMeasurement.of(plan, 1);
        for (String cell : List.of("one-c20", "all-c20")) {
            made = with(made, cell, block -> using(block, 0.025, 0.02));
        }
        List<Row> rows = Judge.judge(plan, of(made, 2)).rows();
        assertEquals(List.of(20.0, 25.0),
                rows.stream().map(row -> Math.round(1e4 * row.demand().cpuSeconds()) / 10.0).toList(), "ms");
        assertEquals(20 / (20 * 0.02 + 0.002), rows.getFirst().rule().rps(), 0.01);
        assertEquals(Bottleneck.CPU, rows.getFirst().bottleneck(), "it uses all of its one CPU");
    }

    /** On a machine of so many CPUs. */
    private static Measurement of(Measurement made, int cpus) {
        return Changed.with(made, "cpus", cpus);
    }

    /** With other CPUs that the machine used, and its JIT compilers. */
    private static Block onMachine(Block block, ToDoubleFunction<CellReport.VitalsSecond> machineCpu, double jitCpu) {
        return Changed.with(block, "vitals", block.vitals().stream()
                .map(one -> Changed.with(Changed.with(one, "machineCpu", machineCpu.applyAsDouble(one)), "jitCpu",
                        jitCpu))
                .toList());
    }

    /** With so much CPU time for each request of the warm-up, in s: of all processes, and of the service. */
    private static Block using(Block block, double cpuSeconds, double ofService) {
        return block.warmup() ? needing(block, cpuSeconds, ofService) : block;
    }

    private static Block needing(Block block, double cpuSeconds, double ofService) {
        return Changed.with(onMachine(block, one -> cpuSeconds * block.throughput(), 0), "usage",
                Changed.with(block.usage(), "serviceCpuSeconds", ofService * block.completed()));
    }

    /** Where a JDK is missing its half is skipped; the other decides, and answers the question. */
    @Test
    void aMissingJdkSkipsItsHalf() {
        LabPlan plan = on(List.of(25, 99), List.of(), claim(GAIN, Range.timesRule(0.05)));
        Measurement made = MadeMeasurement.of(on(List.of(25), List.of()), 1);
        List<Measurement.Skipped> skipped = plan.cells().stream()
                .map(cell -> new Measurement.Skipped(cell.name(), 99, "no such JDK")).toList();
        JudgedRun run = Judge.judge(plan, Changed.with(made, "skipped", skipped));
        assertEquals(List.of(Verdict.CONFIRMED, Verdict.SKIPPED),
                run.claims().stream().map(JudgedClaim::verdict).toList());
        assertEquals(Verdict.CONFIRMED, run.verdict());
        assertEquals(25, run.headline().orElseThrow().jdk());
        assertEquals(1, run.value(GAIN).orElseThrow(), 0.01, "of the newest that was measured");
    }

    /** A process without a JDK is measured once, and compared with the others on each JDK. */
    @Test
    void whatHasNoJdkIsComparedOnEach() {
        Variant node = Variant.process("node", "Node.js", new ProcessService("node", "/demo.js", List.of(), "get it"),
                1);
        Comparison both = Comparison.of("both").load(ClosedLoop.of(20, Duration.ofSeconds(2)))
                .send(Request.get("/wait"), Demand.waiting(Duration.ofMillis(20))).to(VIRTUAL, node);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(both), List.of(),
                List.of(claim(both.throughput(VIRTUAL, node), Range.near(1, 0.05)),
                        claim(both.throughput(node), Range.of(500, 2000))),
                0, Optional.empty(), BenchPlan.usual(Jdks.current()).alsoOn(21));
        Measurement made = MadeMeasurement.of(plan, 1);
        Fork fork = made.forks().getFirst();
        Fork once = Changed.with(fork, "members", fork.members().stream()
                .filter(member -> !member.variant().equals("node") || member.jdk() == Jdks.current()).toList());
        JudgedRun run = Judge.judge(plan, MadeMeasurement.nothing(plan).plus(once));
        assertEquals(List.of("21 CONFIRMED", Jdks.current() + " CONFIRMED", Jdks.current() + " CONFIRMED"),
                run.claims().stream().map(one -> one.jdk() + " " + one.verdict()).toList());
        Measurement none = new Measurement("made", made.started(), 2, Map.of(), List.of(),
                List.of(new Measurement.Skipped("node-c20", Jdks.current(), "no Node.js")), null);
        assertEquals(List.of("no Node.js"), Judge.judge(plan, none).claims().stream().map(JudgedClaim::reason)
                .distinct().toList());
    }

    private static List<Code> codes(JudgedRun run) {
        return run.rows().stream().flatMap(row -> row.findings().stream()).map(Finding::code).toList();
    }

    private static Measurement at(Measurement made, List<Double> speeds) {
        return Changed.with(made, "forks",
                made.forks().stream().map(fork -> Changed.with(fork, "speeds", speeds)).toList());
    }
}
