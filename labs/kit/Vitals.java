package kit;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Watches the JVM in which the service runs: CPU, memory, threads, the scheduler of virtual threads, hiccups. */
final class Vitals {

    /** How the names of the kit's own threads begin; they are neither the service nor the driver. */
    static final String PREFIX = "lab-";

    private static final double MIB = 1024 * 1024;
    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

    private final LoadScheduler driver;
    private final DoubleSupplier elsewhereNanos;
    private final boolean serviceIsHere;
    private final Consumer<CellReport> out;
    private final List<Thread> meters = new ArrayList<>();
    private final Hiccups onService;
    private final Hiccups onPlatform;
    private final CountDownLatch over = new CountDownLatch(1);
    private Thread watcher;
    private Usage begin;
    private Usage used;
    private Hiccups.Summary overslept;

    /**
     * Starts the hiccup meters, so that they are warm when the measurement begins.
     *
     * @param driver         the driver's scheduler, or null where the driver is in another JVM
     * @param elsewhereNanos CPU time of further processes of the service
     * @param serviceIsHere  false where the service does not run in this JVM, whose memory and threads are then the kit's own
     */
    Vitals(LoadScheduler driver, DoubleSupplier elsewhereNanos, boolean serviceIsHere, Consumer<CellReport> out) {
        this.driver = driver;
        this.elsewhereNanos = elsewhereNanos;
        this.serviceIsHere = serviceIsHere;
        this.out = out;
        this.onService = Hiccups.on(task -> Thread.ofVirtual().name(PREFIX + "hiccups").start(task));
        this.onPlatform = Hiccups.on(this::startPlatform);
    }

    private void startPlatform(Runnable task) {
        Thread thread = Thread.ofPlatform().daemon().name(PREFIX + "meter-" + (meters.size() + 1)).unstarted(task);
        meters.add(thread);
        thread.start();
    }

    /** The measurement begins. */
    void begin() {
        onService.reset();
        onPlatform.reset();
        begin = usage();
        startPlatform(this::watch);
        watcher = meters.getLast();
    }

    private void watch() {
        Usage previous = begin;
        boolean last = false;
        for (int second = 1; !last; second++) {
            try {
                long until = begin.nanos() + second * 1_000_000_000L - System.nanoTime();
                last = over.await(until, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                return;
            }
            Usage now = usage();
            out.accept(second(second, now.since(previous)));
            previous = now;
        }
        used = previous.since(begin);
        overslept = new Hiccups.Summary(serviceIsHere ? onService.measured() : Hiccups.Measured.NOT, onPlatform.measured());
        onService.stop();
        onPlatform.stop();
    }

    /** The measurement is over; returns once the last second has been reported. */
    void end() {
        over.countDown();
        try {
            watcher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the service used between begin and end. */
    Usage used() {
        return used;
    }

    Hiccups.Summary hiccups() {
        return overslept;
    }

    private Usage usage() {
        if (!serviceIsHere) {
            return Usage.elsewhere(elsewhereNanos.getAsDouble());
        }
        long driverNanos = driver == null ? 0 : driver.cpuNanos();
        return Usage.now(driverNanos + Usage.cpuNanos(meters), elsewhereNanos.getAsDouble());
    }

    private CellReport.VitalsSecond second(int second, Usage used) {
        double length = used.nanos() / 1e9;
        double cpu = used.serviceNanos() / 1e9 / length;
        if (!serviceIsHere) {
            return new CellReport.VitalsSecond(second, length, cpu, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN,
                    Double.NaN, onPlatform.maxMs());
        }
        return new CellReport.VitalsSecond(second, length, cpu,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB, used.gcMillis(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                scheduler("PoolSize"), scheduler("MountedVirtualThreadCount"), scheduler("QueuedVirtualThreadCount"),
                onService.maxMs(), onPlatform.maxMs());
    }

    /** Memory without the garbage, of which there may be more or less at any moment. */
    static CellReport.Memory memory(CellReport.Moment moment, long waiting) {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return new CellReport.Memory(moment, waiting, memory.getHeapMemoryUsage().getUsed() / MIB,
                ManagementFactory.getThreadMXBean().getThreadCount());
    }

    /** An attribute of the scheduler's bean, by name because JDK 21 has no such bean: NaN there. */
    static double scheduler(String attribute) {
        try {
            var value = (Number) BEANS.getAttribute(new ObjectName("jdk.management:type=VirtualThreadScheduler"), attribute);
            return value.doubleValue() < 0 ? Double.NaN : value.doubleValue();
        } catch (JMException e) {
            return Double.NaN;
        }
    }
}
