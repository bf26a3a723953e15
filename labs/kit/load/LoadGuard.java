package kit.load;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import kit.base.Finding.Code;
import kit.base.Numbers;
import kit.report.Totals;

/**
 * Ends a load of which too many requests fail: see {@link kit.plan.Request#mostFailed}.
 * Failures are looked at in blocks of {@value #BLOCK} requests or more, from the first one of the warm-up on.
 */
final class LoadGuard {

    private static final int BLOCK = 100;
    private static final long LOOK_NANOS = 100_000_000;

    private final StreamRecorder recorder;
    private final BooleanSupplier isOver;
    private final Runnable end;
    private long okBefore;
    private long failedBefore;
    private volatile Failing why;

    /**
     * @param isOver whether no further request is to be sent; a load may go on after the measurement
     * @param end    ends the load
     */
    LoadGuard(StreamRecorder recorder, BooleanSupplier isOver, Runnable end) {
        this.recorder = recorder;
        this.isOver = isOver;
        this.end = end;
    }

    /** Looks again and again, until the load is over. */
    void watch() {
        while (!isOver.getAsBoolean() && why == null) {
            LockSupport.parkNanos(LOOK_NANOS);
            look();
        }
    }

    private void look() {
        double most = recorder.stream().request().mostFailed();
        Map<String, Long> errors = recorder.everErrors();
        long failed = errors.values().stream().mapToLong(Long::longValue).sum();
        long ok = recorder.everOk();
        long ended = failed - failedBefore + ok - okBefore;
        if (ended < BLOCK) {
            return;
        }
        if (failed - failedBefore > most * ended) {
            end(Code.TOO_MANY_FAILED, Numbers.format("%d of %d requests failed, more than %.0f %%, so the load was "
                    + "stopped (%s)", failed - failedBefore, ended, 100 * most, Totals.kinds(errors)));
        }
        failedBefore = failed;
        okBefore = ok;
    }

    private void end(Code code, String text) {
        why = new Failing(code, text);
        end.run();
    }

    /** Why the load was ended; null where it was not. */
    Failing why() {
        return why;
    }
}
