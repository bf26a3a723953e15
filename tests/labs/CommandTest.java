package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.record.Release;
import fixtures.Planted;
import fixtures.Planted.Fault;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Script;
import tools.jackson.databind.json.JsonMapper;

/** A real lab that is interrupted, or that is asked for what it has not. */
@Tag(Lane.SERVICES)
class CommandTest {

    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

    @TempDir
    Path data;

    /** Of a light service, at each moment, is {@link kit.LabEndsTest}'s. */
    @Test
    @Tag(Lane.WHOLE)
    void ctrlCKeepsWhatWasMeasuredAndLeavesNoProcess() throws Exception {
        Path out = data.resolve("out.txt");
        // 125 requests a second: in the second fork, four seconds of them.
        Path planted = Planted.in(data.resolve("planted"), Fault.telling("platform", "/demo", 500));
        Process lab = Repository.interruptible(Script.of("labs/cpu-light.java")
                .process(planted, List.of(), "--data", data.toString(),
                        "--cells", "platform-c50", "--forks", "2", "--duration", "4s", "--warmup", "200ms"))
                .redirectErrorStream(true).redirectInput(new File("/dev/null")).redirectOutput(out.toFile()).start();
        try {
            await(() -> log("platform-f2.log").contains(Planted.SIGN + "500 requests"), LONG_ENOUGH, out);
            List<ProcessHandle> children = lab.descendants().toList();
            assertFalse(children.isEmpty(), "the cell's JVM is running");
            new ProcessBuilder("kill", "-INT", String.valueOf(lab.pid())).start().waitFor();
            assertTrue(lab.waitFor(30, TimeUnit.SECONDS), "Ctrl-C ends it: " + Files.readString(out));
            assertEquals(130, lab.exitValue(), Files.readString(out));
            for (ProcessHandle child : children) {
                await(() -> !child.isAlive(), Duration.ofSeconds(10), out);
            }
        } finally {
            lab.descendants().forEach(ProcessHandle::destroyForcibly);
            lab.destroyForcibly();
        }
        Path run = Repository.onlyRun(data.resolve("cpu-light"));
        assertFalse(new JsonMapper().readTree(run.resolve("run.json")).get("complete").asBoolean(),
                "it is not complete");
        CSVRecord row = Repository.csv(run.resolve("summary.csv")).getFirst();
        assertEquals("platform-c50-f1", row.get("cell"));
        assertTrue(Long.parseLong(row.get("ok")) > 0, "the fork that was over is kept: " + row);
        assertTrue(Files.readString(out).contains("This run is incomplete"), Files.readString(out));
        try (Stream<Path> left = Files.list(data.resolve("cpu-light"))) {
            assertEquals(List.of(run), left.toList(), "no partial folder is left");
        }
    }

    /** What a JVM of a run that is not over yet has printed. */
    private String log(String name) throws IOException {
        if (!Files.exists(data.resolve("cpu-light"))) {
            return "";
        }
        // No deeper than the run: its JVMs delete what they have in folders of their own.
        try (Stream<Path> files = Files.walk(data.resolve("cpu-light"), 2)) {
            Path log = files.filter(file -> file.endsWith(name)).findFirst().orElse(null);
            return log == null ? "" : Files.readString(log);
        }
    }

    private static void await(Callable<Boolean> condition, Duration limit, Path out) throws Exception {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.call()) {
            assertTrue(System.nanoTime() < end, "waited in vain; it said: " + Files.readString(out));
            Thread.sleep(50);
        }
    }

    @Test
    void aLabWithPreviewFeaturesRunsOnItsOwnJdkOnly() throws Exception {
        refused("failing-call", "--jdk 21 leaves nothing to measure: this lab uses preview features", "--jdk", "21");
    }

    @Test
    void whatLeavesNothingToMeasureIsRefusedBeforeTheLessonIsPrinted() throws Exception {
        refused("cpu-light", "--jdk 99 leaves nothing to measure: there is no JDK 99", "--jdk", "99");
        refused("cpu-light", "--concurrency 9000000 leaves nothing to measure: needs ", "-c", "9000000");
        refused("cpu-light", "--cells: there is no cell 'virtual-c7'", "--cells", "virtual-c7");
    }

    /** With these options the lab ends with exit code 2, one line, and no run. */
    private void refused(String lab, String why, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("--data", data.toString()));
        words.addAll(List.of(options));
        Repository.Ran ran = Script.of("labs/" + lab + ".java").labHere(words.toArray(String[]::new));
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        assertEquals("", ran.out());
        assertEquals(1, ran.err().lines().count(), ran.err());
        assertTrue(ran.err().startsWith(lab + ": " + why), ran.err());
        assertFalse(Files.exists(data.resolve(lab)), "a run was begun");
    }

    @Test
    void theVersionIsThatOfTheChangelog() throws Exception {
        Repository.Ran ran = Script.of("labs/cpu-light.java").labHere("--version");
        assertEquals(0, ran.exit(), ran.err());
        assertEquals(Release.NAMED, ran.out().strip());
        assertTrue(Repository.read("CHANGELOG.md")
                .contains("\n## " + Release.VERSION + " (format " + Release.FORMAT + ")\n"));
        assertTrue(Repository.read("data/README.md").contains("\n| " + Release.FORMAT + " | "),
                "what changed with the format");
    }
}
