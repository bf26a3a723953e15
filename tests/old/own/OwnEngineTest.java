package old.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fixtures.SampleService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import old.engine.EngineByRecipe;
import org.apache.commons.csv.CSVRecord;
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

/** A service that is measured by an engine. */
@Tag(Lane.OWN)
class OwnEngineTest {

    @TempDir
    Path folder;

    private Ran own(String... more) {
        return OwnCommand.run(folder, OwnCommand.ofJar(SampleService.jar(folder)),
                Stream.concat(Stream.of("--get", "/wait"), Stream.of(more)).toArray(String[]::new));
    }

    private Path run(Ran ran) throws IOException {
        return Repository.onlyRun(folder.resolve("data/own"), ran);
    }

    private static JsonNode json(Path file) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void anEngineDrivesAllVariantsAndTheServiceIsWatched() throws Exception {
        assumeTrue(EngineByRecipe.named("wrk").missing() == null, "there is no wrk");
        Ran ran = own("--engine", "wrk", "-c", "30", "--switch", "spring.threads.virtual.enabled=no|true", "--",
                "--server.tomcat.threads.max=4");
        Path run = run(ran);
        Map<String, CSVRecord> rows = Repository.cells(run);
        Set<String> cells = Set.of("platform-c30-f1", "virtual-c30-f1");
        JsonNode verdict = json(run.resolve("verdict.json"));
        List<CSVRecord> waits = Repository.csv(run.resolve("waits.csv"));
        Certain.holds(() -> {
            assertEquals(cells, rows.keySet(), ran.out() + ran.err());
            assertEquals(1, rows.values().stream().map(row -> row.get("driver")).collect(Collectors.toSet()).size(),
                    "a comparison has one engine");
            for (CSVRecord row : rows.values()) {
                assertTrue(row.get("driver").startsWith("wrk "), row.get("driver"));
                assertEquals("0", row.get("errors"), row.get("why"));
            }
            assertTrue(verdict.path("engine").asString().startsWith("wrk "), verdict.toString());
            // Dumps show the line that waits.
            assertEquals(cells, waits.stream().map(row -> row.get("cell")).collect(Collectors.toSet()));
            assertTrue(Files.size(run.resolve("virtual-c30-f1.jfr")) > 0);
        });
        for (CSVRecord row : rows.values()) {
            assertTrue(Repository.number(row, "service_cpu_s") > 0 && Repository.number(row, "rss_peak_mb") > 10, row
                    .toString());
        }
        double ratio = Repository.number(rows.get("virtual-c30-f1"), "rps") / Repository.number(rows.get(
                "platform-c30-f1"), "rps");
        // 30 users and 4 threads: 7.5 times.
        assertTrue(ratio > 3 && ratio < 9, "ratio " + ratio);
        assertTrue(verdict.path("verdicts").get(0).path("figures").size() > 0, verdict.toString());
        assertTrue(waits.stream().anyMatch(row -> row.get("cell").equals("virtual-c30-f1") && row.get("line").contains(
                "SampleService.sleep") && Repository.number(row, "share_pct") > 50), waits.toString());
    }

    @Test
    void withoutTheEngineAllIsSkipped() throws Exception {
        Ran ran = own("--load-command", "no-such-engine {url}");
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        assertEquals(Set.of("SKIPPED"), Repository.csv(run(ran).resolve("summary.csv")).stream().map(row -> row.get(
                "verdict")).collect(Collectors.toSet()));
        assertEquals("SKIPPED", json(run(ran).resolve("run.json")).path("verdict").asString());
        Repository.contains(ran.out(), "no-such-engine");
    }

    @Test
    void noFileOfARunHasAPassword() throws Exception {
        Ran ran = OwnCommand.run(folder, OwnCommand.ofJar(SampleService.jar(folder)), "--get",
                "/wait?access_token=hush",
                "--load-command", "no-such-engine {url}", "--variant", "platform=--db.password=h@hush", "--variant",
                "virtual=--jwt.secret-key=hush", "--", "--spring.datasource.password=a hush");
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        assertFalse(ran.out().contains("hush"), ran.out());
        try (Stream<Path> files = Files.walk(run(ran))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertFalse(Files.readString(file, StandardCharsets.ISO_8859_1).contains("hush"), file.toString());
            }
        }
        Repository.contains(ran.out(), "GET /wait?access_token=***", "--db.password=*** | virtual=--jwt.secret-key=***",
                "--spring.datasource.password=***");
    }

    /** A build must not pass because a tool is missing. */
    @Test
    void whatIsRequiredDoesNotHoldWithoutTheEngine() {
        assertEquals(2, own("--load-command", "no-such-engine {url}", "--require", "throughput >= 1 x platform").exit(),
                "INVALID");
    }

    @Test
    void requestsArePrintedAsAScript() {
        Ran ran = OwnCommand.run("--get", "/a", "--get", "/b", "--export", "k6");
        assertEquals(0, ran.exit(), ran.err());
        assertTrue(ran.out().startsWith("// k6 run"), ran.out());
        Repository.contains(ran.out(), "path: \"/a\"", "path: \"/b\"");
    }

    /** A script is often sent on, or printed by a build. */
    @Test
    void aScriptHasSecretsOnlyWhereTheyAreAskedFor() throws IOException {
        Path file = Files.writeString(folder.resolve("a.http"), """
                GET http://shop.example.com/a?access_token=hush
                Authorization: Bearer hush
                Accept: text/plain
                ###
                GET http://ads.example.net/b
                """);
        Ran ran = OwnCommand.run("--requests", file.toString(), "--export", "k6");
        assertEquals(0, ran.exit(), ran.err());
        Repository.contains(ran.out(), "path: \"/a?access_token=***\"", "text/plain");
        assertFalse((ran.out() + ran.err()).contains("hush"), ran.out() + ran.err());
        assertEquals(2, ran.err().lines().filter(line -> line.startsWith("own: 1 left out")).count(), ran.err());
        Repository.contains(ran.err(), "--with-secrets", "ads.example.net (1)", "--host");

        Ran with = OwnCommand.run("--requests", file.toString(), "--export", "k6", "--with-secrets");
        Repository.contains(with.out(), "access_token=hush", "Bearer hush");
        assertEquals(1, with.err().lines().count(), with.err());
    }
}
