package old.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import kit.Ran;
import kit.base.Finding.Code;
import kit.machine.Machine;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.Load;
import kit.plan.Request;
import kit.report.CellReport;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/**
 * Cells whose JVM ends before they do: what they measured is kept, the reason is told by its code, and the run goes on.
 */
@Tag(Lane.FAULTS)
class DeathTest {

    private static final Demand TWENTY_MS = Demand.waiting(Duration.ofMillis(20));
    private static final Path JAVA = Path.of(System.getProperty("java.home"));

    @TempDir
    Path folder;

    /** A cell that is killed once it tells such a report. */
    private Outcome killed(String name, Light.Fault fault, Duration warmup, Predicate<CellReport> when)
            throws Exception {
        var pid = new long[1];
        Consumer<CellReport> kills = report -> {
            if (report instanceof CellReport.Booted booted) {
                pid[0] = booted.pid();
            }
            if (when.test(report)) {
                ProcessHandle.of(pid[0]).ifPresent(ProcessHandle::destroyForcibly);
            }
        };
        var cell = new OneCell(Files.createDirectory(folder.resolve(name)), Light.virtual(name, fault),
                ClosedLoop.of(5, 500));
        Outcome outcome = cell.on(new Bench(new Machine(), OneCell.WAITS), JAVA, warmup, kills);
        assertEquals(Code.CELL_DIED, outcome.failureCode, outcome.failure);
        assertTrue(outcome.failure.matches(".*\\b137\\b.*"), outcome.failure);
        noProcessIsLookedAtAnyMore();
        return outcome;
    }

    /** The bench looks at all processes once a second while a cell is under load: a load on the machine of its own. */
    private static void noProcessIsLookedAtAnyMore() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("processes")) {
                assertTrue(thread.join(Duration.ofSeconds(5)), "it still looks at them: " + thread);
            }
        }
    }

    @Test
    @Tag(Lane.ALSO_FAST)
    void inBootNothingHasBegun() throws Exception {
        Outcome outcome = killed("boot", Light.Fault.DIES_IN_START, Duration.ZERO, report -> false);
        assertNull(outcome.booted);
        assertNull(outcome.began);
    }

    @Test
    @Tag(Lane.ALSO_FAST)
    void inWarmUpNothingHasBegunEither() throws Exception {
        Outcome outcome = killed("warm", Light.Fault.NONE, Duration.ofMinutes(1), CellReport.Booted.class::isInstance);
        assertNull(outcome.began);
        assertEquals(0, outcome.main().ok);
    }

    @Test
    void inTheDrainTheWholeLoadIsKept() throws Exception {
        Outcome outcome = killed("drain", Light.Fault.KEEPS_ROWS, Duration.ZERO,
                report -> report instanceof CellReport.VitalsSecond s && s.draining());
        // The last request ends the measurement: those of the other four users may have ended a moment later, and been
        // counted before.
        assertTrue(outcome.main().ok >= 496 && outcome.main().totals != null, "kept " + outcome.main().ok);
        assertNull(outcome.drained, "it was killed before all rows were stored");
        assertEquals(99, outcome.vitals.getLast().gauges().backlog());
    }

    @Test
    void theRunTellsWhatItWasAndGoesOn() throws Exception {
        Ran ran = Ran.lab(folder, page -> {
            Load load = ClosedLoop.of(5, 100);
            // Some seconds of load: those that are complete are kept.
            page.measure(page.cell(Light.virtual("dies"), Request.get("/dies/500"), ClosedLoop.of(5, 5_000), TWENTY_MS),
                    page.cell(Light.virtual("fills").flags("-Xmx48m"), Request.get("/fills"), load, TWENTY_MS),
                    page.cell(Light.virtual("exits"), Request.get("/exits/10"), load, TWENTY_MS),
                    page.cell(Light.virtual("sound"), Request.get("/wait"), load, TWENTY_MS));
            page.conclude();
        });
        assertEquals(2, ran.exit(), ran.out());
        for (String dead : List.of("dies-c5-f1", "fills-c5-f1", "exits-c5-f1")) {
            assertEquals("INVALID", ran.row(dead).get("verdict"));
        }
        assertEquals("cell-died", ran.codes("dies-c5-f1").getFirst(), ran.row("dies-c5-f1").get("why"));
        assertTrue(Long.parseLong(ran.row("dies-c5-f1").get("ok")) >= 50, "kept: " + ran.row("dies-c5-f1"));
        assertTrue(ran.row("dies-c5-f1").get("why").matches(".*\\b137\\b.* \\d+\\.\\d s .*\\b" + ran.row("dies-c5-f1")
                .get("ok") + " .*"), "after so many seconds and requests: " + ran.row("dies-c5-f1").get("why"));
        assertTrue(Files.size(ran.folder().resolve("dies-c5-f1.hlog")) > 0, "its histograms are kept");
        assertFalse(ran.rows("timeline.csv", "dies-c5-f1").isEmpty());
        assertFalse(ran.rows("latency.csv", "dies-c5-f1").isEmpty());
        assertEquals("out-of-memory", ran.codes("fills-c5-f1").getFirst(), ran.row("fills-c5-f1").get("why"));
        assertEquals("cell-died", ran.codes("exits-c5-f1").getFirst(),
                "that is another exit code 3: " + ran.row("exits-c5-f1").get("why"));
        CSVRecord sound = ran.row("sound-c5-f1");
        assertTrue(Long.parseLong(sound.get("ok")) >= 100, sound.toString());
        assertFalse(ran.codes("sound-c5-f1").contains("cell-died"), sound.toString());
    }
}
