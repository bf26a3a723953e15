package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
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
        // Where CPUs bind, forks are assumed to differ by 10 %: one alone confirms no claim of 0.9 to 1.1.
        run.holdsByAndLarge();
    }

    @Test
    void aPoolOfAThreadForEachCpuIsHeldByTheWaitsToo() {
        for (String cell : new String[] {"platform-cpus-clock-c" + 5 * CPUS, "platform-cpus-work-c" + 5 * CPUS}) {
            assertEquals(2.0 * CPUS, run.value(cell, "predicted_rps"), 0.01);
            assertEquals("pool", run.row(cell).get("bound"), cell);
            assertEquals(String.valueOf(CPUS), run.fact(cell, "tomcat.threads.max"));
        }
    }
}
