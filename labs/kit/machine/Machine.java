package kit.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.LongStream;
import kit.base.Numbers;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;
import oshi.util.Util;

/** The machine under the lab, and who else is using it. */
public final class Machine {

    private static final double MIB = 1024 * 1024;
    private static final String HYPERVISOR = "hypervisor";
    /** No process has this name. */
    private static final String OWN = "\0own";

    private final HardwareAbstractionLayer hardware;
    private final OperatingSystem system;
    private final Cgroup cgroup;

    public Machine() {
        this(Cgroup.current());
    }

    /** @param cgroup that this process is in */
    Machine(Cgroup cgroup) {
        this.cgroup = cgroup;
        var info = new SystemInfo();
        this.hardware = info.getHardware();
        this.system = info.getOperatingSystem();
    }

    /** CPUs that this process may use. */
    public int cpus() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** For run.json. */
    public Map<String, Object> description() {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("cpu", hardware.getProcessor().getProcessorIdentifier().getName().strip());
        facts.put("cpus", cpus());
        facts.put("memory_mb", Math.round(hardware.getMemory().getTotal() / MIB));
        facts.put("os", system + " " + System.getProperty("os.arch"));
        facts.put("container_cpu_limit", inWords(cgroup.cpus(), "CPUs"));
        facts.put("container_memory_limit", inWords(cgroup.memoryMb(), "MiB"));
        return facts;
    }

    /** Null where there is no limit. */
    private static String inWords(OptionalDouble limit, String unit) {
        return limit.isPresent() ? Numbers.trim(limit.getAsDouble()) + " " + unit : null;
    }

    /** CPUs that a container's quota allows on average, where that is less than {@link #cpus}; else these. */
    public double cpuLimit() {
        return Math.min(cpus(), cgroup.cpus().orElse(Double.POSITIVE_INFINITY));
    }

    /** For how long the quota of a container has kept it from its CPUs so far, in s; NaN where it is not known. */
    public double throttledSeconds() {
        return cgroup.throttledSeconds();
    }

    /**
     * Share of the CPU time that no process used, watched for this long. In a container with a quota it is the
     * container's: the host has more CPUs than it may use.
     */
    public double idle(long millis) {
        if (hasQuota()) {
            double before = cgroup.usedSeconds();
            long start = System.nanoTime();
            Util.sleep(millis);
            double could = cpuLimit() * (System.nanoTime() - start) / 1e9;
            return Math.max(0, 1 - (cgroup.usedSeconds() - before) / could);
        }
        return 1 - hardware.getProcessor().getSystemCpuLoad(millis);
    }

    /**
     * Whether this is a container that may use less than all CPUs of its host, and tells how much it has used. A JVM in
     * it may take a quota of whole CPUs for all that there are.
     */
    private boolean hasQuota() {
        return cgroup.cpus().orElse(Double.POSITIVE_INFINITY) < hardware.getProcessor().getLogicalProcessorCount()
                && !Double.isNaN(cgroup.usedSeconds());
    }

    /** Resident memory of a process in MiB; NaN when it is gone. */
    public double residentMb(long pid) {
        OSProcess process = system.getProcess((int) pid);
        return process == null ? Double.NaN : process.getResidentMemory() / MIB;
    }

    /**
     * Connections that found the queue of a listening socket full since the machine started, each of which is tried
     * again about a second later: the limit is accept-count, or net.core.somaxconn where that is less. NaN where the
     * system does not tell.
     */
    public double listenOverflows() {
        try {
            List<String[]> lines = Files.readAllLines(Path.of("/proc/net/netstat")).stream()
                    .filter(l -> l.startsWith("TcpExt:"))
                    .map(l -> l.split(" ")).toList();
            return Double.parseDouble(lines.getLast()[List.of(lines.getFirst()).indexOf("ListenOverflows")]);
        } catch (IOException | RuntimeException e) {
            return Double.NaN;
        }
    }

    /** Memory that could be had now, in MiB: the machine's, or what the container has left. */
    public double availableMb() {
        return Math.min(hardware.getMemory().getAvailable() / MIB, cgroup.memoryLeftMb());
    }

    /** Starts to watch all processes but these and their children. */
    public Watch watch(long... own) {
        return new Watch(own);
    }

    /**
     * Who else used the CPUs, from its making to {@link #end}; in a container with a quota, who else in it. To be
     * closed where it is not ended.
     */
    public final class Watch implements AutoCloseable {
        /**
         * Time of the CPUs that no process accounts for, as a share of what the lab's own processes used: switches
         * between threads and interrupts that they caused (measured: 15 to 20 % beside a database). More than that was
         * used by others that cannot be seen, such as another container.
         */
        private static final double KERNEL = 0.2;
        private final Set<Integer> own = new HashSet<>();
        private final Map<Integer, Long> before = new HashMap<>();
        private final long[] ticks;
        private final double usedBefore;
        private final long start;
        private final ProcessSampler sampler = new ProcessSampler();
        private final Map<Integer, Integer> parents = new HashMap<>();

