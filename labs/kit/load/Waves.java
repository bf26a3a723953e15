package kit.load;

import java.util.concurrent.atomic.AtomicIntegerArray;
import kit.report.CellReport;

/**
 * When the requests of a burst started and ended, in steps short enough to see the waves in which a pool serves them.
 */
public final class Waves {

    public static final int STEP_MS = 20;
    /** Longer than any burst takes: what comes later is not written. */
    private static final int STEPS = 10 * 60 * 1000 / STEP_MS;

    private final AtomicIntegerArray started = new AtomicIntegerArray(STEPS);
    private final AtomicIntegerArray ended = new AtomicIntegerArray(STEPS);
    private final AtomicIntegerArray failed = new AtomicIntegerArray(STEPS);

    /** A request has been sent so long after the ramp began. */
    void starts(long nanos) {
        count(started, nanos);
    }

    void ends(long nanos) {
        count(ended, nanos);
    }

    void fails(long nanos) {
        count(ended, nanos);
        count(failed, nanos);
    }

    private static void count(AtomicIntegerArray steps, long nanos) {
        long step = nanos / 1_000_000 / STEP_MS;
        if (step >= 0 && step < STEPS) {
            steps.incrementAndGet((int) step);
        }
    }

    /** What happened up to a moment. */
    CellReport.Waves until(double seconds) {
        int steps = Math.min(STEPS, (int) Math.floor(1000 * seconds / STEP_MS) + 1);
        return new CellReport.Waves(first(started, steps), first(ended, steps), first(failed, steps));
    }

    private static int[] first(AtomicIntegerArray of, int steps) {
        var values = new int[steps];
        for (int i = 0; i < steps; i++) {
            values[i] = of.get(i);
        }
        return values;
    }
}
