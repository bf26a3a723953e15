package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/**
 * The lab of the backlog with its slow database: rows come at twice the rate at which they can be stored. It is the
 * first that stores rows: its libraries are those that the others have in common, so they start from its archive.
 */
@Order(1)
@Tag(Lane.STORES)
class BacklogTest {

    private static final List<String> QUEUED = List.of("platform-async-slow-r160", "virtual-async-slow-r160");

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("backlog").cells(QUEUED.toArray(String[]::new))
                // A rate that comes before the code is compiled is answered late, and the queue is not the database's.
                .options("-c", "10", "--warmup", "2s").run(data);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    @Measures
    void aQueueGrowsByWhatTheConnectionsCannotStoreOnEitherKindOfThread() throws Exception {
        run.holdsByAndLarge("at the same arrival rate the backlog is the same");
        for (String cell : QUEUED) {
            SlowRows.queued(run, cell, 80);
        }
    }

    @Test
    void theTimelineCountsRowsUntilAllAreStored() throws Exception {
        for (String cell : QUEUED) {
            SlowRows.timeline(run, cell);
        }
    }

    @Test
    void whatTheExperimentSetsIsReadBackAndNoPasswordIsLeftBehind() throws Exception {
        SlowRows.database(run);
        for (String cell : QUEUED) {
            assertEquals(List.of("32", "500", "unbounded", "400"),
                    List.of(run.fact(cell, "hikari.maximum-pool-size"), run.fact(cell, "writer.threads"),
                            run.fact(cell, "writer.queue"), run.fact(cell, "insert-takes-ms")),
                    cell);
        }
    }
}
