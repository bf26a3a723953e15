package own;

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
import own.generator.RecipeGenerator;
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
class OwnGeneratorTest {

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
    void anExternalGeneratorDrivesAllVariantsAndTheServiceIsWatched() throws Exception {
        assumeTrue(RecipeGenerator.named("wrk").missing() == null, "there is no wrk");
        Ran ran = own("--generator", "wrk", "-c", "30", "--switch", "spring.threads.virtual.enabled=no|true", "--",
                "--server.tomcat.threads.max=4");
        Path run = run(ran);
        Map<String, CSVRecord> rows = Repository.cells(run);
        Set<String> cells = Set.of("platform-c30-f1", "virtual-c30-f1");
        JsonNode verdict = json(run.resolve("verdict.json"));
        List<CSVRecord> waits = Repository.csv(run.resolve("waits.csv"));
        Certain.holds(() -> {
            assertEquals(cells, rows.keySet(), ran.out() + ran.err());
            assertEquals(1, rows.values().stream().map(row -> row.get("generator")).collect(Collectors.toSet()).size(),
                    "a comparison has one load generator");
            for (CSVRecord row : rows.values()) {
                assertTrue(row.get("generator").startsWith("wrk "), row.get("generator"));
                assertEquals("0", row.get("errors"), row.get("why"));
            }
            assertTrue(verdict.path("generator").asString().startsWith("wrk "), verdict.toString());
            // Dumps show the line that waits.
            assertEquals(cells, waits.stream().map(row -> row.get("cell")).collect(Collectors.toSet()));
            assertTrue(Files.size(run.resolve("virtual-f1.jfr")) > 0);
            // A script is often sent on: it is kept, without secrets.
            Repository.contains(Files.readString(run.resolve("requests.lua")), "path = \"/wait\"");
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
    void withoutTheGeneratorNothingIsMeasured() throws Exception {
        Ran ran = own("--generator", "no-such-generator {url}");
        assertEquals(3, ran.exit(), ran.out() + ran.err());
        assertEquals("SKIPPED", json(run(ran).resolve("run.json")).path("verdict").asString());
        Repository.contains(ran.out(), "no-such-generator");
    }

    @Test
    void noFileOfARunHasAPassword() throws Exception {
        Ran ran = OwnCommand.run(folder, OwnCommand.ofJar(SampleService.jar(folder)), "--get",
                "/wait?access_token=hush", "--generator", "no-such-generator {url}", "--switch",
                "--db.password=h@hush | --jwt.secret-key=hush", "--", "--spring.datasource.password=a hush");
        assertEquals(3, ran.exit(), ran.out() + ran.err());
        assertFalse(ran.out().contains("hush"), ran.out());
        try (Stream<Path> files = Files.walk(run(ran))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertFalse(Files.readString(file, StandardCharsets.ISO_8859_1).contains("hush"), file.toString());
            }
        }
        Repository.contains(ran.out().replaceAll("\\s+", " "), "GET /wait?access_token=***",
                "--db.password=*** | --jwt.secret-key=***", "--spring.datasource.password=***");
    }

    /** A build must not pass because a tool is missing. */
    @Test
    void whatIsRequiredDoesNotHoldWithoutTheGenerator() {
        assertEquals(2, own("--generator", "no-such-generator {url}", "--require", "throughput >= 1 x platform")
                .exit(), "INVALID");
    }
}
