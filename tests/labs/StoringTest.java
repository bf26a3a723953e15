package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.List;
import kit.machine.Jdks;
import kit.service.Facts;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;
import tools.jackson.databind.JsonNode;

/** The lab of the rows: its slow database, whose connections are the rule on any thread, and its reactive service. */
@Tag(Lane.STORES)
class StoringTest {

    private static final String SLOW = "virtual-slow-sync-c10";
    private static final String SLOW_ON_PLATFORM_THREADS = "platform-slow-sync-c10";
    private static final String FAST = "virtual-sync-c10";
    private static final String REACTIVE = "reactive-reactive-c10";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("storing").cells(SLOW, SLOW_ON_PLATFORM_THREADS, FAST, REACTIVE).options("-c", "10").run(data);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    @Measures
    void connectionsAreTheRuleOnEitherKindOfThread() {
        run.holdsByAndLarge("virtual-slow (sync), c=10: throughput / rule",
                "platform-slow (sync), c=10: throughput / rule", "throughput: virtual-slow / platform-slow");
    }

    /** Ten users do not need all of the connections: N / S. S is 0.2 s, and the CPU time of a request of cold code. */
    @Test
    @Measures
    void withinTheRequestARowTakesAsLongAsTheDatabase() throws Exception {
        for (String cell : List.of(SLOW, SLOW_ON_PLATFORM_THREADS)) {
            CSVRecord row = run.row(cell);
            assertEquals("users", row.get("bound"), run.where(row));
            double rule = number(row, "rule_rps");
            assertTrue(rule > 10 / 0.25 && rule < 10 / 0.2, run.where(row));
            assertEquals(rule, number(row, "rps"), 0.1 * rule, run.where(row));
            assertTrue(number(row, "rps") <= 51, run.where(row));
            assertEquals("200", run.fact(cell, "insert-takes-ms"));
            // Each of ten requests holds one for all of its time.
            assertEquals(number(row, "mean_ms"), number(row, "connection_ms"), 0.2 * number(row, "mean_ms"));
        }
        SlowRows.database(run);
    }

    /** 10 users: one connection is free whenever a request needs it, so the pilot's h is a part of the mean. */
    @Test
    void whatARequestNeedsIsMeasuredInTheWarmUp() throws Exception {
        for (String cell : List.of(FAST, REACTIVE)) {
            assertEquals("true", run.fact(cell, Facts.FLAG + Jdks.C1_ONLY));
            List<CSVRecord> pilots = run.of(cell, "blocks.csv").stream()
                    .filter(block -> block.get("round").equals("0")).toList();
            assertEquals(1, pilots.size(), pilots.toString());
            assertEquals(List.of("yes", "no"), List.of(pilots.getFirst().get("warmup"), pilots.getFirst()
                    .get("counts")));
            JsonNode demand = run.json.get("cells").get(run.row(cell).get("cell")).get("demand");
            JsonNode connections = demand.get("further").get(0);
            assertEquals(List.of("connections", "32"), List.of(connections.get("name").asString(),
                    String.valueOf(connections.get("servers").asInt())));
            assertTrue(connections.get("held_ms").asDouble() > 0 && connections.get("held_ms").asDouble() < 1.2
                    * number(pilots.getFirst(), "mean_ms"), "for a part of its time: " + demand);
            assertTrue(demand.get("cpu_ms").asDouble() > 0, demand.toString());
        }
    }

    @Test
    void theReactiveServiceRunsOnEventLoops() {
        assertEquals(List.of("event-loop", "32"),
                List.of(run.fact(REACTIVE, "request.thread"), run.fact(REACTIVE, "r2dbc.pool.max-size")));
        assertEquals(7345, run.value(REACTIVE, "published_rps"));
        assertEquals("", run.row(SLOW).get("published_rps"), "nothing was published of a slow database");
    }
}
