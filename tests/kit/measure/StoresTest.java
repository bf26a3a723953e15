package kit.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.FolderDatabase;
import fixtures.Storing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import kit.base.Finding.Code;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.judge.Row;
import kit.machine.Jdks;
import kit.plan.BenchPlan;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.plan.LabPlan;
import kit.plan.Metric;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Variant;
import kit.record.Validity;
import kit.rule.Queueing;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/**
 * Rows that variants store side by side are counted for each block. The database is a folder here, and each schema a
 * file whose lines are the rows.
 */
@Tag(Lane.STORES)
class StoresTest {

    private static final Duration BLOCK = Duration.ofMillis(400);
    private static final Request STORE = Request.post("/store", "{}");
    /** It stores a row in 5 ms, after the answer: 4 users at 20 ms send as many as it can store. */
    private static final Variant ONE = Variant.virtual("one", Storing.class);

    @TempDir
    Path data;

    @TempDir
    Path store;

    private FolderDatabase folder;

    @BeforeEach
    void opens() {
        folder = new FolderDatabase(store);
    }

    private LabPlan plan(Request request, Demand demand, Variant... variants) {
        Comparison all = Comparison.of("all").load(ClosedLoop.of(4, BLOCK)).send(request, demand).within(1)
                .to(variants);
        Comparison probes = all.beside("probe", Request.get("/wait"), new OpenLoop(20, Duration.ofMinutes(1)));
        return new LabPlan("made", 0, "?", List.of(all, probes), List.of(), List.of(), 0, Optional.empty(),
                Optional.of(new LabPlan.Storage(url -> folder, null, "lines")),
                new BenchPlan(BLOCK, BLOCK, 4, 2, Duration.ofSeconds(1), null, 1, Duration.ofMinutes(1),
                        List.of(Jdks.current()), GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL, true,
                        7));
    }

    private JudgedRun run(LabPlan plan) {
        try (var bench = new Bench(plan, data, folder)) {
            return Judge.judge(plan, bench.nothingYet().plus(bench.fork(1, progress -> {})));
        }
    }

    private static List<Code> codes(Row row) {
        return row.findings().stream().map(finding -> finding.code()).filter(code -> List.of(Code.ROWS_LOST,
                Code.ROWS_UNCOUNTED, Code.ROWS_UNEXPECTED, Code.SCHEMA_LEFT, Code.DATABASE_GONE).contains(code))
                .toList();
    }

    private static Row row(JudgedRun run, String cell) {
        return run.rows().stream().filter(row -> row.cell().name().equals(cell)).findFirst().orElseThrow();
    }

    @Test
    void theRowsOfEachBlockAreStoredBeforeTheNextBlockBegins() {
        Variant other = Variant.virtual("other", Storing.class).property("store.takes-ms", 8);
        JudgedRun run = run(plan(STORE, Demand.waiting(Duration.ofMillis(20)), ONE, other));
        for (String cell : List.of("one-c4", "other-c4")) {
            Row row = row(run, cell);
            assertEquals(List.of(), codes(row), row.findings().toString());
            assertEquals(2, row.blocks().size());
            for (Block block : row.blocks()) {
                assertTrue(block.usage().stored().rows() > 10, block.usage().toString());
                assertEquals(block.usage().stored().confirmed(), block.usage().stored().rows());
                assertEquals(block.usage().stored().sent(), block.usage().stored().rows(), "a probe stores no row");
                assertTrue(block.vitals().stream().noneMatch(second -> second.draining()), "the load alone counts");
            }
            assertEquals(0, row.lostRows().orElseThrow());
            assertEquals(row.member().stored().confirmed(), row.member().stored().rows(), "those of the warm-up, too");
            assertTrue(row.member().stored().rows() > row.storedRows().orElseThrow());
            assertTrue(row.figure(Metric.DATABASE_CPU) >= 0);
            assertEquals("a folder", row.fact("kind"));
        }
        assertTrue(row(run, "one-c4~probe").storedRows().isEmpty());
    }

