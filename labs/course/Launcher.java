package course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.base.LabException;

/**
 * Starts JBang the way in which this script was started, and knows what it has started, so that nothing is left behind.
 *
 * <p>These are neither {@link kit.machine.Children} nor a {@link kit.machine.Program}: a lab has the terminal to itself
 * and takes minutes, and it is asked to end, not killed, because it first keeps what it has measured.
 */
final class Launcher {

    /** A lab that is told to end keeps what it has measured, which takes it ten seconds at most. */
    private static final int PATIENCE_SECONDS = 20;

    /** What JBang says then, as the library that resolves for it words it. */
    private static final Pattern LACKS = Pattern
            .compile("Could not (resolve|read artifact|find artifact)|offline mode");

    private final Path root;
    private final String program;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private boolean ending;

    /**
     * @param root of the checkout, in which everything is started
     * @param used the launcher that started this script; null where that is not known
     */
    Launcher(Path root, String used) {
        this.root = root;
        this.program = program(root, used);
    }

    /** What came of a command; {@code out} and {@code err} are what it said. */
    record Said(int exit, String out, String err) {

        boolean ok() {
            return exit == 0;
        }

        /** Whether JBang had not all libraries of the script, and was not allowed to fetch them. */
        boolean lacksLibraries() {
            return !ok() && LACKS.matcher(err).find();
        }

        /** The line of it that says why, as JBang and the labs word it. */
        String reason() {
            List<String> lines = Stream.concat(err.lines(), out.lines()).map(String::strip)
                    .filter(line -> !line.isEmpty()
                            && !line.contains("--verbose") && !line.startsWith("Picked up ")
                            && !line.startsWith("Note: "))
                    .toList();
            String line = lines.stream().filter(l -> l.contains("[ERROR]")).findFirst()
                    .orElse(lines.isEmpty() ? "exit code " + exit : lines.getLast());
            return line.replaceFirst("^(\\[jbang] )?(\\[ERROR] )?", "").replaceFirst("[.:]$", "");
        }
    }

    /** The launcher that was used, else the one of the checkout, else what is installed. */
    static String program(Path root, String used) {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        for (String file : Arrays.asList(used, windows ? null : root.resolve("jbang").toString())) {
            if (file != null && !file.isBlank() && Path.of(file).isAbsolute() && Files.isExecutable(Path.of(file))) {
                return file;
            }
        }
        return windows ? "jbang.cmd" : "jbang";
    }

    /** Runs a command to its end without a word. */
    Said quietly(String... arguments) {
        Path errors = null;
        try {
            errors = Files.createTempFile("jbang", ".err");
            Process process = start(command(List.of(arguments)).redirectError(errors.toFile()));
            try {
                process.getOutputStream().close();
                String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return new Said(waitFor(process), out, Files.readString(errors));
            } finally {
                running.remove(process);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + program + ": " + e.getMessage(), e);
        } finally {
            if (errors != null) {
                errors.toFile().delete();
            }
        }
    }

    /**
     * Asks a lab for its outline.
     *
     * @param offline whether nothing may be fetched for it
     * @param options of the lab
     */
    Said outline(String script, boolean offline, List<String> options) {
        // It is over before a better compiler would be of use.
        var command = new ArrayList<>(List.of("-R=-XX:TieredStopAtLevel=1", script, "--outline"));
        command.addAll(options);
        return built(script, offline, command);
    }

    /**
     * Runs a script to its end without a word. Where it fails, it is built anew and run once more: a build that was cut
     * short, or two at once, leave a jar that JBang takes for whole.
     *
     * @param offline whether nothing may be fetched for it
     * @param command the script, with JBang's options before and its own behind
     */
    Said built(String script, boolean offline, List<String> command) {
        List<String> how = offline ? List.of("--quiet", "--offline") : List.of("--quiet");
        // A log that JAVA_TOOL_OPTIONS asks for is not the script's output.
        String[] run = words(Stream.concat(how.stream(), Stream.of("-R=-Xlog:disable")).toList(), command);
        Said said = quietly(run);
        if (offline && said.lacksLibraries()) {
            // To build it anew would fetch them, whatever JBang is told.
            return said;
        }
        if (!said.ok() && quietly(words(how, List.of("build", "--fresh", script))).ok()) {
            said = quietly(run);
        }
        return said;
    }

    private static String[] words(List<String> first, List<String> then) {
        return Stream.concat(first.stream(), then.stream()).toArray(String[]::new);
    }

    /** Runs a command to its end that has the terminal to itself. @return its exit code */
    int atTerminal(List<String> arguments) {
        try {
            Process process = start(command(arguments).inheritIO());
            try {
                return waitFor(process);
            } finally {
                running.remove(process);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + program + ": " + e.getMessage(), e);
        }
    }

    private ProcessBuilder command(List<String> arguments) {
        var words = new ArrayList<>(List.of(program));
        words.addAll(arguments);
        return new ProcessBuilder(words).directory(root.toFile());
    }

    private synchronized Process start(ProcessBuilder command) throws IOException {
        if (ending) {
            throw new LabException("the workshop is being left");
        }
        Process process = command.start();
        running.add(process);
        return process;
    }

    private static int waitFor(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("interrupted", e);
        }
    }

    /**
     * Ends everything that it has started: a lab keeps what it measured, and only what does not end by itself is
     * killed.
     */
    void end() {
        List<Process> left;
        synchronized (this) {
            ending = true;
            left = List.copyOf(running);
        }
        // Asked for now: the children of a process that is gone cannot be found.
        List<ProcessHandle> children = left.stream().flatMap(Process::descendants).toList();
        left.forEach(Process::destroy);
        var ended = CompletableFuture.allOf(left.stream().map(Process::onExit).toArray(CompletableFuture[]::new));
        ended.completeOnTimeout(null, PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        left.forEach(Process::destroyForcibly);
        children.forEach(ProcessHandle::destroyForcibly);
    }
}
