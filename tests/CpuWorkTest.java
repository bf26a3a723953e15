package tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import apps.Demo;
import apps.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kit.Lab;
import kit.Prediction;
import kit.Request;
import kit.Variant;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The labs of CPU work, run small. A machine that is busy with tests bends ratios: the bounds here are wider than the labs' own. */
@Tag(Lane.CLOCK)
class CpuWorkTest {

    @TempDir
    Path data;

    private record Run(Repository.Ran said, Path folder, Map<String, CSVRecord> rows, String json) {
        double number(String cell, String column) {
            assertTrue(rows.containsKey(cell), cell + " is not among " + rows.keySet());
            return Double.parseDouble(rows.get(cell).get(column));
        }

        /** What became of a claim. */
        String verdict(String claim) {
            return new JsonMapper().readTree(json).get("claims").valueStream().filter(c -> c.get("text").asString().equals(claim))
                    .map(c -> c.get("verdict").asString()).findFirst().orElseThrow(() -> new AssertionError("no claim: " + claim));
        }
    }

    private Run run(String lab, String... options) throws Exception {
        var command = new ArrayList<>(List.of("labs/" + lab + ".java", "--quick", "--data", data.toString()));
        command.addAll(List.of(options));
        Repository.Ran said = Repository.run(Repository.jbang(command.toArray(String[]::new)));
        Path folder = Repository.onlyRun(data.resolve(lab));
        Repository.verdict(folder, said);
        String json = Files.readString(folder.resolve("run.json"));
        return new Run(said, folder, Repository.cells(folder), json);
    }

    @Test
    @Measures
    void theClockMakesWorkOfNothingAndFixedWorkDoesNot() throws Exception {
        // As many users as a pool of 50 has room for: by the clock nobody waits, whatever the CPUs can do.
        Run run = run("cpu-intensive", "-c", "40");
        double limit = 10.0 * Runtime.getRuntime().availableProcessors();
        for (String cell : List.of("platform-clock-c40-f1", "virtual-clock-c40-f1", "platform-work-c40-f1", "virtual-work-c40-f1")) {
            assertEquals(limit, run.number(cell, "limit_rps"), cell);
            assertEquals("0", run.rows.get(cell).get("errors"), cell);
            assertEquals(run.rows.get(cell).get("client_requests"), run.rows.get(cell).get("server_requests"), cell);
        }
        assertEquals(80, run.number("platform-clock-c40-f1", "predicted_rps"), "a spin by the clock is a wait to platform threads");
        if (Runtime.getRuntime().availableProcessors() <= 4) {
            assertTrue(run.number("platform-clock-c40-f1", "rps") > 1.2 * limit, "more than the CPUs can: " + run.rows);
            assertTrue(run.rows.get("platform-clock-c40-f1").get("why").contains("impossible as claimed"), run.rows.toString());
        }
        assertTrue(run.number("virtual-clock-c40-f1", "rps") <= 1.01 * limit, "carriers are CPUs");
        assertTrue(run.number("platform-work-c40-f1", "rps") <= 1.05 * limit, "work is work");
        assertEquals(1, run.number("platform-work-c40-f1", "rps") / run.number("virtual-work-c40-f1", "rps"), 0.3, "whoever does it");
        assertTrue(run.number("platform-clock-c40-f1", "cpu_us_per_request") < 0.8 * run.number("platform-work-c40-f1", "cpu_us_per_request"),
                "the clock moves on while others work");
        // Somebody else's request stands in line behind virtual threads.
        int busy = 10 * Runtime.getRuntime().availableProcessors();
        assertTrue(run.number("virtual-beside-c" + busy + "-f1~other", "mean_ms") > 2 * run.number("platform-beside-c" + busy + "-f1~other", "mean_ms"));
        // One calibration for all, and what the same work takes in each JVM is told.
        assertTrue(run.said.out().matches("(?s).*calibrated: [0-9,]+ rounds of work take 100 ms.*"), run.said.out());
        assertEquals(1, Repository.values(run.json, "property.demo.work.rounds").distinct().count(), "the same work for all");
        assertEquals(8, Repository.values(run.json, "demo.work.ms").count(), "and how long it takes in each JVM");
        if (Runtime.getRuntime().availableProcessors() <= 2) {
            assertEquals("CONFIRMED", run.verdict("by the clock, platform threads serve more than the CPUs can"));
        }
        assertEquals("CONFIRMED", run.verdict("somebody else's light request waits at least 5 times as long beside virtual threads"));
    }

