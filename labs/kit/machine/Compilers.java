package kit.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the JIT compilers of a JVM have used of the CPUs. No bean of a JVM tells: its own threads are hidden. Linux has
 * them in {@code /proc/PID/task}; elsewhere, and of a process that is no JVM, the answer is NaN.
 */
public final class Compilers {

    /** The kernel keeps 15 characters of a thread's name: of {@code C2 CompilerThread0} these. */
    private static final List<String> NAMES = List.of("C1 CompilerThre", "C2 CompilerThre", "JVMCI-native Co");
    /** Linux tells CPU time to processes in hundredths of a second, whatever the kernel counts in. */
    private static final double TICKS_PER_SECOND = 100;
    /** Fields of {@code stat} after the name: time in user mode, and in the kernel. */
    private static final int USER_TIME = 11;
    private static final int KERNEL_TIME = 12;

    private final Path tasks;
    private final Set<String> seen = new HashSet<>();
    private final List<Path> compilers = new ArrayList<>();

    /** @param pid of a JVM on this machine; where there is no such process nothing is found */
    public Compilers(long pid) {
        this.tasks = Path.of("/proc", String.valueOf(pid), "task");
    }

    /** Looks for compilers among the threads that have come since the last look. */
    public synchronized void look() {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                if (seen.add(task.getFileName().toString())
                        && NAMES.contains(Files.readString(task.resolve("comm")).strip())) {
                    compilers.add(task.resolve("stat"));
                }
            }
        } catch (IOException e) {
            // There is no such folder on this system, or a thread has just ended.
        }
    }

    /** CPU time of those that were found so far, in s; NaN where none was. */
    public synchronized double cpuSeconds() {
        double ticks = compilers.isEmpty() ? Double.NaN : 0;
        for (Path stat : compilers) {
            try {
                String line = Files.readString(stat);
                String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
                ticks += Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[KERNEL_TIME]);
            } catch (IOException e) {
                // A compiler that had nothing to do has ended.
            }
        }
        return ticks / TICKS_PER_SECOND;
    }
}
