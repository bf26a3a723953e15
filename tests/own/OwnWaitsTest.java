package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.SampleService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

/** What requests wait for, by thread dumps of a service under load. */
@Tag(Lane.OWN)
class OwnWaitsTest {

    private static final String LINE = "fixtures.SampleService.inTurn:";

    @TempDir
    Path folder;

    private Ran own(String... more) {
        return OwnCommand.run(folder, List.of("--quick"), more);
    }

    private void assertWaitsInTurn(String jdk) throws Exception {
        Ran ran = own("--jar", SampleService.jar(folder).toString(), "--get", "/in-turn", "-c", "30", "--jdk", jdk,
                "--switch", "spring.threads.virtual.enabled=no|true", "--",
                "--server.tomcat.threads.max=24");
        Path run = Repository.onlyRun(folder.resolve("data/own"), ran);
        String told = ran.out() + ran.err();
        Certain.holds(() -> assertNoDumpStays(run));
        List<CSVRecord> waits = Repository.csv(run.resolve("waits.csv"));
        for (String cell : List.of("platform-c30-f1", "virtual-c30-f1")) {
            List<CSVRecord> rows = mostWaitAt(LINE, cell, waits, told);
            Certain.holds(() -> assertEquals("ReentrantLock.lock", rows.getFirst().get("operation"), told));
            // A request that follows another one while the dump is written may be seen in its thread, too.
            assertEquals(30, rows.stream().mapToDouble(row -> Repository.number(row, "waiting")).sum(), 5,
                    "as many as there are users");
        }
        // The pool has 24 threads for 30 users.
        assertTrue(waits.stream().anyMatch(row -> row.get("cell").equals("platform-c30-f1")
                && row.get("operation").equals("no thread") && Repository.number(row, "waiting") > 4), told);
        JsonNode only = OwnCommand.verdict(run);
        // The verdict and the page have what the rows have.
        JsonNode first = only.path("waits").get(0);
        Certain.holds(() -> {
            assertTrue(first.path("line").asString().startsWith(LINE) && first.path("load").asString().equals(
                    "30 users") && first.path("virtual_pct").asDouble() > 50
                    && first.path("platform_pct").asDouble() > 50,
                    first.toString());
            Repository.contains(Files.readString(run.resolve("notebook.md")), "What requests wait for with 30 users",
                    "(no thread: waiting for one");
        });
        // Before JDK 25, only where CPUs are not busy.
        assertTrue(only.path("watch").valueStream().anyMatch(line -> line.asString().startsWith(
                "With 30 users, requests on virtual threads are at " + LINE)), only.path("watch").toString());
    }

    /**
     * The rows of waits.csv about a cell in which most requests wait at one line.
     *
     * @param line what it begins with
     * @param told by the command, for a test that fails
     */
    static List<CSVRecord> mostWaitAt(String line, String cell, List<CSVRecord> waits, String told) {
        List<CSVRecord> rows = waits.stream().filter(row -> row.get("cell").equals(cell)).toList();
        CSVRecord most = rows.getFirst();
        assertTrue(most.get("line").startsWith(line), most + "\n" + told);
        assertTrue(Repository.number(most, "share_pct") > 50, most + "\n" + told);
        double dumps = Repository.number(most, "dumps");
        assertTrue(dumps >= 1 && dumps <= 5, "fewer where the CPUs are busy: " + most + "\n" + told);
        Certain.holds(() -> assertEquals(100, rows.stream().mapToDouble(row -> Repository.number(row, "share_pct"))
                .sum(), 1));
        return rows;
    }

    static void assertNoDumpStays(Path run) throws IOException {
        try (var files = Files.walk(run)) {
            assertEquals(List.of(), files.filter(file -> file.getFileName().toString().matches("threads.*|.*\\.tmp"))
                    .toList(), "no dump stays, and no folder of a cell in which it was");
        }
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void theLineAtWhichRequestsWaitIsFound() throws Exception {
        assertWaitsInTurn(String.valueOf(Runtime.version().feature()));
    }

    /** The JVM is found where the command does not begin with the word java. */
    @Test
    @Tag(Lane.WHOLE)
    void aJvmThatACommandStartsHasAProfile() throws Exception {
        Ran ran = own("--command", "'" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -jar '"
                + SampleService.jar(folder) + "' --server.port={port}", "--get", "/wait", "-c", "10", "--switch",
                "spring.threads.virtual.enabled=no|true");
        Path run = Repository.onlyRun(folder.resolve("data/own"), ran);
        assertTrue(Files.exists(run.resolve("waits.csv")), ran.out());
        JsonNode only = OwnCommand.verdict(run);
        assertTrue(only.path("waits").size() > 0, only.toString());
        assertTrue(only.path("watch").valueStream().anyMatch(line -> line.asString().contains(
                "requests on virtual threads are at fixtures.SampleService.")), only.path("watch").toString());
        assertTrue(!only.path("verdict").asString().equals("invalid"), ran.out() + ran.err());
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void itIsFoundOnJdk21() throws Exception {
        Repository.assumeJdk21();
        assertWaitsInTurn("21");
    }
}
