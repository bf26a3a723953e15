package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/**
 * The lab of the light request beside requests that compute on virtual threads, and on a pool. WholeLabsTest has it on
 * platform threads, too: these keep the CPUs so busy that a client on the same machine may be late.
 */
@Tag(Lane.CLOCK)
class LightRequestTest {

    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    private static final String VIRTUAL = "virtual-work-c" + 6 * CPUS;
    private static final String POOLED = "virtual-pooled-c" + 6 * CPUS;

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        // On the pool they take 2.4 s at least: a median needs light requests in each of three seconds.
        run = LabRun.of("light-request").cells(VIRTUAL, POOLED).options("-n", String.valueOf(24 * CPUS)).run(data);
    }

    @Test
    void theLightRequestHasARowOfItsOwnBesideTheOthers() {
        for (String cell : List.of(VIRTUAL, POOLED)) {
            assertEquals(List.of("open", "20"),
                    List.of(run.row(cell + "~light").get("load"), run.row(cell + "~light").get("rate")));
            assertTrue(run.row(cell + "~light").get("path").endsWith("/demo/trivial"), cell);
        }
        // In front of it stand, on average over the moments at which it may come, (N D / k)² / 2 / (N D / k + 0.2 s).
        assertEquals(1000 * 0.18 / 0.8, run.value(VIRTUAL + "~light", "predicted_ms"), 0.5);
        assertEquals("", run.row(POOLED + "~light").get("predicted_ms"));
    }

    /** On virtual threads N / (N D / k + 0.2 s), since the users march in step; a pool of k threads does k / D. */
    @Test
    void theRuleOfEachWay() {
        assertEquals(6 * CPUS / 0.8, run.value(VIRTUAL, "predicted_rps"), 0.01);
        assertEquals(10.0 * CPUS, run.value(POOLED, "predicted_rps"), 0.01);
        assertEquals(List.of("cpu", "pool of work"), List.of(run.row(VIRTUAL).get("bound"),
                run.row(POOLED).get("bound")));
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    @Measures
    void aPoolOfItsOwnForTheWorkKeepsTheCarriersFree() {
        run.holdsByAndLarge("a light request takes 0.002 to 0.2 times as long beside work on a pool");
    }
}
