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
    void nothingComesBeforeTheFirstRequests() {
        for (String cell : List.of(WARM, PUBLISHED)) {
            assertTrue(run.value(cell, "warmup_s") > 0, cell + run.where());
        }
        for (String cell : List.of(FIRST, TOGETHER)) {
            assertEquals(0, run.value(cell, "warmup_s"), 0.05, cell + run.where());
            assertEquals(REQUESTS, run.row(cell).get("ok"), cell + run.where());
            assertTrue(run.row(cell).get("findings").lines().noneMatch(one -> one.contains("not-warm")),
                    "it is not to be warm: " + run.row(cell).get("findings") + run.where());
        }
    }

    @Test
    @Measures
    void theyAreSlower() {
        run.holdsByAndLarge("virtual (warm), c=20: throughput as predicted",
                "virtual (published), c=20: throughput as predicted",
                "virtual threads: the first requests have 0.5 to 1 times");
    }
}
