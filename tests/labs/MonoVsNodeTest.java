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

/** The lab of one carrier and Node.js, on the route that needs CPU. */
@Tag(Lane.CLOCK)
class MonoVsNodeTest {

    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    private static final String MONO = "virtual-1-carrier-burn-c20";
    private static final String NODE = "node-burn-c20";
    private static final String TOMCAT_1 = "virtual-tomcat-1-burn-c20";
    /** What one thread can do in a second, if each request needs 20 ms. */
    private static final double ONE_THREAD = 50;

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("mono-vs-node").cells(MONO, NODE, TOMCAT_1).run(data);
    }

    @Test
    @Measures
    void oneThreadIsOneThreadInAnyLanguageAndTheSettingThatWasPublishedIsNot() {
        run.holdsByAndLarge();
    }

    @Test
    void oneCarrierIsOneAndAPoolThatIsNotThereIsNoLimit() {
        assertEquals(1, run.value(MONO, "carriers"), run.where(run.row(MONO)));
        assertEquals("1", run.fact(MONO, "scheduler.parallelism"));
        assertEquals(String.valueOf(CPUS), run.fact(TOMCAT_1, "scheduler.parallelism"));
        assertTrue(CPUS == 1 || run.value(TOMCAT_1, "carriers") > 1, run.where(run.row(TOMCAT_1)));
        assertEquals(List.of("unbounded", "1"), List.of(run.fact(TOMCAT_1, "tomcat.threads.max"),
                run.fact(TOMCAT_1, "property.server.tomcat.threads.max")));
    }

    /** A request is counted in part where it lies partly in a block. */
    @Test
    @Measures
    void noThreadCanDoMoreThanTheClockHas() {
        assertTrue(run.value(MONO, "rps") <= 1.05 * ONE_THREAD, run.where(run.row(MONO)));
        if (run.isMeasured(NODE)) {
            assertTrue(run.value(NODE, "rps") <= 1.05 * ONE_THREAD, run.where(run.row(NODE)));
        }
    }

    @Test
    void nodeServesTheSameRouteAndItsRowSaysWhatServed() {
        assumeTrue(run.isMeasured(NODE), "there is no Node.js: " + run.row(NODE).get("why"));
        assertEquals("cpu", run.row(NODE).get("bound"), run.where(run.row(NODE)));
        assertTrue(run.row(NODE).get("jdk").startsWith("Node.js v"), run.where(run.row(NODE)));
        assertTrue(run.value(NODE, "mean_ms") >= 100, run.where(run.row(NODE)));
    }
}
