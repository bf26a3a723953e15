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

    /** On virtual threads; DatabaseFaultsTest has it on platform threads. */
    private static final String QUEUED = "virtual-async-slow-r160";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("backlog").cells(QUEUED)
                // A rate that comes before the code is compiled is answered late, and the queue is not the database's.
                .options("-c", "10", "--warmup", "5s").run(data);
    }

    @Test
    @Measures
    void aQueueGrowsByWhatTheConnectionsCannotStore() throws Exception {
        SlowRows.queued(run, QUEUED, 80);
    }

    @Test
    void theTimelineCountsRowsUntilAllAreStored() throws Exception {
        SlowRows.timeline(run, QUEUED);
    }

    @Test
    void whatTheExperimentSetsIsReadBackAndNoPasswordIsLeftBehind() throws Exception {
        SlowRows.database(run);
        assertEquals(List.of("32", "500", "unbounded", "400"), List.of(run.fact(QUEUED, "hikari.maximum-pool-size"),
                run.fact(QUEUED, "writer.threads"), run.fact(QUEUED, "writer.queue"),
                run.fact(QUEUED, "insert-takes-ms")));
    }
}
