package kit.machine;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import kit.base.Numbers;

/**
 * What this machine, or the container, or the shell, allows a cell to have: so many users or threads may be more than
 * it can hold that it would fail for a reason which has nothing to do with what it is there to show.
 *
 * @param all a limit that nothing tells is not among them
 */
public record Limits(List<Limit> all) {

    /** What the machine limits. */
    public enum Of {
        FILES("file descriptors in a process"), THREADS("threads"), PORTS("ports"), MEMORY("MiB of memory");

        private final String words;

        Of(String words) {
            this.words = words;
        }

        /** With its unit, for a sentence. */
        public String words() {
            return words;
        }
    }

    /**
     * One limit.
     *
     * @param room what it leaves, now
     * @param name under which people know it
     * @param raise how to raise it
     */
    public record Limit(Of of, long room, String name, String raise) {}

    /** What a cell needs of each. */
    public record Need(long files, long threads, long ports, long memoryMb) {

        /** Descriptors of a JVM with a Spring Boot service: jars, recording, selectors. */
        private static final int FILES_AT_REST = 300;
        private static final int THREADS_AT_REST = 100;
        /**
         * In MiB, roughly and rather too much: a platform thread that waits, both ends of a connection and who uses it.
         */
        private static final double MEMORY_PER_THREAD = 0.12;
        private static final double MEMORY_PER_USER = 0.25;

        /**
         * @param users   each with a connection of its own
         * @param threads platform threads that the service has when all of them wait
         * @param apart   whether the client is in another JVM than the service
         * @param beyond  services beyond it, to each of which it has another connection for every user
         */
        public static Need of(int users, int threads, boolean apart, int beyond) {
            return new Need(FILES_AT_REST + ((apart ? 1L : 2L) + beyond) * users, THREADS_AT_REST + threads,
                    (1L + beyond) * users,
                    Math.round(MEMORY_PER_THREAD * threads + MEMORY_PER_USER * users));
        }

        private long of(Of what) {
            return switch (what) {
            case FILES -> files;
            case THREADS -> threads;
            case PORTS -> ports;
            case MEMORY -> memoryMb;
            };
        }
    }

    /** A thread has its stack mapped and a guard beside it; the rest of a JVM has some too. */
    private static final int MAPPINGS_PER_THREAD = 2;
    private static final int MAPPINGS_AT_REST = 2000;

    /** The limits that this process has here. */
    public static Limits of(Machine machine) {
        return of(machine, Path.of("/"));
    }

    /** @param root in which {@code proc} and {@code sys} are looked for: Linux has them, other systems have not */
    public static Limits of(Machine machine, Path root) {
        var all = new ArrayList<Limit>();
        add(all, Of.FILES, fileDescriptors(), 0, "ulimit -n",
                "run `ulimit -n 65536` in the shell before the lab (only root can raise the hard limit)");
        long threads = threads(root);
        add(all, Of.THREADS, number(root, "proc/sys/kernel/threads-max"), threads, "kernel.threads-max",
                "`sysctl kernel.threads-max=200000` raises it");
        add(all, Of.THREADS, number(root, "proc/sys/kernel/pid_max"), threads, "kernel.pid_max",
                "`sysctl kernel.pid_max=200000` raises it");
        add(all, Of.THREADS, number(root, "proc/sys/vm/max_map_count") / MAPPINGS_PER_THREAD,
                MAPPINGS_AT_REST / MAPPINGS_PER_THREAD,
                "vm.max_map_count", "`sysctl vm.max_map_count=200000` raises it");
        // Root is not held to it.
        if (!"root".equals(System.getProperty("user.name"))) {
            add(all, Of.THREADS, processes(root), threads, "ulimit -u",
                    "run `ulimit -u 60000` in the shell before the lab");
        }
        for (String group : List.of("sys/fs/cgroup/", "sys/fs/cgroup/pids/")) {
            add(all, Of.THREADS, number(root, group + "pids.max"), number(root, group + "pids.current"),
                    "pids.max of the container",
                    "start it with more (`--pids-limit`)");
        }
        add(all, Of.PORTS, ports(root), 0, "net.ipv4.ip_local_port_range",
                "`sysctl net.ipv4.ip_local_port_range='10000 65000'` widens it");
        add(all, Of.MEMORY, Math.round(machine.availableMb()), 0, "free memory",
                "close something, or take fewer users with -c");
        return new Limits(List.copyOf(all));
    }

    /** Limits that nothing tells are 0 or less. */
    private static void add(List<Limit> all, Of of, long limit, long used, String name, String raise) {
        if (limit > 0) {
            all.add(new Limit(of, Math.max(0, limit - Math.max(0, used)), name, raise));
        }
    }

    /** The first of these that leaves too little room, in a sentence; null where there is enough of everything. */
    public String missing(Need need) {
        return all.stream().filter(limit -> limit.room < need.of(limit.of)).findFirst().map(limit -> Numbers.format(
                "needs %d %s, and %s leaves %d: %s", need.of(limit.of), limit.of.words, limit.name, limit.room,
                limit.raise)).orElse(null);
    }

    /** The one of this kind that leaves the least; empty where nothing tells. */
    public Optional<Limit> tightest(Of of) {
        return all.stream().filter(limit -> limit.of == of).min(Comparator.comparingLong(Limit::room));
    }

    /**
     * Of this process, and of those that it starts: the JVM raises its own to what is allowed. -1 where nothing tells.
     */
    public static long fileDescriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : -1;
    }

    /** Threads of all processes, from the {@code running/all} of loadavg; -1 where it is not there. */
    private static long threads(Path root) {
        var all = Pattern.compile("/(\\d+) ").matcher(text(root, "proc/loadavg"));
        return all.find() ? Long.parseLong(all.group(1)) : -1;
    }

    private static long processes(Path root) {
        var soft = Pattern.compile("^Max processes\\s+(\\d+)", Pattern.MULTILINE)
                .matcher(text(root, "proc/self/limits"));
        return soft.find() ? Long.parseLong(soft.group(1)) : -1;
    }

    private static long ports(Path root) {
        String[] range = text(root, "proc/sys/net/ipv4/ip_local_port_range").split("\\s+");
        return range.length < 2 ? -1 : Long.parseLong(range[1]) - Long.parseLong(range[0]) + 1;
    }

    /** A number that is a file's only content; -1 where there is none, or no limit. */
    private static long number(Path root, String file) {
        String text = text(root, file);
        return text.matches("\\d+") ? Long.parseLong(text) : -1;
    }

    private static String text(Path root, String file) {
        try {
            // Not readString: it reads one byte first, and these files answer only once.
            return String.join("\n", Files.readAllLines(root.resolve(file))).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
