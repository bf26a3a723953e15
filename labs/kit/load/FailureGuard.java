package kit.load;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import kit.base.Numbers;
import kit.report.Totals;

/**
 * Ends a load of which too many requests fail: see {@link kit.plan.Request#stoppingAbove}. It looks at {@value #BLOCK}
 * requests or more at a time, from the first one of the warm-up on.
 */
final class FailureGuard {

    private static final int BLOCK = 100;
    private static final long LOOK_NANOS = 100_000_000;

    private final StreamRecorder recorder;
    private final Runnable end;
    private long okBefore;
    private long failedBefore;
    private volatile String why;

    /** @param end ends the load */
    FailureGuard(StreamRecorder recorder, Runnable end) {
        this.recorder = recorder;
        this.end = end;
    }

    /** Looks again and again, until the load is over. */
    void watch() {
        while (!recorder.window().isOver() && why == null) {
            LockSupport.parkNanos(LOOK_NANOS);
            look();
        }
    }

    private void look() {
        Map<String, Long> errors = recorder.everErrors();
        long failed = errors.values().stream().mapToLong(Long::longValue).sum();
        long ok = recorder.everOk();
        long ended = failed - failedBefore + ok - okBefore;
        if (ended < BLOCK) {
            return;
        }
        double limit = recorder.stream().request().mostFailed();
        if (failed - failedBefore > limit * ended) {
            why = Numbers.format("%d of %d requests failed, more than %.0f %%, so the load was stopped (%s)",
                    failed - failedBefore, ended, 100 * limit, Totals.kinds(errors));
            end.run();
        }
        failedBefore = failed;
        okBefore = ok;
    }

    /** Why the load was ended; null where it was not. */
    String why() {
        return why;
    }
}
