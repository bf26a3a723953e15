package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
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

    private static final List<String> AT_ONCE = List.of("completableFutureWithThreadTaskExecutor",
            "completableFutureWithVirtualTaskExecutor");

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("fan-out").options("-c", "20").run(data, 9);
    }

    private static Map<String, Double> rules() {
        var rules = new TreeMap<>(Map.of("platform-sequential-c20", 25.0, "virtual-sequential-c20", 50.0,
                "platform-sized-sequential-c20", 50.0,
                "platform-completableFuture-c20", 17.5, "virtual-completableFuture-c20", 17.5));
        for (String mode : AT_ONCE) {
            rules.put("platform-" + mode + "-c20", 50.0);
            rules.put("virtual-" + mode + "-c20", 100.0);
        }
        return rules;
    }

    @Test
    void everyWayOfMakingTheCallsHasItsRule() throws IOException {
        rules().forEach((cell, rps) -> assertEquals(rps, run.value(cell, "predicted_rps"), 0.01, cell));
        // The table of ratios to the first cell.
        List<String> ratios = run.page().lines().filter(line -> line
                .matches("\\| virtual \\(completableFutureWithVirtualTaskExecutor\\), c=20 +\\| +\\| +4.00 \\|.*"))
                .toList();
        assertEquals(1, ratios.size(), run::where);
    }

    @Test
    @Measures
    void everyWayOfMakingTheCallsServesWhatItsRuleSays() {
        run.isValid();
        rules().forEach((cell, rps) -> assertEquals(1, run.value(cell, "rps") / rps, 0.3, run.where(run.row(cell))));
    }
}
