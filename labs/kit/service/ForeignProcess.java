package kit.service;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kit.machine.Children;
import kit.machine.Jdks;

/**
 * The process of a {@link ForeignService}. Such a service does not notice that its parent is gone, so a shell watches
 * it, see {@link Children#watched}. Without a POSIX shell only a parent that ends by itself ends the service.
 */
final class ForeignProcess implements AutoCloseable {

    /** For the service to shut down, and to write its recording. */
    private static final Duration SHUTDOWN = Duration.ofSeconds(15);
    private static final int NOT_FOUND = 127;

    private final Process process;
    private final boolean isJava;

    /** @param output where its standard output and errors go */
    ForeignProcess(List<String> command, ForeignService.Around around, Redirect output) throws IOException {
        this.isJava = Jdks.homeOf(Path.of(command.getFirst())).isPresent();
        this.process = around.process(Children.watched(command)).redirectErrorStream(true).redirectOutput(output)
                .start();
    }

    long pid() {
        return process.pid();
    }

    /** It and all that it has started. */
    Stream<ProcessHandle> all() {
        return Children.withDescendants(process.toHandle());
    }

    /** CPU time that it and all that it has started have used, in s; NaN where that cannot be told. */
    double cpuSeconds() {
        return Children.cpuSeconds(all());
    }

    /** Its exit code; empty while it runs. */
    Optional<Integer> exit() {
        return process.isAlive() ? Optional.empty() : Optional.of(process.exitValue());
    }

    /** It ended without a failure. A script that starts the service in the background does. */
    static final class InBackground extends IllegalStateException {
        InBackground(String when) {
            super("the service ended with exit code 0 " + when + ". A --command must stay in the foreground as long as "
                    + "the service runs: leave out &, or use exec");
        }
    }

    /**
     * Complains where it does not run any more.
     *
     * @param when it ended, in words
     * @throws InBackground where a command that is not java ended with exit code 0
     * @throws IllegalStateException with the exit code
     */
    void throwWhereEnded(String when) {
        exit().ifPresent(code -> {
            if (code == 0 && !isJava) {
                throw new InBackground(when);
            }
            throwEnded("the service", code, when);
        });
    }

    /** @throws IllegalStateException with the exit code */
    static void throwEnded(String what, int exit, String when) {
        throw new IllegalStateException(what + " ended with exit code " + exit + (exit == NOT_FOUND
                ? " (command not found)"
                : "") + " " + when);
    }

    /** Asks it to end, and kills it where it does not. */
    @Override
    public void close() {
        if (!Children.canWatch()) {
            process.destroy();
        }
        Children.end(process, SHUTDOWN);
        try {
            process.waitFor(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
