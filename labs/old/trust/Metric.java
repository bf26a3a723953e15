package old.trust;

import java.util.function.ToDoubleFunction;
import kit.base.Histograms;
import kit.measure.FlightRecorder;
import kit.report.CellReport;

/**
 * What of a cell is compared. Give it a name in words: it stands in the table.
 *
 * @param percentile share below, 0 to 1, where it is a percentile of the response time; else NaN
 */
public record Metric(String name, Nature nature, ToDoubleFunction<CellResult> of, double percentile) {

    /** What the speed of the machine does to a figure. */
    public enum Nature {
        /** Throughput or time: it depends on the speed where CPUs are busy. */
        TIME,
        /** Response time: the same, and the client must have run on time. */
        RESPONSE_TIME,
        /** CPU time: it always depends on the speed. */
        CPU_TIME,
        /** Memory, or pauses for it: forks differ, whatever the speed. */
        AMOUNT,
        /** A number of things: it does not depend on the speed. */
        COUNT
    }

    public static final Metric THROUGHPUT = time("throughput", CellResult::rps);
    public static final Metric MEAN = response("mean response time", CellResult::meanMs);
    /** How far response times spread, as a share of their mean. */
    public static final Metric SPREAD = response("standard deviation / mean of response times",
            r -> r.sdMs() / r.meanMs());
    public static final Metric SD = response("standard deviation of response times", CellResult::sdMs);
    public static final Metric OK = count("requests that succeeded", CellResult::ok);
    public static final Metric THREADS = count("peak number of platform threads",
            r -> r.vital(CellReport.VitalsSecond::platformThreads));
    public static final Metric RESIDENT = amount("peak memory (RSS) in MiB",
            r -> r.outcome().residentPeakMb);
    /** Requests that the service had under way together when its memory was looked at, see {@link Burst#after}. */
    public static final Metric WAITING = count("requests that waited together", r -> r.memory().requests());
    public static final Metric THREADS_PER_WAITING = count("platform threads for each request that waits",
            r -> r.memory().threads() / r.memory().requests());
    public static final Metric HEAP_PER_WAITING = amount("KiB of heap for each request that waits",
            r -> r.memory().heapKbPerRequest());
    public static final Metric MEMORY_PER_WAITING = amount("KiB of memory for each request that waits",
            r -> r.memory().residentKbPerRequest());
    public static final Metric CPU_PER_REQUEST = cpuTime("CPU per request", CellResult::cpuMicrosPerRequest);
    public static final Metric MEDIAN = percentile("median response time", 0.5);
    /** Throughput as a share of what is possible, if each request needs the CPU time that it is said to need. */
    public static final Metric OF_LIMIT = time("throughput / limit", r -> r.rps() / r.limit());
    public static final Metric CARRIERS = count("carriers at work", CellResult::carriersBusy);
    public static final Metric PINNED = count("threads that were pinned for "
            + FlightRecorder.PINNED_THRESHOLD.toMillis() + " ms or longer", CellResult::pinned);
    /** Share of the pinned threads of which the flight recording says why they were; 0 where none was. */
    public static final Metric PINNED_WITH_REASON = count("share of pinned threads with a reason",
            r -> r.pins(pin -> pin.reason() != null && !pin.reason().isBlank()) / Math.max(1.0, r.pinned()));
    public static final Metric CPU = cpuTime("CPUs that the service used",
            r -> r.serviceCpuSeconds() / r.stream().duration());
    public static final Metric HEAP = amount("peak of the heap in use in MiB",
            r -> r.vital(CellReport.VitalsSecond::heapMb));
    public static final Metric GC = amount("share of the time in GC pauses",
            r -> r.gcMs() / 1000 / r.stream().duration());
    public static final Metric P95 = percentile("95th percentile of response times", 0.95);
    public static final Metric P99 = percentile("99th percentile of response times", 0.99);
    /** In ms; no percentile is longer. */
    public static final Metric LONGEST = response("longest response time",
            r -> Histograms.ms(r.stream().responseOrTimeout().getMaxValue()));
    /** As a multiple of the mean that the rule says. */
    public static final Metric LONGEST_BY_RULE = response("longest response time / mean by the rule",
            r -> LONGEST.of().applyAsDouble(r) / r.prediction().meanMs());
    /** By the utilisation law, throughput x the time for which a request holds one. */
    public static final Metric CONNECTIONS = time("connections to the database in use",
            CellResult::connectionsActive);
    /** Rows that were accepted and are not in the table in the end. */
    public static final Metric LOST = count("rows lost", r -> r.rows().lost());
    /** Rows that were accepted and not yet stored when the load ended. */
    public static final Metric BACKLOG = time("backlog in rows at the end of the load", r -> r.rows().backlog());
    /** By how many it grew in a second of the measurement, on average. */
    public static final Metric BACKLOG_GROWTH = time("rows a second by which the backlog grew",
            r -> (r.rows().backlog() - r.rows().backlogAtBegin()) / r.stream().duration());
    /** The most of them at the end of any second, until all were stored. */
    public static final Metric BACKLOG_PEAK = time("peak backlog in rows", r -> r.rows().backlogPeak());
    /** Time after the load until all were stored, in s. */
    public static final Metric DRAIN = time("seconds until all was stored", r -> r.rows().drainSeconds());
    /** Rows stored in the measurement, whenever they were accepted. */
    public static final Metric STORED = time("rows stored a second",
            r -> r.rows().stored() / r.stream().duration());
    public static final Metric DATABASE_CPU = cpuTime("µs of CPU in the database for each row stored",
            r -> 1e6 * r.databaseCpuSeconds() / r.rows().stored());
    public static final Metric ERRORS = count("failed requests", CellResult::errors);
    /** Requests that succeeded, as a share of those that ended. */
    public static final Metric SUCCESS = count("share of requests that succeeded",
            r -> (double) r.ok() / (r.ok() + r.errors()));
    /** How long no request had succeeded when the measurement ended, in s; 0 where none was given up. */
    public static final Metric STALLED = count("seconds without an answer at the end",
            CellResult::stalledSeconds);

    private static Metric time(String name, ToDoubleFunction<CellResult> of) {
        return new Metric(name, Nature.TIME, of, Double.NaN);
    }

    private static Metric cpuTime(String name, ToDoubleFunction<CellResult> of) {
        return new Metric(name, Nature.CPU_TIME, of, Double.NaN);
    }

    private static Metric amount(String name, ToDoubleFunction<CellResult> of) {
        return new Metric(name, Nature.AMOUNT, of, Double.NaN);
    }

    private static Metric count(String name, ToDoubleFunction<CellResult> of) {
        return new Metric(name, Nature.COUNT, of, Double.NaN);
    }

    private static Metric response(String name, ToDoubleFunction<CellResult> of) {
        return new Metric(name, Nature.RESPONSE_TIME, of, Double.NaN);
    }

    private static Metric percentile(String name, double percentile) {
        return new Metric(name, Nature.RESPONSE_TIME, r -> r.percentileMs(percentile), percentile);
    }

    public boolean isPercentile() {
        return !Double.isNaN(percentile);
    }

}
