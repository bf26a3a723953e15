package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/**
 * The fan-out lab: one after the other, at the same time, through the common pool; and what becomes of a call beside
 * one that fails.
 */
@Tag(Lane.CLOCK)
class FanOutTest {

    private static final String SEQUENTIAL = "platform-sequential-c20";
    private static final String VIRTUAL = "virtual-sequential-c20";
    private static final String SCOPE = "virtual-scopeFork-c20";
    private static final String COMMON_POOL = "virtual-completableFuture-c20";
    private static final String FAILING = "virtual-failing-sequential-r10";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("fan-out").cells(SEQUENTIAL, VIRTUAL, SCOPE, COMMON_POOL, FAILING)
                .options("-c", "20", "-n", "80").failing(FAILING)
                .run(data);
    }

    @Test
    @Measures
    void threadsLengthAndTheCommonPoolAreTheBoundsThatTheRuleNames() {
        run.holdsByAndLarge("on platform threads, sequential serves", "on virtual threads, sequential serves",
                "on virtual threads, completableFuture serves", "on virtual threads, scopeFork serves");
    }

    /**
     * 10 threads or 20 users, S = 0.4 s in sequence and 0.2 s at the same time; 7 workers are busy for 0.4 s with each
     * request.
     */
    @Test
    void theRuleOfEachWay() {
        Map.of(SEQUENTIAL, List.of("25.00", "pool"), VIRTUAL, List.of("50.00", "users"), SCOPE,
                List.of("100.00", "users"),
                COMMON_POOL, List.of("17.50", "common pool")).forEach((cell, of) -> {
                    assertEquals(of, List.of(run.row(cell).get("predicted_rps"), run.row(cell).get("bound")), cell);
                    // What was published is of 200 users.
                    assertEquals("", run.row(cell).get("published_rps"), cell);
                });
        assertEquals(10, run.json.get("published_faster").asDouble());
    }

    @Test
    void theThreeServicesAreCalledAsOftenAsTheRuleTakesForGranted() {
        for (String cell : List.of(SEQUENTIAL, VIRTUAL, SCOPE, COMMON_POOL)) {
            for (String service : List.of("orders", "products", "accounts")) {
                assertEquals(run.row(cell).get("server_requests"), run.fact(cell, service + ".requests"), cell
                        + " calls " + service + " once");
                assertEquals("virtual", run.fact(cell, service + ".request.thread"));
            }
            assertEquals(List.of("200", "7", "500"), List.of(run.fact(cell, "orders.property.orders.delay-ms"),
                    run.fact(cell, "common-pool.parallelism"), run.fact(cell, "http.connections")), cell);
        }
    }

    @Test
    void whereOneCallFailsTheOthersAreNotMadeAnsweredInVainOrCancelled() {
        FailedCalls.check(run, FAILING);
    }

    @Test
    void theNotebookQuotesStructuredConcurrency() throws Exception {
        assertTrue(Files.readString(run.folder.resolve("notebook.md")).contains("StructuredTaskScope.open()"),
                run.where());
    }
}
