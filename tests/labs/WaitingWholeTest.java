package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import tests.Lane;

/** The lab of requests that wait, with more of them than Tomcat takes by default. */
@Tag(Lane.LABS)
@Tag(Lane.WHOLE)
class WaitingWholeTest {

    private static final String LIMITED = "virtual-defaults-b10000";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("waiting").cells(LIMITED).failing(LIMITED).run(data);
    }

    @Test
    void theLimitThatIsNoLimitOfThreadsIsNamed() {
        CSVRecord row = run.row(LIMITED);
        // A busy machine lets them in too slowly for all 8192 to be there together.
        assertTrue(number(row, "waiting") <= 8192 && number(row, "waiting") > 4000, run.where(row));
        assertTrue(number(row, "errors") >= 10_000 - 8192, run.where(row));
        assertTrue(LabRun.findings(row).contains("connection-limit"), run.where(row));
        assertEquals("8192", run.fact(LIMITED, "tomcat.max-connections"));
    }
}
