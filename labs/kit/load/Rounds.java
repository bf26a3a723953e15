package kit.load;

import java.util.concurrent.atomic.AtomicLong;
import kit.plan.ClosedLoop;

/**
 * Begins and ends the measurement of a closed loop, each with the end of a request. It begins when the service is warm.
 * It ends after a number of requests, or after a time: with a whole round of the users, or, where it is known for how
 * long a request is served, with any request. The measurement of a cold service begins with its first request, and so
 * does one whose first request is sent alone.
 */
final class Rounds {

    private final StreamRecorder recorder;
    private final StreamRecorder.Window window;
    private final ClosedLoop loop;
    private final Warmth warmth;
    private final long endedBefore;
    private final AtomicLong counted = new AtomicLong();

    /** @param start of the users, by {@link System#nanoTime()} */
    Rounds(StreamRecorder recorder, StreamRecorder.Window window, ClosedLoop loop, Warmth warmth, long start) {
        this.recorder = recorder;
        this.window = window;
        this.loop = loop;
        this.warmth = warmth;
        this.endedBefore = recorder.everEnded();
        if (loop.isFromTheFirst()) {
            window.begin(start);
        }
    }

    /** A request has ended at this moment, and is not recorded yet; from any thread. */
    void ends(long done) {
        if (!window.hasBegun()) {
            warmth.ends(done);
            // With this one, every user has been answered since they set out, however short the warm-up.
            if (warmth.isOver(done) && recorder.everEnded() + 1 >= endedBefore + loop.users()) {
                window.begin(done);
            }
        } else if (done > window.beginNanos()) {
            long count = counted.incrementAndGet();
            if (loop.isFromTheFirst() && count == loop.users()) {
                recorder.firstRoundEnds(done);
            }
            // A round: each user who is never idle has ended one request. Half a round would count those who come
            // first, unless it is known for how long a request is served: then each counts by its time within.
            boolean isWhole = loop.served() != null || count % loop.users() == 0;
            boolean last = loop.duration() == null ? count == loop.requests()
                    : isWhole && done - window.beginNanos() >= loop.duration().toNanos();
            if (last) {
                window.end(done);
            }
        }
    }
}
