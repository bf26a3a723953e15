package old.cell;

import kit.measure.Flight;
import kit.measure.ThreadDump;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import kit.base.Finding;
import kit.base.Histograms;
import kit.load.Engine;
import kit.load.Exchanges;
import kit.machine.Machine;
import kit.plan.Burst;
import kit.plan.Traffic;
import kit.report.CellReport;
import kit.report.CellSpec;
import kit.report.Totals;
import kit.service.Facts;
import kit.service.Gauges;
import org.HdrHistogram.Histogram;

/**
 * What came back from one cell, put together as it comes: complete when the cell ends well, and as much as there was
 * when it does not.
 */
public final class Outcome {

    /** A service that has answered no request for so long (s), while requests were given up, has stopped. */
    public static final double STALLED = 3;
    /** Seconds from which the values beyond a percentile must come. */
    private static final int SECONDS = 3;

    /** Some requests that succeeded, and the mean of their response times; 0 where there are none. */
    public record Responses(long count, double meanNanos) {

        /** All of these together. */
        public static Responses of(List<Responses> parts) {
            long count = parts.stream().mapToLong(Responses::count).sum();
            return new Responses(count, parts.stream().mapToDouble(part -> part.count * part.meanNanos).sum()
                    / Math.max(1, count));
        }
    }

    /** One stream of the cell. */
    public static final class OfStream {
        public final Traffic stream;
        /** The measurement second by second. */
        public final List<CellReport.LoadSecond> seconds = new ArrayList<>();
        /** Response times in ns, counted from when each request was due. */
        public final Histogram response = Histograms.empty();
        /** Times in ns from the actual send. */
        public final Histogram service = Histograms.empty();
        /** How late requests were sent, in ns. */
        public final Histogram sendDelay = Histograms.empty();
        /** Failed requests by what they failed by. */
        public final Map<String, Long> errors = new TreeMap<>();
        public long ok;
        public Totals totals;
        /** What an engine told of it, which then has no seconds; null where none drove. */
        public CellReport.Told told;
        /** Of each second that had any. */
        private final List<Responses> responses = new ArrayList<>();
        /** Of the response time, once they were asked for: a row asks often. Null until then. */
        private Moments moments;
        /** The greatest response time in each second that had any, in ns. */
        private final List<Long> greatest = new ArrayList<>();

        OfStream(Traffic stream) {
            this.stream = stream;
        }

        void add(CellReport.LoadSecond second) {
            seconds.add(second);
            ok += second.ok();
            second.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
            Histogram within = Histograms.decode(second.response());
            response.add(within);
            moments = null;
            if (within.getTotalCount() > 0) {
                responses.add(new Responses(within.getTotalCount(), within.getMean()));
            }
            if (second.errors().containsKey(Exchanges.TIMEOUT)) {
                greatest.add(timeoutNanos());
            } else if (within.getTotalCount() > 0) {
                greatest.add(within.getMaxValue());
            }
            service.add(Histograms.decode(second.service()));
            sendDelay.add(Histograms.decode(second.sendDelay()));
        }

        /**
         * Response times in ns, those of requests included that were given up: they took as long as their time-out, or
         * longer. Without them a service that hangs would have no tail.
         */
        public Histogram responseOrTimeout() {
            long given = errors.getOrDefault(Exchanges.TIMEOUT, 0L);
            if (given == 0) {
                return response;
            }
            Histogram all = response.copy();
            all.recordValueWithCount(timeoutNanos(), given);
            return all;
        }

        private long timeoutNanos() {
            return stream.request().timeout().toNanos();
        }

        /**
         * A percentile of these in ms; NaN where fewer than ten values lie beyond it, or where they do not come from
         * three different seconds: one disturbance may make any number of them. A burst is one disturbance by intent.
         *
         * @param p share below, 0 to 1
         */
        public double percentileMs(double p) {
            if (told != null) {
                // As of our own: with fewer than ten values beyond it, it says nothing.
                return !Histograms.tells(told.ok(), p) ? Double.NaN
                        : told.percentilesMs().getOrDefault(Math.round(1e4 * p) / 100.0, Double.NaN);
            }
            double ms = Histograms.percentileMs(responseOrTimeout(), p);
            long needed = stream.load() instanceof Burst ? 0 : Math.min(SECONDS, greatest.size());
            // The histogram tells a value with three significant digits, from above.
            return greatest.stream().filter(most -> Histograms.ms(most) * (1 + Histograms.PRECISION) >= ms)
                    .count() < needed ? Double.NaN : ms;
        }

