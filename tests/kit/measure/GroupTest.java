package kit.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.judge.Row;
import kit.machine.Jdks;
import kit.measure.Measurement.Fork;
import kit.measure.Measurement.Member;
import kit.plan.BenchPlan;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.plan.LabPlan;
import kit.plan.Measurable;
import kit.plan.Metric;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Variant;
import kit.record.Validity;
import kit.record.Verdict;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;
import tests.Repository;

/** Variants measured side by side, on the light service: their blocks, and what becomes of each fault. */
@Tag(Lane.FAULTS)
@Order(1) // it takes as long as all others of its lane
@EnabledOnOs(value = OS.LINUX, disabledReason = "processes are found by /proc")
class GroupTest {

    private static final Duration BLOCK = Duration.ofMillis(400);
    private static final int ROUNDS = 2;
    private static final Variant ONE = Light.virtual("one");
    private static final Variant OTHER = Light.virtual("other");

    @TempDir
    Path folder;

    private static BenchPlan bench(GeneratorMode generator, BenchPlan.Alive alive) {
        return new BenchPlan(BLOCK, BLOCK, 4, ROUNDS, Duration.ofSeconds(3), null, 1, Duration.ofMinutes(1),
                List.of(Jdks.current()),
                generator, alive, true, 7);
    }

    private static LabPlan plan(String path, BenchPlan bench) {
        Comparison both = Comparison.of("both").load(ClosedLoop.of(4, BLOCK))
                .send(Request.get(path).timeout(Duration.ofSeconds(1)), Demand.waiting(Duration.ofMillis(20)))
                .within(0.5).to(ONE, OTHER);
        return new LabPlan("made", 0, "?", List.of(both), List.of(),
                List.of(new Claim(both.throughput(OTHER, ONE), Claim.Range.near(1, 0.5), "", 0)), 0, Optional.empty(),
                bench);
    }

    private static LabPlan plan(String path) {
        return plan(path, bench(GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL));
    }

    private Measurement telling(LabPlan plan, BiConsumer<Bench, Progress> to) {
        try (var bench = new Bench(plan, folder)) {
            return bench.nothingYet().plus(bench.fork(1, progress -> to.accept(bench, progress)));
        }
    }

    /** @param when told of each block that begins */
    private Measurement measure(LabPlan plan, BiConsumer<Bench, Progress.Driving> when) {
        return telling(plan, (bench, progress) -> {
            if (progress instanceof Progress.Driving driving) {
                when.accept(bench, driving);
            }
        });
    }

    private Measurement measure(LabPlan plan) {
        return measure(plan, (bench, driving) -> {});
    }

    private static List<Block> counted(Measurement measurement, String cell) {
        return measurement.blocks(cell, Jdks.current()).filter(Block::counts).toList();
    }

    private static Member member(Measurement measurement, Variant variant) {
        return measurement.forks().getFirst().members().stream().filter(one -> one.variant().equals(variant.name()))
                .findFirst().orElseThrow();
    }

    /** The process of a variant's JVM: its temporary folder has the variant's name. */
    private ProcessHandle process(Variant variant) {
        return children(folder.resolve("." + variant.name() + "-f1.tmp")).findFirst().orElseThrow();
    }

    /** Those that were told of a folder. Other tests have children at the same time. */
    private static Stream<ProcessHandle> children(Path of) {
        return ProcessHandle.current().children().filter(child -> {
            try {
                // Its command line is longer than what a process handle tells of it.
                return Files.readString(Path.of("/proc/" + child.pid() + "/cmdline"), StandardCharsets.ISO_8859_1)
                        .contains(of.toString());
            } catch (IOException e) {
                return false;
            }
        });
    }

