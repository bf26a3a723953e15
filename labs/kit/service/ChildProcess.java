package kit.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kit.machine.Children;
import kit.machine.CpuUsage;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A process that serves on behalf of a cell. Once it is ready it writes a line of JSON to its standard output, and one
 * more for each line on its standard input. It ends when its standard input does, so that nothing is left behind even
 * when the cell was killed. What it writes to its standard error goes to the cell's log.
 */
final class ChildProcess implements AutoCloseable {

    private static final Duration BOOT = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofSeconds(2);

    private final String name;
    private final Process process;
    private final BufferedReader said;
    private final Writer ask;

    /**
     * @param name    for people
     * @param process that {@link Children#start} has started
     */
    ChildProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.said = process.inputReader();
        this.ask = process.outputWriter();
    }

    /** The next line that it says. */
    Map<String, Object> listen() throws IOException, InterruptedException {
        var line = new CompletableFuture<String>();
        Thread.ofPlatform().daemon().name(CpuUsage.METERS + "child").start(() -> {
            try {
                line.complete(said.readLine());
            } catch (IOException e) {
                line.complete(null);
            }
        });
        try {
            String text = line.completeOnTimeout("", BOOT.toSeconds(), TimeUnit.SECONDS).join();
            if (text == null) {
                throw new IOException(name + (process.waitFor(2, TimeUnit.SECONDS)
                        ? " ended with exit code " + process.exitValue()
                        : " closed its standard output"));
            }
            if (text.isEmpty()) {
                throw new IOException(name + " said nothing for " + BOOT.toSeconds() + " s");
            }
            return JsonMapper.shared().readValue(text, new TypeReference<>() {});
        } catch (JacksonException e) {
            throw new IOException(name + " said what is no JSON: " + e.getOriginalMessage());
        }
    }

    /** What is true of it now, as it says. */
    synchronized Facts facts() {
        try {
            ask.write("\n");
            ask.flush();
            Facts facts = Facts.none();
            for (Map.Entry<String, Object> fact : listen().entrySet()) {
                facts = facts.with(fact.getKey(), fact.getValue());
            }
            return facts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** CPU time that it has used, in s; NaN where that cannot be told. */
    double cpuSeconds() {
        return Children.cpuSeconds(Stream.of(process.toHandle()));
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        Children.end(process, END);
    }
}
