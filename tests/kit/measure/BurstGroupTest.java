package kit.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import kit.base.Finding.Code;
import kit.judge.Bottleneck;
import kit.judge.Judge;
import kit.judge.Row;
import kit.machine.Jdks;
import kit.plan.BenchPlan;
import kit.plan.Burst;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.plan.LabPlan;
import kit.plan.Metric;
import kit.plan.Request;
import kit.plan.Variant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;

/** Bursts as blocks, and looks at the memory while the requests of a burst wait. */
@Tag(Lane.FAULTS)
@EnabledOnOs(value = OS.LINUX, disabledReason = "resident memory of a process is read from /proc")
class BurstGroupTest {

    private static final int USERS = 40;
    private static final int POOL = 10;
    private static final int ROUNDS = 2;
    private static final Duration RAMP = Duration.ofMillis(200);
    private static final Variant VIRTUAL = Light.virtual("virtual");
    private static final Variant PLATFORM = Light.platform("platform", POOL);

    @TempDir
    Path folder;

    private static LabPlan plan(int rounds, Comparison... comparisons) {
        return new LabPlan("made", 0, "?", List.of(comparisons), List.of(), List.of(), 0, Optional.empty(),
                new BenchPlan(Duration.ofMillis(400), Duration.ofMillis(400), 4, rounds, Duration.ofSeconds(3), null, 1,
                        Duration.ofMinutes(1),
                        List.of(Jdks.current()), GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL, true,
                        7));
    }

    private Measurement measure(LabPlan plan) {
        return measure(plan, folder);
    }

    private static Measurement measure(LabPlan plan, Path folder) {
        try (var bench = new Bench(plan, folder)) {
            return bench.nothingYet().plus(bench.fork(1, progress -> {}));
        }
    }

    private static List<Block> counted(Measurement measurement, String cell) {
        return measurement.blocks(cell, Jdks.current()).filter(Block::counts).toList();
    }

    private static void isOneBurst(Block block) {
        assertEquals(USERS, block.ok());
        assertEquals(USERS, block.usage().requestsCounted(), "no further burst is sent in a block");
        assertEquals(USERS, IntStream.of(block.waves().started()).sum());
        assertEquals(USERS, IntStream.of(block.waves().ended()).sum());
        assertEquals(Block.Memory.NONE, block.memory());
    }

    /** Where users stay beside it, they warm the JVM up. A burst that is alone does so itself. */
    @Test
    void theWarmUpIsOfWholeBurstsWhereNothingElseSendsTheirRequest() {
        Demand wait = Demand.waiting(Duration.ofMillis(20));
        Comparison burst = Comparison.of("a burst").burst(USERS, RAMP).send(Request.get("/wait"), wait).to(VIRTUAL);
        Comparison steady = Comparison.of("users").load(ClosedLoop.of(USERS, Duration.ofMillis(400)))
                .send(Request.get("/wait"), wait).to(VIRTUAL);
        assertTrue(measure(plan(1, burst)).blocks("virtual-b40", Jdks.current()).filter(Block::warmup)
                .allMatch(block -> block.ok() == USERS));
        Measurement both = measure(plan(1, burst, steady));
        assertEquals(0, both.blocks("virtual-b40", Jdks.current()).filter(Block::warmup).count());
        assertTrue(both.blocks("virtual-c40", Jdks.current()).filter(Block::warmup).count() >= 2);
        assertEquals(1, counted(both, "virtual-b40").size());
    }

    /** A client that gets no CPU for a second sends its requests too late, and fewer of them wait together. */
    @Test
    @Measures
    void memoryIsLookedAtBeforeABurstAndWhileAllOfItWait() {
        LabPlan plan = plan(1, Comparison.of("requests that wait").burst(USERS, RAMP)
                .lookingAtMemoryAfter(Request.get("/wait"))
                .send(Request.get("/long/2000"), Demand.waiting(Duration.ofMillis(2020))).within(0.5).to(VIRTUAL));
        Measurement measurement = measure(plan);
        assertEquals(0, measurement.forks().getFirst().blocks().stream().filter(Block::warmup).count(),
                "primers come before it, and no burst");
        Row row = Judge.judge(plan, measurement).rows().getFirst();
        Block.Memory memory = row.memory();
        assertEquals(USERS, memory.requests(), memory.toString());
        assertTrue(memory.heapRest() > 1 && memory.heapWaiting() > 1, memory.toString());
        assertTrue(memory.residentRest() > memory.heapRest() && memory.residentWaiting() > 20, memory.toString());
        assertTrue(memory.threads() > 5 && memory.threads() < 100, memory.toString());
        assertEquals(memory.requests(), row.figure(Metric.WAITING));
        assertEquals(memory.threads() / memory.requests(), row.figure(Metric.THREADS_PER_WAITING));
        assertEquals(1024 * (memory.residentWaiting() - memory.residentRest()) / memory.requests(),
                row.figure(Metric.MEMORY_PER_WAITING), 1e-6);
        assertEquals(GeneratorMode.OWN_JVM, row.cell().generator(plan.bench().generator()),
                "its memory is not the service's");
        assertEquals(USERS, row.figure(Metric.ANSWERED));
        Path file = folder.resolve("measurement.json.gz");
        measurement.save(file);
        assertEquals(memory, Judge.judge(plan, Measurement.read(file)).rows().getFirst().memory());
    }

