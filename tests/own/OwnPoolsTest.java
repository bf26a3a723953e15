package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.SampleService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A connection pool that the service shows over JMX: the rule knows it, and the verdict names it. */
@Tag(Lane.OWN)
@Tag(Lane.WHOLE)
class OwnPoolsTest {

    /** Of the sample service: 4 connections, each of which a request holds for 50 ms. */
    private static final double BY_THE_RULE = 80;
    private static final int SIZE = 4;
    private static final int USERS = 30;
    private static final List<String> THREADS = List.of("platform", "virtual");

    @TempDir
    static Path folder;

    private static String told;
    private static Path run;
    private static JsonNode only;

    @BeforeAll
    static void runs() throws Exception {
        Ran ran = OwnCommand.run(folder, OwnCommand.ofJar(SampleService.jar(folder)), "--get", "/connected",
                "-c", String.valueOf(USERS), "--switch", "spring.threads.virtual.enabled=no|true");
        told = ran.out() + ran.err();
        run = Repository.onlyRun(folder.resolve("data/own"), ran);
        only = OwnCommand.verdict(run);
    }

    private static CSVRecord pool(String threads) throws IOException {
        return Repository.csv(run.resolve("pools.csv")).stream()
                .filter(one -> one.get("cell").equals(threads + "-c30-f1") && one.get("pool").equals("orders"))
                .findFirst().orElseThrow(() -> new IllegalStateException(told));
    }

    @Test
    @Measures
    void theRuleAndTheVerdictKnowIt() throws Exception {
        for (String threads : THREADS) {
            // By Little's law: a request holds a connection for 50 ms or a little more.
            double held = only.path("demand").path(threads).path("held_ms").path("connections").asDouble();
            assertTrue(held > 45 && held < 100, threads + ": " + held + "\n" + told);
            CSVRecord row = Repository.cells(run).get(threads + "-c30-f1");
            assertFalse(row.get("bound").isEmpty(), () -> "a pilot was spoilt: " + told);
            Certain.holds(() -> assertEquals("connections", row.get("bound"), told));
            assertEquals(BY_THE_RULE, Repository.number(row, "rule_rps"), 0.25 * BY_THE_RULE, told);
            assertTrue(Repository.number(row, "rps") < 1.02 * BY_THE_RULE, row + "\n" + told);
            CSVRecord pool = pool(threads);
            assertEquals(SIZE, Repository.number(pool, "busy"), 0.5, told);
            assertEquals(USERS - SIZE, Repository.number(pool, "waiting"), 4, told);
        }
        assertWaitsForTheConnections();
        JsonNode pool = only.path("pools").valueStream().filter(one -> one.path("pool").asString().equals("orders")
                && one.path("load").asString().equals("30 users")).findFirst().orElseThrow();
        assertTrue(pool.path("virtual_busy").asDouble() > SIZE - 0.5 && pool.path("platform_waiting").asDouble() > 20,
                pool.toString());
        assertEquals("connections", only.path("bottleneck").asString(), told);
        Certain.holds(() -> Repository.contains(Files.readString(run.resolve("notebook.md")),
                "A request holds one of the 4 connections of orders"));
    }

    @Test
    void itsSizeIsReadAndThePageNamesIt() throws Exception {
        for (String threads : THREADS) {
            CSVRecord pool = pool(threads);
            assertEquals(List.of("connections", String.valueOf(SIZE)), List.of(pool.get("kind"), pool.get("size")));
        }
        Repository.contains(Files.readString(run.resolve("notebook.md")), "Pools of the service with 30 users");
        assertTrue(only.path("watch").valueStream().anyMatch(line -> line.asString().contains(
                "requests wait for one of the 4 connections of orders on virtual threads")), told);
        OwnWaitsTest.assertNoDumpStays(run);
    }

    /** Thread dumps show the same: most requests are at the line that asks for a connection. */
    private static void assertWaitsForTheConnections() throws Exception {
        List<CSVRecord> waits = Repository.csv(run.resolve("waits.csv"));
        for (String threads : THREADS) {
            OwnWaitsTest.mostWaitAt("fixtures.SampleService.", threads + "-c30-f1", waits, told);
        }
    }
}
