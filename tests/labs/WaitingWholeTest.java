package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;

/** All cells of the lab of requests that wait, also with more of them than Tomcat takes. */
@Tag(Lane.LABS)
@Tag(Lane.WHOLE)
class WaitingWholeTest {

    private static final String LIMITED = "virtual-limited-b10000";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("waiting").failing(LIMITED).run(data);
    }

    /** Where a burst is not spoilt, all of this is counted: see WaitingTest. */
    @Test
    @Measures
    void whatARequestThatWaitsTakesIsLookedAt() {
        run.isValid();
        Certain.holds(() -> {
            Herds.memoryIsLookedAt(run, "platform-sized-waiting-b500", "virtual-waiting-b500");
            Herds.memoryIsLookedAt(run, "platform-sized-waiting-b500", "virtual-waiting-b2000");
            assertEquals(6 * 500, run.value("platform-sized-waiting-b500", "threads_waiting"), 100);
        });
    }

    @Test
    void theLimitThatIsNoLimitOfThreadsIsNamed() {
        CSVRecord row = run.row(LIMITED);
        // A busy machine lets them in too slowly for all 8192 to be there together.
        assertTrue(number(row, "waiting") <= 8192 && number(row, "waiting") > 4000, run.where(row));
        assertTrue(number(row, "errors") >= 10_000 - 8192, run.where(row));
        assertTrue(LabRun.findings(row).contains("connection-limit"), run.where(row));
        assertEquals("8192", run.fact(LIMITED, "tomcat.max-connections"));
        assertEquals("max-connections", row.get("bound"));
        assertFalse(LabRun.findings(run.row("virtual-waiting-b2000")).contains("connection-limit"),
                "it does not bind there");
    }
}
