package kit.service;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kit.machine.Children;

/**
 * The process of a {@link ForeignService}. Such a service does not notice that its parent is gone, so a shell watches
 * the pipe that is its standard input: when that ends, because the parent ended it or was killed, the shell ends the
 * service. Without a POSIX shell nothing watches, and only a parent that ends by itself ends the service.
 */
final class ForeignProcess implements AutoCloseable {

    private static final Path SHELL = Path.of("/bin/sh");
    /** The shell becomes the service, with its own process id; what stays of it waits for the end of the pipe. */
    private static final String WATCHED = """
            exec 3<&0 </dev/null
            (
              cat <&3 >/dev/null
              kill -TERM $$ 2>/dev/null
              for second in 1 2 3 4 5 6 7 8 9 10; do kill -0 $$ 2>/dev/null || exit 0; sleep 1; done
              kill -KILL $$ 2>/dev/null
            ) &
            exec "$@" 3<&-
            """;
    /** For the service to shut down, and to write its recording. */
    private static final Duration SHUTDOWN = Duration.ofSeconds(15);
    private static final int NOT_FOUND = 127;

    private final Process process;

    /** @param output where its standard output and errors go */
    ForeignProcess(List<String> command, ForeignService.Around around, Redirect output) throws IOException {
        var words = new ArrayList<String>();
        if (Files.isExecutable(SHELL)) {
            words.addAll(List.of(SHELL.toString(), "-c", WATCHED, "sh"));
        }
        words.addAll(command);
        var builder = new ProcessBuilder(words).directory(Path.of(around.folder()).toFile()).redirectErrorStream(true)
                .redirectOutput(output);
        builder.environment().clear();
        builder.environment().putAll(around.environment());
        this.process = builder.start();
    }

    long pid() {
        return process.pid();
    }

    /** CPU time that it and all that it has started have used, in s; NaN where that cannot be told. */
    double cpuSeconds() {
        return Children.cpuSeconds(Children.withDescendants(process.toHandle()));
    }

    /**
     * Complains where it does not run any more.
     *
     * @param when it ended, in words
     * @throws IllegalStateException with the exit code
     */
    void throwWhereEnded(String when) {
        if (!process.isAlive()) {
            int exit = process.exitValue();
            throw new IllegalStateException("the service ended with exit code " + exit
                    + (exit == NOT_FOUND ? " (command not found)" : "") + " " + when);
        }
    }

    /** Asks it to end, and kills it where it does not. */
    @Override
    public void close() {
        if (!Files.isExecutable(SHELL)) {
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
