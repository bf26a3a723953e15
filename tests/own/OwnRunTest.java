package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.record.Verdict;
import fixtures.SampleService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run leaves behind: rows, recordings, the page and verdict.json. */
@Tag(Lane.OWN)
class OwnRunTest {

    @TempDir
    Path folder;

    private Ran own(String... more) {
        return OwnCommand.run(folder, OwnCommand.ofJar(SampleService.jar(folder)), more);
    }

    private Path run(Ran ran) throws IOException {
        return Repository.onlyRun(folder.resolve("data/own"), ran);
    }

    private static JsonNode json(Path file) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    @Test
    void aRunHasItsRowsItsRecordingsAndItsVerdict() throws IOException {
        aRunHasAll("c30", List.of("-c30-f1"));
    }

    @Test
    @Tag(Lane.WHOLE)
    void soHasARunAtARate() throws IOException {
        aRunHasAll("r50", List.of("-c30-f1", "-r50-f1"), "--rate", "50");
    }

    /**
     * @param load  by its name in those of cells
     * @param cells of each variant, for all loads
     */
    private void aRunHasAll(String load, List<String> cells, String... rate) throws IOException {
        Path requests = Files.writeString(folder.resolve("all.http"), """
                # @weight 2
                GET http://localhost:8080/guarded
                Authorization: Bearer hush
                Cookie: session=hush
                ###
                GET /at-once
                ###
                POST /store
                Content-Type: application/json

                {"word": "hush"}
                """);
        Path report = folder.resolve("report.xml");
        var words = new ArrayList<>(List.of("--requests", requests.toString(), "--writes", "-c", "30", "--warmup", "2s",
                "--switch", "spring.threads.virtual.enabled=no|true", "--require", "throughput >= 0.001 x platform",
                "--require", "throughput >= 1000 x platform", "--junit", report.toString()));
        words.addAll(List.of(rate));
        words.addAll(List.of("--", "--secret=hush", "--server.tomcat.threads.max=4"));
        Ran ran = own(words.toArray(String[]::new));
        Path run = run(ran);
        JsonNode verdict = json(run.resolve("verdict.json"));
        JsonNode only = verdict.path("verdicts").get(0);
        OwnVerdict.Word word = List.of(OwnVerdict.Word.values()).stream()
                .filter(one -> one.toString().equals(only.path("verdict").asString())).findFirst().orElseThrow();
        // On a machine that is busy a row may be INVALID, and one fork may not decide; no row is a thousand times
        // better or worse than it should be.
        var required = new TreeMap<String, Set<Verdict>>();
        only.path("required").forEach(one -> required.computeIfAbsent(one.path("required").asString(),
                text -> EnumSet.noneOf(Verdict.class)).add(Verdict.valueOf(one.path("verdict").asString())));
        assertEquals(Set.of("throughput >= 0.001 x platform", "throughput >= 1000 x platform"), required.keySet());
        required.get("throughput >= 0.001 x platform").forEach(each -> assertTrue(each != Verdict.SURPRISE, ran.out()));
        required.get("throughput >= 1000 x platform").forEach(each -> assertTrue(each != Verdict.CONFIRMED, ran.out()));
        Verdict all = required.values().stream().flatMap(Set::stream).reduce(word.verdict(), Verdict::and);
        assertEquals(all.exitCode(), ran.exit(), ran.out() + ran.err());
        assertEquals(all.name(), json(run.resolve("run.json")).path("verdict").asString());
        // The verdict, and two requirements of the load that decides.
        Repository.contains(Files.readString(report), "tests=\"3\" failures=\"",
                "throughput &gt;= 1000 x platform with " + (rate.length > 0 ? "50 requests/s" : "30 users"));
        if (all != Verdict.INVALID) {
            assertEquals(Stream.of(only.path("sentence"), verdict.path("arithmetic_refuted"))
                    .map(text -> text.asString("")).filter(text -> !text.isEmpty()).collect(Collectors.joining(" ")),
                    json(run.resolve("run.json")).path("answer").asString());
            assertEquals(List.of("as it is", "virtual threads"), json(run.resolve("run.json")).path("headline")
                    .path("bars").valueStream().map(bar -> bar.path("label").asString()).toList());
        }
        assertEquals(List.of("GET /guarded 2", "GET /at-once 1", "POST /store 1"), verdict.path("requests")
                .valueStream()
                .map(one -> one.path("method").asString() + " " + one.path("path").asString() + " " + one.path("weight")
                        .asInt())
                .toList());
        assertEquals(4, verdict.path("pool").asInt(), "as the service is told");
        JsonNode options = json(run.resolve("run.json")).path("options");
        assertEquals(List.of(requests.toString(), "***", "4"), Stream.of("--requests", "--secret",
                "--server.tomcat.threads.max").map(name -> options.path(name).asString()).toList());
        assertEquals(rate.length > 0 ? "50" : "", options.path("--rate").asString(""));
        assertTrue(only.path("demand").path("platform").path("response_ms").asDouble() > 0);
        only.path("figures").forEach(one -> assertEquals(one.path("load").asString().equals(rate.length > 0
                ? "50 requests/s"
                : "30 users"), one.path("decides").asBoolean(), only::toString));
        assertTrue(only.path("figures").size() > 0, only.toString());
        assertEquals(rate.length > 0, !verdict.path("arithmetic").isNull());

        Map<String, CSVRecord> rows = Repository.cells(run);
        for (String variant : List.of("platform", "virtual")) {
            for (String cell : cells) {
                CSVRecord row = rows.get(variant + cell);
                assertTrue(row != null && Repository.number(row, "ok") > 0, variant + cell + " of " + rows.keySet());
                assertEquals("GET /guarded, GET /at-once, POST /store", row.get("path"));
                assertEquals("0", row.get("errors"), row.get("why"));
                assertTrue(row.get("jdk").startsWith(String.valueOf(Runtime.version().feature())), row.get("jdk"));
                assertTrue(Repository.number(row, "service_cpu_s") > 0, row.toString());
            }
            CSVRecord whole = rows.get(variant + "-" + load + "-f1");
            assertTrue(Repository.number(whole, "service_cpu_s") > 0 && Repository.number(whole, "rss_peak_mb") > 10,
                    whole.toString());
            // The compilers of another JVM are told of, too, and are a part of it.
            assertTrue(!OS.LINUX.isCurrentOs() || Repository.number(whole, "jit_cpu_s") < Repository.number(whole,
                    "service_cpu_s"), whole.toString());
        }
        // The lightest call is sent on its own, too, if it was much lighter than the others when all were tried once.
        boolean hasLight = ran.out().replaceAll("\\s+", " ").contains("GET /at-once is also sent on its own");
        assertEquals(hasLight, rows.containsKey("virtual-" + load + "-f1~light"), rows.keySet().toString());
        for (String cell : hasLight ? List.of("platform-c30-f1~light", "virtual-" + load + "-f1~light")
                : List.<String>of()) {
            assertEquals("GET /at-once", rows.get(cell).get("path"));
            assertTrue(Repository.number(rows.get(cell), "ok") > 3, cell + rows.get(cell));
        }
        boolean isTold = hasLight && Stream.of("platform", "virtual").map(one -> rows.get(one + "-c30-f1~light"))
                .allMatch(row -> row.get("latency_trusted").equals("yes") && !row.get("p50_ms").isEmpty());
        assertTrue(!isTold || only.path("figures").valueStream().anyMatch(one -> one.path("figure").asString().equals(
                "median of GET /at-once")), only.path("figures").toString());
        assertTrue(Repository.csv(run.resolve("waits.csv")).stream()
                .anyMatch(row -> row.get("cell").equals("virtual-" + load + "-f1")), "thread dumps at the peak, too");
        // Only a recording of the service's own JVM tells who worked: carriers, or none.
        assertTrue(Files.size(run.resolve("virtual-f1.jfr")) > 0);
        String page = Files.readString(run.resolve("notebook.md"));
        Repository.contains(page, "# own: ", "What was measured", "30 users");
        assertEquals(rate.length > 0, page.contains("The answer by arithmetic"), "it needs a rate: " + page);
        try (var files = Files.list(run)) {
            for (Path file : files.toList()) {
                assertTrue(!Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1).contains("hush"),
                        file + " has the secret of an argument, a header or a body");
            }
        }
        assertEquals(0, Repository.analysis("plot", folder.resolve("data").toString()).exit());
        assertEquals(word.toString(), json(run.resolve("run.json")).path("judgement").asString());
        Repository.contains(Files.readString(folder.resolve("data/charts/index.html")), "own", ">" + word.toString()
                .toUpperCase(Locale.ROOT) + "<");
    }

    @Test
    @Tag(Lane.WHOLE)
    void aSwitchThatTheServiceDoesNotKnowIsNoticed() throws IOException {
        Ran ran = own("--get", "/wait", "-c", "20", "--switch", "spring.threads.virtual.enabled=off|on");
        assertEquals(3, ran.exit(), ran.out() + ran.err());
        JsonNode only = json(run(ran).resolve("verdict.json")).path("verdicts").get(0);
        assertEquals("cannot tell", only.path("verdict").asString());
        Repository.contains(only.path("sentence").asString(), "no virtual thread");
    }

    /** Half of the requests fail, and the load goes on: that they do is known. */
    @Test
    void requestsThatFailAreSentWhereTheyAreKept() throws IOException {
        Path requests = Files.writeString(folder.resolve("all.http"),
                "GET http://localhost/at-once\n###\nGET /fails\n###\nPOST /store\n###\nGET http://auth/x\n");
        Ran ran = own("--requests", requests.toString(), "--keep-failing", "-c", "2", "--warmup", "1s", "--switch",
                "spring.threads.virtual.enabled=no|true");
        assertTrue(Files.exists(run(ran).resolve("verdict.json")), ran.out() + ran.err());
        JsonNode verdict = json(run(ran).resolve("verdict.json"));
        assertEquals(List.of("GET /at-once 200", "GET /fails 500"), verdict.path("requests").valueStream()
                .map(one -> one.path("method").asString() + " " + one.path("path").asString() + " " + one.path("status")
                        .asInt())
                .toList());
        assertEquals("localhost", verdict.path("host").asString());
        assertEquals(List.of("host 1", "writes 1"), verdict.path("left_out").valueStream().map(one -> one.path("why")
                .asString() + " " + one.path("requests").asInt()).toList());
        for (String variant : List.of("platform", "virtual")) {
            CSVRecord row = Repository.cells(run(ran)).get(variant + "-c2-f1");
            double failed = Repository.number(row, "errors");
            assertTrue(
                    failed > 0 && Repository.number(row, "ok") > 0 && !row.get("findings").contains("too-many-failed"),
                    row.toString());
        }
    }

    /** Platform threads are so few that they never need more connections than there are. */
    @Test
    @Tag(Lane.WHOLE)
    void requestsThatFailOnVirtualThreadsOnlyAreHarmful() throws IOException {
        Ran ran = own("--get", "/limited", "-c", "40", "--switch", "spring.threads.virtual.enabled=no|true", "--",
                "--server.tomcat.threads.max=8");
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        JsonNode only = json(run(ran).resolve("verdict.json")).path("verdicts").get(0);
        assertEquals("harmful", only.path("verdict").asString(), ran.out());
        Repository.contains(only.path("sentence").asString(), "more requests fail");
        Map<String, CSVRecord> rows = Repository.cells(run(ran));
        assertEquals("0", rows.get("platform-c40-f1").get("errors"));
        assertTrue(rows.get("virtual-c40-f1").get("findings").contains("too-many-failed"), ran.out());
    }

    /** Every request holds a carrier while it waits, so CPUs / 50 ms is all that JDK 21 has. */
    @Test
    @Tag(Lane.WHOLE)
    void whatPinsIsHarmfulAndTheLineIsNamed() throws IOException {
        Repository.assumeJdk21();
        Ran ran = own("--get", "/pinned", "-c", "40", "--jdk", "21", "--switch",
                "spring.threads.virtual.enabled=no|true");
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        Path run = run(ran);
        JsonNode only = json(run.resolve("verdict.json")).path("verdicts").get(0);
        assertEquals(List.of("harmful", "carriers"),
                OwnCommand.said(only), ran.out());
        assertTrue(only.path("pinned").propertyNames().stream()
                .anyMatch(line -> line.startsWith("fixtures.SampleService.")), only.toString());
        CSVRecord row = Repository.cells(run).get("virtual-c40-f1");
        assertTrue(row.get("jdk").startsWith("21"), row.get("jdk"));
        assertTrue(Repository.number(Repository.cells(run).get("virtual-c40-f1"), "pinned") > 0, row.toString());
        assertEquals("0", Repository.cells(run).get("platform-c40-f1").get("pinned"));
    }
}
