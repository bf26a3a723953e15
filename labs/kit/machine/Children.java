package kit.machine;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Child processes that live as long as their work: how they start, and how they end with everything that they have
 * started. A {@link Program} is for those that answer and end at once.
 *
 * <p>A child outlives a killed parent unless it notices. It notices by a pipe that ends with the parent: its standard
 * input ({@link #endWithParent}), or a socket.
 */
public final class Children {

    private static final Path SHELL = Path.of("/bin/sh");
    /**
     * The shell becomes the child, with its own process id; what stays of it waits for the end of the pipe. Then it
     * ends the child, and after it what the child had started: a child may be a shell, which ends alone. Without {@code
     * ps} it is the child only.
     */
    private static final String WATCHED = """
            exec 3<&0 </dev/null
            (
              cat <&3 >/dev/null
              me=$(exec sh -c 'echo $PPID')
              below() {
                ps -A -o pid= -o ppid= 2>/dev/null | while read one parent; do
                  if [ "$parent" = "$1" ] && [ "$one" != "$me" ]; then echo "$one"; below "$one"; fi
                done
              }
              end() {
                kill -TERM "$@" 2>/dev/null
                for second in 1 2 3 4 5 6 7 8 9 10; do
                  alive=
                  for one; do kill -0 "$one" 2>/dev/null && alive=yes; done
                  [ -z "$alive" ] && return
                  sleep 1
                done
                kill -KILL "$@" 2>/dev/null
              }
              rest=$(below $$)
              end $$
              [ -n "$rest" ] && end $rest
            ) &
            exec "$@" 3<&-
            """;

    /**
     * The first part of the pipe ends at once. What it leaves behind is no child of this JVM any more, so it is not
     * killed with this JVM's children: it waits for the end of the standard input, runs the command, and tells its exit
     * code to the second part.
     */
    private static final String AT_THE_END = """
            exec 3<&0 </dev/null
            {
              (
                trap '' HUP INT TERM
                cat <&3 >/dev/null
                "$@" 3<&- >&2
                echo $?
              ) &
            } | cat 3<&-
            """;

    /** Time for a killed process to be gone. */
    private static final Duration KILLED = Duration.ofSeconds(5);

    private Children() {}

    /** Starts a child that this JVM talks to over its standard input and output. Its errors go where this JVM's go. */
    public static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    }

    /**
     * Starts a child that is measured: its output goes to a file, and nothing from around it reaches it.
     *
     * @param log    in the folder that becomes its working folder
     * @param hidden names of the environment variables that it does not get
     */
    static Process start(List<String> command, Path log, Predicate<String> hidden) throws IOException {
        File file = log.toFile();
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file)
                .directory(file.getParentFile());
        builder.environment().keySet().removeIf(hidden);
        return builder.start();
    }

    /** Whether there is a POSIX shell, for {@link #watched}. */
    public static boolean canWatch() {
        return Files.isExecutable(SHELL);
    }

    /**
     * A command for a child that does not notice by itself that its parent is gone: a shell watches the pipe
     * that is its standard input. When that ends, because the parent ended it or was killed, the shell ends the child.
     * Without a POSIX shell nothing watches.
     */
    public static List<String> watched(List<String> command) {
        var words = new ArrayList<String>();
        if (canWatch()) {
            words.addAll(List.of(SHELL.toString(), "-c", WATCHED, "sh"));
        }
        words.addAll(command);
        return words;
    }

    /**
     * The command for a child that runs another command when its standard input ends, because the parent ended it or
     * was killed. That command's output is the child's standard error; the child's output is the exit code, in a line.
     * Only where there is a POSIX shell ({@link #canWatch}).
     */
    public static List<String> atTheEnd(List<String> command) {
        return Stream.concat(Stream.of(SHELL.toString(), "-c", AT_THE_END, "sh"), command.stream()).toList();
    }

    /**
     * Ends a child and everything that it has started. Its standard input ends first, which asks it to end.
     *
     * @param patience before it is killed
     */
    public static void end(Process process, Duration patience) {
        // Listed now: the children of a process that is gone cannot be found.
        List<ProcessHandle> children = process.descendants().toList();
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has closed its end.
        }
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor(KILLED.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }

    /** Kills a child and everything that it has started, and does not wait until they are gone. */
    public static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** A process and everything that it has started. */
    public static Stream<ProcessHandle> withDescendants(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants());
    }

    /** CPU time that these processes have used, in s; NaN where that cannot be told of any. */
    public static double cpuSeconds(Stream<ProcessHandle> processes) {
        return processes.map(one -> one.info().totalCpuDuration()).flatMap(Optional::stream)
                .mapToDouble(time -> time.toNanos() / 1e9).reduce((a, b) -> a + b).orElse(Double.NaN);
    }

    /** In a child: ends it when its standard input ends, which also happens when its parent is killed. */
    public static void endWithParent() {
        Thread.ofPlatform().daemon().name(CpuUsage.METERS + "parent").start(() -> {
            try {
                System.in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // No parent can be heard any more.
            }
            leave();
        });
    }

    /** In a child whose parent is gone: ends it at once, with everything that it has started. */
    public static void leave() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(1);
    }
}
