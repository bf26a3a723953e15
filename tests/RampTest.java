package tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** The lab of the ramp, run small, once. What is asserted of throughput holds on a busy machine too: bounds, not figures. */
@Tag(Lane.CLOCK)
class RampTest {

    private static final String PLATFORM = "platform-stages-f1";
    private static final String VIRTUAL = "virtual-stages-f1";
    private static final List<String> TRAPS = List.of("platform-brief-in-transaction-c100-f1", "virtual-brief-in-transaction-c100-f1");
    private static final String GUARDED = "virtual-brief-guarded-c100-f1";
    private static final String CALL_FIRST = "virtual-brief-call-first-c100-f1";

    @TempDir
    static Path data;

    private static Repository.Ran said;
    private static Path run;
    private static Map<String, CSVRecord> rows;
    private static List<CSVRecord> seconds;
    private static JsonNode json;

    // A minute and a half on a quiet machine.
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        said = Repository.run(Repository.jbang("labs/ramp.java", "--quick", "--warmup", "5s", "--variant",
                "platform,virtual,platform-brief,virtual-brief", "--data", data.toString()));
        run = Repository.onlyRun(data.resolve("ramp"));
        rows = Repository.cells(run);
        seconds = Repository.csv(run.resolve("timeline.csv"));
        json = new JsonMapper().readTree(run.resolve("run.json"));
    }

    private static CSVRecord row(String name) {
        return Repository.row(rows, name, said);
    }

    private static String fact(String cell, String name) {
        JsonNode fact = json.get("cells").get(cell).get("found").get(name);
        return fact == null ? null : fact.asString();
    }

    /** The cells themselves, without their stages and probes. */
    private static Stream<CSVRecord> cells() {
        return rows.values().stream().filter(row -> !row.get("cell").contains("~"));
    }

    @Test
    void theExitCodeIsTheVerdicts() throws Exception {
        Repository.verdict(run, said);
        assertTrue(Files.readString(run.resolve("notebook.md")).contains("connection-fetch=lazy"));
    }

    @Test
    void aStageHasARowWithItsRuleAndWhatWasPublishedOfIt() {
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            assertEquals("stages", row(cell).get("load"));
            assertEquals("500", row(cell).get("users"));
            assertEquals("", row(cell).get("predicted_rps"), "there is a rule for each stage, not for all of them");
            for (String users : List.of("50", "500")) {
                CSVRecord stage = row(cell + "~" + users + "-users");
                assertEquals("stage", stage.get("load"));
                assertEquals(users, stage.get("users"));
                assertEquals(4, number(stage, "duration_s"), 0.01);
                assertTrue(number(stage, "rps") < 1.02 * number(stage, "predicted_rps"), "nobody can be faster than the rule: " + stage);
                assertTrue(number(stage, "service_cpu_s") > 0, stage.toString());
                assertEquals("0", stage.get("errors"), stage.toString());
            }
        }
        Map.of(PLATFORM + "~50-users", 100.0, VIRTUAL + "~50-users", 100.0, PLATFORM + "~500-users", 400.0, VIRTUAL + "~500-users", 1000.0)
                .forEach((stage, rps) -> assertEquals(rps, number(row(stage), "predicted_rps"), 0.01, stage));
        assertEquals(1250, number(row(PLATFORM + "~500-users"), "predicted_ms"), 0.1);
        assertEquals("pool", row(PLATFORM + "~500-users").get("bound"));
        assertEquals("users", row(VIRTUAL + "~500-users").get("bound"));
        assertEquals(394, number(row(PLATFORM + "~500-users"), "published_rps"));
        assertEquals(1500, number(row(PLATFORM + "~500-users"), "published_p95_ms"));
        assertEquals(975, number(row(VIRTUAL + "~500-users"), "published_rps"));
        for (String row : List.of(PLATFORM, PLATFORM + "~50-users", VIRTUAL + "~50-users")) {
            assertEquals("", row(row).get("published_rps"), row);
        }
    }

    @Test
    void moreUsersAreServedByVirtualThreads() {
        double platform = number(row(PLATFORM + "~500-users"), "rps");
        double virtual = number(row(VIRTUAL + "~500-users"), "rps");
        assertTrue(platform > 100 && virtual > 100, platform + " " + virtual);
        // 200 threads make 400 / s at most; a machine that has no CPU left makes less on either.
        assertTrue(virtual > 0.8 * platform, platform + " " + virtual);
    }

    @Test
    void whatIsShortIsNamed() {
        // Where others keep the CPUs busy, these are short first, and connections because of them.
        List<String> withoutThreads = List.of("pool", "cpu", "connections");
        List<String> withThreads = List.of("users", "cpu", "connections");
        Map.of(PLATFORM + "~50-users", withThreads, PLATFORM + "~500-users", withoutThreads, VIRTUAL + "~50-users", withThreads,
                VIRTUAL + "~500-users", withThreads)
                .forEach((stage, bounds) -> assertTrue(bounds.contains(row(stage).get("bound_seen")), row(stage).toString()));
        for (String trap : TRAPS) {
            assertTrue(List.of("connections", "cpu").contains(row(trap).get("bound_seen")), row(trap).toString());
        }
        assertTrue(said.out().contains("INVALID is the verdict") || said.out().contains("Stage by stage:"), said.out());
    }

    @Test
    void theTimelineMarksTheStages() {
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            List<CSVRecord> its = seconds.stream().filter(s -> s.get("cell").equals(cell)).toList();
            for (String stage : List.of("50-users", "500-users")) {
                List<CSVRecord> those = its.stream().filter(s -> s.get("stage").equals(stage)).toList();
                assertEquals(4, those.size(), cell + " " + stage);
                those.forEach(s -> assertEquals(stage, s.get("users") + "-users"));
            }
            assertTrue(its.stream().anyMatch(s -> s.get("stage").isEmpty()), "users come, too");
            its.forEach(s -> {
                assertTrue(number(s, "connections_active") <= 10, s.toString());
                assertTrue(number(s, "machine_cpu") >= 0, s.toString());
                assertEquals(cell.equals(VIRTUAL), s.get("pool_active").isEmpty(), s.toString());
            });
        }
        double queued = seconds.stream().filter(s -> s.get("cell").equals(PLATFORM) && s.get("stage").equals("500-users"))
                .mapToDouble(s -> number(s, "pool_queued")).max().orElseThrow();
        assertTrue(queued > 100 && queued <= 300, "500 users and 200 threads: " + queued);
    }

    @Test
    void aConnectionThatIsHeldWhileWaitingIsTheBoundOnAnyThread() {
        for (String trap : TRAPS) {
            CSVRecord row = row(trap);
            assertEquals(20, number(row, "predicted_rps"), 0.01);
            assertEquals("connections", row.get("bound"));
            assertTrue(number(row, "rps") <= 20.2, "10 connections and half a second: " + row);
            assertTrue(number(row, "rps") >= 12, row.toString());
            assertTrue(row.get("error_kinds").matches("http-503=\\d+"), row.toString());
            assertTrue(Integer.parseInt(fact(trap, "connection-timeouts")) >= number(row, "errors"), "all of them waited for a connection");
            assertEquals("2000", fact(trap, "hikari.connection-timeout-ms"));
            assertTrue(row(trap + "~probe").get("error_kinds").matches("http-503=\\d+"), row(trap + "~probe").toString());
        }
        assertTrue(number(row(CALL_FIRST), "rps") > 3 * number(row(TRAPS.getLast()), "rps"), row(CALL_FIRST).toString());
    }

    @Test
    void aSemaphoreKeepsConnectionsForOthersAndMakesNothingFaster() {
        CSVRecord row = row(GUARDED);
        assertEquals("0", row.get("errors"), row.toString());
        assertEquals("0", row(GUARDED + "~probe").get("errors"));
        assertEquals("0", fact(GUARDED, "connection-timeouts"));
        assertTrue(number(row, "rps") <= 16.2, "8 permits and half a second: " + row);
        assertEquals("permits", row.get("bound"));
        assertTrue(number(row, "mean_ms") > 2 * number(row(CALL_FIRST), "mean_ms"), row.toString());
        seconds.stream().filter(s -> s.get("cell").equals(GUARDED))
                .forEach(s -> assertTrue(number(s, "connections_active") <= 9, s.toString()));
    }

    @Test
    void whatWasAcceptedIsInTheTable() {
        assertEquals(6, cells().count(), rows.keySet().toString());
        cells().forEach(row -> {
            assertTrue(number(row, "accepted_rows") > 0, row.toString());
            assertEquals(row.get("accepted_rows"), row.get("table_rows"), row.toString());
            assertEquals("0", row.get("lost_rows"), row.toString());
            assertTrue(number(row, "database_cpu_s") > 0, row.toString());
            assertEquals(row.get("client_requests"), row.get("server_requests"), row.toString());
        });
        rows.values().stream().filter(row -> row.get("cell").contains("~"))
                .forEach(row -> assertEquals("", row.get("table_rows"), row.toString()));
    }

    @Test
    void theServiceIsAsSpringBootMakesItAndTheExternalOneIsCalledOncePerUser() {
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            assertEquals("10", fact(cell, "hikari.maximum-pool-size"));
            assertEquals("30000", fact(cell, "hikari.connection-timeout-ms"), "Spring Boot's default");
            assertEquals("500", fact(cell, "score.property.score.delay-ms"));
            assertEquals("virtual", fact(cell, "score.request.thread"));
            assertEquals(row(cell).get("server_requests"), fact(cell, "score.requests"), cell);
        }
        assertEquals("200", fact(PLATFORM, "tomcat.threads.max"));
        assertEquals("on", json.get("database").get("database.fsync").asString(), "a row that is told to be stored is stored");
    }
}
