package apps;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A fixed amount of work for the CPU. A loop that spins until the clock has moved 100 ms is no such thing: while the
 * operating system lets other threads run, the clock moves on, and the loop ends without having worked.
 */
public final class Work {

    /**
     * So many rounds at a time, so that the compiler sees a method that is called often rather than one that never
     * ends.
     */
    private static final int STRETCH = 10_000;
    private static final int TRIES = 7;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean OWN_CPU_TIME = THREADS.isCurrentThreadCpuTimeSupported()
            && !System.getProperty("os.name").startsWith("Windows");

    /** Where the results go, so that no compiler can do without the work. */
    private static volatile int result;

    private Work() {}

    /** Works: each round takes a nanosecond or two. */
    public static void run(long rounds) {
        int x = 0x92D68CA2;
        for (long done = 0; done < rounds; done += STRETCH) {
            x = stretch(x, (int) Math.min(STRETCH, rounds - done));
        }
        result = x;
    }

    /**
     * Random numbers by xorshift (Marsaglia 2003). Each needs the one before it, so nothing can be left out or done in
     * parallel.
     */
    private static int stretch(int x, int rounds) {
        for (int i = 0; i < rounds; i++) {
            x ^= x << 13;
            x ^= x >>> 17;
            x ^= x << 5;
        }
        return x;
    }

    /**
     * How long a thread of this JVM is on its CPU for so many rounds, once they are compiled: the shortest of several
     * tries, for what disturbs only adds.
     */
    public static Duration time(long rounds) {
        return Duration.ofNanos(shortest(rounds, () -> {}));
    }

    /** @param before each try, not timed */
    private static long shortest(long rounds, Runnable before) {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            before.run();
            long start = nanos();
            run(rounds);
            shortest = Math.min(shortest, nanos() - start);
        }
        return shortest;
    }

    /**
     * The thread's CPU time, since on a busy machine others may have their turn in each of the tries. The clock has to
     * do for virtual threads, whose CPU time is not counted, and on Windows, which counts it in steps of 16 ms.
     */
    private static long nanos() {
        return OWN_CPU_TIME && !Thread.currentThread().isVirtual() ? THREADS.getCurrentThreadCpuTime()
                : System.nanoTime();
    }

    /**
     * How many rounds take so long on each of so many threads that work at the same time. CPUs that share a core, or a
     * clock that falls when all of them work, make it fewer than on one thread alone.
     *
     * @param threads as many as there are CPUs
     */
    public static long calibrate(Duration time, int threads) {
        long alone = calibrate(time);
        var together = new CyclicBarrier(threads);
        var shortest = new long[threads];
        List<Thread> workers = IntStream.range(0, threads).mapToObj(i -> Thread.ofPlatform().daemon()
                .start(() -> shortest[i] = shortest(alone, () -> await(together)))).toList();
        try {
            for (Thread worker : workers) {
                worker.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        double mean = LongStream.of(shortest).average().orElseThrow();
        return Math.round(alone * time.toNanos() / mean);
    }

    private static void await(CyclicBarrier others) {
        try {
            others.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many rounds take so long on one thread of this JVM. */
    public static long calibrate(Duration time) {
        long rounds = 1_000_000;
        // The first guess is by cold code, the second by warm.
        for (int i = 0; i < 3; i++) {
            rounds = Math.round((double) rounds * time.toNanos() / time(rounds).toNanos());
        }
        return rounds;
    }
}
