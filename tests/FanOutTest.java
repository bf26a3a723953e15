package tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import apps.Demo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import kit.Cell;
import kit.Lab;
import kit.Prediction;
import kit.Request;
import kit.Variant;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The fan-out lab, run small, without the variants that only say the same of other numbers. */
@Tag(Lane.CLOCK)
class FanOutTest {

    private static final List<String> FUTURES = List.of("completableFuture", "completableFutureWithThreadTaskExecutor",
            "completableFutureWithVirtualTaskExecutor");

    @TempDir
    Path data;

    @Test
    void everyWayOfMakingTheCallsServesWhatItsRuleSays() throws Exception {
        Repository.Ran said = Repository.run(Repository.jbang("labs/fan-out.java", "--quick", "-c", "20", "--data", data.toString(), "--variant",
                "platform,virtual,virtual-own-pool,virtual-10,virtual-own-jvm,virtual-failing"));
        Path run = Repository.onlyRun(data.resolve("fan-out"));
        Repository.verdict(run, said);
        Map<String, CSVRecord> rows = Repository.cells(run);
        JsonNode json = new JsonMapper().readTree(run.resolve("run.json"));

        // 10 threads or 20 users, S = 0.4 s in sequence and 0.2 s at the same time; 7 workers are busy for 0.4 s with each request.
        int own = Integer.parseInt(fact(json, "virtual-own-pool-completableFuture-c10-f1", "common-pool.parallelism"));
        var rules = new java.util.TreeMap<>(Map.of("platform-sequential-c20-f1", 25.0, "virtual-sequential-c20-f1", 50.0,
                "platform-completableFuture-c20-f1", 17.5, "virtual-completableFuture-c20-f1", 17.5,
                "virtual-own-pool-completableFuture-c10-f1", Math.min(50, own / 0.4), "virtual-10-connections-c20-f1", 25.0,
                "virtual-own-jvm-backends-c20-f1", 100.0, "virtual-connections-c20-f1", 100.0));
        for (String mode : List.of("completableFutureWithThreadTaskExecutor", "completableFutureWithVirtualTaskExecutor", "scopeFork")) {
            rules.put("platform-" + mode + "-c20-f1", 50.0);
            rules.put("virtual-" + mode + "-c20-f1", 100.0);
        }
        rules.forEach((cell, rps) -> {
            CSVRecord row = rows.get(cell);
            assertEquals(rps, Double.parseDouble(row.get("predicted_rps")), 0.01, cell);
            // A machine that is busy with tests is slower, never faster.
            assertEquals(1, Double.parseDouble(row.get("rps")) / rps, 0.3, cell + " measured / rule: " + row.get("why"));
            assertEquals("0", row.get("errors"), cell);
            assertEquals(row.get("client_requests"), row.get("server_requests"), cell);
        });
        assertEquals("common pool", rows.get("virtual-completableFuture-c20-f1").get("bound"));
        assertEquals("connections", rows.get("virtual-10-connections-c20-f1").get("bound"));

        // The figures that were published are of 200 users.
        assertEquals("", rows.get("platform-sequential-c20-f1").get("published_rps"));
        assertEquals(10, json.get("published_faster").asDouble());
        assertTrue(said.out().matches("(?s).*The same as ratios to platform \\(sequential\\).*virtual \\(scopeFork\\), c=20 +\\| +\\| +4.00 \\|.*"),
                said.out());

        theThreeServicesAreCalledAsOftenAsTheRuleTakesForGranted(json, rows);
        whatBecameOfTheOtherCalls(json, said);
        assertTrue(Files.readString(run.resolve("notebook.md")).contains("StructuredTaskScope"));
    }

    private static void theThreeServicesAreCalledAsOftenAsTheRuleTakesForGranted(JsonNode json, Map<String, CSVRecord> rows) {
        for (String cell : List.of("platform-sequential-c20-f1", "virtual-scopeFork-c20-f1", "virtual-own-jvm-backends-c20-f1")) {
            for (String service : List.of("orders", "products", "accounts")) {
                assertEquals(rows.get(cell).get("server_requests"), fact(json, cell, service + ".requests"), cell + " calls " + service + " once");
                assertEquals("virtual", fact(json, cell, service + ".request.thread"));
            }
            assertEquals("200", fact(json, cell, "orders.property.orders.delay-ms"));
        }
    }

