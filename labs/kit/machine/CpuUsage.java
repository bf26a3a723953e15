package kit.machine;

import com.sun.management.OperatingSystemMXBean;
import java.io.Serializable;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;

/**
 * What the service has used up to a moment; the difference of two is what it used between them.
 *
 * @param nanos        when, by {@link System#nanoTime()}
 * @param serviceNanos CPU time of the service: the process's less the load generator's and the meters'; NaN where it
 *                     cannot be told
 * @param gcMillis     time in garbage collections; NaN where the service is no Java
 */
public record CpuUsage(long nanos, double serviceNanos, double gcMillis) implements Serializable {

    /** What the names of threads begin with that watch a cell's JVM and are not the service's. */
    public static final String METERS = "lab-";

    private static final OperatingSystemMXBean PROCESS = (OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();

    /**
     * Reads this JVM's accounts.
     *
     * @param notTheService CPU time of threads in this JVM that are not the service's, in nanoseconds
     * @param elsewhere     CPU time of the service's other processes, in nanoseconds
     */
    public static CpuUsage now(long notTheService, double elsewhere) {
        long gc = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime).filter(t -> t > 0).sum();
        return new CpuUsage(System.nanoTime(), processNanos() - notTheService + elsewhere, gc);
    }

    /** The accounts of a service that is a process of its own. */
    public static CpuUsage elsewhere(double nanos) {
        return new CpuUsage(System.nanoTime(), nanos, Double.NaN);
    }

    /** What was used since an earlier look. */
    public CpuUsage since(CpuUsage earlier) {
        return new CpuUsage(nanos - earlier.nanos, serviceNanos - earlier.serviceNanos, gcMillis - earlier.gcMillis);
    }

    /** CPU time of this whole process. */
    public static long processNanos() {
        return PROCESS.getProcessCpuTime();
    }

    /** CPU time of these platform threads of this JVM, as far as they are alive. */
    public static long cpuNanos(Collection<Thread> threads) {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        return threads.stream().mapToLong(t -> Math.max(0, bean.getThreadCpuTime(t.threadId()))).sum();
    }
}
