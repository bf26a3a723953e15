package kit.measure;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.machine.Hiccups;
import kit.machine.Machine;

/**
 * What makes a block not count: something that is not the service or its load used the CPUs, or stopped the JVM. Such a
 * block is driven once more at the end of its round. The thresholds stand here, and not where verdicts are made, since
 * the block is repeated while the group lives.
 */
public final class Disturbance {

    /** Share of the block for which the JVM may be stopped, or kept from its CPUs. */
    private static final double STOPPED = 0.01;
    /** CPUs that others may use, steal time included, where the CPUs are busy. */
    private static final double OTHERS = 0.25;
    /** The CPUs are busy where they are so for this share of the time. */
    public static final double BUSY = 0.85;
    /**
     * JIT compilers may take this part of what a cell allows of its throughput, where the CPUs are as busy. Where CPUs
     * serve few requests a second, they use 2 to 5 % of the CPUs for minutes, and the requests do not need less.
     */
    private static final double COMPILING = 0.5;
    /** CPUs that an idle JVM of the group may use. */
    private static final double IDLE = 0.2;

    private Disturbance() {}

    /**
     * By what share the throughput would be higher without the JIT compilers; 0 where that is not too much, or not
     * known.
     *
     * @param jitCpus     CPUs that they used
     * @param machineCpus CPUs that all processes of the machine used
     * @param cpus        of the machine
     * @param allowed     how far from its rule the throughput may be, as a share
     */
    public static double compiling(double jitCpus, double machineCpus, int cpus, double allowed) {
        double share = jitCpus / (machineCpus - jitCpus);
        return machineCpus / cpus >= BUSY && share > COMPILING * allowed ? share : 0;
    }

    /**
     * The reasons; none where the block counts.
     *
     * @param began   when its window began
     * @param seconds its length
     * @param stops   of the service's JVM, see {@link Hiccups#stops}
     * @param busy    share of the time for which the CPUs of the machine were busy
     * @param compiling see {@link #compiling}
     */
    static List<Finding> of(Instant began, double seconds, List<Hiccups.Stop> stops, double busy, double compiling,
            Block.Surroundings surroundings) {
        var reasons = new ArrayList<Finding>();
        Instant end = began.plus(Duration.ofNanos(Math.round(1e9 * seconds)));
        double stopped = stops.stream().mapToDouble(stop -> seconds(stop, began, end)).sum();
        if (stopped > STOPPED * seconds) {
            reasons.add(Finding.remark(Code.JVM_STOPPED, "the JVM was stopped for %.2f s and used no CPU", stopped));
        }
        Machine.Others others = surroundings.others();
        if (others.cpus() > OTHERS && busy > BUSY) {
            reasons.add(Finding.remark(Code.NOISY, "others used %.2f CPUs%s", others.cpus(),
                    others.neighbour().isEmpty() ? "" : " (" + others.neighbour() + ")"));
        }
        if (compiling > 0) {
            reasons.add(Finding.remark(Code.STILL_COMPILING,
                    "without the JIT compilers, throughput would be %.0f %% higher", 100 * compiling));
        }
        if (surroundings.throttledSeconds() > STOPPED * seconds) {
            reasons.add(Finding.remark(Code.THROTTLED, "the container's CPU quota throttled it for %.2f s",
                    surroundings.throttledSeconds()));
        }
        if (surroundings.idleCpus() > IDLE) {
            reasons.add(Finding.remark(Code.IDLE_NOT_IDLE, "the idle JVM of %s used %.2f CPUs", surroundings.idle(),
                    surroundings.idleCpus()));
        }
        return List.copyOf(reasons);
    }

    /** How long a stop lasted within two moments, in s. */
    private static double seconds(Hiccups.Stop stop, Instant from, Instant to) {
        Instant first = stop.start().isAfter(from) ? stop.start() : from;
        Instant last = stop.start().plus(stop.length());
        Instant end = last.isBefore(to) ? last : to;
        return Math.max(0, Duration.between(first, end).toNanos() / 1e9);
    }
}
