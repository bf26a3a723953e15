package kit.machine;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs that answer and end, such as git, jcmd and ab. */
public final class Program {

    private Program() {}

    /**
     * What came of a program.
     *
     * @param out what it wrote to its standard output
     * @param err what it wrote to its standard error
     */
    public record Ran(int exit, String out, String err) {

        /** Whether it ended with exit code 0. */
        public boolean ok() {
            return exit == 0;
        }
    }

    /** Whether there is a program of that name on the PATH. */
    public static boolean isOnPath(String name) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> Stream.of(name, name + ".exe").map(file -> new File(folder, file)))
                .anyMatch(file -> file.isFile() && file.canExecute());
    }

    /**
     * Runs a program to its end, with nothing on its standard input.
     *
     * @param limit after which it is killed
     * @throws IOException where it cannot be started, or does not end in time
     */
    public static Ran run(Duration limit, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).start();
        try {
            process.getOutputStream().close();
            // Read while it runs: a program whose pipe is full waits.
            CompletableFuture<String> out = text(process.getInputStream());
            CompletableFuture<String> err = text(process.getErrorStream());
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        new File(command[0]).getName() + " did not end within " + limit.toSeconds() + " s");
            }
            return new Ran(process.exitValue(), out.join(), err.join());
        } finally {
            Children.kill(process);
        }
    }

    /** On a platform thread: a virtual thread that reads a pipe takes a carrier from what is measured. */
    private static CompletableFuture<String> text(InputStream in) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }, task -> Thread.ofPlatform().daemon().name(CpuUsage.METERS + "program").start(task));
    }
}
