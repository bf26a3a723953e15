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

/** All cells of the lab of the backlog, with ten users. */
@Tag(Lane.STORES)
@Tag(Lane.WHOLE)
class BacklogWholeTest {

    private static final List<String> ASYNC = List.of("platform-async-c10", "virtual-async-c10");
    private static final List<String> QUEUED = List.of("platform-async-slow-r160", "virtual-async-slow-r160");
    private static final String LARGE = "platform-async-slow-r1000";
    private static final String BOUNDED = "virtual-bounded-async-slow-c10";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("backlog").options("-c", "10", "--all-cells").run(data, 9);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    void aBoundedQueueNeverHoldsMoreThanItsRoom() throws Exception {
        run.of(BOUNDED, "timeline.csv")
                .forEach(second -> assertTrue(number(second, "lag_rows") <= 500, second.toString()));
        assertEquals("500", run.fact(BOUNDED, "writer.queue"));
        // With a queue that is without a bound each row that is accepted and not stored is behind.
        for (String cell : ASYNC) {
            List<CSVRecord> seconds = run.of(cell, "timeline.csv");
            assertEquals(run.row(cell).get("table_rows"), seconds.getLast().get("persisted_rows"), cell);
            seconds.forEach(s -> assertEquals(number(s, "accepted_rows") - number(s, "persisted_rows"),
                    number(s, "lag_rows"), s.toString()));
        }
    }

    @Test
    @Measures
    void aQueueGrowsByWhatTheConnectionsCannotStore() throws Exception {
        for (String cell : QUEUED) {
            SlowRows.queued(run, cell, 80);
        }
        SlowRows.queued(run, LARGE, 500);
    }

    @Test
    void whereTheDatabaseIsSlowItsConnectionsAreTheRuleForEitherKindOfThread() throws Exception {
        for (String cell : QUEUED) {
            SlowRows.timeline(run, cell);
        }
        SlowRows.timeline(run, LARGE);
        CSVRecord bounded = run.row(BOUNDED);
        assertEquals("connections", bounded.get("bound"), "ten users fill the room, and then need all of them");
        assertEquals(80, number(bounded, "predicted_rps"), 0.1);
        assertEquals(10 / 0.08, number(bounded, "predicted_ms"), 0.1);
        SlowRows.database(run);
    }

    @Test
    void publishedFiguresStandWhereTheyWerePublishedAndOnlyThere() {
        Map.of("platform-async-c10", 8383, "virtual-async-c10", 6850)
                .forEach((cell, rps) -> assertEquals(rps.doubleValue(), run.value(cell, "published_rps"), cell));
        assertEquals(5.22, run.value("virtual-async-c10", "published_p95_ms"));
        run.mainRows().forEach(row -> assertEquals(ASYNC.contains(LabRun.name(row)), !row.get("published_rps")
                .isEmpty(), run.where(row)));
    }
}
