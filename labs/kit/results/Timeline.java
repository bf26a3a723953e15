package kit.results;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import kit.results.LoadResult.Period;

/**
 * When requests started and ended, in buckets of time. When the buckets become too many, two of them become one: so it
 * needs the same memory for a minute and for a month. A minute has buckets of 1 ms, an hour of 64 ms.
 */
public final class Timeline {

    private static final int MOST = 1 << 16;
    private static final int PERIODS = 400;
    private static final long FIRST_WIDTH = 1_000_000; // ns

    private long width = FIRST_WIDTH;
    /** Number of the first bucket, counted from the epoch in steps of the width. */
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private int[] starts = new int[MOST];
    private int[] ended = new int[MOST];
    private double[] millis = new double[MOST];

    /**
     * @param start ns since the epoch
     * @param time  it took, ns
     */
    void add(long start, long time) {
        long end = start + time;
        cover(start);
        cover(end);
        starts[(int) (Math.floorDiv(start, width) - first)]++;
        int bucket = (int) (Math.floorDiv(end, width) - first);
        ended[bucket]++;
        millis[bucket] += time / 1e6;
    }

    private void cover(long time) {
        long bucket = Math.floorDiv(time, width);
        if (bucket >= first && bucket <= last) {
            return;
        }
        if (first > last) {
            first = last = bucket;
            return;
        }
        while (Math.max(last, bucket) - Math.min(first, bucket) >= MOST) {
            halve();
            bucket = Math.floorDiv(time, width);
        }
        if (bucket < first) {
            moveTo(bucket);
        }
        last = Math.max(last, bucket);
    }

    /** Makes one bucket of two. */
    private void halve() {
        var merged = new Timeline();
        long begin = Math.floorDiv(first, 2);
        for (long bucket = first; bucket <= last; bucket++) {
            int from = (int) (bucket - first);
            int to = (int) (Math.floorDiv(bucket, 2) - begin);
            merged.starts[to] += starts[from];
            merged.ended[to] += ended[from];
            merged.millis[to] += millis[from];
        }
        starts = merged.starts;
        ended = merged.ended;
        millis = merged.millis;
        first = begin;
        last = Math.floorDiv(last, 2);
        width *= 2;
    }

    /** Makes room before the first bucket. */
    private void moveTo(long earlier) {
        int by = (int) (first - earlier);
        int length = (int) (last - first + 1);
        System.arraycopy(starts, 0, starts, by, length);
        System.arraycopy(ended, 0, ended, by, length);
        System.arraycopy(millis, 0, millis, by, length);
        int cleared = Math.min(by, MOST);
        Arrays.fill(starts, 0, cleared, 0);
        Arrays.fill(ended, 0, cleared, 0);
        Arrays.fill(millis, 0, cleared, 0);
        first = earlier;
    }

    /** Length of a bucket, s. */
    public double width() {
        return width / 1e9;
    }

    /** Requests that started in each bucket, from the first request on. */
    public int[] starts() {
        return first > last ? new int[0] : Arrays.copyOf(starts, (int) (last - first + 1));
    }

    /** The buckets that ended, some together, so that there are {@value #PERIODS} or fewer. */
    List<Period> periods() {
        int buckets = first > last ? 0 : (int) (last - first + 1);
        int together = Math.ceilDiv(Math.max(1, buckets), PERIODS);
        var periods = new ArrayList<Period>();
        for (int i = 0; i < buckets; i += together) {
            int to = Math.min(buckets, i + together);
            double sum = 0;
            long count = 0;
            for (int bucket = i; bucket < to; bucket++) {
                sum += millis[bucket];
                count += ended[bucket];
            }
            periods.add(new Period(i * width(), (to - i) * width(), count, count == 0 ? Double.NaN : sum / count));
        }
        return periods;
    }
}