    @Test
    void aBurstWhoseServiceDiesHasNoFigures() {
        LabPlan plan = plan(1, Comparison.of("requests that wait").burst(USERS, RAMP)
                .lookingAtMemoryAfter(Request.get("/wait"))
                .send(Request.get("/dies/20"), Demand.waiting(Duration.ofSeconds(2))).to(VIRTUAL));
        Measurement measurement = measure(plan);
        assertEquals(Code.CELL_DIED, measurement.forks().getFirst().members().getFirst().failure().code());
        Block block = measurement.blocks("virtual-b40", Jdks.current()).toList().getLast();
        assertNull(block.totals());
        assertEquals(Block.Memory.NONE, block.memory());
    }

    @Test
    void onlyABurstHasItsMemoryLookedAt() {
        Comparison users = Comparison.of("users").users(USERS);
        var e = assertThrows(IllegalStateException.class,
                () -> users.lookingAtMemoryAfter(Request.get("/wait")));
        assertTrue(e.getMessage().contains("say burst(...) before"), e.getMessage());
        assertEquals(Burst.of(USERS, RAMP).after(Request.get("/a")), Comparison.of("a").burst(USERS, RAMP)
                .lookingAtMemoryAfter(Request.get("/a")).send(Request.get("/b"), Demand.unknown()).to(VIRTUAL).cells()
                .getFirst().load());
    }

    /** Beside other tests, CPUs may be the bottleneck of any burst. */
    @Tag(Lane.QUIET)
    @EnabledOnOs(value = OS.LINUX, disabledReason = "resident memory of a process is read from /proc")
    static class WavesTest {

        @TempDir
        Path folder;

        /** Of requests that take 0.3 s on a pool of a quarter: four waves. */
        @Test
        @Measures
        void aBurstIsABlockAndItsPoolIsTheBottleneck() {
            // The route takes 20 ms in any case.
            Demand wait = Demand.waiting(Duration.ofMillis(320));
            LabPlan plan = plan(ROUNDS, Comparison.of("a burst").burst(USERS, RAMP).send(Request.get("/long/300"), wait)
                    .within(0.1).to(VIRTUAL, PLATFORM));
            Measurement measurement = measure(plan, folder);
            List<Row> rows = Judge.judge(plan, measurement).rows();
            for (Row row : rows) {
                List<Block> blocks = counted(measurement, row.cell().name());
                assertEquals(ROUNDS, blocks.size(), row.findings().toString());
                Certain.holds(() -> blocks.forEach(BurstGroupTest::isOneBurst));
                assertEquals(row.rule().rps(), row.throughput(), 0.1 * row.rule().rps(), row.findings().toString());
            }
            Row virtual = rows.getFirst();
            Row platform = rows.getLast();
            assertEquals(List.of(Bottleneck.USERS, Bottleneck.POOL),
                    List.of(virtual.bottleneck(), platform.bottleneck()));
            assertEquals(USERS / (0.195 + 0.32), virtual.rule().rps(), 4, "N / (T + S)");
            assertEquals(USERS / (4 * 0.32 + 0.2 / 4), platform.rule().rps(), 2, "the last wave is the fourth");
            assertTrue(virtual.figure(Metric.SPREAD) < 0.1, "all take as long: " + virtual.figure(Metric.SPREAD));
            assertEquals(1, platform.figure(Metric.SPREAD) / platform.byRule(Metric.SPREAD), 0.1,
                    "some wait for three waves");
        }
    }
}
