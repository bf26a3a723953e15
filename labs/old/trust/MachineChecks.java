package old.trust;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.base.Numbers;
import kit.machine.Hiccups;

/** The {@link Checks} of the machine: whether anything beside the cell had a part in what was measured. */
final class MachineChecks {

    /** The machine counts as quiet while others leave it this share of its CPUs. */
    private static final double QUIET = 0.8;
    /** More CPUs than this are not left to others, however many there are. */
    private static final double MOST_BY_OTHERS = 0.4;
    /** Part of the measurement for which a JVM may be stopped before its throughput is not to be trusted. */
    private static final double STOPPED = 0.01;
    /** CPU time (s) by which the readings of several processes may differ, which are not taken at the same moment. */
    private static final double READING = 0.2;

    private MachineChecks() {}

    /** No other process used the machine. */
    static Optional<Finding> quiet(double idleBefore, double otherCpu, int cpus, String neighbour) {
        if (!(idleBefore < QUIET) && !(otherCpu > Math.min(MOST_BY_OTHERS, (1 - QUIET) * cpus))) {
            return Optional.empty();
        }
        String during = Double.isNaN(otherCpu) ? ""
                : Numbers.format(", others used %.1f CPUs during it%s", otherCpu,
                        neighbour.isEmpty() ? "" : " (" + neighbour + ")");
        return Optional.of(
                Finding.remark(Code.NOISY, "noisy machine: %.0f %% idle before the cell%s", 100 * idleBefore, during));
    }

    /**
     * No more CPU time was used than there is.
     *
     * @param used    by the service, the driver and the database together, in s; NaN where it is not known
     * @param seconds length of the measurement
     */
    static Optional<Finding> cpuTime(double used, double seconds, int cpus) {
        return !(used > cpus * seconds * (1 + STOPPED) + READING) ? Optional.empty()
                : Optional.of(Finding.invalid(Code.CPU_TIME_IMPOSSIBLE,
                        "%.2f s of CPU time in %.2f s is more than %d CPUs have: the accounts of CPU time are wrong",
                        used, seconds, cpus));
    }

    /**
     * No quota of a container kept it from its CPUs.
     *
     * @param throttled for how long it did, in s; NaN where it is not known
     * @param seconds   length of the measurement
     */
    static Optional<Finding> throttled(double throttled, double seconds) {
        return !(throttled > STOPPED * seconds) ? Optional.empty()
                : Optional.of(Finding.remark(Code.THROTTLED,
                        "the container's CPU quota throttled it for %.2f s in all (cpu.stat)", throttled));
    }

    /**
     * A container has whole CPUs.
     *
     * @param limit CPUs that its quota allows on average; NaN where it is not known
     * @param cpus  that the JVM sees, which the rules use
     */
    static Optional<Finding> quota(double limit, int cpus) {
        return !(limit < cpus) ? Optional.empty()
                : Optional.of(Finding.remark(Code.CPU_QUOTA,
                        "the container's quota is %s CPUs, and the rules use %d: where CPUs are the bottleneck, the "
                                + "predicted throughput is too high",
                        Numbers.trim(limit), cpus));
    }

    /**
     * Nothing stopped the JVM of the service, such as a debugger, a signal or a virtual machine that was paused.
     *
     * @param began   of the measurement
     * @param seconds its length
     */
    static Optional<Finding> stopped(List<Hiccups.Stop> stops, Instant began, double seconds) {
        // One that began in the warm-up counts from the beginning of the measurement.
        List<Hiccups.Stop> within = stops.stream().map(stop -> stop.since(began))
                .filter(stop -> !stop.length().isNegative() && !stop.length().isZero()).toList();
        double all = within.stream().mapToDouble(stop -> seconds(stop.length())).sum();
        return within.stream().max(Comparator.comparing(Hiccups.Stop::length))
                .map(longest -> new Finding(Code.JVM_STOPPED, all > STOPPED * seconds, Numbers.format(
                        "the service's JVM was stopped for %.2f s, %.2f s after the measurement began: it used no CPU",
                        seconds(longest.length()), seconds(Duration.between(began, longest.start())))));
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