        private Watch(long... pids) {
            LongStream.of(pids).forEach(pid -> own.add((int) pid));
            List<OSProcess> all = system.getProcesses();
            all.forEach(p -> {
                parents.put(p.getProcessID(), p.getParentProcessID());
                before.put(p.getProcessID(), cpuMillis(p));
            });
            // A parent may end before its children do.
            all.stream().filter(p -> whose(p.getProcessID(), p.getParentProcessID(), p.getName()).equals(OWN)).toList()
                    .forEach(p -> own.add(p.getProcessID()));
            // What looking at the processes takes is no part of it.
            ticks = hardware.getProcessor().getSystemCpuLoadTicks();
            usedBefore = cgroup.usedSeconds();
            start = System.nanoTime();
        }

        /** CPUs that others used, and the busiest of them in words (empty when there is none worth a name). */
        public Others end() {
            double seconds = (System.nanoTime() - start) / 1e9;
            long[] now = hardware.getProcessor().getSystemCpuLoadTicks();
            double total = 0;
            double idle = 0;
            double stolen = 0;
            for (var type : CentralProcessor.TickType.values()) {
                long spent = now[type.getIndex()] - ticks[type.getIndex()];
                total += spent;
                if (type == CentralProcessor.TickType.IDLE || type == CentralProcessor.TickType.IOWAIT) {
                    idle += spent;
                } else if (type == CentralProcessor.TickType.STEAL) {
                    stolen += spent;
                }
            }
            int cpus = hardware.getProcessor().getLogicalProcessorCount();
            double busyCpus = hasQuota() ? (cgroup.usedSeconds() - usedBefore) / seconds
                    : total == 0 ? 0 : (total - idle) / total * cpus;
            var others = new HashMap<String, Double>();
            others.put(HYPERVISOR, total == 0 ? 0 : stolen / total * cpus);
            List<OSProcess> all = system.getProcesses();
            all.forEach(p -> parents.put(p.getProcessID(), p.getParentProcessID()));
            sampler.gone().forEach((pid, seen) -> parents.putIfAbsent(pid.intValue(), (int) seen.parent()));
            for (OSProcess p : all) {
                double used = cpuMillis(p) / 1000.0;
                others.merge(whose(p.getProcessID(), p.getParentProcessID(), p.getName()),
                        (used - secondsBefore(p.getProcessID())) / seconds, Double::sum);
            }
            close();
            sampler.gone().forEach((pid, seen) -> others.merge(
                    whose(pid.intValue(), (int) seen.parent(), seen.name()),
                    (seen.cpuSeconds() - secondsBefore(pid.intValue())) / seconds, Double::sum));
            double ownCpus = Objects.requireNonNullElse(others.remove(OWN), 0.0);
            String neighbour = others.entrySet().stream().max(Comparator.comparingDouble(Map.Entry::getValue))
                    .filter(e -> e.getValue() > 0.05).map(e -> e.getKey() + " " + Numbers.fixed(e.getValue(), 2))
                    .orElse("");
            double known = others.values().stream().mapToDouble(used -> used).sum();
            double unseen = Math.max(0, busyCpus - ownCpus - known - KERNEL * ownCpus);
            return new Others(Math.max(0, known) + unseen, unseen, others.get(HYPERVISOR), neighbour);
        }

        @Override
        public void close() {
            sampler.close();
        }

        /** On whose account a process is: the lab's own and its descendants', or else its name's. */
        private String whose(int pid, int parent, String name) {
            if (own.contains(pid)) {
                return OWN;
            }
            var seen = new HashSet<Integer>();
            for (int one = parent; seen.add(one); one = parents.getOrDefault(one, 0)) {
                if (own.contains(one)) {
                    return OWN;
                }
            }
            return name;
        }

        private double secondsBefore(int pid) {
            return before.getOrDefault(pid, 0L) / 1000.0;
        }

        private static long cpuMillis(OSProcess p) {
            return p.getKernelTime() + p.getUserTime();
        }
    }

    /**
     * What other processes used.
     *
     * @param cpus CPUs, with those that were stolen; NaN where it is not known
     * @param unseen a part of them: no process used it. The kernel may have worked for those of the lab
     * @param stolen CPUs that a hypervisor gave to others (steal time); NaN where it is not known
     * @param neighbour the busiest of them and what it used; empty where none is worth a word
     */
    public record Others(double cpus, double unseen, double stolen, String neighbour) {
        public static final Others UNKNOWN = new Others(Double.NaN, Double.NaN, Double.NaN, "");

        /** Without what is more than so many CPUs. */
        public Others atMost(double most) {
            return cpus > most ? new Others(most, Math.min(unseen, most), Math.min(stolen, most), neighbour) : this;
        }
    }
}
