package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the lab of the ramp, up to 500 users as published. */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
class RampWholeTest {

    private static final String PLATFORM = "platform-stages";
    private static final String VIRTUAL = "virtual-stages";
    /** For which the users of a stage stay. */
    private static final int SECONDS = 4;

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("ramp").options("--warmup", "5s", "--duration", SECONDS + "s").run(data, 9);
    }

    @Test
    void aStageHasARowWithItsRuleAndWhatWasPublishedOfIt() throws Exception {
        for (int users : List.of(50, 500)) {
            Ramps.ruled(run, "platform", users, Math.min(users, 200));
            Ramps.ruled(run, "virtual", users, users);
        }
        assertEquals(394, run.value(PLATFORM + "~500-users", "published_rps"));
        assertEquals("1500", run.json.get("published").get(PLATFORM + "-f1~500-users").get("p99_ms").asString());
        assertEquals(975, run.value(VIRTUAL + "~500-users", "published_rps"));
        for (String row : List.of(PLATFORM, PLATFORM + "~50-users", VIRTUAL + "~50-users")) {
            assertEquals("", run.row(row).get("published_rps"), row);
        }
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            Ramps.stages(run, cell, SECONDS, 50, 500);
            Ramps.service(run, cell);
        }
    }

    @Test
    void theTimelineMarksTheStages() throws Exception {
        Ramps.timeline(run, PLATFORM, true, SECONDS, 50, 500);
        Ramps.timeline(run, VIRTUAL, false, SECONDS, 50, 500);
    }

    @Test
    @Measures
    void moreUsersAreServedByVirtualThreads() throws Exception {
        run.isValid();
        run.holdsByAndLarge("500 users: throughput of virtual / platform threads is the");
        assertTrue(Ramps.mostQueued(run, PLATFORM, 500) > 100, run.where());
    }
}