        /** Mean response time in ms; NaN where it is not known. So are the three below. */
        public double meanMs() {
            return told != null ? told.meanMs() : moments().meanMs;
        }

        /** Standard deviation of the response time in ms. */
        public double sdMs() {
            return told != null ? told.sdMs() : moments().sdMs;
        }

        /** The least response time in ms. */
        public double minMs() {
            return told != null ? told.minMs() : known(Histogram::getMinValue);
        }

        /** The greatest response time in ms. */
        public double maxMs() {
            return told != null ? told.maxMs() : known(Histogram::getMaxValue);
        }

        private record Moments(double meanMs, double sdMs) {}

        private Moments moments() {
            if (moments == null) {
                moments = new Moments(known(Histogram::getMean), known(Histogram::getStdDeviation));
            }
            return moments;
        }

        private double known(ToDoubleFunction<Histogram> of) {
            return response.getTotalCount() == 0 ? Double.NaN : Histograms.ms(of.applyAsDouble(response));
        }

        /** The response times of each second that had any. */
        public List<Responses> responses() {
            return responses;
        }

        /** Requests that failed. */
        public long failed() {
            return errors.values().stream().mapToLong(Long::longValue).sum();
        }

        /** Length of the measurement in s: what was reported when it broke off. */
        public double duration() {
            return totals != null ? totals.seconds()
                    : seconds.stream().mapToDouble(CellReport.LoadSecond::length).sum();
        }
    }

    public final CellSpec spec;
    /** That drives it in the place of the load generator; null where none does. */
    public Engine engine;
    public final int fork;
    /** 1, or 2 where it was measured again. */
    public final int attempt;
    /** Its place in the order in which the run measured its cells, from 1; 0 where it has none. */
    public int position;
    /** Feature version of the JDK that was ordered. */
    public final int jdk;
    /** By their names; the main stream has none. */
    public final Map<String, OfStream> streams = new LinkedHashMap<>();
    /** Of the service, second by second, until all is stored. */
    public final List<CellReport.VitalsSecond> vitals = new ArrayList<>();
    /** What the service told when the measurement began and when it ended. */
    public Gauges atBegin = Gauges.NONE;
    public Gauges atEnd = Gauges.NONE;
    /** How long it took after the load to work off what it left behind; null where there was nothing to wait for. */
    public CellReport.Drained drained;
    /**
     * Rows in the table when everything was over, by the lab's own count; -1 where the cell stores none, or they could
     * not be counted.
     */
    public long tableRows = -1;
    /** Why they could not; null otherwise. */
    public String uncounted;
    /** Why they are still there, and how to remove them; null where they are gone with their schema. */
    public String undropped;
    /** CPU time of the database's processes during the measurement, in s; NaN where it is not ours. */
    public double databaseSeconds = Double.NaN;
    public Instant began;
    /** How long the service was warmed up, in s; NaN where that never ended. */
    public double warmupSeconds = Double.NaN;
    CellReport.Booted booted;
    public CellReport.Ended ended;
    /** Why the cell did not end well, in words; null when it did. The first reason is the one that counts. */
    public String failure;
    public Finding.Code failureCode;
    /** The stack trace behind {@link #failure}, where there is one. */
    public String trace;
    public double idleBefore = Double.NaN;
    /** How fast the machine did fixed work before and after it, see {@link kit.machine.Canary}; NaN if unknown. */
    public double speedBefore = Double.NaN;
    public double speedAfter = Double.NaN;
    /** CPUs that a container's quota allows, at most those of the machine; NaN if not known. */
    public double cpuLimit = Double.NaN;
    /** For how long the quota kept the container from its CPUs during the measurement, in s; NaN if not known. */
    public double throttledSeconds = Double.NaN;
    public Machine.Others others = Machine.Others.UNKNOWN;
    public double residentPeakMb = Double.NaN;
    /** At rest and while all requests wait, where that was looked at; resident memory in MiB beside it. */
    public final Map<CellReport.Moment, CellReport.Memory> memory = new EnumMap<>(CellReport.Moment.class);
    public final Map<CellReport.Moment, Double> residentMb = new EnumMap<>(CellReport.Moment.class);
    /** Of a burst; null of other loads. */
    public CellReport.Waves waves;
    /**
     * Connections that found the queue of a listening socket full during the measurement; NaN where the system does not
     * tell.
     */
    public double listenOverflows = Double.NaN;
    public Flight flight = Flight.NONE;
    /** Where requests waited; null where no thread dumps were taken. */
    public CellReport.Waits waits;
    /** How much of the service's pools was used under the load; null where that was not looked at. */
    public CellReport.Pools pools;
    /** Taken when the service stopped answering; null while it answered. */
    public ThreadDump dump;

