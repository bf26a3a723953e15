package tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The lab of the herd, run small, once. What is asserted of throughput holds on a busy machine too: bounds, not figures. */
@Tag(Lane.CLOCK)
class HerdTest {

    private static final int USERS = 2000;
    private static final int POOL = 500;
    private static final List<String> BURSTS = List.of("platform-500-b2000-f1", "virtual-b2000-f1", "platform-sized-b2000-f1");

    @TempDir
    static Path data;

    private static Repository.Ran said;
    private static Path run;
    private static Map<String, CSVRecord> rows;
    private static List<CSVRecord> steps;

    // Two minutes on a quiet machine.
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        said = Repository.run(Repository.jbang("labs/herd.java", "--quick", "--data", data.toString()));
        run = Repository.onlyRun(data.resolve("herd"));
        rows = Repository.cells(run);
        steps = Repository.csv(run.resolve("burst.csv"));
    }

    private static CSVRecord row(String name) {
        return Repository.row(rows, name, said);
    }

    private static List<CSVRecord> stepsOf(String cell) {
        return steps.stream().filter(s -> s.get("cell").equals(cell)).toList();
    }

    @Test
    void theExitCodeIsTheVerdicts() throws Exception {
        Repository.verdict(run, said);
    }

    @Test
    void ruleAndPublishedFiguresStandBesideTheBurstsAndOnlyThere() {
        CSVRecord platform = row("platform-500-b2000-f1");
        assertEquals("burst", platform.get("load"));
        assertEquals("2000", platform.get("users"));
        assertEquals("1", platform.get("ramp_s"));
        assertEquals(470.65, number(platform, "predicted_rps"), 0.5);
        assertEquals(2125, number(platform, "predicted_ms"), 1);
        assertEquals(838.5, number(platform, "predicted_sd_ms"), 0.1);
        assertEquals("pool", platform.get("bound"));
        assertEquals(373.3, number(platform, "published_rps"));
        assertEquals(848.0, number(platform, "published_sd_ms"), 0.1);
        CSVRecord virtual = row("virtual-b2000-f1");
        assertEquals(1000, number(virtual, "predicted_rps"), 1);
        assertEquals(665, number(virtual, "published_rps"));
        assertEquals("0.000", virtual.get("predicted_sd_ms"));
        for (CSVRecord row : rows.values()) {
            assertEquals(List.of(platform, virtual).contains(row), !row.get("published_rps").isEmpty(), row.toString());
        }
        assertTrue(said.out().contains("373.3/s, 2296 ± 848 ms"), said.out());
    }

    @Test
    void everyUserSendsOneRequestAndIsInOneStep() {
        for (String cell : BURSTS) {
            CSVRecord row = row(cell);
            List<CSVRecord> its = stepsOf(cell);
            assertEquals(USERS, number(row, "requests"), row.toString());
            assertEquals("0", row.get("errors"), row.toString());
            assertEquals(row.get("client_requests"), row.get("server_requests"), row.toString());
            assertEquals(USERS, its.stream().mapToInt(s -> Integer.parseInt(s.get("started"))).sum(), cell);
            assertEquals(USERS, its.stream().mapToInt(s -> Integer.parseInt(s.get("ended"))).sum(), cell);
            assertEquals("0", its.getLast().get("in_flight"), cell);
            assertEquals(number(row, "duration_s"), number(its.getLast(), "ms") / 1000, 0.021, "the last step is the last answer's");
            assertTrue(number(row, "rps") < 1.02 * number(row, "predicted_rps"), "nobody can be faster than the rule: " + row);
        }
    }

    @Test
    void behindThePoolTheHerdIsServedInFourWaves() {
        // Each request holds one of 500 threads for a second: until second t no more than 500 t can have been answered.
        int ended = 0;
        for (CSVRecord step : stepsOf("platform-500-b2000-f1")) {
            ended += Integer.parseInt(step.get("ended"));
            int waves = (int) (number(step, "ms") / 1000);
            assertTrue(ended <= waves * POOL, ended + " answers within " + step.get("ms") + " ms");
        }
        CSVRecord platform = row("platform-500-b2000-f1");
        CSVRecord virtual = row("virtual-b2000-f1");
        assertTrue(number(platform, "max_ms") > 3000, "the fourth wave waits for three: " + platform);
        assertTrue(number(platform, "sd_ms") > 3 * number(virtual, "sd_ms"), platform + " " + virtual);
        assertTrue(number(virtual, "rps") > 1.5 * number(platform, "rps"), platform + " " + virtual);
        assertTrue(number(row("virtual-c2000-f1"), "rps") > 2 * number(row("platform-500-c2000-f1"), "rps"), rows.toString());
        assertTrue(number(platform, "platform_threads_peak") > 2 * POOL, platform.toString());
        assertTrue(number(virtual, "platform_threads_peak") < 100, virtual.toString());
    }

    @Test
    void whatARequestThatWaitsTakesIsLookedAt() {
        CSVRecord platform = row("platform-sized-waiting-b500-f1");
        CSVRecord virtual = row("virtual-waiting-b500-f1");
        for (CSVRecord row : List.of(platform, virtual, row("virtual-waiting-b2000-f1"))) {
            assertEquals("own-jvm", row.get("driver"), "the client's memory must not be in it");
            assertEquals(row.get("users"), row.get("waiting"), "all of them waited together: " + row);
            assertTrue(number(row, "heap_kb_per_waiting") > 10, row.toString());
            assertTrue(number(row, "heap_waiting_mb") < number(row, "rss_waiting_mb"), row.toString());
        }
        assertEquals(6 * 500, number(platform, "threads_waiting"), 100);
        assertTrue(number(virtual, "threads_waiting") < 100, virtual.toString());
        assertTrue(number(platform, "rss_kb_per_waiting") > 1.2 * number(virtual, "rss_kb_per_waiting"), platform + " " + virtual);
        assertTrue(row("platform-500-b2000-f1").get("waiting").isEmpty(), "nobody looked there");
    }

    @Test
    void theLimitThatIsNoLimitOfThreadsIsNamed() {
        CSVRecord row = row("virtual-limited-b10000-f1");
        // A busy machine lets them in too slowly for all 8192 to be there together.
        assertTrue(number(row, "waiting") <= 8192 && number(row, "waiting") > 4000, row.toString());
        assertTrue(number(row, "errors") >= 10_000 - 8192, row.toString());
        assertTrue(row.get("why").contains("no limit of threads: the server takes 8192 connections at a time (tomcat.max-connections)"),
                row.get("why"));
        assertEquals("max-connections", row.get("bound"));
        assertFalse(row("virtual-waiting-b2000-f1").get("why").contains("max-connections"), "it does not bind there");
    }
}