    @Test
    @Measures
    void oneThreadIsOneThreadInAnyLanguage() throws Exception {
        Run run = run("mono-vs-node", "-c", "10");
        // 10 users on one CPU: 10 bursts of 0.1 s take a second, and the first wait of 0.2 s comes on top.
        assertEquals(8.33, run.number("virtual-mono-burn-c10-f1", "predicted_rps"), 0.01);
        assertEquals("1", run.rows.get("virtual-mono-burn-c10-f1").get("carriers_busy"));
        assertEquals(1, run.number("virtual-mono-burn-c10-f1", "rps") / 8.33, 0.2, "one carrier serves what one thread can");
        assertEquals("CONFIRMED", run.verdict("one carrier is one carrier"));
        int cpus = Runtime.getRuntime().availableProcessors();
        if (cpus > 1) {
            assertEquals("CONFIRMED", run.verdict("the published setting has more carriers than one"));
            assertTrue(run.number("virtual-tomcat-1-burn-c10-f1", "carriers_busy") > 1, "a pool of 1 that is not there limits nobody");
            assertTrue(run.rows.get("virtual-tomcat-1-burn-c10-f1").get("why").contains("impossible as claimed"), run.rows.toString());
        }
        assertEquals(List.of("unbounded"), Repository.values(run.json, "tomcat.threads.max").distinct().toList());
        if (run.rows.containsKey("node-burn-c10")) {
            assertEquals("SKIPPED", run.rows.get("node-burn-c10").get("verdict"));
            assertTrue(run.rows.get("node-burn-c10").get("why").contains("install Node.js"), run.rows.toString());
        } else {
            assertEquals(1, run.number("virtual-mono-burn-c10-f1", "rps") / run.number("node-burn-c10-f1", "rps"), 0.2, "mono / node");
            assertEquals(1, run.number("virtual-mono-light-c10-f1", "rps") / run.number("node-light-c10-f1", "rps"), 0.2, "mono / node");
            assertTrue(run.rows.get("node-burn-c10-f1").get("jdk").startsWith("Node.js v"));
        }
    }

    @Test
    void aPublishedFigureStandsBesideWhatItsAuthorsReallyRan() {
        var figures = new ArrayList<Double>();
        int exit = Lab.run("mono-vs-node", new String[] {"--data", data.toString()}, page -> {
            page.published("e1.csv");
            Variant theirs = Variant.virtual("virtual-tomcat-1", Demo.class);
            page.publishedAs(theirs, "virtual-mono");
            for (Variant variant : List.of(theirs, Variant.virtual("virtual-mono", Demo.class), Variant.virtual("node", Demo.class))) {
                figures.add(page.cell(variant, Request.get("/demo/cpu-intensive"), page.load(100, 100, 1000), Prediction.none()).published().rps());
            }
        });
        assertEquals(List.of(35.81, Double.NaN, 9.71), figures);
        assertEquals(0, exit);
    }

    @Test
    void aLabOfOneNumberOfUsersTakesNoTwo() {
        assertEquals(2, Lab.run("cpu-intensive", new String[] {"--data", data.toString(), "-c", "20,50"}, page -> page.concurrency(100)));
        assertEquals(0, Lab.run("cpu-intensive", new String[] {"--data", data.toString(), "-c", "20"},
                page -> assertEquals(20, page.concurrency(100))));
    }

    @Test
    @Measures
    void workTakesTheTimeThatItWasCalibratedFor() {
        long rounds = Work.calibrate(Duration.ofMillis(20));
        assertTrue(rounds > 100_000, "rounds " + rounds);
        // The median of several tries, twice: on a busy machine they part by less than this.
        assertEquals(20, Work.time(rounds).toNanos() / 1e6, 10);
        assertEquals(2, Work.time(2 * rounds).toNanos() / (double) Work.time(rounds).toNanos(), 0.8, "twice the work");
    }
}
