package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The fan-out lab: one after the other, at the same time, through the common pool. */
@Tag(Lane.LABS)
class FanOutTest {

    private static final String SEQUENTIAL = "platform-sequential-c20";
    private static final String AT_ONCE = "virtual-completableFutureWithVirtualTaskExecutor-c20";
    private static final String COMMON_POOL = "virtual-completableFuture-c20";
    private static final String ONE_CARRIER = "virtual-one-carrier-sequential-c20";
    private static final List<String> CELLS = List.of(SEQUENTIAL, AT_ONCE, COMMON_POOL);

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("fan-out").cells(CELLS.toArray(String[]::new))
                .options("-c", "20", "-n", "60").run(data);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    @Measures
    void threadsLengthAndTheCommonPoolAreTheBoundsThatTheRuleNames() {
        run.holdsByAndLarge("platform (sequential), c=20: throughput",
                "virtual (completableFuture), c=20: throughput",
                "virtual (completableFutureWithVirtualTaskExecutor), c=20: throughput");
    }

    /**
     * 10 threads, S = 0.4 s in sequence; 20 users, 0.2 s at the same time; 7 workers are busy for 0.4 s with each
     * request.
     */
    @Test
    void theRuleOfEachWay() {
        Map.of(SEQUENTIAL, List.of("25.00", "pool"), AT_ONCE,
                List.of("100.00", "users"), COMMON_POOL, List.of("17.50", "common pool")).forEach((cell, of) -> {
                    assertEquals(of, List.of(run.row(cell).get("predicted_rps"), run.row(cell).get("bound")), cell);
                    // What was published is of 200 users.
                    assertEquals("", run.row(cell).get("published_rps"), cell);
                });
        assertEquals(10, run.json.get("published_faster").asDouble());
    }

    @Test
    void theThreeServicesAreCalledAsOftenAsTheRuleTakesForGranted() {
        for (String cell : CELLS) {
            for (String service : List.of("orders", "products", "accounts")) {
                assertEquals(run.row(cell).get("server_requests"), run.fact(cell, service + ".requests"), cell
                        + " calls " + service + " once");
                assertEquals("virtual", run.fact(cell, service + ".request.thread"));
            }
            assertEquals(List.of("200", "7", "500"), List.of(run.fact(cell, "orders.property.orders.delay-ms"),
                    run.fact(cell, "common-pool.parallelism"), run.fact(cell, "http.connections")), cell);
        }
    }

    /** The JVM parameters that the authors list: the running JVM has them, and its scheduler has one carrier. */
    @Test
    @Tag(Lane.WHOLE)
    void theListedParametersTakeEffect(@TempDir Path other) throws Exception {
        LabRun listed = LabRun.of("fan-out").cells(ONE_CARRIER).options("--all-cells", "-c", "20", "-n", "80")
                .run(other);
        assertEquals(List.of("50.00", "users"),
                List.of(listed.row(ONE_CARRIER).get("predicted_rps"), listed.row(ONE_CARRIER).get("bound")));
        for (String flag : List.of("parallelism", "maxPoolSize", "minRunnable")) {
            assertEquals("true", listed.fact(ONE_CARRIER, "flag -Djdk.virtualThreadScheduler." + flag + "=1"), flag);
        }
        assertEquals("1", listed.fact(ONE_CARRIER, "scheduler.parallelism"));
        assertEquals(1, listed.value(ONE_CARRIER, "carriers_busy"), listed.where(listed.row(ONE_CARRIER)));
        assertNull(listed.fact(ONE_CARRIER, "flag -Djdk.tracePinnedThreads=full"), "JDK 24 and later do not have it");
    }
}
