package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    private static final String AT_ONCE = "virtual-concurrent-c20";
    private static final String COMMON_POOL = "virtual-common-pool-c20";
    private static final String COMMON_POOL_PLATFORM = "platform-common-pool-c20";
    private static final List<String> CELLS = List.of(SEQUENTIAL, AT_ONCE, COMMON_POOL, COMMON_POOL_PLATFORM);

    /** 10 threads, 0.4 s; 20 users, 0.2 s; 7 workers are busy for 0.4 s with each request. In requests/s. */
    private static final Map<String, Double> RULES = Map.of(SEQUENTIAL, 25.0, AT_ONCE, 100.0, COMMON_POOL, 17.5,
            COMMON_POOL_PLATFORM, 17.5);

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("fan-out").cells(CELLS.toArray(String[]::new)).options("--all-cells", "-c", "20").run(data);
    }

    @Test
    @Measures
    void threadsLengthAndTheCommonPoolAreTheBoundsThatTheRuleNames() {
        run.holdsByAndLarge();
    }

    /** Nothing is claimed of the common pool beside its rule, but that the kind of thread does not matter. */
    @Test
    @Measures
    void sevenWorkersServeWhatTheirRuleSays() {
        for (String cell : List.of(COMMON_POOL, COMMON_POOL_PLATFORM)) {
            assertEquals(1, run.value(cell, "rps") / RULES.get(cell), 0.35, run.where(run.row(cell)));
        }
    }

    /** Calls need time themselves, and the timer is never early. */
    @Test
    @Measures
    void theRuleOfEachWayIsThatOfItsWaits() {
        RULES.forEach((cell, rps) -> {
            double rule = run.value(cell, "rule_rps");
            assertTrue(rule > 0.85 * rps && rule <= rps + 0.01, rps + run.where(run.row(cell)));
        });
    }

    @Test
    void theBoundOfEachWay() {
        Map.of(SEQUENTIAL, "pool", AT_ONCE, "users", COMMON_POOL, "common pool", COMMON_POOL_PLATFORM, "common pool")
                .forEach((cell, bound) -> {
                    assertEquals(bound, run.row(cell).get("bound"), cell);
                    // What was published is of 200 users.
                    assertEquals("", run.row(cell).get("published_rps"), cell);
                });
    }

    /** Those of a variant have one JVM, so they share its back ends. */
    @Test
    void theThreeServicesAreCalledAsOftenAsTheRuleTakesForGranted() {
        for (String cell : CELLS) {
            List<String> called = List.of("orders", "products", "accounts");
            assertEquals(1, called.stream().map(service -> run.fact(cell, service + ".requests")).distinct().count(),
                    cell + " calls each of them once" + run.where());
            assertTrue(Long.parseLong(run.fact(cell, "orders.requests")) >= run.value(cell, "ok"), run.where());
            for (String service : called) {
                assertEquals("virtual", run.fact(cell, service + ".request.thread"));
            }
            assertEquals(List.of("200", "7", "500"), List.of(run.fact(cell, "orders.property.orders.delay-ms"),
                    run.fact(cell, "common-pool.parallelism"), run.fact(cell, "http.connections")), cell);
        }
    }
}
