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

/** The lab of the light request beside requests that compute on virtual threads, and on a pool. */
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
        run = LabRun.of("light-request").cells(VIRTUAL, POOLED).run(data);
    }

    @Test
    void theLightRequestHasARowAndBlocksOfItsOwnBesideTheOthers() throws Exception {
        for (String cell : List.of(VIRTUAL, POOLED)) {
            assertEquals(List.of("open", "20"),
                    List.of(run.row(cell + "~light").get("load"), run.row(cell + "~light").get("rate")));
            assertEquals("GET /demo/trivial", run.row(cell + "~light").get("path"));
            assertEquals("", run.row(cell + "~light").get("rule_ms"), "there is no rule of it");
            assertEquals(run.of(cell, "blocks.csv").size(), run.of(cell + "~light", "blocks.csv").size());
        }
    }

    /** On virtual threads N / (N D / k + 0.2 s), since the users march in step; a pool of k threads does k / D. */
    @Test
    @Measures
    void theRuleOfEachWay() {
        assertEquals(6 * CPUS / 0.8, run.value(VIRTUAL, "rule_rps"), 0.2 * 6 * CPUS / 0.8);
        assertEquals(10.0 * CPUS, run.value(POOLED, "rule_rps"), 2.5 * CPUS);
        assertEquals(List.of("cpu", "cpu"), List.of(run.row(VIRTUAL).get("bound"), run.row(POOLED).get("bound")));
    }

    @Test
    @Measures
    void aPoolOfItsOwnForTheWorkKeepsTheCarriersFree() {
        assertTrue(run.value(POOLED + "~light", "p50_ms") < 0.5 * run.value(VIRTUAL + "~light", "p50_ms"),
                run.where(run.row(POOLED + "~light")));
    }
}
