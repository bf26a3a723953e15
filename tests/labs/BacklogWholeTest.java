package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the lab of the backlog. */
@Tag(Lane.STORES)
@Tag(Lane.WHOLE)
class BacklogWholeTest {

    private static final List<String> QUEUED = List.of("platform-slow-async-r160", "virtual-slow-async-r160");
    private static final String BOUNDED = "bounded-async-c100";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("backlog").options("--all-cells").run(data, 9);
    }

    @Test
    @Measures
    void everyClaimHoldsByAndLarge() {
        run.holdsByAndLarge();
    }

    @Test
    void aBoundedBacklogNeverHoldsMoreThanItsRoom() throws Exception {
        run.of(BOUNDED, "timeline.csv")
                .forEach(second -> assertTrue(number(second, "lag_rows") <= 64, second.toString()));
        assertEquals("64", run.fact(BOUNDED, "writer.queue"));
        CSVRecord bounded = run.row(BOUNDED);
        assertEquals(List.of("connections", "connections"), List.of(bounded.get("bound"), bounded.get("bottleneck")));
    }

    @Test
    @Measures
    void aBacklogGrowsByWhatTheConnectionsCannotStore() throws Exception {
        for (String cell : QUEUED) {
            SlowRows.queued(run, cell, 80);
            SlowRows.timeline(run, cell, 80);
        }
    }

    @Test
    void publishedFiguresStandWhereTheyWerePublishedAndOnlyThere() {
        Map.of("platform-async-c10", 8383, "virtual-async-c10", 6850)
                .forEach((cell, rps) -> assertEquals(rps.doubleValue(), run.value(cell, "published_rps"), cell));
        assertEquals(5.22, run.value("virtual-async-c10", "published_p95_ms"));
        QUEUED.forEach(cell -> assertEquals("", run.row(cell).get("published_rps"), run.where(run.row(cell))));
    }
}
