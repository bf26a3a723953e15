package tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The lab of the rows, run small, once. What is asserted holds on a busy machine too: what is counted, not how fast. */
@Tag(Lane.CLOCK)
class DbInsertTest {

    private static final List<String> FIVE = List.of("platform-sync-c10-f1", "virtual-sync-c10-f1", "platform-async-c10-f1",
            "virtual-async-c10-f1", "reactive-reactive-c10-f1");

    /** With a database that waits 200 ms with each row: 32 connections store 160 rows a second. */
    private static final List<String> SLOW_AND_STORED = List.of("platform-sync-slow-c10-f1", "virtual-sync-slow-c10-f1");
    private static final List<String> SLOW_AND_QUEUED = List.of("platform-async-slow-r320-f1", "virtual-async-slow-r320-f1");
    private static final String SLOW_AND_BOUNDED = "virtual-bounded-async-slow-c10-f1";

    @TempDir
    static Path data;

    private static Repository.Ran said;
    private static Path run;
    private static Map<String, CSVRecord> rows;

    // Two minutes on a quiet machine.
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        said = Repository.run(Repository.jbang("labs/db-insert.java", "--quick", "-c", "10", "--data", data.toString()));
        run = Repository.onlyRun(data.resolve("db-insert"));
        rows = Repository.cells(run);
    }

    private static CSVRecord row(String name) {
        return Repository.row(rows, name, said);
    }

    /** Rows a second. */
    private static double stored(CSVRecord row) {
        return (number(row, "ok") - number(row, "lag_rows") + number(row, "lag_begin_rows")) / number(row, "duration_s");
    }

    private static List<CSVRecord> offered() {
        return rows.values().stream().filter(row -> row.get("cell").contains("-offered-r")).toList();
    }

    @Test
    void theExitCodeIsTheVerdicts() throws Exception {
        Repository.verdict(run, said);
    }

    @Test
    void everyAcceptedRowIsInTheTable() {
        assertEquals(FIVE.size() + 1 + SLOW_AND_STORED.size() + SLOW_AND_QUEUED.size() + 1 + 2, rows.size(), rows.keySet().toString());
        for (CSVRecord row : rows.values()) {
            assertEquals("0", row.get("errors"), row.toString());
            assertEquals(row.get("client_requests"), row.get("server_requests"), row.toString());
            assertTrue(number(row, "accepted_rows") >= number(row, "ok"), row.toString());
            assertEquals(row.get("accepted_rows"), row.get("table_rows"), row.toString());
            assertEquals("0", row.get("lost_rows"), row.toString());
            assertFalse(row.get("drain_s").isEmpty(), "in the end all were stored: " + row);
        }
    }

    @Test
    void onlyWhoAnswersFirstIsBehindAndWithABoundNotFar() throws Exception {
        for (String cell : List.of("platform-sync-c10-f1", "virtual-sync-c10-f1", "reactive-reactive-c10-f1", "virtual-sync-slow-c10-f1")) {
            assertEquals("0", row(cell).get("lag_rows"), cell);
        }
        assertTrue(number(row("platform-async-c10-f1"), "lag_rows") >= 0);
        for (CSVRecord second : Repository.csv(run.resolve("timeline.csv"))) {
            if (second.get("cell").startsWith("virtual-bounded")) {
                assertTrue(number(second, "lag_rows") <= 500, second.toString());
            }
            assertTrue(number(second, "persisted_rows") <= number(second, "accepted_rows"), second.toString());
            // Nobody looks between the end of the load and the last answer.
            assertTrue(second.get("connections_active").isEmpty() || number(second, "connections_active") <= 32, second.toString());
        }
    }

    @Test
    void whereTheDatabaseIsSlowItsConnectionsAreTheRuleForEitherKindOfThread() throws Exception {
        for (String cell : SLOW_AND_STORED) {
            // Ten users do not need all of its connections.
            assertEquals(50, number(row(cell), "predicted_rps"), 0.1);
            assertTrue(number(row(cell), "rps") <= 51, row(cell).toString());
            assertTrue(number(row(cell), "min_ms") >= 200, row(cell).toString());
        }
        for (String cell : SLOW_AND_QUEUED) {
            CSVRecord row = row(cell);
            // Counted over the drain too, for which they have as much to do; the last second may be a part of one.
            List<CSVRecord> its = Repository.csv(run.resolve("timeline.csv")).stream().filter(second -> second.get("cell").equals(cell)).toList();
            CSVRecord first = its.getFirst();
            CSVRecord last = its.get(its.size() - 2);
            assertTrue(number(last, "persisted_rows") - number(first, "persisted_rows") <= 1.1 * 160 * (number(last, "second")
                    - number(first, "second")) + 32, "no more than 32 connections can store: " + its);
            assertTrue(number(row, "lag_rows") > 80, "twice as much came: " + row);
            assertTrue(number(row, "drain_s") > 0.9 * number(row, "lag_rows") / 160, "the rest is stored no faster: " + row);
        }
        CSVRecord bounded = row(SLOW_AND_BOUNDED);
        assertEquals("connections", bounded.get("bound"), "ten users fill the room, and then need all of them");
        assertEquals(160, number(bounded, "predicted_rps"), 0.1);
        assertEquals(10 / 0.16, number(bounded, "predicted_ms"), 0.1);
        assertTrue(number(bounded, "lag_rows") <= 500, bounded.toString());
    }

    @Test
    void bothKindsOfThreadAreOfferedTheSameAndLessThanTheSlowestStores() {
        double slowest = FIVE.stream().map(DbInsertTest::row).mapToDouble(DbInsertTest::stored).min().orElseThrow();
        assertEquals(2, offered().size(), rows.keySet().toString());
        for (CSVRecord row : offered()) {
            assertEquals("open", row.get("load"));
            assertEquals(0.7 * slowest, number(row, "rate"), 1 + 0.1 * slowest, row.toString());
        }
    }

    @Test
    void publishedFiguresStandBesideTheFiveAndOnlyThere() {
        assertEquals(5529, number(row("platform-sync-c10-f1"), "published_rps"));
        assertEquals(8383, number(row("platform-async-c10-f1"), "published_rps"));
        assertEquals(6850, number(row("virtual-async-c10-f1"), "published_rps"));
        assertEquals(7345, number(row("reactive-reactive-c10-f1"), "published_rps"));
        assertEquals(2.84, number(row("virtual-sync-c10-f1"), "published_p95_ms"));
        for (CSVRecord row : rows.values()) {
            assertEquals(FIVE.contains(row.get("cell")), !row.get("published_rps").isEmpty(), row.toString());
        }
    }

    @Test
    void whatTheExperimentSetsIsReadBackAndNoPasswordIsLeftBehind() throws Exception {
        JsonNode json = new JsonMapper().readTree(run.resolve("run.json"));
        assertEquals("on", json.get("database").get("database.fsync").asString());
        assertEquals("on", json.get("database").get("database.synchronous_commit").asString());
        JsonNode platform = json.get("cells").get("platform-async-c10-f1").get("found");
        assertEquals("32", platform.get("hikari.maximum-pool-size").asString());
        assertEquals("500", platform.get("writer.threads").asString());
        assertEquals("unbounded", platform.get("writer.queue").asString());
        assertEquals("500", json.get("cells").get("virtual-bounded-async-c10-f1").get("found").get("writer.queue").asString());
        JsonNode reactive = json.get("cells").get("reactive-reactive-c10-f1").get("found");
        assertEquals("event-loop", reactive.get("request.thread").asString());
        assertEquals("32", reactive.get("r2dbc.pool.max-size").asString());
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.filter(f -> f.toString().matches(".*\\.(json|log|md|csv)")).toList()) {
                assertFalse(Files.readString(file).contains("password="), file.toString());
            }
        }
    }
}
