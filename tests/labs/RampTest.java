package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/**
 * The lab of the ramp up to 250 users, a few more than the pool has threads, and its trap: a connection that is held
 * while waiting.
 */
@Tag(Lane.CLOCK)
class RampTest {

    private static final int FEW = 50;
    private static final int MANY = 250;
    private static final String PLATFORM = "platform-stages";
    private static final String VIRTUAL = "virtual-stages";
    private static final String TRAP = "virtual-brief-in-transaction-c100";
    private static final String CALL_FIRST = "virtual-brief-call-first-c100";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("ramp").cells(PLATFORM, VIRTUAL, TRAP, CALL_FIRST)
                .options("-c", FEW + "," + MANY, "--duration", "3s")
                // A machine that is busy lets some wait for a connection there, too.
                .failing(TRAP, CALL_FIRST).run(data);
    }

    @Test
    @Measures
    void threadsAreShortFirstAndInTheTrapConnections() throws Exception {
        run.isConfirmed();
        // By what was measured, not by the rule: no CPU was short where these were.
        assertEquals(List.of("users", "pool", "users", "users", "connections", "users"), List.of(
                PLATFORM + "~50-users", PLATFORM + "~250-users", VIRTUAL + "~50-users", VIRTUAL + "~250-users", TRAP,
                CALL_FIRST).stream()
                .map(row -> run.row(row).get("bound_seen")).toList(), run.where());
        assertEquals(MANY - 200, Ramps.mostQueued(run, PLATFORM, MANY), 25, "that many wait for one of 200 threads"
                + run.where());
        assertEquals("0", run.row(CALL_FIRST).get("errors"), run.where());
    }

    @Test
    void aStageHasARowWithItsRule() {
        Map.of(PLATFORM + "~50-users", List.of("100.00", "users"), VIRTUAL + "~50-users", List.of("100.00", "users"),
                PLATFORM + "~250-users", List.of("400.00", "pool"), VIRTUAL + "~250-users", List.of("500.00", "users"))
                .forEach((stage, of) -> assertEquals(of,
                List.of(run.row(stage).get("predicted_rps"), run.row(stage).get("bound")), stage));
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            Ramps.stages(run, cell, 3, FEW, MANY);
        }
    }

    @Test
    void theTimelineMarksTheStages() throws Exception {
        Ramps.timeline(run, PLATFORM, true, 3, FEW, MANY);
        Ramps.timeline(run, VIRTUAL, false, 3, FEW, MANY);
    }

    /** 10 connections, each held for half a second: any kind of thread waits for one, and gives up after 2 s. */
    @Test
    void aConnectionThatIsHeldWhileWaitingIsTheBound() {
        Ramps.trap(run, TRAP);
        assertTrue(run.value(CALL_FIRST, "rps") > run.value(TRAP, "rps"), run.where());
    }

    @Test
    void theServiceIsAsSpringBootMakesItAndTheExternalOneIsCalledOncePerUser() {
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            Ramps.service(run, cell);
        }
        assertEquals("200", run.fact(PLATFORM, "tomcat.threads.max"));
        assertEquals("on", run.json.get("database").get("database.fsync").asString(),
                "a row that is told to be stored is stored");
    }

    @Test
    void aRowOfAStageOrAProbeCountsNoRowsOfTheTable() {
        run.mainRows().forEach(row -> assertTrue(number(row, "table_rows") > 0, run.where(row)));
        for (String part : List.of(PLATFORM + "~50-users", VIRTUAL + "~250-users", TRAP + "~probe")) {
            assertEquals("", run.row(part).get("table_rows"), part);
        }
    }
}
