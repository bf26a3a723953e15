package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the lab of the ramp, up to 500 users as published. */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
class RampWholeTest {

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("ramp").run(data, 9);
    }

    @Test
    void whatWasPublishedStandsBesideTheRows() {
        assertEquals(394, run.value("platform-c500", "published_rps"));
        assertEquals("1500", run.json.get("published").get("platform-c500-f1").get("p99_ms").asString());
        assertEquals(975, run.value("virtual-c500", "published_rps"));
        for (String row : List.of("platform-c50", "virtual-c50", "platform-sized-c500")) {
            assertEquals("", run.row(row).get("published_rps"), row);
        }
    }

    @Test
    @Measures
    void moreUsersAreServedByVirtualThreads() throws Exception {
        run.isValid();
        run.holdsByAndLarge("500 users, throughput: virtual / platform is");
        List<CSVRecord> seconds = run.of("platform-c500", "timeline.csv");
        assertTrue(seconds.stream().mapToDouble(second -> number(second, "pool_queued")).max().orElseThrow() > 100,
                seconds.toString());
    }
}
