package kit.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What Linux grants the control group that this process is in, as in a container: of version 1 or 2, and of each group
 * above it. Where there is none, nothing is limited.
 */
public final class Cgroup {

    private static final Path MOUNT = Path.of("/sys/fs/cgroup");
    private static final double MIB = 1024 * 1024;
    /** Version 1 writes a number of this size where memory is not limited. */
    private static final double NO_LIMIT = 1L << 60;

    private final List<Path> cpu;
    private final List<Path> memory;

    /**
     * @param mount where the file systems of control groups are
     * @param of    the lines of {@code /proc/self/cgroup}
     */
    Cgroup(Path mount, List<String> of) {
        this.cpu = folders(mount, of, "cpu");
        this.memory = folders(mount, of, "memory");
    }

    /** That of this process. */
    public static Cgroup current() {
        try {
            return new Cgroup(MOUNT, Files.readAllLines(Path.of("/proc/self/cgroup")));
        } catch (IOException e) {
            return new Cgroup(MOUNT, List.of());
        }
    }

    /** The folders of the group and of those above it. Inside a container its own may stand at the top. */
    private static List<Path> folders(Path mount, List<String> of, String controller) {
        var found = new ArrayList<Path>();
        for (String line : of) {
            // Such as 4:cpu,cpuacct:/a/b, or 0::/a/b of version 2.
            String[] parts = line.split(":", 3);
            boolean unified = parts.length == 3 && parts[1].isEmpty();
            if (parts.length < 3 || !unified && !List.of(parts[1].split(",")).contains(controller)) {
                continue;
            }
            for (Path top : unified ? List.of(mount) : List.of(mount.resolve(parts[1]), mount.resolve(controller))) {
                for (Path below = Path.of("/").relativize(Path.of(parts[2])); below != null; below = below
                        .getParent()) {
                    found.add(top.resolve(below));
                }
                found.add(top);
            }
        }
        return found.stream().filter(Files::isDirectory).distinct().toList();
    }

    /** CPUs that it may use on average, such as 1.5; empty where nothing limits them. */
    public OptionalDouble cpus() {
        return cpu.stream().flatMap(folder -> Stream.of(
                ratio(first(folder, "cpu.max", 0), first(folder, "cpu.max", 1)),
                ratio(first(folder, "cpu.cfs_quota_us", 0), first(folder, "cpu.cfs_period_us", 0))))
                .mapToDouble(Double::doubleValue).filter(limit -> limit > 0).min();
    }

    /** Memory that it may use, in MiB; empty where nothing limits it. */
    public OptionalDouble memoryMb() {
        return memory.stream()
                .flatMap(folder -> Stream.of("memory.max", "memory.limit_in_bytes").map(file -> first(folder, file, 0)))
                .mapToDouble(Double::doubleValue).filter(limit -> limit < NO_LIMIT).map(bytes -> bytes / MIB).min();
    }

    /**
     * Memory that it may use further, in MiB: of each group, its limit without what is used and is no file that the
     * system could drop. Infinite where nothing limits it, or nothing tells what is used.
     */
    public double memoryLeftMb() {
        return memory.stream().flatMap(folder -> Stream.of(
                left(folder, "memory.max", "memory.current", "inactive_file"),
                left(folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")))
                .filter(left -> !Double.isNaN(left)).map(bytes -> Math.max(0, bytes) / MIB)
                .reduce(Double.POSITIVE_INFINITY, Math::min);
    }

    private static double left(Path folder, String limit, String used, String files) {
        double allowed = first(folder, limit, 0);
        double droppable = named(folder, "memory.stat", files);
        return !(allowed < NO_LIMIT) ? Double.NaN
                : allowed - first(folder, used, 0) + (Double.isNaN(droppable) ? 0 : droppable);
    }

    /** For how long it, or a group above it, has been kept from its CPUs since it was made, in s; NaN if not known. */
    public double throttledSeconds() {
        double[] known = cpu.stream().mapToDouble(folder -> {
            double micros = named(folder, "cpu.stat", "throttled_usec") / 1e6;
            return Double.isNaN(micros) ? named(folder, "cpu.stat", "throttled_time") / 1e9 : micros;
        }).filter(seconds -> !Double.isNaN(seconds)).toArray();
        return known.length == 0 ? Double.NaN : DoubleStream.of(known).sum();
    }

    /** CPU time that its processes have used since it was made, in s; NaN if not known. */
    public double usedSeconds() {
        return cpu.stream().mapToDouble(folder -> {
            double micros = named(folder, "cpu.stat", "usage_usec") / 1e6;
            return Double.isNaN(micros) ? first(folder, "cpuacct.usage", 0) / 1e9 : micros;
        }).filter(seconds -> !Double.isNaN(seconds)).findFirst().orElse(Double.NaN);
    }

    private static double ratio(double quota, double period) {
        return quota / period;
    }

    /** The word at that place of the first line of a file, as a number; NaN where there is none. */
    private static double first(Path folder, String file, int place) {
        return read(folder.resolve(file), lines -> lines.getFirst().split(" ")[place]);
    }

    /** What stands behind a name in a file of names and numbers. */
    private static double named(Path folder, String file, String name) {
        return read(folder.resolve(file), lines -> lines.stream().filter(line -> line.startsWith(name + " "))
                .findFirst().orElseThrow().substring(name.length() + 1));
    }

    private static double read(Path file, Function<List<String>, String> text) {
        try {
            return Double.parseDouble(text.apply(Files.readAllLines(file)).strip());
        } catch (IOException | RuntimeException e) {
            // Another version's file, or the word "max".
            return Double.NaN;
        }
    }
}
