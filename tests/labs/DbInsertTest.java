package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/**
 * The lab of the rows with its slow database, whose connections are the rule for either kind of thread; and its
 * reactive service.
 */
@Tag(Lane.CLOCK)
class DbInsertTest {

    private static final List<String> STORED = List.of("platform-sync-slow-c10", "virtual-sync-slow-c10");
    private static final List<String> QUEUED = List.of("platform-async-slow-r320", "virtual-async-slow-r320");
    private static final String REACTIVE = "reactive-reactive-c10";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("db-insert").cells(STORED.get(0), STORED.get(1), QUEUED.get(0), QUEUED.get(1), REACTIVE)
                // A rate that comes before the code is compiled is answered late, and the queue is not the database's.
                .options("-c", "10", "--warmup", "5s").run(data);
    }

    @Test
    @Measures
    void connectionsAreTheRuleOnEitherKindOfThread() {
        // Two CPUs serve the service, the database and the client: a small run loses more than the lab's own 10 %.
        run.holdsByAndLarge("platform (sync-slow)", "virtual (sync-slow)");
    }

    @Test
    void withinTheRequestARowTakesAsLongAsTheDatabase() {
        STORED.forEach(cell -> SlowRows.stored(run, cell));
    }

    @Test
    @Measures
    void aQueueGrowsByWhatTheConnectionsCannotStore() throws Exception {
        for (String cell : QUEUED) {
            SlowRows.queued(run, cell);
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
            assertEquals(List.of("32", "500", "unbounded", "200"), List.of(run.fact(cell, "hikari.maximum-pool-size"),
                    run.fact(cell, "writer.threads"), run.fact(cell, "writer.queue"),
                    run.fact(cell, "insert-takes-ms")), cell);
        }
    }

    @Test
    void theReactiveServiceRunsOnEventLoopsAndStoresBeforeItAnswers() {
        assertEquals(List.of("event-loop", "32"),
                List.of(run.fact(REACTIVE, "request.thread"), run.fact(REACTIVE, "r2dbc.pool.max-size")));
        CSVRecord row = run.row(REACTIVE);
        assertEquals("0", row.get("lag_rows"), run.where(row));
        assertEquals(7345, number(row, "published_rps"));
        assertTrue(number(row, "ok") > 10, run.where(row));
        for (String cell : STORED) {
            assertEquals("", run.row(cell).get("published_rps"), "nothing was published of a slow database");
        }
    }

    /**
     * The rate at which the last two cells are offered rows is measured in the first scene: without that there are
     * none.
     */
    @Test
    void whatIsDerivedFromOtherCellsIsLeftOut() {
        assertTrue(run.mainRows().noneMatch(row -> row.get("cell").contains("-offered-")), run.where());
    }
}
