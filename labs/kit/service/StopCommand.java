package kit.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kit.base.Secrets;
import kit.machine.Children;

/**
 * A command that stops a service. It is run once: when this is closed, or, where there is a POSIX shell, when this JVM
 * is killed.
 */
final class StopCommand implements AutoCloseable {

    private final List<String> command;
    private final ForeignService.Around around;
    private final Redirect output;
    private final Duration limit;
    /** Waits for its turn; null without a POSIX shell. */
    private final Process waiting;

    /**
     * @param output where its own output goes
     * @param limit  for it to end
     */
    StopCommand(List<String> command, ForeignService.Around around, Redirect output, Duration limit)
            throws IOException {
        this.command = command;
        this.around = around;
        this.output = output;
        this.limit = limit;
        this.waiting = Children.canWatch() ? around.process(Children.atTheEnd(command)).redirectError(output).start()
                : null;
    }

    /**
     * Runs it.
     *
     * @throws IllegalStateException where it fails, or does not end in time
     */
    @Override
    public void close() {
        try {
            int exit = waiting == null ? run() : let();
            if (exit != 0) {
                ForeignProcess.throwEnded("--stop", exit, "(" + this + ")");
            }
        } catch (IOException | ExecutionException e) {
            throw new IllegalStateException("--stop could not be run: " + e.getMessage(), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("--stop did not end within " + limit.toSeconds() + " s: " + this, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int let() throws IOException, ExecutionException, InterruptedException, TimeoutException {
        waiting.getOutputStream().close();
        String exit = CompletableFuture.supplyAsync(() -> read(waiting)).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (exit.isBlank()) {
            throw new IOException("it was interrupted");
        }
        return Integer.parseInt(exit.strip());
    }

    private static String read(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int run() throws IOException, InterruptedException, TimeoutException {
        Process process = around.process(command).redirectErrorStream(true).redirectOutput(output).start();
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            throw new TimeoutException();
        }
        return process.exitValue();
    }

    /** Without passwords: a row's findings have it. */
    @Override
    public String toString() {
        return Secrets.masked(command);
    }
}
