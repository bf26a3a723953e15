package kit.load;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the load generator's virtual threads go on where the answer came in: on the HTTP client's selector thread, right
 * after it has read the answer, as the event loops of ab and wrk do. Handing each answer to another thread costs a
 * third of the load generator's speed (see the ruler).
 *
 * <p>What becomes ready anywhere else (a pause that is over, the first run of a user) goes to the carrier. So does what
 * is left after {@link #MOST} in a row, so that reading never waits for long; and so does everything when the loop
 * makes no headway: were the selector thread to wait for a lock whose holder is in the queue, no other thread would run
 * the holder.
 */
final class EventLoop implements Executor {

    private static final int MOST = 64;
    private static final long HEADWAY_NANOS = 10_000_000;

    private final Executor carrier;
    private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();
    private volatile Thread selector;
    /** Written by the selector thread only. */
    private volatile long turns;
    private boolean turning;

    EventLoop(Executor carrier) {
        this.carrier = carrier;
    }

    /** The thread that reads answers. Until it is known, everything runs on the carrier. */
    void turnsOn(Thread thread) {
        selector = thread;
    }

    /** A virtual thread of the load generator is ready to run. */
    @Override
    public void execute(Runnable continuation) {
        if (Thread.currentThread() == selector && turning) {
            ready.add(continuation);
        } else {
            toCarrier(continuation);
        }
    }

    /**
     * Once the load generator has ended, its carrier takes no task any more; a task that is left gets a thread of its
     * own. The caller gets no exception: it may be the JDK's own thread that wakes virtual threads which now own a
     * monitor. An exception would end that thread, and all others of this JVM would stay asleep. Nor may a task that is
     * left stay where it is: others wait behind it, at the same monitor.
     */
    private void toCarrier(Runnable continuation) {
        try {
            carrier.execute(continuation);
        } catch (RejectedExecutionException e) {
            Thread.ofPlatform().daemon().name(LoadScheduler.PREFIX + "late").start(continuation);
        }
    }

    /** A task of the HTTP client: runs at once, and then what it made ready. */
    void http(Runnable task) {
        if (Thread.currentThread() != selector || turning) {
            task.run();
            return;
        }
        turning = true;
        try {
            task.run();
            for (int i = 0; i < MOST; i++) {
                Runnable next = ready.poll();
                if (next == null) {
                    break;
                }
                next.run();
            }
        } finally {
            turning = false;
            turns++;
            handOver();
        }
    }

    private void handOver() {
        for (Runnable next = ready.poll(); next != null; next = ready.poll()) {
            toCarrier(next);
        }
    }

    /** Watches over the loop's headway for as long as the thread that calls it is not interrupted. */
    void rescue() {
        long seen = -1;
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(HEADWAY_NANOS);
            if (!ready.isEmpty() && turns == seen) {
                handOver();
            }
            seen = turns;
        }
    }
}
