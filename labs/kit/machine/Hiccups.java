package kit.machine;

import java.io.Serializable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import kit.base.Histograms;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A hiccup meter: asks to sleep for 4 ms, again and again, and records by how much it overslept. What it finds is time
 * in which the machine, the JVM or the scheduler ran nobody, so no latency shorter than that can be believed (after Gil
 * Tene's jHiccup). Sleeping for 1 ms instead took 12 % of a CPU for the three meters of a cell, part of it on the
 * service's account.
 */
public final class Hiccups {

    private static final long NAP = 4_000_000;

    private final Recorder recorder = Histograms.recorder();
    private final Histogram total = Histograms.empty();
    private volatile boolean running = true;

    /** On a thread that {@code start} starts with the meter's work. */
    public static Hiccups on(Consumer<Runnable> start) {
        var meter = new Hiccups();
        start.accept(meter::watch);
        return meter;
    }

    private void watch() {
        while (running) {
            long before = System.nanoTime();
            LockSupport.parkNanos(NAP);
            Histograms.record(recorder, System.nanoTime() - before - NAP);
        }
    }

    /** Forgets what was seen so far. */
    public synchronized void reset() {
        recorder.reset();
        total.reset();
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

    /** On the service's scheduler and on a platform thread of its JVM. */
    public record Summary(Measured service, Measured platform) implements Serializable {}
}
