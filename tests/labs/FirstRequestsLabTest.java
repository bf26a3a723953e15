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

/** The lab of a service's first requests: nothing comes before them, and they are slower than later ones. */
@Tag(Lane.LABS)
class FirstRequestsLabTest {

    private static final String WARM = "virtual-warm-c20";
    private static final String FIRST = "virtual-first-c20";
    private static final String TOGETHER = "virtual-together-c20";
    private static final String PUBLISHED = "virtual-published-c20";
    /** Five rounds; as ab sends them six. */
    private static final String REQUESTS = "100";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("first-requests").cells(WARM, FIRST, TOGETHER, PUBLISHED).options("-c", "20", "-n", REQUESTS)
                .run(data);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    void nothingComesBeforeTheFirstRequests() throws Exception {
        for (String cell : List.of(WARM, PUBLISHED)) {
            assertTrue(run.value(cell, "warmup_s") > 0, cell + run.where());
        }
        for (String cell : List.of(FIRST, TOGETHER)) {
            assertEquals(0, run.value(cell, "warmup_s"), cell + run.where());
            assertEquals(List.of("no"), run.of(cell, "blocks.csv").stream().map(block -> block.get("warmup")).distinct()
                    .toList(), cell + run.where());
            assertTrue(run.row(cell).get("findings").lines().noneMatch(one -> one.contains("not-warm")),
                    "it is not to be warm: " + run.row(cell).get("findings") + run.where());
        }
        for (String cell : List.of(FIRST, TOGETHER, PUBLISHED)) {
            assertEquals(REQUESTS, run.row(cell).get("ok"), cell + run.where());
        }
        assertEquals("own-jvm", run.row(FIRST).get("generator"), "its load generator is warm");
    }

    /** The service waits for 0.4 s, and the timer is never early. */
    @Test
    @Measures
    void aRequestThatIsSentAloneIsARoundMore() {
        assertEquals(100 / 2.4, run.value(PUBLISHED, "rule_rps"), 0.1 * 100 / 2.4);
        assertTrue(run.value(PUBLISHED, "rps") < 0.9 * run.value(WARM, "rps"), run.where(run.row(PUBLISHED)));
        assertTrue(run.value(PUBLISHED, "first_round_ms") >= 800 && run.value(FIRST, "first_round_ms") >= 400,
                run.where());
        assertEquals("", run.row(WARM).get("first_round_ms"), "its users are under way before the block");
    }

    @Test
    @Measures
    void theyAreSlower() {
        run.holdsByAndLarge("virtual (warm), c=20: throughput / rule",
                "virtual (published), c=20: throughput / rule",
                "20 users, throughput after the first round / throughput: virtual (first) / virtual (warm)",
                "20 users, first round / mean response time: virtual (first) / virtual (warm)");
    }
}
