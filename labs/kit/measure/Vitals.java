package kit.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import kit.load.LoadScheduler;
import kit.machine.Compilers;
import kit.machine.CpuUsage;
import kit.machine.Hiccups;
import kit.report.CellReport;
import kit.service.Gauges;

/** Watches the JVM in which the service runs: CPU, memory, threads, the scheduler of virtual threads, hiccups. */
public final class Vitals {

    private static final double MIB = 1024 * 1024;
    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();
    private static final long DRAIN_LOOK_MS = 20;
    /** Where nothing has been stored for so long nothing will be. */
    private static final long STUCK_NANOS = 10_000_000_000L;

    private final LoadScheduler generator;
    private final DoubleSupplier elsewhereNanos;
    private final boolean serviceIsHere;
    private final Supplier<Map<String, Double>> gauges;
    private final Gauges.Collecting looks = new Gauges.Collecting();
    private final long lookNanos;
    private final Consumer<CellReport> out;
    private final List<Thread> meters = new ArrayList<>();
    private final Compilers compilers;
    private final Hiccups onService;
    private final Hiccups onPlatform;
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch drained = new CountDownLatch(1);
    private Thread watcher;
    private Thread teller;
    private CpuUsage begin;
    private CpuUsage used;
    private Hiccups.Summary overslept;
    private CpuUsage previous;
    private double jitSeconds;
    private int second;
    private long endNanos;
    private long generatorNanos;

    /**
     * Starts the hiccup meters, so that they are warm when the measurement begins.
     *
     * @param generator         the load generator's scheduler, or null where that is in another JVM
     * @param elsewhereNanos CPU time of further processes of the service
     * @param pid            of the service. Where that is another process, memory and threads of this JVM are the kit's
     *     own
     * @param compilers      of the service
     * @param gauges         what the service tells of itself now
     * @param looksInASecond at the gauges
     */
    public Vitals(LoadScheduler generator, DoubleSupplier elsewhereNanos, long pid, Compilers compilers,
            Supplier<Map<String, Double>> gauges, int looksInASecond,
            Consumer<CellReport> out) {
        this.lookNanos = TimeUnit.SECONDS.toNanos(1) / looksInASecond;
        this.generator = generator;
        this.elsewhereNanos = elsewhereNanos;
        this.serviceIsHere = pid == ProcessHandle.current().pid();
        this.compilers = compilers;
        this.gauges = gauges;
        this.out = out;
        this.onService = Hiccups.on(task -> Thread.ofVirtual().name(CpuUsage.METERS + "hiccups").start(task));
        this.onPlatform = Hiccups.on(this::startPlatform, SYSTEM::getProcessCpuTime);
        // Of thousands of threads, they are found before the window begins.
        startPlatform(compilers::cpuSeconds);
    }

    private void startPlatform(Runnable task) {
        Thread thread = Thread.ofPlatform().daemon().name(CpuUsage.METERS + "meter-" + (meters.size() + 1))
                .unstarted(task);
        meters.add(thread);
        thread.start();
    }

    /** The measurement begins. */
    public void begin() {
        onService.reset();
        onPlatform.reset();
        SYSTEM.getCpuLoad();
        begin = usage();
        jitSeconds = compilers.cpuSeconds();
        out.accept(new CellReport.Gauged(CellReport.Gauged.Boundary.BEGIN, Gauges.of(gauges.get())));
        startPlatform(this::watch);
        watcher = meters.getLast();
    }

    /** The measurement will not begin. */
    public void abandon() {
        onService.stop();
        onPlatform.stop();
    }

    private void watch() {
        previous = begin;
        try {
            watchUntil(over, false);
        } catch (InterruptedException e) {
            return;
        }
        endNanos = previous.nanos();
        out.accept(new CellReport.Gauged(CellReport.Gauged.Boundary.END, Gauges.of(gauges.get())));
        used = previous.since(begin);
        overslept = new Hiccups.Summary(serviceIsHere ? onService.measured() : Hiccups.Measured.NOT,
                onPlatform.measured(), serviceIsHere ? onPlatform.stops() : List.of());
        onService.stop();
        onPlatform.stop();
    }

