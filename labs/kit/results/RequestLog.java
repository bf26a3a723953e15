package kit.results;

import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import kit.base.Histograms;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Tool;
import kit.results.LoadResult.Users;
import org.HdrHistogram.Histogram;

/**
 * What the single requests of a file show, gathered while they pass by: histograms, a line of time, and what each user
 * did. It needs the same memory for a thousand requests and for a billion.
 */
public final class RequestLog {

    private static final List<Double> PERCENTILES = List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99);
    private static final double PER_MS = 1e6;
    /** A step of the times of day, ns, that is too large where it is more than this share of the load's length. */
    private static final long FINE = 100_000_000;
    private static final double COARSE = 0.02;

    private final Histogram all = Histograms.empty();
    private final Histogram failed = Histograms.empty();
    private final Timeline timeline = new Timeline();
    private final UserLog users = new UserLog();
    private double sum;
    private double sumFailed;
    private long longest = -1;
    private long atLongest;
    private long firstStart = Long.MAX_VALUE;
    private long lastEnd = Long.MIN_VALUE;
    private long firstStamp;
    /** Greatest common divisor of all response times, and of all distances between times of day; 0 before there are. */
    private long step;
    private long stampStep;

    /**
     * What a tool tells beside the requests. A number that is not known is NaN.
     *
     * @param hasErrors whether the file tells which requests failed
     */
    record Told(double users, double thinkMs, double neverSent, boolean hasErrors) {}

    /**
     * Takes the next request, in any order; those of one user in their order.
     *
     * @param stamp time of day in the file, ns since the epoch
     * @param atEnd whether the request ended then, or started
     * @param time  it took, ns
     * @param user  who sent it; 0 where that is not known
     */
    void add(long stamp, boolean atEnd, long time, boolean ok, long user) {
        if (all.getTotalCount() == 0) {
            firstStamp = stamp;
        }
        step = divisor(step, time);
        stampStep = divisor(stampStep, Math.abs(stamp - firstStamp));
        long start = atEnd ? stamp - time : stamp;
        firstStart = Math.min(firstStart, start);
        lastEnd = Math.max(lastEnd, start + time);
        sum += time;
        if (time > longest) {
            longest = time;
            atLongest = 0;
        }
        atLongest += time == longest ? 1 : 0;
        all.recordValue(Math.max(0, time));
        if (!ok) {
            failed.recordValue(Math.max(0, time));
            sumFailed += time;
        }
        timeline.add(start, time);
        if (user != 0) {
            users.add(user, start, time);
        }
    }

    private static long divisor(long known, long value) {
        long a = known;
        long b = value;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }

    /** Of all requests, ns. */
    public Histogram times() {
        return all;
    }

    /** Requests that took exactly as long as the longest; a histogram alone cannot tell them from their neighbours. */
    public long atLongest() {
        return atLongest;
    }

    /** Mean response time of the requests that failed, ms; NaN where none did. */
    public double meanOfFailed() {
        return failed.getTotalCount() == 0 ? Double.NaN : sumFailed / failed.getTotalCount() / PER_MS;
    }

    /** Mean response time of the requests that succeeded, ms; NaN where none did. */
    public double meanOfOthers() {
        long others = all.getTotalCount() - failed.getTotalCount();
        return others == 0 ? Double.NaN : (sum - sumFailed) / others / PER_MS;
    }

    /** When requests started and ended. */
    public Timeline timeline() {
        return timeline;
    }

    /** What each user did; it has none where the file does not tell who sent a request. */
    public UserLog users() {
        return users;
    }

    /** Step of the times of day, ms: 1000 where a tool writes whole seconds. */
    public double stampStep() {
        return stampStep / PER_MS;
    }

    /** @param told beside the requests */
    LoadResult result(Path file, Tool tool, Told told) {
        long count = all.getTotalCount();
        if (count == 0) {
            throw Foreign.empty(file);
        }
        // Times of day that are whole seconds do not tell how long a load of some seconds was.
        double seconds = stampStep > FINE && stampStep > COARSE * (lastEnd - firstStart) ? Double.NaN
                : (lastEnd - firstStart) / 1e9;
        var times = new ResponseTimes(sum / count / PER_MS, all.getStdDeviation() / PER_MS,
                all.getMinValue() / PER_MS, all.getMaxValue() / PER_MS, percentiles(all), step / PER_MS, all, false);
        return new LoadResult(file.toString(), tool,
                new Counts(count, told.hasErrors ? failed.getTotalCount() : Double.NaN, seconds, count / seconds,
                        told.neverSent),
                times, new Users(told.users, told.thinkMs), timeline.periods(), List.of(), this);
    }

    /** The usual ones, in ms. Those beyond the 99th only where ten values lie beyond them: no tool told them. */
    static NavigableMap<Double, Double> percentiles(Histogram histogram) {
        var percentiles = new TreeMap<Double, Double>();
        PERCENTILES.stream().filter(p -> p <= 99 || !Double.isNaN(Histograms.percentileMs(histogram, p / 100)))
                .forEach(p -> percentiles.put(p, histogram.getValueAtPercentile(p) / PER_MS));
        return percentiles;
    }
}
