package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The lab of the backlog with its slow database: rows come at twice the rate at which they can be stored. */
@Tag(Lane.STORES)
class BacklogTest {

    private static final List<String> QUEUED = List.of("platform-slow-async-r160", "virtual-slow-async-r160");

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("backlog").cells(QUEUED.toArray(String[]::new)).run(data);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    @Measures
    void theBacklogGrowsByWhatTheConnectionsCannotStoreOnEitherKindOfThread() throws Exception {
        run.holdsByAndLarge("backlog at the end of the load: virtual-slow / platform-slow");
        for (String cell : QUEUED) {
            SlowRows.queued(run, cell, 80);
        }
    }

    @Test
    void theTimelineHasTheBacklogBesideItsRule() throws Exception {
        for (String cell : QUEUED) {
            SlowRows.timeline(run, cell, 80);
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