    /** Tells of every second until that is open, and then of what is left of the last one. */
    private void watchUntil(CountDownLatch end, boolean draining) throws InterruptedException {
        boolean last = false;
        while (!last) {
            second++;
            // Users in step leave all carriers idle at once, now and then.
            double mounted = 0;
            long until = begin.nanos() + second * 1_000_000_000L;
            for (long left = until - System.nanoTime(); left > 0 && !last; left = until - System.nanoTime()) {
                last = end.await(Math.min(left, lookNanos), TimeUnit.NANOSECONDS);
                looks.look(gauges.get());
                mounted = Math.max(mounted, scheduler("MountedVirtualThreadCount"));
            }
            last |= end.getCount() == 0;
            CpuUsage now = usage();
            out.accept(second(draining, now.since(previous), mounted));
            previous = now;
        }
        // What comes next begins within it.
        second--;
    }

    /**
     * The measurement is over; returns once the last second has been reported. Of a service that stores rows the
     * seconds after it are told, too.
     */
    public void end() {
        over.countDown();
        try {
            watcher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!Double.isNaN(backlog())) {
            teller = Thread.ofPlatform().daemon().name(CpuUsage.METERS + "drain").start(() -> {
                try {
                    watchUntil(drained, true);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    /**
     * Waits until the service has stored, or has given up, all rows that it accepted. Nothing where it does not tell of
     * rows. To be called when nothing is requested any more.
     *
     * @param stop opened where the lab does not wait any longer
     */
    public void drain(CountDownLatch stop) throws InterruptedException {
        if (teller == null) {
            return;
        }
        long moved = System.nanoTime();
        double before = backlog();
        double now = before;
        while (now > 0 && System.nanoTime() - moved < STUCK_NANOS
                && !stop.await(DRAIN_LOOK_MS, TimeUnit.MILLISECONDS)) {
            now = backlog();
            if (now != before) {
                moved = System.nanoTime();
                before = now;
            }
        }
        double seconds = (System.nanoTime() - endNanos) / 1e9;
        drained.countDown();
        teller.join();
        if (now <= 0 || stop.getCount() > 0) {
            out.accept(new CellReport.Drained(seconds, now <= 0));
        }
    }

    private double backlog() {
        return Gauges.of(gauges.get()).backlog();
    }

    /** What the service used between begin and end. */
    public CpuUsage used() {
        return used;
    }

    public Hiccups.Summary hiccups() {
        return overslept;
    }

    private synchronized CpuUsage usage() {
        if (!serviceIsHere) {
            return CpuUsage.elsewhere(elsewhereNanos.getAsDouble());
        }
        // Of a load generator that has ended some threads are gone, and what they used with them.
        generatorNanos = Math.max(generatorNanos, generator == null ? 0 : generator.cpuNanos());
        return CpuUsage.now(generatorNanos + CpuUsage.cpuNanos(meters), elsewhereNanos.getAsDouble());
    }

    private CellReport.VitalsSecond second(boolean draining, CpuUsage used, double mounted) {
        double length = used.nanos() / 1e9;
        double cpu = used.serviceNanos() / 1e9 / length;
        double load = SYSTEM.getCpuLoad();
        double machine = load < 0 ? Double.NaN : load * SYSTEM.getAvailableProcessors();
        double before = jitSeconds;
        jitSeconds = compilers.cpuSeconds();
        double jit = (jitSeconds - before) / length;
        if (!serviceIsHere) {
            return new CellReport.VitalsSecond(second, draining, length, cpu, machine, jit, Double.NaN, Double.NaN,
                    Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, onPlatform.maxMs(), looks.taken());
        }
        return new CellReport.VitalsSecond(second, draining, length, cpu, machine, jit,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB, used.gcMillis(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                scheduler("PoolSize"), mounted, scheduler("QueuedVirtualThreadCount"),
                onService.maxMs(), onPlatform.maxMs(), looks.taken());
    }

    /** Memory without the garbage, of which there may be more or less at any moment. */
    public static CellReport.Memory memory(CellReport.Moment moment, long waiting) {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return new CellReport.Memory(moment, waiting, memory.getHeapMemoryUsage().getUsed() / MIB,
                ManagementFactory.getThreadMXBean().getThreadCount());
    }

    /**
     * An attribute of the scheduler's bean, by name because JDK 21 has no such bean: NaN there. The server of all beans
     * has it, too, but to start that server takes nearly a tenth of the CPU time of a small cell.
     */
    public static double scheduler(String attribute) {
        try {
            Class<?> bean = Class.forName("jdk.management.VirtualThreadSchedulerMXBean");
            var scheduler = ManagementFactory.getPlatformMXBean(bean.asSubclass(PlatformManagedObject.class));
            double value = ((Number) bean.getMethod("get" + attribute).invoke(scheduler)).doubleValue();
            return value < 0 ? Double.NaN : value;
        } catch (ReflectiveOperationException e) {
            return Double.NaN;
        }
    }
}
