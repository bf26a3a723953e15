package kit.measure;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import kit.report.CellReport;
import kit.report.CellReport.Moment;

/** The two looks at the memory of a service: at rest, and while the requests of a burst wait. */
final class MemoryLooks {

    /** For a garbage collection, of a heap of gigabytes on a slow machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A look. @param residentMb of the process, at the same moment */
    private record Look(CellReport.Memory heap, double residentMb) {}

    private final DoubleSupplier residentMb;
    private final Map<Moment, Look> looks = new EnumMap<>(Moment.class);
    private final CountDownLatch whileTheyWait = new CountDownLatch(1);

    /** @param residentMb resident memory of the process now, in MiB */
    MemoryLooks(DoubleSupplier residentMb) {
        this.residentMb = residentMb;
    }

    /** The JVM has looked just now. */
    synchronized void saw(CellReport.Memory heap) {
        looks.put(heap.moment(), new Look(heap, residentMb.getAsDouble()));
        if (heap.moment() == Moment.WAITING) {
            whileTheyWait.countDown();
        }
    }

    /** The JVM is gone, and will not look. */
    void isGone() {
        whileTheyWait.countDown();
    }

    /** Returns when the JVM has looked while requests wait, it is gone, or too much time has passed. */
    void await() {
        try {
            whileTheyWait.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Both; {@link Block.Memory#NONE} where one is missing. */
    synchronized Block.Memory both() {
        Look rest = looks.get(Moment.REST);
        Look waiting = looks.get(Moment.WAITING);
        return rest == null || waiting == null ? Block.Memory.NONE
                : new Block.Memory(waiting.heap.waiting() < 0 ? Double.NaN : waiting.heap.waiting(), rest.heap.heapMb(),
                        waiting.heap.heapMb(), rest.residentMb,
                        waiting.residentMb, waiting.heap.platformThreads());
    }
}