    /** A first attempt; see the other constructor. */
    public Outcome(CellSpec spec, int fork, int jdk) {
        this(spec, fork, 1, jdk);
    }

    /**
     * @param fork from 1
     * @param attempt from 1
     * @param jdk feature version of the JDK that it runs on
     */
    public Outcome(CellSpec spec, int fork, int attempt, int jdk) {
        this.spec = spec;
        this.jdk = jdk;
        this.fork = fork;
        this.attempt = attempt;
        spec.streams().forEach(s -> streams.put(s.name(), new OfStream(s)));
    }

    /** Takes what the JVM of the cell tells. */
    public synchronized void accept(CellReport report) {
        switch (report) {
        case CellReport.Booted b -> booted = b;
        case CellReport.Began b -> {
            began = b.at();
            warmupSeconds = b.warmup();
        }
        case CellReport.LoadSecond s -> streams.get(s.stream()).add(s);
        case CellReport.VitalsSecond v -> vitals.add(v);
        case CellReport.Over o -> {
        }
        case CellReport.Memory m -> memory.put(m.moment(), m);
        case CellReport.Waves w -> waves = w;
        case CellReport.Waits w -> waits = w;
        case CellReport.Pools p -> pools = p;
        case CellReport.Told t -> {
            OfStream stream = streams.get(t.stream());
            stream.told = t;
            stream.ok = t.ok();
            stream.errors.putAll(t.errors());
        }
        case CellReport.Dumped d -> {
        }
        case CellReport.LoadEnded e -> streams.get(e.stream()).totals = e.totals();
        case CellReport.Ended e -> ended = e;
        case CellReport.Gauged g when g.at() == CellReport.Gauged.Boundary.BEGIN -> atBegin = g.gauges();
        case CellReport.Gauged g -> atEnd = g.gauges();
        case CellReport.Drained d -> drained = d;
        case CellReport.Failed f -> {
            // What the lab knows already is the reason; this follows from it.
            fail(f.code(), f.why());
            trace = f.trace();
        }
        }
    }

    synchronized void fail(Finding.Code code, String why) {
        if (failure == null) {
            failureCode = code;
            failure = why;
        }
    }

    /**
     * How long, up to the end of what was reported, no request of the main stream succeeded, in s; 0 while none was
     * given up, or had to be, since a service may just be slow.
     */
    public synchronized double stalledSeconds() {
        double stalled = 0;
        for (CellReport.LoadSecond second : main().seconds.reversed()) {
            if (second.ok() > 0) {
                break;
            }
            stalled += second.length();
        }
        // A client that shares the carriers of a service may be stopped with it, and then gives up nothing.
        return main().errors.containsKey(Exchanges.TIMEOUT)
                || stalled > spec.main().request().timeout().toMillis() / 1e3 ? stalled : 0;
    }

    /** The last that the service told of it, or something else where it never did. */
    public double lastGauge(String name, double otherwise) {
        return vitals.stream().mapToDouble(v -> v.gauges().last(name)).filter(v -> !Double.isNaN(v)).reduce(otherwise,
                (a, b) -> b);
    }

    /** The stream that the cell is about. */
    public OfStream main() {
        return streams.get(spec.main().name());
    }

    /** Where the load came from: what was possible, or else what was asked for. */
    public String driver() {
        return (engine != null ? engine : booted == null ? spec.driver() : booted.driver()).toString();
    }

    /** What the service told of itself; none where it never answered. */
    public Facts found() {
        return ended != null ? ended.facts() : booted != null ? booted.facts() : Facts.none();
    }
}
