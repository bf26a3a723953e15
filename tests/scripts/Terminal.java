package scripts;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import tests.Repository;

/** A pseudo-terminal, of {@code script}(1), with a program in it. */
final class Terminal implements AutoCloseable {

    private static final long PATIENCE_MINUTES = 3;

    private final Process process;
    private final Path screen;
    private int read;

    Terminal(Path screen, ProcessBuilder program) throws Exception {
        assumeTrue(Repository.run(new ProcessBuilder("script", "--version")).exit() == 0, "there is no script(1)");
        this.screen = screen;
        var words = new ProcessBuilder("script", "-qefc", Course.quoted(program.command()), "/dev/null")
                .directory(program.directory());
        ProcessBuilder interruptible = Repository.interruptible(words);
        interruptible.environment().putAll(program.environment());
        process = interruptible.redirectErrorStream(true).redirectOutput(screen.toFile()).start();
    }

    String shows() throws IOException {
        return Files.exists(screen) ? Files.readString(screen, StandardCharsets.UTF_8) : "";
    }

    /** Types, once these words are on the screen behind those that were waited for before. */
    void types(String keys, String once) throws Exception {
        await(() -> shows().indexOf(once, read) >= 0, once);
        read = shows().indexOf(once, read) + once.length();
        type(keys);
    }

    void type(String keys) throws IOException {
        process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** The interrupt key. */
    void ctrlC() throws IOException {
        type("\u0003");
    }

    void await(Callable<Boolean> condition, String what) throws Exception {
        await(process, condition, () -> "\"" + what + "\" on the screen, which shows:\n" + shows());
    }

    /** Waits until something is so, for as long as the process is alive. */
    static void await(Process process, Callable<Boolean> condition, Callable<String> what) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
        while (!condition.call()) {
            assertTrue(process.isAlive(), "ended with no " + what.call());
            assertTrue(System.nanoTime() < end, "waited in vain for " + what.call());
            Thread.sleep(50);
        }
    }

    List<ProcessHandle> children() {
        return process.descendants().toList();
    }

    int ends() throws Exception {
        assertTrue(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES), shows());
        return process.exitValue();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
