package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
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
        run = LabRun.of("cpu-intensive").options("--all-cells").run(data, 9);
    }

    @Test
    @Measures
    void allItsClaimsHold() {
        // One fork alone confirms no claim of 0.9 to 1.1.
        run.holdsByAndLarge();
    }

    /** S = 0.1 s, by the timer of this machine; more where the CPUs of all are shared. */
    @Test
    @Measures
    void aPoolOfAThreadForEachCpuIsHeldByTheWaitsToo() {
        for (String cell : new String[] {"platform-cpus-clock-c" + 5 * CPUS, "platform-cpus-work-c" + 5 * CPUS}) {
            Certain.holds(() -> {
                assertEquals("pool", run.row(cell).get("bound"), cell);
                assertEquals(String.valueOf(CPUS), run.fact(cell, "tomcat.threads.max"));
            });
            assertEquals(10.0 * CPUS, run.value(cell, "rule_rps"), CPUS);
        }
    }
}
