package kit.machine;

import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How fast all CPUs together do the same work. It changes with their clock, with who else uses them, and with what a
 * hypervisor takes; between two cells that are to be compared it must not.
 */
public final class Canary {

    /** Steps between two looks at the clock: some 20 µs. */
    private static final int BLOCK = 10_000;
    private static final Duration TO_WARM_UP = Duration.ofMillis(100);

    /** What the work came to, so that no compiler leaves it out. */
    private static volatile long sink;
    /** Whether this JVM has compiled the work. */
    private static volatile boolean warm;

    private final int cpus;

    /** @param cpus that work, each on a thread of its own */
    public Canary(int cpus) {
        this.cpus = cpus;
    }

    /**
     * Works on all CPUs for so long.
     *
     * @return millions of steps a second, of all CPUs together; NaN where there was no time
     */
    public double speed(Duration time) {
        if (time.isZero()) {
            return Double.NaN;
        }
        if (!warm) {
            warm = true;
            speed(TO_WARM_UP);
        }
        long begin = System.nanoTime();
        var steps = new long[cpus];
        var workers = IntStream.range(0, cpus).mapToObj(cpu -> Thread.ofPlatform().daemon().name("canary-" + cpu)
                .start(() -> steps[cpu] = work(cpu, begin + time.toNanos()))).toList();
        workers.forEach(Canary::join);
        return LongStream.of(steps).sum() * 1e3 / (System.nanoTime() - begin);
    }

    private static long work(int seed, long end) {
        long steps = 0;
        long x = seed + 1;
        while (System.nanoTime() < end) {
            for (int i = 0; i < BLOCK; i++) {
                x ^= x << 13;
                x ^= x >>> 7;
                x ^= x << 17;
            }
            steps += BLOCK;
        }
        sink = x;
        return steps;
    }

    private static void join(Thread worker) {
        try {
            worker.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
