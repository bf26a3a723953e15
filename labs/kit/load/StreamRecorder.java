package kit.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import kit.record.Forks;
import kit.base.Histograms;
import kit.machine.Hiccups;
import kit.machine.SteadyClock;
import kit.plan.Burst;
import kit.plan.ClosedLoop;
import kit.plan.OpenLoop;
import kit.plan.Traffic;
import kit.report.CellReport;
import kit.report.Totals;
import org.HdrHistogram.Recorder;

/**
 * What the load generator writes down about one stream, and the {@link Window} in which it does.
 */
final class StreamRecorder {

    /**
     * The time between the end of the warm-up and the end of the measurement, shared by all streams of a cell.
     *
     * <p>In a closed loop both ends lie on the end of a request. So n requests are counted over exactly n gaps between
     * them, and users who march in step, one wave after the other, are counted in whole waves: 12 s of a 0.4 s service
     * cut off by the clock gave 120.8 requests/s for a true 125.
     */
    static final class Window {
        private static final long UNSET = Long.MIN_VALUE;
        private final AtomicLong begin = new AtomicLong(UNSET);
        private final AtomicLong end = new AtomicLong(UNSET);
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch over = new CountDownLatch(1);

        /** The first call counts. */
        void begin(long nanos) {
            if (begin.compareAndSet(UNSET, nanos)) {
                begun.countDown();
            }
        }

        /** The first call counts. */
        void end(long nanos) {
            if (end.compareAndSet(UNSET, nanos)) {
                over.countDown();
            }
        }

        /** Ends every wait for the window, which will not begin. */
        void abandon() {
            over.countDown();
            begun.countDown();
        }

        boolean hasBegun() {
            return begin.get() != UNSET;
        }

        boolean isOver() {
            return over.getCount() == 0;
        }

        /** Whether a moment lies behind the beginning and not behind the end. */
        boolean holds(long nanos) {
            long b = begin.get();
            long e = end.get();
            return b != UNSET && nanos > b && (e == UNSET || nanos <= e);
        }

        long beginNanos() {
            return begin.get();
        }

        double seconds() {
            return end.get() == UNSET ? (System.nanoTime() - begin.get()) / 1e9 : (end.get() - begin.get()) / 1e9;
        }

        /** How much of the time between two moments lies within. */
        long overlap(long from, long to) {
            long b = begin.get();
            long e = end.get();
            return b == UNSET ? 0 : Math.max(0, (e == UNSET ? to : Math.min(to, e)) - Math.max(from, b));
        }

        void awaitBegin() throws InterruptedException {
            begun.await();
        }

        boolean awaitOver(Duration limit) throws InterruptedException {
            return over.await(limit.toNanos(), java.util.concurrent.TimeUnit.NANOSECONDS);
        }
    }

    /** Ends of requests are noted to the millisecond for this long, for the steadiness of the throughput. */
    private static final int NOTED_MS = 15 * 60 * 1000;

    private final Traffic stream;
    private final Window window;
    private final Recorder response = Histograms.recorder();
    private final Recorder service = Histograms.recorder();
    private final Recorder sendDelay = Histograms.recorder();
    private final LongAdder ok = new LongAdder();
    private final DoubleAdder completed = new DoubleAdder();
    private final LongAdder everOk = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> everErrors = new ConcurrentHashMap<>();
    private final LongAdder sent = new LongAdder();
    private final LongAdder inFlight = new LongAdder();
    /** Of an open loop: also those that are due and not yet sent. */
    private final LongAdder underWay = new LongAdder();
    private final LongAdder serviceNanos = new LongAdder();
    private final LongAdder lagNanos = new LongAdder();
    private final LongAdder errorNanos = new LongAdder();
    private final LongAdder thinkNanos = new LongAdder();
    private final AtomicIntegerArray endsByMs = new AtomicIntegerArray(NOTED_MS);
    private final AtomicLong firstRound = new AtomicLong(Window.UNSET);
    /** Null of any load but a burst. */
    private final Waves waves;

    StreamRecorder(Traffic stream, Window window) {
        this.stream = stream;
        this.window = window;
        this.waves = stream.load() instanceof Burst ? new Waves() : null;
    }

    Traffic stream() {
        return stream;
    }

    Window window() {
        return window;
    }

    /** A request of an open loop is due. It may be a moment until it is sent. */
    void arrives() {
        underWay.increment();
    }

    /** A request that {@link #arrives arrived} has ended. */
    void leaves() {
        underWay.decrement();
    }

    /** A request is being sent. */
    void sending(long actual) {
        sent.increment();
        inFlight.increment();
        if (waves != null && window.holds(actual)) {
            waves.starts(actual - window.beginNanos());
        }
    }

    /**
     * A request has succeeded. Times by {@link System#nanoTime()}.
     *
     * @param intended when it should have been sent
     * @param actual   when it was
     * @param done     when its answer was complete
     */
    void succeeded(long intended, long actual, long done) {
        everOk.increment();
        inFlight.decrement();
        if (window.holds(done)) {
            ok.increment();
            note(done);
            if (waves != null) {
                waves.ends(done - window.beginNanos());
            }
        }
        if (isTimed(intended, done)) {
            Histograms.record(response, done - intended);
            Histograms.record(service, done - actual);
            Histograms.record(sendDelay, actual - intended);
        }
        completed.add(completed(intended, done));
        serviceNanos.add(window.overlap(actual, done));
        lagNanos.add(window.overlap(intended, actual));
    }

