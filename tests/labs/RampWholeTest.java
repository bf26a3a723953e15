package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the lab of the ramp, up to 500 users as published, and each of the ways out of its trap. */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
class RampWholeTest {

    private static final String PLATFORM = "platform-stages";
    private static final String VIRTUAL = "virtual-stages";
    private static final List<String> TRAPS = List.of("platform-brief-in-transaction-c100",
            "virtual-brief-in-transaction-c100");
    private static final String GUARDED = "virtual-brief-guarded-c100";
    private static final String LAZY = "virtual-lazy-in-transaction-c100";
    private static final String CALL_FIRST = "virtual-brief-call-first-c100";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("ramp").options("--warmup", "5s").failing(TRAPS.get(0), TRAPS.get(1), LAZY, CALL_FIRST)
                .run(data, 9);
    }

    @Test
    void aStageHasARowWithItsRuleAndWhatWasPublishedOfIt() {
        Map.of(PLATFORM + "~50-users", 100.0, VIRTUAL + "~50-users", 100.0, PLATFORM + "~500-users", 400.0, VIRTUAL
                + "~500-users", 1000.0)
                .forEach((stage, rps) -> assertEquals(rps, run.value(stage, "predicted_rps"), 0.01, stage));
        assertEquals(1250, run.value(PLATFORM + "~500-users", "predicted_ms"), 0.1);
        assertEquals(List.of("pool", "users"),
                List.of(run.row(PLATFORM + "~500-users").get("bound"), run.row(VIRTUAL + "~500-users").get("bound")));
        assertEquals(394, run.value(PLATFORM + "~500-users", "published_rps"));
        assertEquals(1500, run.value(PLATFORM + "~500-users", "published_p95_ms"));
        assertEquals(975, run.value(VIRTUAL + "~500-users", "published_rps"));
        for (String row : List.of(PLATFORM, PLATFORM + "~50-users", VIRTUAL + "~50-users")) {
            assertEquals("", run.row(row).get("published_rps"), row);
        }
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            Ramps.stages(run, cell, 4, 50, 500);
            Ramps.service(run, cell);
        }
    }

    @Test
    void theTimelineMarksTheStages() throws Exception {
        Ramps.timeline(run, PLATFORM, true, 4, 50, 500);
        Ramps.timeline(run, VIRTUAL, false, 4, 50, 500);
    }

    @Test
    @Measures
    void moreUsersAreServedByVirtualThreads() throws Exception {
        run.isValid();
        // 200 threads make 400 / s at most; a machine that has no CPU left makes less on either.
        assertTrue(run.value(VIRTUAL + "~500-users", "rps") > 0.8 * run.value(PLATFORM + "~500-users", "rps"),
                run.where());
        assertTrue(Ramps.mostQueued(run, PLATFORM, 500) > 100, run.where());
        assertTrue(run.value(CALL_FIRST, "rps") > 3 * run.value(TRAPS.getLast(), "rps"), run.where());
        assertTrue(run.value(LAZY, "rps") > 3 * run.value(TRAPS.getLast(), "rps"), run.where());
        assertTrue(run.value(GUARDED, "mean_ms") > 2 * run.value(CALL_FIRST, "mean_ms"), run.where());
        for (String trap : TRAPS) {
            assertTrue(run.value(trap, "rps") >= 12, run.where(run.row(trap)));
            assertEquals("connections", run.row(trap).get("bound_seen"), run.where(run.row(trap)));
        }
    }

    @Test
    void aConnectionThatIsHeldWhileWaitingIsTheBoundOnAnyThread() {
        TRAPS.forEach(trap -> Ramps.trap(run, trap));
    }

    @Test
    void aSemaphoreKeepsConnectionsForOthersAndMakesNothingFaster() throws Exception {
        CSVRecord row = run.row(GUARDED);
        assertEquals("0", run.row(GUARDED + "~probe").get("errors"));
        assertEquals(List.of("0", "8"),
                List.of(run.fact(GUARDED, "connection-timeouts"), run.fact(GUARDED, "guard.permits")));
        assertTrue(number(row, "rps") <= 16.2, "8 permits and half a second" + run.where(row));
        assertEquals("permits", row.get("bound"));
        run.of(GUARDED, "timeline.csv").forEach(s -> assertTrue(number(s, "connections_active") <= 9, s.toString()));
    }

    @Test
    void theNotebookTellsOfConnectionsThatAreTakenLate() throws Exception {
        assertTrue(Files.readString(run.folder.resolve("notebook.md")).contains("connection-fetch=lazy"), run.where());
    }
}
