package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        return Map.of(CallLimitsTest.OWN_POOL, Math.min(50, own / 0.4), "virtual-10-connections-c20", 25.0,
                "virtual-25-connections-c20", 62.5, "virtual-own-jvm-backends-c20", 100.0, "virtual-connections-c20",
                100.0);
    }

    @Test
    void everyLimitHasItsRule() {
        rules().forEach((cell, rps) -> assertEquals(rps, run.value(cell, "predicted_rps"), 0.01, cell));
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
            assertEquals(run.row("virtual-own-jvm-backends-c20").get("server_requests"),
                    run.fact("virtual-own-jvm-backends-c20", service + ".requests"), service);
        }
    }
}
