package kit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kit.page.LightPage;
import org.apache.commons.csv.CSVRecord;
import tests.Repository;
import tests.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A lab in a JVM of its own, watched: what it says, what it starts, how it ends. Once closed, nothing of it is left
 * running.
 */
final class LabProcess implements AutoCloseable {

    private static final long LIMIT_S = 100;

    private final Path folder;
    private final Path data;
    private final Process process;
    /** All that it was ever seen to have started. */
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();

    /**
     * @param folder gets the files {@code out} and {@code err}
     * @param data   where it writes its runs
     */
    LabProcess(Path folder, Path data, ProcessBuilder command) throws IOException, InterruptedException {
        this.folder = Files.createDirectories(folder);
        this.data = data;
        this.process = Repository.interruptible(command).redirectInput(new File("/dev/null"))
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile()).start();
    }

    /** A lab as a user runs it, with these JVM options. */
    static LabProcess script(Path folder, String file, List<String> options, List<String> arguments)
            throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        var words = new ArrayList<>(List.of("--data", data.toString(), "--quick"));
        words.addAll(arguments);
        words = new ArrayList<>(Script.of(file).command(words.toArray(String[]::new)));
        words.addAll(1, options);
        return new LabProcess(folder, data, new ProcessBuilder(words).directory(Repository.root().toFile()));
    }

    /** {@link LightPage}, as short as can be, with these JVM options. */
    static LabProcess light(Path folder, Path data, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        return new LabProcess(folder, data, new ProcessBuilder(LightPage.command(data, options, arguments)));
    }

    /** Waits until something is there. */
    static <T> T until(String what, Callable<T> found) throws Exception {
        return Repository.until(what, LIMIT_S, found);
    }

    /** Of something that only a lab that runs can bring. */
    <T> T await(String what, Callable<T> found) throws Exception {
        T there = until(what, () -> {
            boolean ran = process.isAlive();
            T value = found.call();
            if (value == null && !ran) {
                throw new AssertionError(
                        what + ": the lab has ended before, with exit code " + process.exitValue() + ": " + said());
            }
            return value;
        });
        look();
        return there;
    }

    void awaitOut(String words) throws Exception {
        await("it says '" + words + "'", () -> out().contains(words) ? true : null);
    }

    /** Waits until a cell's JVM has printed that. */
    void awaitLog(String cell, String words) throws Exception {
        await(cell + " prints '" + words + "'", () -> {
            try (Stream<Path> files = Files.walk(data)) {
                Path log = files.filter(f -> f.endsWith(cell + ".log")).findFirst().orElse(null);
                return log != null && Files.readString(log).contains(words) ? log : null;
            } catch (IOException | java.io.UncheckedIOException e) {
                // The folder is not there yet, or has just been renamed.
                return null;
            }
        });
    }

    /** Takes note of what it has started by now. */
    void look() {
        process.descendants().forEach(seen::add);
    }

    void note(ProcessHandle other) {
        seen.add(other);
    }

    Stream<ProcessHandle> descendants() {
        return process.descendants();
    }

    String out() throws IOException {
        return Files.readString(folder.resolve("out"));
    }

    String err() throws IOException {
        return Files.readString(folder.resolve("err"));
    }

    /** All that it said, for a test that fails. */
    String said() {
        try {
            return out() + err();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Ctrl-C. The lab has not ended yet. */
    void interrupt() throws Exception {
        assertTrue(process.isAlive(), () -> "the lab has ended before: " + said());
        look();
        Repository.interrupt(process);
    }

    /** As the system does it when it is short of memory. */
    void kill() throws InterruptedException {
        look();
        process.destroyForcibly().waitFor();
    }

    /** A lab that goes on without end fails the test, and is ended after it. */
    int exit() throws InterruptedException {
        assertTrue(process.waitFor(4, TimeUnit.MINUTES), () -> "the lab does not end: " + said());
        return process.exitValue();
    }

    /** The folder of its only run; one that was never given its name begins with a dot. */
    Path run(String lab) throws IOException {
        try (Stream<Path> runs = Files.list(data.resolve(lab))) {
            List<Path> all = runs.toList();
            assertTrue(all.size() == 1, () -> all + said());
            return all.getFirst();
        }
    }

    Map<String, CSVRecord> cells(String lab) throws IOException {
        return Repository.cells(run(lab));
    }

    JsonNode json(String lab) throws IOException {
        return new JsonMapper().readTree(Files.readString(run(lab).resolve("run.json")));
    }

    /** The folder of its PostgreSQL, which the shell that keeps it was told. */
    Path databaseFolder() throws Exception {
        Path place = await("PostgreSQL is kept",
                () -> descendants().map(p -> p.info().arguments()).flatMap(Optional::stream)
                        .filter(words -> words.length > 1 && words[words.length - 2].equals("keeper"))
                        .map(words -> Path.of(words[words.length - 1]))
                        .findFirst().orElse(null));
        assertTrue(Files.isDirectory(place), place.toString());
        return place;
    }

    /** The server that keeps its files there. */
    ProcessHandle database(Path place) throws Exception {
        ProcessHandle first = await("PostgreSQL runs", () -> {
            try (Stream<String> lines = Files.lines(place.resolve("data-1/postmaster.pid"))) {
                return ProcessHandle.of(Long.parseLong(lines.findFirst().orElseThrow().strip())).orElse(null);
            } catch (IOException | RuntimeException e) {
                return null;
            }
        });
        note(first);
        return first;
    }

    /** Nothing of it is left running. */
    @Override
    public void close() throws Exception {
        boolean ran = process.isAlive();
        kill();
        for (ProcessHandle one : seen) {
            String what = one.info().commandLine().orElse("a process");
            try {
                until(what + " ends", () -> one.isAlive() ? null : true);
            } finally {
                one.destroyForcibly();
            }
        }
        if (ran) {
            System.err.println("a lab was ended by its test: " + said());
        }
    }
}
