package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the lab of the failing call, with few users. */
@Tag(Lane.LABS)
@Tag(Lane.WHOLE)
class FailingCallWholeTest {

    private static final String FAILING = "virtual-failing-sequential-r10";
    private static final String HANGING = "virtual-hanging-sequential-r10";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("failing-call").options("-c", "20").failing(FAILING, HANGING).run(data);
    }

    @Test
    @Measures
    void whereNoCallFailsAScopeServesWhatItsRuleSays() {
        run.isValid();
        assertEquals(1, run.value("platform-scopeFork-c20", "rps") / 50, 0.3, run.where());
        assertEquals(1, run.value("virtual-scopeFork-c20", "rps") / 100, 0.3, run.where());
    }

    @Test
    void whereOneCallFailsTheOthersAreNotMadeAnsweredInVainOrCancelled() {
        FailedCalls.check(run, FAILING);
    }

    @Test
    @Measures
    void aScopeThatHasFailedWaitsForNoAnswer() {
        FailedCalls.areCancelled(run, FAILING);
    }

    @Test
    void whereOneCallHangsAScopeCancelsNothing() {
        Map<String, Long> scope = FailedCalls.counted(run, HANGING + "~scopeFork");
        assertTrue(scope.get("requests-failed") >= 5, "every second of some 30: " + scope);
        assertEquals(2 * scope.get("requests-failed"), scope.get("calls-answered"));
        assertEquals(0, scope.get("calls-cancelled"));
        // The time-out of a call is 0.5 s.
        assertTrue(scope.get("ms-until-failed") >= 490 * scope.get("requests-failed"), scope + run.where());
    }
}
