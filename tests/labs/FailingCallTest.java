package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The lab of the failing call: what becomes of a call beside one that fails, and of a scope where none does. */
@Tag(Lane.LABS)
class FailingCallTest {

    private static final String SCOPE = "virtual-scopeFork-c20";
    private static final String FAILING = "virtual-failing-sequential-r10";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("failing-call").cells(SCOPE, FAILING).options("-c", "20").failing(FAILING).run(data);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    @Measures
    void whereNoCallFailsAScopeTakesAsLongAsItsLongestCall() {
        run.holdsByAndLarge("virtual (scopeFork), c=20: throughput / rule");
    }

    /** 20 users, S = 0.2 s. Calls need time themselves, and the timer is never early. */
    @Test
    @Measures
    void theRuleOfStructuredConcurrency() {
        double rule = run.value(SCOPE, "rule_rps");
        assertTrue(rule > 85 && rule <= 100.01, run.where(run.row(SCOPE)));
    }

    @Test
    void whatBindsAndWhatWasPublished() {
        assertEquals("users", run.row(SCOPE).get("bound"));
        assertEquals("", run.row(SCOPE).get("published_rps"), "what was published is of 200 users");
        assertEquals("", run.row(FAILING + "~scopeFork").get("rule_rps"), "there is no rule of calls that fail");
    }

    /** Half of the requests of each way fail. All are sent to one service, in the same blocks. */
    @Test
    void theFiveWaysAreRowsOfTheirOwn() throws Exception {
        for (String way : List.of("", "~completableFuture", "~completableFutureWithThreadTaskExecutor",
                "~completableFutureWithVirtualTaskExecutor", "~scopeFork")) {
            assertEquals(List.of("open", "10"),
                    List.of(run.row(FAILING + way).get("load"), run.row(FAILING + way).get("rate")));
            assertEquals(run.of(FAILING, "blocks.csv").size(), run.of(FAILING + way, "blocks.csv").size());
            assertTrue(run.row(FAILING + way).get("error_kinds").matches("http-502=\\d+"), run.where());
        }
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
    void theNotebookQuotesStructuredConcurrencyAndHasATableOfTheFiveWays() throws Exception {
        assertTrue(run.page().contains("StructuredTaskScope.open()"), run.where());
        assertTrue(run.page().contains("| calls never made | calls answered in vain | calls cancelled |"), run.where());
        assertTrue(run.page().contains("| virtual-failing (scopeFork), 10/s "), run.where());
    }
}
