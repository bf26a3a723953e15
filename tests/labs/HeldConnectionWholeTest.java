package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the lab of the connection that is held while its request waits: each of its repairs. */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
class HeldConnectionWholeTest {

    private static final List<String> HELD = List.of("platform-in-transaction-c40", "virtual-in-transaction-c40");
    private static final String GUARDED = "virtual-guarded-c40";
    private static final String LAZY = "virtual-lazy-in-transaction-c40";
    private static final String CALL_FIRST = "virtual-call-first-c40";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("held-connection").failing(HELD.get(0), HELD.get(1), LAZY, CALL_FIRST)
                .run(data, 9);
    }

    @Test
    @Measures
    void aRepairTakesNoConnectionWhileItWaits() throws Exception {
        run.isValid();
        assertTrue(run.value(CALL_FIRST, "rps") > 2 * run.value(HELD.getLast(), "rps"), run.where());
        assertTrue(run.value(LAZY, "rps") > 2 * run.value(HELD.getLast(), "rps"), run.where());
        assertTrue(run.value(GUARDED, "p50_ms") > 2 * run.value(CALL_FIRST, "p50_ms"), run.where());
        for (String cell : HELD) {
            assertTrue(run.value(cell, "rps") >= 12, run.where(run.row(cell)));
            assertEquals("connections", run.row(cell).get("bottleneck"), run.where(run.row(cell)));
        }
    }

    @Test
    void aConnectionThatIsHeldWhileWaitingIsTheBoundOnAnyThread() throws Exception {
        for (String cell : HELD) {
            Ramps.held(run, cell);
            CSVRecord probe = run.row(cell + "~probe");
            assertTrue(probe.get("error_kinds").matches("http-503=\\d+"), run.where(probe));
        }
    }

    @Test
    void aSemaphoreKeepsConnectionsForOthersAndMakesNothingFaster() throws Exception {
        CSVRecord row = run.row(GUARDED);
        assertEquals("0", run.row(GUARDED + "~probe").get("errors"));
        assertEquals("8", run.fact(GUARDED, "guard.permits"));
        assertTrue(number(row, "rps") <= 16.2, "8 permits and 0.5 s" + run.where(row));
        assertEquals("permits", row.get("bound"));
        run.of(GUARDED, "timeline.csv").forEach(s -> assertTrue(number(s, "connections_active") <= 9, s.toString()));
    }

    @Test
    void theNotebookTellsOfConnectionsThatAreTakenLate() throws Exception {
        assertTrue(Files.readString(run.folder.resolve("notebook.md")).contains("connection-fetch=lazy"), run.where());
    }
}
