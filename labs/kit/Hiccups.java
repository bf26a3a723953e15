package kit;

import java.io.Serializable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A hiccup meter: asks to sleep for 4 ms, again and again, and records by how much it overslept. What it finds is time in
 * which the machine, the JVM or the scheduler ran nobody, so no latency shorter than that can be believed (after Gil
 * Tene's jHiccup). Sleeping for 1 ms instead took 12 % of a CPU for the three meters of a cell, part of it on the service's
 * account.
 */
final class Hiccups {

    private static final long NAP = 4_000_000;

    private final Recorder recorder = Histograms.recorder();
    private final Histogram total = Histograms.empty();
    private volatile boolean running = true;

    /** On a thread that {@code start} starts with the meter's work. */
    static Hiccups on(Consumer<Runnable> start) {
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
    synchronized void reset() {
        recorder.reset();
        total.reset();
    }

    /** The greatest oversleep since the last call, in milliseconds. */
    synchronized double maxMs() {
        Histogram interval = recorder.getIntervalHistogram();
        total.add(interval);
        return Histograms.ms(interval.getMaxValue());
    }

    /** The 99th percentile since the last reset, in milliseconds: an estimate of few values in a cell of few seconds. */
    synchronized double p99Ms() {
        total.add(recorder.getIntervalHistogram());
        return Histograms.ms(total.getValueAtPercentile(99));
    }

    void stop() {
        running = false;
    }

    /** 99th percentiles on the service's scheduler and on a platform thread of its JVM, in milliseconds. */
    record Summary(double service, double platform) implements Serializable {
    }
}
