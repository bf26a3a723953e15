package kit.machine;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import kit.base.Histograms;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A hiccup meter: asks to sleep for 4 ms, again and again, and records by how much it overslept. For so long the
 * machine, the JVM or the scheduler ran nothing, so no latency shorter than that can be believed (after Gil Tene's
 * jHiccup, which corrects for coordinated omission as this does: its percentiles are of time, not of sleeps). Sleeping
 * for 1 ms instead took 12 % of a CPU for the three meters of a cell, part of it in the service.
 */
public final class Hiccups {

    private static final long NAP = 4_000_000;
    /** A pause of this length without CPU time is no matter of scheduling any more. */
    private static final long STOPPED = 250_000_000;
    /** CPU time that a JVM may use in a pause in which it was stopped, as a share: it is woken with all its threads. */
    private static final double STOPPED_CPU = 0.2;

    private final LongSupplier cpuNanos;
    private final List<Stop> stops = new ArrayList<>();
    private final Recorder recorder = Histograms.recorder();
    private final Histogram total = Histograms.empty();
    private volatile boolean running = true;

    private Hiccups(LongSupplier cpuNanos) {
        this.cpuNanos = cpuNanos;
    }

    /** On a thread that {@code start} starts with the meter's work. */
    public static Hiccups on(Consumer<Runnable> start) {
        return on(start, null);
    }

    /**
     * Also finds the pauses in which the whole JVM was stopped.
     *
     * @param cpuNanos CPU time that this JVM has used, in ns
     */
    public static Hiccups on(Consumer<Runnable> start, LongSupplier cpuNanos) {
        var meter = new Hiccups(cpuNanos);
        start.accept(meter::watch);
        return meter;
    }

    private void watch() {
        long cpu = cpuNanos == null ? 0 : cpuNanos.getAsLong();
        long before = System.nanoTime();
        while (running) {
            LockSupport.parkNanos(NAP);
            long after = System.nanoTime();
            // What stops it between two sleeps counts, too.
            long overslept = after - before - NAP;
            before = after;
            // A sleep of 100 ms takes the place of 25 sleeps: what they would have shown is put in.
            recorder.recordValueWithExpectedInterval(Math.max(0, overslept), NAP);
            if (cpuNanos != null) {
                long now = cpuNanos.getAsLong();
                if (overslept >= STOPPED && now - cpu < STOPPED_CPU * overslept) {
                    stopped(Instant.now().minusNanos(overslept), Duration.ofNanos(overslept));
                }
                cpu = now;
            }
        }
    }

    private synchronized void stopped(Instant start, Duration length) {
        stops.add(new Stop(start, length));
    }

    /** The pauses since the last reset in which the JVM was stopped. */
    public synchronized List<Stop> stops() {
        return List.copyOf(stops);
    }

    /** Forgets what was seen so far. */
    public synchronized void reset() {
        recorder.reset();
        total.reset();
        stops.clear();
    }

    /** The greatest oversleep since the last call, in milliseconds. */
    public synchronized double maxMs() {
        Histogram interval = recorder.getIntervalHistogram();
        total.add(interval);
        return Histograms.ms(interval.getMaxValue());
    }

    /** What was seen since the last reset. */
    public synchronized Measured measured() {
        total.add(recorder.getIntervalHistogram());
        return new Measured(Histograms.ms(total.getValueAtPercentile(50)),
                Histograms.ms(total.getValueAtPercentile(99)));
    }

    /** Ends the meter. */
    public void stop() {
        running = false;
    }

    /** Median and 99th percentile in milliseconds; the latter is an estimate of few values in a cell of few seconds. */
    public record Measured(double p50Ms, double p99Ms) implements Serializable {
        public static final Measured NOT = new Measured(Double.NaN, Double.NaN);
    }

    /** A pause in which the JVM did not run: something outside it had stopped it. */
    public record Stop(Instant start, Duration length) implements Serializable {

        /** The part of it since a moment; its length is negative where there is none. */
        public Stop since(Instant moment) {
            return !start.isBefore(moment) ? this
                    : new Stop(moment, length.minus(Duration.between(start, moment)));
        }
    }

    /** On the service's scheduler and on a platform thread of its JVM, and the pauses in which that was stopped. */
    public record Summary(Measured service, Measured platform, List<Stop> stops) implements Serializable {}
}
