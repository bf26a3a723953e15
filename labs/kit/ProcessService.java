package kit;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A service that is no Java: a script that a program on the PATH runs as a child process of the cell's JVM.
 *
 * <p>The script listens on 127.0.0.1 and any free port, and then writes one line of JSON to its standard output, with
 * whatever is true of it: {@code {"port": 41234, "runtime": "Node.js v20.19.0", "requests": 0}}. To each line on its standard
 * input it answers with such a line again. It ends when its standard input does, so that nothing is left behind even when
 * the cell was killed. What it writes to its standard error goes to the cell's log.
 *
 * @param program  such as {@code node}
 * @param script   on the class path, such as {@code /apps/demo.js}: a lab carries it with {@code //FILES}
 * @param install  how to get the program, for a person who does not have it
 */
public record ProcessService(String program, String script, String install) implements Service {

    private static final Duration BOOT = Duration.ofSeconds(20);

    @Override
    public String missing() {
        boolean there = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> Stream.of(program, program + ".exe").map(name -> new File(folder, name)))
                .anyMatch(file -> file.isFile() && file.canExecute());
        return there ? null : "there is no " + program + " on the PATH; " + install;
    }

    @Override
    public RunningService start() throws IOException, InterruptedException {
        Path file = Files.createTempFile("service", script.substring(script.lastIndexOf('.')));
        try (InputStream in = ProcessService.class.getResourceAsStream(script)) {
            if (in == null) {
                throw new IllegalStateException("the lab does not carry " + script + ": its //FILES line is missing");
            }
            Files.write(file, in.readAllBytes());
        }
        var running = new Running(new ProcessBuilder(program, file.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start());
        try {
            running.awaitReady();
            return running;
        } catch (IOException | InterruptedException | RuntimeException e) {
            running.close();
            throw e;
        }
    }

    private final class Running implements RunningService {
        private final Process process;
        private final BufferedReader said;
        private final Writer ask;
        private URI address;

        Running(Process process) {
            this.process = process;
            this.said = process.inputReader();
            this.ask = process.outputWriter();
        }

        private void awaitReady() throws IOException, InterruptedException {
            address = URI.create("http://127.0.0.1:" + listen().get("port"));
        }

        /** The next line that it says. */
        private Map<String, Object> listen() throws IOException, InterruptedException {
            var line = new CompletableFuture<String>();
            Thread.ofPlatform().daemon().name(Vitals.PREFIX + "child").start(() -> {
                try {
                    line.complete(said.readLine());
                } catch (IOException e) {
                    line.complete(null);
                }
            });
            try {
                String text = line.completeOnTimeout("", BOOT.toSeconds(), TimeUnit.SECONDS).join();
                if (text == null) {
                    throw new IOException(program + " " + script + (process.waitFor(2, TimeUnit.SECONDS)
                            ? " ended with exit code " + process.exitValue() : " closed its standard output"));
                }
                if (text.isEmpty()) {
                    throw new IOException(program + " " + script + " said nothing for " + BOOT.toSeconds() + " s");
                }
                return JsonMapper.shared().readValue(text, new TypeReference<>() { });
            } catch (tools.jackson.core.JacksonException e) {
                throw new IOException(program + " " + script + " said what is no JSON: " + e.getOriginalMessage());
            }
        }

        private synchronized Map<String, Object> told() {
            try {
                ask.write("\n");
                ask.flush();
                return listen();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }

        @Override
        public URI address() {
            return address;
        }

        @Override
        public Facts facts() {
            Facts facts = Facts.none();
            for (Map.Entry<String, Object> fact : told().entrySet()) {
                facts = facts.with(fact.getKey(), fact.getValue());
            }
            return facts;
        }

        @Override
        public long requestsCounted() {
            return ((Number) told().get("requests")).longValue();
        }

        @Override
        public double cpuSecondsElsewhere() {
            return process.info().totalCpuDuration().map(time -> time.toNanos() / 1e9).orElse(Double.NaN);
        }

        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public void close() {
            // Asked for now: of a process that is gone nobody knows the children any more.
            List<ProcessHandle> children = process.descendants().toList();
            try {
                // Its standard input ends, and so should it.
                ask.close();
                if (!process.waitFor(2, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (IOException e) {
                process.destroyForcibly();
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            } finally {
                children.forEach(ProcessHandle::destroyForcibly);
            }
        }
    }
}
