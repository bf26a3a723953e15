package kit.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import fixtures.MadeMeasurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.judge.JudgedRun.JudgedClaim;
import kit.machine.Jdks;
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

    /** The same where each block of a cell is another one. */
    private static Measurement with(Measurement measurement, String cell, UnaryOperator<Block> change) {
        List<Fork> forks = measurement.forks().stream().map(fork -> new Fork(fork.number(), fork.members(),
                fork.blocks().stream().map(block -> block.cell().equals(cell) ? change.apply(block) : block).toList(),
                fork.calibrated(), fork.speeds(), fork.quiet())).toList();
        return new Measurement(measurement.lab(), measurement.started(), measurement.cpus(), measurement.machine(),
                forks, measurement.skipped(), measurement.broken());
    }

    private static Block disturbed(Block block, int attempt) {
        return new Block(block.cell(), block.jdk(), block.fork(), block.round(), attempt, block.order(),
                block.warmup(), block.began(), block.seconds(), block.vitals(), block.totals(), block.generatorTimer(),
                block.serviceTimer(), block.hiccups(), block.usage(), block.surroundings(),
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

    // ---- what the service tells ----

    private static final Measurable.Told CALLS = Measurable.Told.of("calls", "requests");
    private static final Comparison ROUTED = Comparison.of("routed").load(new OpenLoop(10, Duration.ofSeconds(2)))
            .expectingErrors().send("scope", Request.get("/scope")).to(VIRTUAL)
            .send("other", Request.get("/other")).to(VIRTUAL).together();

    private static Block telling(Block block, Map<String, Long> told) {
        Block.Usage usage = block.usage();
        return new Block(block.cell(), block.jdk(), block.fork(), block.round(), block.attempt(), block.order(),
                block.warmup(), block.began(), block.seconds(), block.vitals(), block.totals(), block.generatorTimer(),
                block.serviceTimer(), block.hiccups(),
                new Block.Usage(usage.serviceCpuSeconds(), usage.jitCpuSeconds(), usage.gcMillis(),
                        usage.requestsCounted(), usage.sent(), usage.givenUp(), usage.wholeCpuSeconds(), told),
                block.surroundings(), block.disturbances());
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
        var bench = new BenchPlan(Duration.ofSeconds(2), 4, 2, Duration.ofSeconds(12), null, 1, Duration.ofMinutes(1),
                List.of(21, 25), BenchPlan.usual(25).generator(), false, true, 1);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(pooled), List.of(), List.of(), 0, Optional.empty(), bench);
        assertEquals(List.of("users 100", "common pool 3"), Judge.judge(plan, MadeMeasurement.of(plan, 1)).rows()
                .stream().map(row -> row.rule().bound() + " " + Math.round(row.rule().rps())).toList());
        assertEquals(List.of(), Demand.waiting(Duration.ofMillis(200)).onCommonPool(1, Duration.ofMillis(400))
                .onJdk(21).further());
        assertEquals(1, needs.holding("other", 1, Duration.ofMillis(1)).onJdk(21).further().size());
        assertEquals(1, Demand.waiting(Duration.ofMillis(200)).onCommonPool(2, Duration.ofMillis(400)).onJdk(21)
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

    @Test
    void aRowThatCannotBeBelievedDecidesNothing() {
        Measurement measurement = MadeMeasurement.of(plan(TWICE), 1);
        var members = new ArrayList<>(measurement.forks().getFirst().members());
        members.replaceAll(member -> !member.variant().equals("pool") ? member
                : new Measurement.Member(member.variant(), member.jdk(), member.cells(), member.asked(),
                        member.asked().with("tomcat.threads.max", 99), member.warmupSeconds(), null, member.pins()));
        Fork fork = measurement.forks().getFirst();
        Measurement other = MadeMeasurement.nothing(plan(TWICE)).plus(new Fork(1, members, fork.blocks(),
                fork.calibrated(), fork.speeds(), fork.quiet()));
        JudgedRun run = Judge.judge(plan(TWICE), other);
        assertEquals(Verdict.INVALID, run.verdict());
        assertEquals(Validity.INVALID, run.rows().getFirst().validity());
        assertEquals(Code.FACTS_DIFFER, run.rows().getFirst().findings().getFirst().code());
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

    /** A neighbour came, or the host lowered the clock: blocks take turns, so the ratio holds. */
    @Test
    void aMachineThatBecomesSlowerIsTold() {
        Comparison busy = Comparison.of("busy").load(ClosedLoop.of(400, Duration.ofSeconds(2)))
                .send(Request.get("/wait"), Demand.waiting(Duration.ofMillis(2)).computing(Duration.ofMillis(20)))
                .to(POOL, VIRTUAL);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(busy), List.of(),
                List.of(claim(busy.throughput(VIRTUAL, POOL), Range.timesRule(0.1))), 0, Optional.empty(),
                BenchPlan.usual(Jdks.current()));
        Measurement made = MadeMeasurement.of(plan, 3);
        assertEquals(List.of(), codes(Judge.judge(plan, at(made, List.of(1000.0, 950.0)))));
        JudgedRun run = Judge.judge(plan, at(made, List.of(1000.0, 800.0)));
        assertEquals(List.of(Code.SPEED_CHANGED), codes(run).stream().distinct().toList());
        assertEquals(6, codes(run).size(), "each row of three forks");
        assertTrue(run.rows().getFirst().findings().getFirst().text().contains("20 % slower"), run.rows().toString());
        assertEquals(Verdict.CONFIRMED, run.verdict());
    }

    private static List<Code> codes(JudgedRun run) {
        return run.rows().stream().flatMap(row -> row.findings().stream()).map(Finding::code).toList();
    }

    private static Measurement at(Measurement made, List<Double> speeds) {
        return new Measurement(made.lab(), made.started(), made.cpus(), made.machine(),
                made.forks().stream().map(fork -> new Fork(fork.number(), fork.members(), fork.blocks(),
                        fork.calibrated(), speeds, fork.quiet())).toList(),
                made.skipped(), made.broken());
    }
}
