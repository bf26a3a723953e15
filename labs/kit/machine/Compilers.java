package kit.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
    /** Of each compiler, by its file, as last read. */
    private final Map<Path, Long> ticks = new HashMap<>();

    /** @param pid of a JVM on this machine; where there is no such process nothing is found */
    public Compilers(long pid) {
        this.tasks = Path.of("/proc", String.valueOf(pid), "task");
    }

    /**
     * CPU time of those that there are, and of those that were found before and have ended, in s; NaN where none was
     * found. A JVM starts more of them when there is much to compile, and ends those that have nothing to do.
     */
    public synchronized double cpuSeconds() {
        look();
        ticks.replaceAll(Compilers::read);
        return ticks.isEmpty() ? Double.NaN
                : ticks.values().stream().mapToLong(Long::longValue).sum() / TICKS_PER_SECOND;
    }

    /** Looks for compilers among the threads that have come since the last look. */
    private void look() {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                if (seen.add(task.getFileName().toString())
                        && NAMES.contains(Files.readString(task.resolve("comm")).strip())) {
                    ticks.put(task.resolve("stat"), 0L);
                }
            }
        } catch (IOException e) {
            // There is no such folder on this system, or a thread has just ended.
        }
    }

    private static long read(Path stat, long before) {
        try {
            String line = Files.readString(stat);
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[KERNEL_TIME]);
        } catch (IOException e) {
            // It had nothing to do and has ended.
            return before;
        }
    }
}
