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

/** All cells of the lab of CPU work, with the pools of a thread for each CPU. */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
class CpuIntensiveWholeTest {

    private static final int CPUS = Runtime.getRuntime().availableProcessors();

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("cpu-intensive").run(data, 9);
    }

    @Test
    @Measures
    void allItsClaimsHold() {
        run.isConfirmed();
    }

    @Test
    void aPoolOfAThreadForEachCpuIsHeldByTheWaitsToo() {
        for (String cell : new String[] {"platform-cpus-clock-c" + 5 * CPUS, "platform-cpus-work-c" + 5 * CPUS}) {
            assertEquals(2.0 * CPUS, run.value(cell, "predicted_rps"), 0.01);
            assertEquals("pool", run.row(cell).get("bound"), cell);
            assertEquals(String.valueOf(CPUS), run.fact(cell, "tomcat.threads.max"));
        }
    }

    @Test
    void theLightRequestHasARowOfItsOwnBesideTheBusyOnes() {
        for (String cell : List.of("platform-beside-c" + 10 * CPUS, "virtual-beside-c" + 10 * CPUS)) {
            assertEquals(List.of("open", "20"),
                    List.of(run.row(cell + "~other").get("load"), run.row(cell + "~other").get("rate")));
            assertTrue(run.row(cell + "~other").get("path").endsWith("/demo/trivial"), cell);
        }
        // In front of it stand, on average over the moments at which it may come, (N D / k)² / 2 / (N D / k + 0.2 s).
        assertEquals(1000 * 0.5 / 1.2, run.value("virtual-beside-c" + 10 * CPUS + "~other", "predicted_ms"), 0.5);
        assertEquals("", run.row("platform-beside-c" + 10 * CPUS + "~other").get("predicted_ms"));
    }
}
