package kit.service;

import java.util.Optional;

/** CPUs that a process on another machine uses, by the CPU time that it tells again and again. */
final class CpuMeter {

    /** Of the pool. */
    private static final String NAME = "the service";

    private long readAt;
    private double before = Double.NaN;

    /**
     * The CPUs that were in use since the last call; none at the first one.
     *
     * @param cpus    that the process may use
     * @param seconds CPU time that it has used so far
     */
    Optional<PoolUse> use(int cpus, double seconds) {
        long now = System.nanoTime();
        double busy = (seconds - before) / ((now - readAt) / 1e9);
        before = seconds;
        readAt = now;
        return Double.isFinite(busy) ? Optional.of(new PoolUse(PoolUse.Kind.CPUS, NAME, cpus, busy, Double.NaN))
                : Optional.empty();
    }
}
