package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
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
        run = LabRun.of("failing-call").cells(SCOPE, FAILING).options("-c", "20", "-n", "80").failing(FAILING)
                .run(data);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    @Measures
    void whereNoCallFailsAScopeTakesAsLongAsItsLongestCall() {
        run.holdsByAndLarge("virtual (scopeFork), c=20: throughput");
    }

    /** 20 users, S = 0.2 s. */
    @Test
    void theRuleOfStructuredConcurrency() {
        assertEquals(List.of("100.00", "users"),
                List.of(run.row(SCOPE).get("predicted_rps"), run.row(SCOPE).get("bound")));
        assertEquals("", run.row(SCOPE).get("published_rps"), "what was published is of 200 users");
        assertEquals(10, run.json.get("published_faster").asDouble());
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
    void theNotebookQuotesStructuredConcurrency() throws Exception {
        assertTrue(Files.readString(run.folder.resolve("notebook.md")).contains("StructuredTaskScope.open()"),
                run.where());
    }
}
