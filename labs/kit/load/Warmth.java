package kit.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import kit.plan.WarmUp;

/**
 * Tells when a closed loop has warmed its service up: for a part of the warm-up, throughput has been no higher than
 * that of the part before. A single look would be wrong where the machine is slow for a moment. A part ends on the end
 * of a round, in which as many requests end as there are users: users who march in step, one wave after the other, are
 * then counted in whole waves.
 *
 * <p>Where rounds are too long for two parts, nothing can be compared, and the warm-up ends at its least length.
 */
final class Warmth {

    /** Parts of the least warm-up. Two of them are compared, so users may take as long as the others to come. */
    private static final int PARTS = 4;

    private final WarmUp plan;
    private final long start;
    private final int users;
    private final AtomicLong ended = new AtomicLong();
    /** When each round ended, by {@link System#nanoTime()}. */
    private final List<Long> rounds = new ArrayList<>();
    /** When throughput was last seen to rise, by {@link System#nanoTime()}; 0 where it never was. */
    private volatile long rose;

    /** @param start of the warm-up, by {@link System#nanoTime()} */
    Warmth(WarmUp plan, long start, int users) {
        this.plan = plan;
        this.start = start;
        this.users = users;
    }

    /** A request has ended at this moment; from any thread. */
    void ends(long done) {
        if (!plan.isFixed() && ended.incrementAndGet() % users == 0) {
            roundEnds(done);
        }
    }

    private synchronized void roundEnds(long done) {
        rounds.add(done);
        int now = rounds.size() - 1;
        int middle = lastBefore(done - part(plan), now);
        int first = middle < 0 ? -1 : lastBefore(rounds.get(middle) - part(plan), middle);
        if (first >= 0 && perNano(middle, now) / perNano(first, middle) - 1 > plan.sameWithin()) {
            rose = done;
        }
    }

    /** The last of the earlier rounds that ended by then; -1 where there is none. */
    private int lastBefore(long moment, int round) {
        int last = round - 1;
        while (last >= 0 && rounds.get(last) - moment > 0) {
            last--;
        }
        return last;
    }

    /** Rounds in a ns from the end of one to the end of another. */
    private double perNano(int from, int to) {
        return (to - from) / (double) Math.max(1, rounds.get(to) - rounds.get(from));
    }

    /** Whether the warm-up is over at this moment. */
    boolean isOver(long now) {
        return isOver(plan, now - start, rose == 0 ? Long.MAX_VALUE : now - rose);
    }

    /**
     * Of any load.
     *
     * @param passed time since the warm-up began, in ns
     * @param calm   time since the service was last seen to become faster, in ns
     */
    static boolean isOver(WarmUp plan, long passed, long calm) {
        return passed >= plan.most().toNanos() || passed >= plan.least().toNanos() && calm >= part(plan);
    }

    /** Length of a part of the warm-up, in ns. */
    static long part(WarmUp plan) {
        return plan.least().toNanos() / PARTS;
    }
}
