package kit.load;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import kit.machine.CpuUsage;

/**
 * Where the load generator's virtual threads run, and the account of the CPU they cost.
 *
 * <p>Service and client share a JVM. On the JDK's one scheduler a pinned carrier, or a route that keeps the CPU, would
 * stop the client's clock as well and hide the very delay that is to be seen. So the load generator gets carriers of
 * its own.
 */
public final class LoadScheduler implements AutoCloseable {

    /** How every thread's name begins that belongs to the load generator. */
    public static final String PREFIX = "load-";

    private final ForkJoinPool pool;
    private final EventLoop loop;
    private final Thread.Builder builder;
    private final Set<Thread> platformThreads;
    private final ExecutorService http;
    /** The account of a thread that has ended stays. */
    private final Map<Thread, Long> spent = new ConcurrentHashMap<>();
    private final Thread rescuer;

    private LoadScheduler(ForkJoinPool pool, EventLoop loop, Thread.Builder builder, Set<Thread> platformThreads,
            ExecutorService http) {
        this.http = http;
        this.pool = pool;
        this.loop = loop;
        this.builder = builder;
        this.platformThreads = platformThreads;
        this.rescuer = loop == null ? null : startPlatform("rescue", loop::rescue);
    }

    /**
     * A scheduler apart: one carrier, and the client's selector thread ({@link EventLoop}).
     *
     * @throws UnsupportedOperationException where this JDK has no way to make one
     */
    public static LoadScheduler own() {
        Set<Thread> carriers = ConcurrentHashMap.newKeySet();
        // The carrier stays, however idle.
        var pool = new ForkJoinPool(1, p -> {
            var carrier = new ForkJoinWorkerThread(p) {};
            carriers.add(carrier);
            carrier.setName(PREFIX + "carrier-" + carriers.size());
            return carrier;
        }, null, true, 1, 1, 0, null, 1, TimeUnit.DAYS);
        var loop = new EventLoop(pool);
        try {
            // There is no public way to choose a scheduler. This constructor is the same on JDK 21 and on 25.
            var constructor = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                    .getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            return new LoadScheduler(pool, loop, (Thread.Builder) constructor.newInstance(loop), carriers, null);
        } catch (ReflectiveOperationException | RuntimeException e) {
            pool.shutdown();
            throw new UnsupportedOperationException(
                    "this JDK does not allow a second scheduler of virtual threads: " + e, e);
        }
    }

    /** One apart where there is a way to make one, else the JDK's own. */
    public static LoadScheduler ownOrShared() {
        try {
            return own();
        } catch (UnsupportedOperationException e) {
            return shared();
        }
    }

    /** The JDK's own scheduler, which in a cell is the service's too. */
    public static LoadScheduler shared() {
        return new LoadScheduler(null, null, Thread.ofVirtual(), ConcurrentHashMap.newKeySet(), null);
    }

    /** No virtual threads: a platform thread for each user, and a pool of them for the HTTP client. */
    public static LoadScheduler platformThreads() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        ExecutorService http = Executors.newCachedThreadPool(task -> {
            Thread thread = Thread.ofPlatform().daemon().name(PREFIX + "http").unstarted(task);
            threads.add(thread);
            return thread;
        });
        return new LoadScheduler(null, null, Thread.ofPlatform().daemon(), threads, http);
    }

    /** The executor for the HTTP client. */
    Executor http() {
        return http != null ? http : loop == null ? task -> start("http", task) : loop::http;
    }

    /** Tells which thread reads the client's answers. */
    void reads(Thread selector) {
        account(selector);
        if (loop != null) {
            loop.turnsOn(selector);
        }
    }

    /**
     * Counts the thread that wakes the load generator's virtual threads as the load generator's, where it wakes no
     * others: from JDK 25 on, when the JDK's own scheduler has a timer of its own. To be called once a thread has slept
     * on either.
     */
    void adoptTimer() {
        Set<Thread> threads = Thread.getAllStackTraces().keySet();
        if (pool != null && threads.stream().anyMatch(t -> t.getName().endsWith("-delayScheduler"))) {
            threads.stream().filter(t -> t.getName().equals("VirtualThread-unparker")).forEach(this::account);
        }
    }

    /**
     * Starts a thread for a user or a request of the load generator: a virtual one, but for {@link #platformThreads}.
     */
    Thread start(String name, Runnable task) {
        Thread thread = builder.name(PREFIX + name).unstarted(task);
        if (!thread.isVirtual()) {
            account(thread);
        }
        thread.start();
        return thread;
    }

    /** A platform thread of the load generator, for what keeps time rather than waits. */
    Thread startPlatform(String name, Runnable task) {
        Thread thread = Thread.ofPlatform().daemon().name(PREFIX + name).unstarted(task);
        account(thread);
        thread.start();
        return thread;
    }

    /** Counts a platform thread that others made for the load generator as the load generator's. */
    private void account(Thread thread) {
        platformThreads.add(thread);
    }

    /** False on the shared scheduler, where the CPU time of a carrier cannot be told apart. */
    public boolean canAccount() {
        return pool != null || http != null;
    }

    /** CPU time of the load generator's platform threads, its carrier among them, in nanoseconds. */
    public long cpuNanos() {
        return cpuNanosByThread().values().stream().mapToLong(Long::longValue).sum();
    }

    Map<Thread, Long> cpuNanosByThread() {
        platformThreads.forEach(t -> spent.merge(t, CpuUsage.cpuNanos(List.of(t)), Math::max));
        return Map.copyOf(spent);
    }

    @Override
    public void close() {
        if (pool != null) {
            rescuer.interrupt();
            pool.shutdown();
        }
        if (http != null) {
            http.shutdownNow();
        }
    }

    /** Share of a CPU that the load generator's busiest thread used in these seconds. */
    double busiestSince(Map<Thread, Long> before, double seconds) {
        return cpuNanosByThread().entrySet().stream()
                .mapToDouble(e -> (e.getValue() - before.getOrDefault(e.getKey(), 0L)) / 1e9 / seconds).max()
                .orElse(Double.NaN);
    }
}