    @Test
    void eachCellHasABlockInEachRoundAndAllAreKept() {
        LabPlan plan = plan("/wait");
        Measurement measurement = measure(plan);
        for (Cell cell : plan.cells()) {
            List<Block> blocks = counted(measurement, cell.name());
            assertEquals(IntStream.rangeClosed(1, ROUNDS).boxed().toList(), blocks.stream().map(Block::round).toList());
            for (Block block : blocks) {
                assertTrue(block.ok() >= 16 && block.length() >= BLOCK.toMillis() / 1e3 * 0.9, block.toString());
                assertEquals(block.usage().sent(), block.usage().requestsCounted());
                assertTrue(block.serviceTimer() > 0 && block.serviceTimer() < 20, "ms: " + block.serviceTimer());
            }
        }
        Fork fork = measurement.forks().getFirst();
        assertTrue(fork.blocks().stream().filter(Block::warmup).count() >= 2, "a round of warm-up at least");
        assertEquals(IntStream.rangeClosed(1, fork.blocks().size()).boxed().toList(),
                fork.blocks().stream().map(Block::order).toList());
        for (Member member : fork.members()) {
            assertNull(member.failure());
            assertEquals(List.of(), member.asked().differences(member.found()));
            assertTrue(member.warmupSeconds() > 0);
        }
        Path file = folder.resolve("measurement.json.gz");
        measurement.save(file);
        JudgedRun run = Judge.judge(plan, Measurement.read(file));
        assertEquals(Judge.judge(plan, measurement).claims().toString(), run.claims().toString());
        assertEquals(List.of(), leftBehind(), "no process and no temporary folder is left");
    }

    private List<String> leftBehind() {
        var left = new ArrayList<String>();
        children(folder).map(child -> child.info().toString()).forEach(left::add);
        for (String file : folder.toFile().list()) {
            if (file.endsWith(".tmp")) {
                left.add(file);
            }
        }
        return left;
    }

    @Test
    void theOrderOfBlocksIsRandomAndTheSameForTheSameSeed() {
        var orders = new HashSet<List<String>>();
        for (long seed : List.of(7L, 7L, 8L)) {
            BenchPlan usual = bench(GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL);
            var order = new LinkedHashSet<String>();
            measure(plan("/wait",
                    new BenchPlan(Duration.ofMillis(40), Duration.ofMillis(40), 1, 3, Duration.ZERO, null, 1,
                            usual.limit(),
                            usual.jdks(), usual.generator(), BenchPlan.Alive.ALL, true, seed)),
                    (bench, driving) -> {
                        if (!driving.warmup()) {
                            order.add(driving.round() + driving.cell());
                        }
                    });
            orders.add(List.copyOf(order));
        }
        assertEquals(2, orders.size(), "of 2 seeds: " + orders);
    }

    @Test
    void whatDiesLosesItsOwnRowsAndTheOthersGoOn() {
        LabPlan plan = plan("/wait");
        Measurement measurement = measure(plan, (bench, driving) -> {
            if (!driving.warmup() && driving.round() == 2 && driving.cell().startsWith("one")) {
                process(ONE).destroyForcibly();
            }
        });
        assertEquals(Code.CELL_DIED, member(measurement, ONE).failure().code());
        assertEquals(1, counted(measurement, "one-c4").size(), "what it had measured is kept");
        assertNull(member(measurement, OTHER).failure());
        assertEquals(ROUNDS, counted(measurement, "other-c4").size());
        JudgedRun run = Judge.judge(plan, measurement);
        assertEquals(List.of(Validity.INVALID, Validity.VALID),
                run.rows().stream().map(row -> row.validity()).toList());
        assertEquals(Verdict.INVALID, run.verdict());
        assertTrue(run.claims().getFirst().reason().contains("137"), run.claims().getFirst().reason());
    }