    private static void whatBecameOfTheOtherCalls(JsonNode json, Repository.Ran said) {
        Function<String, Integer> counted = name -> {
            String fact = fact(json, "virtual-failing-sequential-r10-f1", name);
            return fact == null ? 0 : Integer.parseInt(fact);
        };
        Map<String, Integer> failed = java.util.stream.Stream.concat(FUTURES.stream(), java.util.stream.Stream.of("sequential", "scopeFork"))
                .collect(Collectors.toMap(mode -> mode, mode -> counted.apply(mode + ".requests-failed")));
        failed.forEach((mode, requests) -> {
            assertTrue(requests >= 10, mode + ": half of some 50 requests fail: " + requests);
            assertEquals(requests, counted.apply(mode + ".calls-failed"), mode + ": one call of each");
            assertEquals(0, counted.apply(mode + ".calls-left-running"), mode + ": as published, all calls are waited for");
        });
        assertEquals(failed.get("sequential"), counted.apply("sequential.calls-not-sent"));
        assertEquals(failed.get("sequential"), counted.apply("sequential.calls-answered"));
        FUTURES.forEach(mode -> assertEquals(2 * failed.get(mode), counted.apply(mode + ".calls-answered"), mode));
        assertEquals(0, counted.apply("scopeFork.calls-answered"), "nobody waits 100 ms for a scope that has failed");
        assertEquals(2 * failed.get("scopeFork"), counted.apply("scopeFork.calls-cancelled"));
        assertTrue(said.out().matches("(?s).*\\| scopeFork +\\| +0 \\| +0 \\| +2 \\| +0 \\|.*"), said.out());
    }

    @Test
    void figuresOfSlowerServicesAreConverted() {
        var figures = new java.util.ArrayList<Double>();
        int exit = Lab.run("fan-out", new String[] {"--data", data.toString()}, page -> {
            page.published("e3.csv", 10);
            for (int users : List.of(200, 20)) {
                Cell cell = page.cell(Variant.virtual("virtual", Demo.class), Request.get("/"), page.load(users, 200), Prediction.none());
                page.publishedAs(cell, Map.of("profile", "virtual", "concurrency_mode", "scopeFork", "c", users));
                figures.add(cell.published().rps());
            }
        });
        assertEquals(0, exit);
        assertEquals(753.9, figures.getFirst(), 1e-9, "75.39/s as published");
        assertEquals(Double.NaN, figures.getLast(), "they published nothing of 20 users");
    }

    private static String fact(JsonNode json, String cell, String name) {
        JsonNode fact = json.get("cells").get(cell).get("found").get(name);
        return fact == null ? null : fact.asString();
    }

    @Test
    void aLabWithPreviewFeaturesRunsOnItsOwnJdkOnly() throws Exception {
        Repository.Ran said = Repository.run(Repository.jbang("labs/fan-out.java", "--quick", "-c", "20", "--data", data.toString(), "--jdk", "21"));
        assertEquals(0, said.exit(), said.out() + said.err());
        assertTrue(said.out().matches("(?s).*SKIPPED \\d+ cells.*this lab uses preview features of JDK \\d+, which no other JDK runs: leave out "
                + "--jdk.*SKIPPED is the verdict.*"), said.out());
    }

    @Test
    void backendsAreForLabsThatHaveThem() throws Exception {
        Repository.Ran said = Repository.run(Repository.jbang("labs/cpu-light.java", "--backends", "own-jvm", "--data", data.toString()));
        assertEquals(2, said.exit());
        assertEquals("cpu-light: --backends: the service of this lab calls no other: leave it out", said.err().lines().toList().getLast());
        Repository.Ran elsewhere = Repository.run(Repository.jbang("labs/cpu-light.java", "--backends", "moon"));
        assertEquals(2, elsewhere.exit());
        assertTrue(elsewhere.err().contains("'moon' is none of in-cell, own-jvm"), elsewhere.err());
    }
}
