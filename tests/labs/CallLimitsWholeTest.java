package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the lab of what limits concurrent calls, with few users. */
@Tag(Lane.LABS)
@Tag(Lane.WHOLE)
class CallLimitsWholeTest {

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("call-limits").options("-c", "20").run(data, 9);
    }

    private static Map<String, Double> rules() {
        int own = Integer.parseInt(run.fact(CallLimitsTest.OWN_POOL, "common-pool.parallelism"));
        return Map.of(CallLimitsTest.OWN_POOL, own / 0.4, "virtual-10-c20", 25.0, "virtual-25-c20", 62.5,
                "virtual-50-c20",
                100.0, "virtual-own-jvm-c20", 100.0, "virtual-c20", 100.0);
    }

    /** Calls need time themselves, and the timer is never early. */
    @Test
    @Measures
    void everyLimitHasItsRule() {
        rules().forEach((cell, rps) -> {
            double rule = run.value(cell, "rule_rps");
            assertTrue(rule > 0.85 * rps && rule <= rps + 0.01, rps + run.where(run.row(cell)));
        });
    }

    @Test
    @Measures
    void everyLimitServesWhatItsRuleSays() {
        run.isValid();
        rules().forEach((cell, rps) -> assertEquals(1, run.value(cell, "rps") / rps, 0.3, run.where(run.row(cell))));
    }

    @Test
    void theThreeServicesAreCalledOnceWhereverTheyRun() {
        for (String service : List.of("orders", "products", "accounts")) {
            assertTrue(Long.parseLong(run.fact("virtual-own-jvm-c20", service + ".requests")) >= run
                    .value("virtual-own-jvm-c20", "requests"), service + run.where());
            assertEquals(run.fact("virtual-own-jvm-c20", "orders.requests"),
                    run.fact("virtual-own-jvm-c20", service + ".requests"), service);
        }
    }
}
