package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

/** The lab of the event broker: each message that it accepts becomes a row. */
@Tag(Lane.STORES)
class EventBrokerTest {

    /** Twice as many users as the pool has threads. */
    private static final String PLATFORM = "platform-event-waiting-c400";
    private static final String VIRTUAL = "virtual-event-waiting-c400";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("event-broker").cells(PLATFORM, VIRTUAL).options("-c", "400", "--warmup", "1s").run(data);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    void eachAcceptedMessageIsARow() {
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            assertTrue(run.value(cell, "accepted_rows") > 0, run.where(run.row(cell)));
            assertEquals(run.row(cell).get("accepted_rows"), run.row(cell).get("table_rows"), run.where(run.row(cell)));
            assertEquals("0", run.row(cell).get("lost_rows"), run.where(run.row(cell)));
            assertEquals("1000", run.fact(cell, "broker.answers-after-ms"));
        }
    }

    /** 200 threads and 400 users, of whom each waits 1 s. */
    @Test
    void theRuleIsThatOfThreadsThatWait() {
        assertEquals(List.of("200.00", "pool"),
                List.of(run.row(PLATFORM).get("predicted_rps"), run.row(PLATFORM).get("bound")));
        assertEquals(List.of("400.00", "users"),
                List.of(run.row(VIRTUAL).get("predicted_rps"), run.row(VIRTUAL).get("bound")));
        assertFalse(Files.exists(run.folder.resolve("pilot.csv")), "it has no number of a pilot");
    }

    @Test
    @Measures
    void virtualThreadsWaitForTheBrokerWithoutAPool() {
        run.holdsByAndLarge("the broker answers after 1 s: virtual threads have the throughput ratio");
    }
}
