package kit.load;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Interrupts the threads that have waited too long for an answer.
 *
 * <p>The JDK's own time-out, {@code HttpRequest.timeout}, ends when the headers have come, so that a body which stalls
 * would be waited for without end; and its timer wakes the client's selector with every request, which the ruler shows.
 */
final class RequestTimeouts {

    /** How late a time-out may be noticed. */
    private static final long LOOK_EVERY_MS = 20;
    private static final long IDLE = 0;
    /** It is to be interrupted. */
    private static final long EXPIRED = -1;
    /** It has been. */
    private static final long INTERRUPTED = -2;

    private final Set<OfThread> waiting = ConcurrentHashMap.newKeySet();
    private final CountDownLatch over = new CountDownLatch(1);

    /** The timeouts of one thread, which waits for one answer at a time. */
    public final class OfThread {
        private final Thread thread = Thread.currentThread();
        /** By {@link System#nanoTime()}, whose zero is anywhere; the other values are as good as never among them. */
        private final AtomicLong due = new AtomicLong(IDLE);

        void begins(long until) {
            due.set(until);
        }

        /**
         * Ends the wait.
         *
         * @return true where it was too long
         */
        boolean expired() {
            long was = due.get();
            if (was != EXPIRED && was != INTERRUPTED && due.compareAndSet(was, IDLE)) {
                return false;
            }
            // An answer that came at the same moment: the interrupt is on its way, from a thread of the operating
            // system that has nothing else to do, and must not hit the next request. The client may have met it
            // already, and made something else of it.
            while (due.get() != INTERRUPTED) {
                Thread.onSpinWait();
            }
            Thread.interrupted();
            due.set(IDLE);
            return true;
        }
    }

    /** To be called once by each thread that waits. */
    OfThread ofThisThread() {
        var of = new OfThread();
        // Threads that are gone wait for nothing: an open loop has a new one for every request.
        waiting.add(of);
        return of;
    }

    /** Looks after the waiting until {@link #stop}. */
    void watch() {
        try {
            while (!over.await(LOOK_EVERY_MS, TimeUnit.MILLISECONDS)) {
                long now = System.nanoTime();
                for (OfThread of : waiting) {
                    long due = of.due.get();
                    if (due == IDLE) {
                        if (!of.thread.isAlive()) {
                            waiting.remove(of);
                        }
                    } else if (due != EXPIRED && due != INTERRUPTED && now - due > 0
                            && of.due.compareAndSet(due, EXPIRED)) {
                        of.thread.interrupt();
                        of.due.set(INTERRUPTED);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void stop() {
        over.countDown();
    }
}
