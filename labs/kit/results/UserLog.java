package kit.results;

import kit.base.Histograms;
import org.HdrHistogram.Histogram;

/**
 * What each user did, by the number of the user: how long it took from one start to the next, how long the user waited
 * between two requests, and whether one began before the last had ended. It knows {@value #MOST} users; those beyond
 * are left out.
 */
public final class UserLog {

    private static final int MOST = 1 << 16;

    private long[] keys = new long[64];
    private long[] startOf = new long[64];
    private long[] endOf = new long[64];
    private int count;
    private long overlaps;
    private long pauses;
    private double paused;
    private final Histogram cycles = Histograms.empty();

    /** @param user not 0 */
    void add(long user, long start, long time) {
        int slot = slot(user);
        if (keys[slot] == 0) {
            if (count == MOST) {
                return;
            }
            keys[slot] = user;
            count++;
        } else {
            cycles.recordValue(Math.max(0, start - startOf[slot]));
            pauses++;
            paused += start - endOf[slot];
            // Both are rounded, so one may seem to begin a little before the other ended.
            if (start - endOf[slot] < -2_000_000) {
                overlaps++;
            }
        }
        startOf[slot] = start;
        endOf[slot] = start + time;
        if (2 * count > keys.length && keys.length < 2 * MOST) {
            grow();
        }
    }

    private int slot(long user) {
        int slot = (int) (user ^ user >>> 32) & keys.length - 1;
        while (keys[slot] != 0 && keys[slot] != user) {
            slot = slot + 1 & keys.length - 1;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldStarts = startOf;
        long[] oldEnds = endOf;
        keys = new long[2 * oldKeys.length];
        startOf = new long[keys.length];
        endOf = new long[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                startOf[slot] = oldStarts[i];
                endOf[slot] = oldEnds[i];
            }
        }
    }

    /** Users that sent a request. */
    public int count() {
        return count;
    }

    /** Requests that were not the first of their user. */
    public long followed() {
        return pauses;
    }

    /** Whether each user sent the next request only after the answer, but for one in a hundred. */
    public boolean isClosedLoop() {
        return pauses > 0 && overlaps * 100 <= pauses;
    }

    /** Mean time from an answer to the next request of the same user, ms; NaN where there is none. */
    public double meanPause() {
        return pauses == 0 ? Double.NaN : Math.max(0, paused / pauses / 1e6);
    }

    /** Median of the time from one start of a user to the next, ms; NaN where there is none. */
    public double usualCycle() {
        return pauses == 0 ? Double.NaN : cycles.getValueAtPercentile(50) / 1e6;
    }
}
