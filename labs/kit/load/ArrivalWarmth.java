package kit.load;

import java.util.ArrayList;
import java.util.List;
import kit.plan.WarmUp;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;

/**
 * Tells when an open loop has warmed its service up. The throughput of an open loop is its rate, so response times are
 * compared: their mean in one part of the warm-up with their mean in the part before. The warm-up ends when no part was
 * faster for as long as a part lasts. Response times differ by chance, so a difference counts from two standard errors
 * on.
 *
 * <p>Where a part has too few answers, nothing can be compared, and the warm-up ends at its least length.
 */
final class ArrivalWarmth {

    /** Steps of a part: after each step, the last part is compared with the one before. */
    private static final int STEPS = 4;
    /** Answers that a part needs. */
    private static final int ANSWERS = 20;
    private static final double STANDARD_ERRORS = 2;

    private final WarmUp plan;
    private final long start;
    /** Length of a step, in ns. */
    private final long step;
    /** Response times in ns of the answers in each step. */
    private final List<DoubleStatistics> steps = new ArrayList<>();
    private int looked;
    private volatile boolean over;
    /** When response times were last seen to become shorter, ns since the start; negative where they never were. */
    private long becameShorter = -1;

    /** @param start of the warm-up, by {@link System#nanoTime()} */
    ArrivalWarmth(WarmUp plan, long start) {
        this.plan = plan;
        this.start = start;
        this.step = Math.max(1, Warmth.part(plan) / STEPS);
    }

    /**
     * A request has ended; from any thread. Times by {@link System#nanoTime()}.
     *
     * @param intended when it should have been sent
     */
    void ends(long intended, long done) {
        // No thread waits for the lock in the measurement, nor where the length is fixed.
        if (!over && !plan.isFixed() && done - start <= plan.most().toNanos()) {
            note((int) Math.max(0, (done - start) / step), done - intended);
        }
    }

    private synchronized void note(int index, long response) {
        while (steps.size() <= index) {
            steps.add(none());
        }
        steps.get(index).accept(response);
    }

    private static DoubleStatistics none() {
        return DoubleStatistics.of(Statistic.MEAN, Statistic.VARIANCE);
    }

    /** Whether the warm-up is over at this moment, by {@link System#nanoTime()}. */
    synchronized boolean isOver(long now) {
        long passed = now - start;
        for (; (looked + 1) * step <= passed && looked < steps.size(); looked++) {
            if (isShorterAfter(looked)) {
                becameShorter = (looked + 1) * step;
            }
        }
        over = Warmth.isOver(plan, passed, becameShorter < 0 ? Long.MAX_VALUE : passed - becameShorter);
        return over;
    }

    /** Whether the part that ends with this step has shorter response times than the part before it. */
    private boolean isShorterAfter(int last) {
        if (last + 1 < 2 * STEPS) {
            return false;
        }
        DoubleStatistics before = together(last - 2 * STEPS + 1);
        DoubleStatistics after = together(last - STEPS + 1);
        double shorter = before.getAsDouble(Statistic.MEAN) - after.getAsDouble(Statistic.MEAN);
        double error = Math.sqrt(before.getAsDouble(Statistic.VARIANCE) / before.getCount()
                + after.getAsDouble(Statistic.VARIANCE) / after.getCount());
        return Math.min(before.getCount(), after.getCount()) >= ANSWERS
                && shorter / after.getAsDouble(Statistic.MEAN) > plan.sameWithin() && shorter > STANDARD_ERRORS * error;
    }

    private DoubleStatistics together(int from) {
        DoubleStatistics all = none();
        steps.subList(from, from + STEPS).forEach(all::combine);
        return all;
    }
}
