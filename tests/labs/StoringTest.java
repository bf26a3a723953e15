package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import kit.machine.Jdks;
import kit.service.Facts;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;
import tests.Repository;

/** The lab of the rows: its slow database, whose connections are the rule on any thread, and its reactive service. */
@Tag(Lane.STORES)
class StoringTest {

    private static final String SLOW = "virtual-sync-slow-c10";
    private static final String SLOW_ON_PLATFORM_THREADS = "platform-sync-slow-c10";
    private static final String REACTIVE = "reactive-reactive-c10";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("storing").cells(SLOW, SLOW_ON_PLATFORM_THREADS, REACTIVE)
                .options("-c", "10", "--warmup", "1s").run(data);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    @Measures
    void connectionsAreTheRuleOnEitherKindOfThread() {
        // Two CPUs serve the service, the database and the client: a small run loses more than the lab's own 10 %.
        run.holdsByAndLarge("virtual (sync-slow)", "platform (sync-slow)",
                "slow database: the kind of thread does not matter");
    }

    @Test
    void withinTheRequestARowTakesAsLongAsTheDatabase() throws Exception {
        for (String cell : List.of(SLOW, SLOW_ON_PLATFORM_THREADS)) {
            SlowRows.stored(run, cell);
        }
    }

    @Test
    void theServicesAreCompiledWithC1AndAPilotOfEachIsKept() throws Exception {
        run.mainRows().forEach(row -> assertEquals("true",
                run.fact(LabRun.name(row), Facts.FLAG + Jdks.C1_ONLY), run.where(row)));
        List<CSVRecord> pilots = Repository.csv(run.folder.resolve("pilot.csv"));
        assertEquals(Set.of("virtual", "platform", "reactive"),
                pilots.stream().map(row -> row.get("variant")).collect(Collectors.toSet()),
                "one for each variant that is measured");
        assertTrue(pilots.stream().allMatch(row -> number(row, "ok") > 0), run.where());
        pilots.stream().filter(row -> row.get("users").equals("1")).forEach(row -> assertTrue(
                number(row, "connection_ms") > 0 && number(row, "connection_ms") < 1.2 * number(row, "mean_ms"),
                "one request at a time holds a connection for a part of its time: " + row));
    }

    @Test
    void theReactiveServiceRunsOnEventLoopsAndStoresBeforeItAnswers() {
        assertEquals(List.of("event-loop", "32"),
                List.of(run.fact(REACTIVE, "request.thread"), run.fact(REACTIVE, "r2dbc.pool.max-size")));
        CSVRecord row = run.row(REACTIVE);
        assertEquals("0", row.get("lag_rows"), run.where(row));
        assertEquals(7345, number(row, "published_rps"));
        assertTrue(number(row, "ok") > 10, run.where(row));
        assertEquals("", run.row(SLOW).get("published_rps"), "nothing was published of a slow database");
    }
}
