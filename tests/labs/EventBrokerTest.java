package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
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
    private static final String PLATFORM = "platform-late-event-c400";
    private static final String VIRTUAL = "virtual-late-event-c400";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("event-broker").cells(PLATFORM, VIRTUAL).options("-c", "400").run(data);
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
            assertEquals("POST /person/event?ms=1000", run.row(cell).get("path"));
        }
    }

    /** Or its logging is measured, too: a broker has a line for who sent a message, and one for who took it. */
    @Test
    void theServiceLogsFewerLinesThanItServesRequests() throws Exception {
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            assertTrue(run.log(cell.replaceAll("-late-event.*", "")).lines().count() < number(run.row(cell), "ok"),
                    run.where(run.row(cell)));
        }
    }

    /** 200 threads and 400 users, of whom each waits 1 s and a little more. */
    @Test
    @Measures
    void theRuleIsThatOfThreadsThatWait() {
        isRuledBy("pool", 200, run.row(PLATFORM));
        isRuledBy("users", 400, run.row(VIRTUAL));
    }

    private static void isRuledBy(String bound, double rps, CSVRecord row) {
        assertEquals(bound, row.get("bound"), row.toString());
        assertTrue(number(row, "rule_rps") <= rps && number(row, "rule_rps") > 0.8 * rps, row.toString());
    }

    @Test
    @Measures
    void virtualThreadsWaitForTheBrokerWithoutAPool() {
        run.holdsByAndLarge("throughput: virtual / platform");
    }
}
