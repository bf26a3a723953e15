package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

/** All cells of the lab of one carrier and Node.js, with the route that only waits. */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
class MonoVsNodeWholeTest {

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("mono-vs-node").options("--all-cells").run(data, 9);
    }

    @Test
    @Measures
    void allItsClaimsHold() {
        // Where CPUs are the bottleneck, one fork confirms no claim.
        run.holdsByAndLarge();
    }

    @Test
    void requestsThatWaitAreServedTheSameByTheRule() {
        for (String cell : List.of("virtual-1-carrier-light-c100", "node-light-c100", "virtual-tomcat-1-light-c100")) {
            if (run.isMeasured(cell)) {
                assertEquals("users", run.row(cell).get("bound"), cell);
                assertEquals(250, run.value(cell, "rule_rps"), 10);
            }
        }
    }

    @Test
    void plainVirtualThreadsUseAllCarriersAsTheSettingDoes() {
        int cpus = Runtime.getRuntime().availableProcessors();
        assertEquals(String.valueOf(cpus), run.fact("virtual-burn-c20", "scheduler.parallelism"));
    }
}