    @Test
    void whatEndsTheJvmInItsStartIsToldAndTheOthersGoOn() {
        Variant dies = Light.virtual("dies", Light.Fault.DIES_IN_START);
        Comparison both = Comparison.of("both").load(ClosedLoop.of(4, BLOCK))
                .send(Request.get("/wait"), Demand.waiting(Duration.ofMillis(20))).to(dies, OTHER);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(both), List.of(), List.of(), 0, Optional.empty(),
                bench(GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL));
        var lost = new ArrayList<String>();
        Measurement measurement = telling(plan, (bench, progress) -> {
            if (progress instanceof Progress.Lost one) {
                lost.add(one.member().variant());
            }
        });
        assertEquals(List.of("dies"), lost, "told once");
        assertEquals(Code.CELL_DIED, member(measurement, dies).failure().code());
        assertEquals(ROUNDS, counted(measurement, "other-c4").size());
    }

    @Test
    @Measures
    void aBlockInWhichTheJvmWasStoppedDoesNotCountAndIsRepeated() {
        var once = new AtomicReference<>(true);
        Measurement measurement = measure(plan("/wait"), (bench, driving) -> {
            if (!driving.warmup() && driving.cell().startsWith("one") && once.getAndSet(false)) {
                stop(process(ONE), Duration.ofMillis(100), "0.6");
            }
        });
        List<Block> all = measurement.blocks("one-c4", Jdks.current()).filter(block -> !block.warmup()).toList();
        Block first = all.getFirst();
        assertFalse(first.counts(), first.toString());
        assertTrue(first.disturbances().stream().anyMatch(why -> why.code() == Code.JVM_STOPPED), first.toString());
        assertEquals(2, counted(measurement, "one-c4").getFirst().attempt());
    }

    /** Stops a process for some seconds, a little later. */
    private static void stop(ProcessHandle process, Duration after, String seconds) {
        Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(after);
                Repository.run(new ProcessBuilder("sh", "-c", "kill -STOP %1$d; sleep %2$s; kill -CONT %1$d"
                        .formatted(process.pid(), seconds)));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void aServiceThatStopsAnsweringHasErrorsAndTheOthersGoOn() {
        LabPlan plan = plan("/stops/150");
        Measurement measurement = measure(plan);
        JudgedRun run = Judge.judge(plan, measurement);
        assertEquals(Verdict.INVALID, run.verdict(), run.rows().toString());
        assertTrue(run.rows().stream().flatMap(row -> row.findings().stream()).map(finding -> finding.code())
                .collect(Collectors.toSet()).stream()
                .anyMatch(code -> code == Code.REQUESTS_FAILED || code == Code.NO_SUCCESS));
    }

    /** That it stops is the result here: its block counts, and the threads are looked at while nothing is answered. */
    @Test
    void aServiceThatHasStoppedAnsweringHasAThreadDump() throws Exception {
        Comparison one = Comparison.of("one").load(ClosedLoop.of(4, Duration.ofSeconds(5)))
                .send(Request.get("/stops/100").timeout(Duration.ofSeconds(1)), Demand.waiting(Duration.ofMillis(20)))
                .expectingErrors().to(ONE);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(one), List.of(), List.of(), 0, Optional.empty(),
                bench(GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ONE_CELL).rounds(1).warmup(Duration.ZERO));
        Measurement measurement = measure(plan);
        Block block = counted(measurement, "one-c4").getFirst();
        assertTrue(block.length() >= 5,
                "as long as the load says, and not as the blocks of the plan: " + block.length());
        assertTrue(block.stalledSeconds(Duration.ofSeconds(1)) >= Block.STALLED, block.seconds().toString());
        assertTrue(block.dump().command().endsWith(" Thread.dump_to_file one-c4-f1.threads.txt"),
                block.dump().toString());
        assertTrue(block.dump().telling().toString().contains("fixtures.Light"), block.dump().toString());
        assertTrue(Files.readString(folder.resolve("one-c4-f1.threads.txt")).contains("light-handler-"));
        Row row = Judge.judge(plan, measurement).rows().getFirst();
        assertEquals(Validity.VALID, row.validity(), row.findings().toString());
        assertEquals(block.stalledSeconds(Duration.ofSeconds(1)), row.figure(Metric.STALLED));
        assertEquals(List.of(Code.REQUESTS_FAILED, Code.STALLED),
                row.findings().stream().map(Finding::code).limit(2).toList());
        assertTrue(row.findings().getLast().text().endsWith("the rule is that of a service that answers until the end"),
                row.findings().toString());
    }

    @Test
    void stoppedInABlockItKeepsWhatWasMeasuredAndLeavesNoProcess() {
        Measurement measurement = measure(plan("/wait"), (bench, driving) -> {
            if (!driving.warmup() && driving.round() == 2) {
                Thread.ofVirtual().start(bench::stop);
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        Fork fork = measurement.forks().getFirst();
        assertEquals(2, fork.blocks().stream().filter(Block::counts).count(), "of the first round");
        assertEquals(List.of(), leftBehind());
    }

    @Test
    void apartEachCellHasAJvmOfItsOwn() {
        LabPlan plan = plan("/wait", bench(GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ONE_CELL));
        Measurement measurement = measure(plan);
        List<Block> blocks = measurement.forks().getFirst().blocks();
        List<String> cells = blocks.stream().map(Block::cell).toList();
        assertEquals(cells.stream().sorted(java.util.Comparator.comparing(cells::indexOf)).toList(), cells,
                "one after the other");
        assertEquals(List.of(Validity.VALID, Validity.VALID),
                Judge.judge(plan, measurement).rows().stream().map(row -> row.validity()).toList());
    }

    /** It shares the blocks of the cell that it is sent beside, and the server counts both. */
    @Test
    void whatIsSentBesideACellIsACellOfItsOwn() {
        LabPlan alone = plan("/wait");
        Comparison both = alone.comparisons().getFirst();
        Comparison probe = both.beside("probe", Request.get("/wait"), new OpenLoop(50, Duration.ofMinutes(1)));
        LabPlan plan = new LabPlan("made", 0, "?", List.of(both, probe), List.of(), List.of(), 0, Optional.empty(),
                alone.bench());
        Measurement measurement = measure(plan);
        for (Cell cell : probe.cells()) {
            List<Block> mains = counted(measurement, cell.beside());
            List<Block> probes = counted(measurement, cell.name());
            assertEquals(ROUNDS, probes.size());
            for (int i = 0; i < ROUNDS; i++) {
                Block main = mains.get(i);
                assertTrue(probes.get(i).ok() > 5, "50/s for 0.4 s or longer: " + probes.get(i).ok());
                assertEquals(main.order(), probes.get(i).order());
                assertEquals(main.usage().sent(), main.usage().requestsCounted());
                assertEquals(main.totals().sent() + probes.get(i).totals().sent(), main.usage().sent());
            }
        }
        assertEquals(2, plan.only(cell -> cell.name().startsWith("one")).cells().size(), "it goes where its cell goes");
    }

    /** What a service counts is read before and after each block, whatever it counted before. */
    @Test
    void whatTheServiceCountsIsThatOfTheBlock() {
        Comparison both = Comparison.of("both").load(new OpenLoop(200, BLOCK)).expectingErrors()
                .send("flaky", Request.get("/flaky")).to(ONE).send("wait", Request.get("/wait")).to(ONE).together();
        LabPlan plan = new LabPlan("made", 0, "?", List.of(both), List.of(), List.of(), 0, Optional.empty(),
                bench(GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL));
        Measurement measurement = measure(plan);
        List<Block> flaky = counted(measurement, "one-flaky-r200");
        List<Block> wait = counted(measurement, "one-flaky-r200~wait");
        assertEquals(List.of(ROUNDS, ROUNDS), List.of(flaky.size(), wait.size()));
        for (int i = 0; i < ROUNDS; i++) {
            Map<String, Long> told = flaky.get(i).usage().told();
            assertEquals(flaky.get(i).totals().sent(), told.get("flaky.requests"));
            assertEquals(wait.get(i).totals().sent(), told.get("wait.requests"));
            assertEquals(told.get("flaky.requests") / 10.0, told.get("flaky.failed"), 1);
            assertEquals(told, wait.get(i).usage().told(), "they are those of the JVM");
        }
        Measurable.Told failed = Measurable.Told.of("failed", "requests");
        assertEquals(0.1, Judge.judge(plan, measurement).value(both.figure(failed, "flaky", ONE)).orElseThrow(), 0.02);
        assertTrue(Judge.judge(plan, measurement).value(both.figure(failed, "wait", ONE)).isEmpty(),
                "it counts no failures of this route");
    }

    /** In the ramp of a block, too: a service that answers nothing well is what the cell is there to show. */
    @Test
    void requestsThatFailByDesignAreMeasuredThoughNoneSucceeds() {
        Comparison broken = Comparison.of("broken").load(new OpenLoop(50, BLOCK)).expectingErrors()
                .send("broken", Request.get("/broken")).to(ONE);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(broken), List.of(), List.of(), 0, Optional.empty(),
                bench(GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL));
        Measurement measurement = measure(plan);
        List<Block> blocks = counted(measurement, "one-broken-r50");
        assertEquals(ROUNDS, blocks.size(), measurement.toString());
        blocks.forEach(block -> assertTrue(block.ok() == 0 && block.errors().get("http-500") > 5, block.toString()));
    }

    /** The service stops after 40 requests: a JVM that were driven twice would answer no more. */
    @Test
    void aColdCellHasAJvmOfItsOwnForEachBlockAndNothingComesBefore() {
        Comparison both = Comparison.of("both").load(ClosedLoop.of(4, BLOCK))
                .send("warm", Request.get("/wait"), Demand.waiting(Duration.ofMillis(20))).to(ONE)
                .load(ClosedLoop.of(4, 30).first())
                .send("cold", Request.get("/stops/40").timeout(Duration.ofSeconds(1)),
                        Demand.waiting(Duration.ofMillis(20)))
                .to(ONE);
        Measurement measurement = measure(new LabPlan("made", 0, "?", List.of(both), List.of(), List.of(), 0,
                Optional.empty(), bench(GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL)));
        assertTrue(measurement.blocks("one-cold-c4", Jdks.current()).noneMatch(Block::warmup));
        List<Block> cold = counted(measurement, "one-cold-c4");
        assertEquals(IntStream.rangeClosed(1, ROUNDS).boxed().toList(),
                cold.stream().map(Block::round).sorted().toList());
        for (Block block : cold) {
            assertEquals(30, block.ok());
            assertEquals(30, block.completed(), "no request counts in part");
            assertEquals(block.usage().sent(), block.usage().requestsCounted());
            assertTrue(block.firstRound() >= 0.02 && block.firstRound() < block.length(), "s: " + block.firstRound());
            assertEquals(26 / (block.length() - block.firstRound()), block.throughputAfter(4), 1e-9);
        }
        assertEquals(ROUNDS, counted(measurement, "one-warm-c4").size());
        assertEquals(List.of(List.of("one-cold-c4"), List.of("one-warm-c4")), measurement.forks().getFirst().members()
                .stream().map(Member::cells).toList());
        Member member = measurement.forks().getFirst().members().getFirst();
        assertEquals(0, member.warmupSeconds());
        assertNull(member.failure());
        for (String file : List.of("one-f1.log", "one-cold-c4-f1.log", "one-cold-c4-f1-2.log")) {
            assertTrue(Files.exists(folder.resolve(file)), file);
        }
        assertEquals(List.of(), leftBehind());
    }

    @Test
    void aColdJvmThatDoesNotStartIsToldAndTheOthersGoOn() {
        Variant dies = Light.virtual("dies", Light.Fault.DIES_IN_START);
        Comparison both = Comparison.of("both").load(ClosedLoop.of(4, BLOCK))
                .send("warm", Request.get("/wait"), Demand.waiting(Duration.ofMillis(20))).to(OTHER)
                .load(ClosedLoop.of(4, 30).first())
                .send("cold", Request.get("/wait"), Demand.waiting(Duration.ofMillis(20))).to(dies);
        Measurement measurement = measure(new LabPlan("made", 0, "?", List.of(both), List.of(), List.of(), 0,
                Optional.empty(), bench(GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL)));
        assertEquals(1, measurement.forks().getFirst().members().stream()
                .filter(one -> one.variant().equals("dies")).count());
        assertEquals(Code.CELL_DIED, member(measurement, dies).failure().code());
        assertEquals(ROUNDS, counted(measurement, "other-warm-c4").size());
    }

    @Test
    void aLoadGeneratorInTheLabsJvmDrivesToo() {
        LabPlan plan = plan("/wait", bench(GeneratorMode.OWN_JVM, BenchPlan.Alive.ALL));
        Measurement measurement = measure(plan);
        for (Cell cell : plan.cells()) {
            List<Block> blocks = counted(measurement, cell.name());
            assertEquals(ROUNDS, blocks.size());
            blocks.forEach(block -> assertTrue(block.usage().serviceCpuSeconds() > 0
                    && block.usage().sent() == block.usage().requestsCounted(), block.toString()));
        }
    }

    @Test
    void factsThatDifferMakeTheRowsInvalid() {
        Variant lies = Light.virtual("lies", Light.Fault.LIES);
        Comparison both = Comparison.of("both").load(ClosedLoop.of(4, BLOCK))
                .send(Request.get("/wait"), Demand.waiting(Duration.ofMillis(20))).to(lies, OTHER);
        LabPlan plan = new LabPlan("made", 0, "?", List.of(both), List.of(), List.of(), 0, Optional.empty(),
                bench(GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL));
        JudgedRun run = Judge.judge(plan, measure(plan));
        assertEquals(List.of(Validity.INVALID, Validity.VALID),
                run.rows().stream().map(row -> row.validity()).toList());
        assertTrue(run.rows().getFirst().findings().stream().anyMatch(found -> found.code() == Code.FACTS_DIFFER));
    }

    /** It is stopped and never goes on: after the block's limit its JVM is ended, and the others go on. */
    @Test
    void whatHangsIsEndedAndTheOthersGoOn() {
        var once = new AtomicReference<>(true);
        Measurement measurement = measure(plan("/wait"), (bench, driving) -> {
            if (!driving.warmup() && driving.round() == 2 && driving.cell().startsWith("one")
                    && once.getAndSet(false)) {
                // What it counted before the block is asked for first, with more patience.
                Thread.ofVirtual().start(() -> {
                    LockSupport.parkNanos(BLOCK.toNanos() / 2);
                    signal("STOP", process(ONE));
                });
            }
        });
        assertEquals(Code.HUNG, member(measurement, ONE).failure().code());
        assertEquals(1, counted(measurement, "one-c4").size(), "what it had measured is kept");
        assertEquals(ROUNDS, counted(measurement, "other-c4").size());
        assertEquals(List.of(), leftBehind());
    }

    private static void signal(String name, ProcessHandle process) {
        try {
            Repository.run(new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aServiceThatNeverWarmsUpIsTold() {
        BenchPlan usual = bench(GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL);
        LabPlan plan = plan("/warms", usual.warmup(Duration.ofSeconds(1)));
        Measurement measurement = measure(plan);
        double warmup = measurement.forks().getFirst().members().stream().mapToDouble(Member::warmupSeconds).sum();
        assertTrue(warmup >= 1, "it was warmed up for as long as the plan has: " + warmup);
        JudgedRun run = Judge.judge(plan, measurement);
        run.rows().forEach(row -> assertTrue(row.findings().stream().anyMatch(one -> one.code() == Code.NOT_WARM),
                row.findings().toString()));
    }
}
