package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the fan-out lab, with few users. */
@Tag(Lane.LABS)
@Tag(Lane.WHOLE)
class FanOutWholeTest {

    private static final List<String> AT_ONCE = List.of("new-threads", "concurrent");

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("fan-out").options("--all-cells", "-c", "20").run(data, 9);
    }

    private static Map<String, Double> rules() {
        var rules = new TreeMap<>(Map.of("platform-sequential-c20", 25.0, "virtual-sequential-c20", 50.0,
                "platform-sized-sequential-c20", 50.0,
                "platform-common-pool-c20", 17.5, "virtual-common-pool-c20", 17.5));
        for (String mode : AT_ONCE) {
            rules.put("platform-" + mode + "-c20", 50.0);
            rules.put("virtual-" + mode + "-c20", 100.0);
        }
        return rules;
    }

    /** Calls need time themselves, and the timer is never early. */
    @Test
    @Measures
    void everyWayOfMakingTheCallsHasItsRule() {
        assertEquals(rules().keySet(), run.mainRows().map(LabRun::name).collect(Collectors.toSet()));
        rules().forEach((cell, rps) -> {
            double rule = run.value(cell, "rule_rps");
            assertTrue(rule > 0.8 * rps && rule <= rps + 0.01, rps + run.where(run.row(cell)));
        });
    }

    @Test
    @Measures
    void everyWayOfMakingTheCallsServesWhatItsRuleSays() {
        run.isValid();
        rules().forEach((cell, rps) -> assertEquals(1, run.value(cell, "rps") / rps, 0.3, run.where(run.row(cell))));
    }
}