    /**
     * A request has failed.
     *
     * @param free when its user was ready for the next one
     * @param kind of failure
     */
    void failed(long intended, long done, long free, String kind) {
        everErrors.computeIfAbsent(kind, k -> new LongAdder()).increment();
        inFlight.decrement();
        if (window.holds(done)) {
            errors.computeIfAbsent(kind, k -> new LongAdder()).increment();
            note(done);
            if (waves != null) {
                waves.fails(done - window.beginNanos());
            }
        }
        errorNanos.add(window.overlap(intended, free));
    }

    /** See {@link Totals#completed}. Outside a closed loop, requests that queue would count as work that is done. */
    private double completed(long intended, long done) {
        if (!(stream.load() instanceof ClosedLoop loop) || loop.isFromTheFirst() || done <= intended) {
            return window.holds(done) ? 1 : 0;
        }
        long from = loop.served() == null ? intended : Math.max(intended, done - loop.served().toNanos());
        return (double) window.overlap(from, done) / (done - from);
    }

    /** As many requests have ended as there are users, who set out when the measurement began. */
    void firstRoundEnds(long done) {
        firstRound.set(done);
    }

    /** A user pauses. */
    void thinks(long from, long to) {
        thinkNanos.add(window.overlap(from, to));
    }

    /**
     * Whether a request's latency belongs to the measurement. In an open loop it does when the request was due within
     * it, however late it ended: dropping the unfinished would drop the slowest.
     */
    private boolean isTimed(long intended, long done) {
        return window.holds(stream.load() instanceof OpenLoop ? intended : done);
    }

    private void note(long done) {
        ended.increment();
        long ms = (done - window.beginNanos()) / 1_000_000;
        if (ms >= 0 && ms < NOTED_MS) {
            endsByMs.incrementAndGet((int) ms);
        }
    }

    long everOk() {
        return everOk.sum();
    }

    /** Requests that have ended since the stream began, well or not; each of them is counted as one of both. */
    long everEnded() {
        return sent.sum() - inFlight.sum();
    }

    Map<String, Long> everErrors() {
        return sums(everErrors);
    }

    long inFlight() {
        return inFlight.sum();
    }

    /** What happened since the last call. Not for two threads at once. */
    CellReport.LoadSecond second(int second, double length, double generatorCpu, double hiccup) {
        Map<String, Long> errorsNow = new TreeMap<>();
        errors.forEach((kind, count) -> {
            long n = count.sumThenReset();
            if (n > 0) {
                errorsNow.put(kind, n);
            }
        });
        return new CellReport.LoadSecond(stream.name(), second, length,
                SteadyClock.now().minusNanos(Math.round(length * 1e9)), ok.sumThenReset(), errorsNow, inFlight.sum(),
                generatorCpu, hiccup,
                Histograms.encode(response.getIntervalHistogram()), Histograms.encode(service.getIntervalHistogram()),
                Histograms.encode(sendDelay.getIntervalHistogram()));
    }

    /** What the requests of a burst did when; null of any other load. */
    CellReport.Waves waves() {
        return waves == null ? null : waves.until(window.seconds());
    }

    Totals totals(double generatorSeconds, double generatorBusiest, Hiccups.Measured hiccups) {
        Map<String, Long> failed = sums(everErrors);
        long answered = failed.entrySet().stream().filter(e -> e.getKey().startsWith("http-"))
                .mapToLong(Map.Entry::getValue).sum();
        long noConnection = failed.getOrDefault(Exchanges.NO_CONNECTION, 0L);
        long givenUp = failed.values().stream().mapToLong(Long::longValue).sum() - answered - noConnection;
        return new Totals(window.seconds(), sent.sum() - noConnection, givenUp, completed.sum(), everOk(),
                serviceNanos.sum() / 1e9,
                lagNanos.sum() / 1e9,
                errorNanos.sum() / 1e9, thinkNanos.sum() / 1e9, generatorSeconds, generatorBusiest, hiccups,
                steadiness(ended.sum()),
                firstRound.get() == Window.UNSET ? Double.NaN : (firstRound.get() - window.beginNanos()) / 1e9);
    }

    /**
     * Coefficient of variation of the throughput over ten windows of equally many requests. Counting the windows in
     * requests rather than in seconds leaves the waves of a full pool whole, as long as each window has room for one. A
     * burst has none, and where the first request is alone the first window is longer.
     */
    private double steadiness(long total) {
        long each = total / 10;
        if (stream.load() instanceof Burst || stream.load().alone()
                || each < (stream.load().users() > 0 ? stream.load().users() : 10)) {
            return Double.NaN;
        }
        var rates = new double[10];
        double from = 0;
        long seen = 0;
        int window = 0;
        for (int ms = 0; ms < NOTED_MS && window < 10; ms++) {
            int here = endsByMs.get(ms);
            seen += here;
            while (window < 10 && here > 0 && seen >= (window + 1) * each) {
                double to = ms + 1;
                rates[window++] = each / Math.max(1, to - from);
                from = to;
            }
        }
        return window < 10 ? Double.NaN : Forks.of(rates).cv();
    }

    private static Map<String, Long> sums(Map<String, LongAdder> counts) {
        Map<String, Long> sums = new TreeMap<>();
        counts.forEach((kind, count) -> sums.put(kind, count.sum()));
        return sums;
    }

    /** Open-loop requests that were due in time may still be under way: their latency counts. */
    void awaitStragglers() throws InterruptedException {
        long limit = System.nanoTime() + stream.request().timeout().plusSeconds(1).toNanos();
        while ((inFlight() > 0 || underWay.sum() > 0) && System.nanoTime() < limit) {
            Thread.sleep(5);
        }
    }
}
