package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/**
 * The lab of one carrier and Node.js, on the route that burns. Ten users: a round of theirs takes 1.2 s on one
 * thread.
 */
@Tag(Lane.LABS)
class MonoVsNodeTest {

    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    private static final String MONO = "virtual-mono-burn-c10";
    private static final String NODE = "node-burn-c10";
    private static final String TOMCAT_1 = "virtual-tomcat-1-burn-c10";
    private static final String MULTI = "virtual-burn-c10";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("mono-vs-node").cells(MONO, NODE, TOMCAT_1).options("-c", "10", "-n", "20").run(data);
    }

    @Test
    @Measures
    void oneThreadIsOneThreadInAnyLanguageAndTheSettingThatWasPublishedIsNot() {
        run.holdsByAndLarge();
    }

    /** These are counts: of carriers, and by the flight recording. */
    @Test
    void oneCarrierIsOneAndAPoolThatIsNotThereIsNoLimit() {
        assertEquals(1, run.value(MONO, "carriers_busy"), run.where(run.row(MONO)));
        assertEquals("1", run.fact(MONO, "scheduler.parallelism"));
        usesAllCarriers(run, TOMCAT_1);
        assertEquals(List.of("unbounded", "1"), List.of(run.fact(TOMCAT_1, "tomcat.threads.max"),
                run.fact(TOMCAT_1, "property.server.tomcat.threads.max")));
    }

    /** N / (N D / k + 0.2 s) with k carriers. */
    private static void usesAllCarriers(LabRun run, String cell) {
        assertEquals(String.valueOf(CPUS), run.fact(cell, "scheduler.parallelism"));
        assertTrue(CPUS == 1 || run.value(cell, "carriers_busy") > 1, run.where(run.row(cell)));
        assertEquals(10 / (1.0 / CPUS + 0.2), run.value(cell, "predicted_rps"), 0.01);
    }

    @Test
    @Tag(Lane.WHOLE)
    void plainVirtualThreadsUseAllCarriersToo(@TempDir Path other) throws Exception {
        usesAllCarriers(LabRun.of("mono-vs-node").cells(MULTI).options("--all-cells", "-c", "10", "-n", "20")
                .run(other), MULTI);
    }

    @Test
    void theRuleIsThatOfOneThread() {
        // N / (N D + 0.2 s)
        assertEquals(10 / 1.2, run.value(MONO, "predicted_rps"), 0.01);
        // No thread can burn more than the clock has.
        assertTrue(run.value(MONO, "rps") <= 10.1, run.where(run.row(MONO)));
    }

    @Test
    void nodeServesTheSameRouteAndItsRowSaysWhatServed() {
        assumeTrue(run.isMeasured(NODE), "there is no Node.js: " + run.row(NODE).get("why"));
        assertEquals(10 / 1.2, run.value(NODE, "predicted_rps"), 0.01);
        assertTrue(run.row(NODE).get("jdk").startsWith("Node.js v"), run.where(run.row(NODE)));
        assertTrue(run.value(NODE, "rps") <= 10.1, run.where(run.row(NODE)));
        assertTrue(run.value(NODE, "min_ms") >= 500, run.where(run.row(NODE)));
    }
}
