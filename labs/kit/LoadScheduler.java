package kit;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Where the driver's virtual threads run, and the account of the CPU they cost.
 *
 * <p>Service and client share a JVM. On the JDK's one scheduler a pinned carrier, or a route that keeps the CPU, would stop
 * the client's clock as well and hide the very delay that is to be seen. So the driver gets carriers of its own.
 */
final class LoadScheduler implements AutoCloseable {

    /** How every thread's name begins that belongs to the driver. */
    static final String PREFIX = "load-";

    private final ForkJoinPool pool;
    private final Thread.Builder.OfVirtual builder;
    private final Set<Thread> platformThreads;

    private LoadScheduler(ForkJoinPool pool, Thread.Builder.OfVirtual builder, Set<Thread> platformThreads) {
        this.pool = pool;
        this.builder = builder;
        this.platformThreads = platformThreads;
    }

    /**
     * A scheduler apart, with one carrier per CPU.
     *
     * @throws UnsupportedOperationException where this JDK has no way to make one
     */
    static LoadScheduler own() {
        Set<Thread> carriers = ConcurrentHashMap.newKeySet();
        var pool = new ForkJoinPool(Runtime.getRuntime().availableProcessors(), p -> {
            var carrier = new ForkJoinWorkerThread(p) { };
            carriers.add(carrier);
            carrier.setName(PREFIX + "carrier-" + carriers.size());
            return carrier;
        }, null, true);
        try {
            // There is no public way to choose a scheduler. This constructor is the same on JDK 21 and on 25.
            var constructor = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder").getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            return new LoadScheduler(pool, (Thread.Builder.OfVirtual) constructor.newInstance(pool), carriers);
        } catch (ReflectiveOperationException | RuntimeException e) {
            pool.shutdown();
            throw new UnsupportedOperationException("this JDK lets nobody make a second scheduler of virtual threads: " + e, e);
        }
    }

    /** The JDK's own scheduler, which in a cell is the service's too. */
    static LoadScheduler shared() {
        return new LoadScheduler(null, Thread.ofVirtual(), ConcurrentHashMap.newKeySet());
    }

    /** A virtual thread of the driver, not yet started. */
    Thread unstarted(String name, Runnable task) {
        return builder.name(PREFIX + name).unstarted(task);
    }

    Thread start(String name, Runnable task) {
        Thread thread = unstarted(name, task);
        thread.start();
        return thread;
    }

    /** A platform thread of the driver, for what keeps time rather than waits. */
    Thread startPlatform(String name, Runnable task) {
        Thread thread = Thread.ofPlatform().daemon().name(PREFIX + name).unstarted(task);
        account(thread);
        thread.start();
        return thread;
    }

    /** Puts a platform thread that somebody else made for the driver on the driver's account. */
    void account(Thread thread) {
        platformThreads.add(thread);
    }

    /** False on the shared scheduler, where nobody can tell whose CPU time a carrier's is. */
    boolean canAccount() {
        return pool != null;
    }

    /** CPU time of the driver's platform threads, its carriers among them, in nanoseconds. */
    long cpuNanos() {
        return Usage.cpuNanos(platformThreads);
    }

    /** Carriers that the driver may keep busy. */
    int parallelism() {
        return pool == null ? Runtime.getRuntime().availableProcessors() : pool.getParallelism();
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.shutdown();
        }
    }
}