    @Test
    void rowsThatAreLostMakeTheirOwnRowInvalidAndNoOther() {
        Variant loses = Variant.virtual("loses", Storing.class).property("store.loses-every", 10);
        JudgedRun run = run(plan(STORE, Demand.waiting(Duration.ofMillis(20)), ONE, loses));
        Row row = row(run, "loses-c4");
        assertEquals(List.of(Code.ROWS_LOST), codes(row), row.findings().toString());
        assertEquals(Validity.INVALID, row.validity());
        assertEquals(row.member().stored().confirmed() / 10, row.lostRows().orElseThrow());
        assertTrue(row.findings().toString().contains("the pen was dry"), "the service's reason: " + row.findings());
        assertEquals(List.of(), codes(row(run, "one-c4")));
    }

    /** The 7th and the 10th and their multiples: some are both. */
    @Test
    void aRowWhoseRequestWasGivenUpDoesNotStandForOneThatWasLost() {
        Variant both = Variant.virtual("both", Storing.class).property("store.loses-every", 10)
                .property("store.hangs-every", 7);
        JudgedRun run = run(plan(STORE.timeout(Duration.ofMillis(500)), Demand.waiting(Duration.ofMillis(20)), both));
        Row row = row(run, "both-c4");
        assertTrue(row.failed() > 0, "some were given up");
        assertEquals(row.member().stored().confirmed() / 10, row.lostRows().orElseThrow(), row.member().toString());
    }

    @Test
    void rowsThatCannotBeCountedAreSaidAndSoIsASchemaThatIsLeft() {
        folder.uncountable = "nothing listens";
        folder.undroppable = "the schema x is still there. Once the server answers again: drop schema x";
        Row row = row(run(plan(STORE, Demand.waiting(Duration.ofMillis(20)), ONE)), "one-c4");
        assertEquals(List.of(Code.SCHEMA_LEFT, Code.ROWS_UNCOUNTED), codes(row));
        assertTrue(row.storedRows().isEmpty() && row.lostRows().isEmpty());
        assertTrue(row.findings().toString().contains(folder.undroppable), row.findings().toString());
    }

    @Test
    void aDatabaseThatIsGoneEndsTheGroupAtOnce() {
        folder.burnsAfter(20);
        long begun = System.nanoTime();
        Row row = row(run(plan(STORE, Demand.waiting(Duration.ofMillis(20)), ONE)), "one-c4");
        assertEquals(Code.DATABASE_GONE, row.member().failure().code());
        assertEquals(Validity.INVALID, row.validity());
        assertTrue(System.nanoTime() - begun < 30e9, "nothing is waited for");
    }

    /** One connection is always in use, by its gauges. The pilot's only user sends a request each 20 ms. */
    @Test
    void aPilotMeasuresForHowLongARequestHoldsAConnection() {
        LabPlan plan = plan(Request.get("/wait"), Demand.measured(), ONE);
        JudgedRun run = run(plan);
        Row row = row(run, "one-c4");
        Cell cell = plan.cell("one-c4");
        List<Block> pilots = row.all().stream().filter(Block::isPilot).toList();
        assertEquals(1, pilots.size());
        assertTrue(pilots.getFirst().warmup() && !pilots.getFirst().counts());
        double seconds = pilots.getFirst().response().getMean() / 1e9;
        assertEquals(seconds, row.demand().seconds(), 0.2 * seconds, "the CPU time is part of it");
        assertTrue(Double.isNaN(cell.demand().seconds()), "nothing is declared");
        var connections = row.demand().further().getFirst();
        assertEquals(List.of(Queueing.CONNECTIONS, 1.0), List.of(connections.name(), connections.servers()));
        assertEquals(1 / pilots.getFirst().throughput(), connections.demandSeconds(), 1e-3 * seconds);
        assertEquals(Queueing.CONNECTIONS, row.rule().bound());
    }
}
