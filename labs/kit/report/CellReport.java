package kit.report;

import java.io.Serializable;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kit.load.Waves;
import kit.machine.CpuUsage;
import kit.machine.Hiccups;
import kit.plan.GeneratorMode;
import kit.service.Facts;
import kit.service.Gauges;
import kit.service.PoolUse;

/**
 * What a cell tells the lab, as soon as it knows it: should its JVM die, all it told is kept. Histograms are in the
 * form of {@link Histograms#encode}.
 */
public sealed interface CellReport extends Serializable {

    /**
     * The service answers, in the process {@code pid}. {@code generator} is the mode that turned out to be possible.
     */
    record Booted(URI address, Map<String, URI> externals, long pid, Facts facts, GeneratorMode generator)
            implements
            CellReport {

        /** Without external services. */
        public Booted(URI address, long pid, Facts facts, GeneratorMode generator) {
            this(address, Map.of(), pid, facts, generator);
        }
    }

    /** The warm-up is over, after so many seconds, and the measurement has begun. */
    record Began(Instant at, double warmup) implements CellReport {}

    /**
     * A second of load (the last may be shorter). Times in seconds, CPU in CPUs (NaN where the load generator's cannot
     * be told apart), the hiccup of the load generator's scheduler in ms.
     */
    record LoadSecond(String stream, int second, double length, Instant from, long ok, Map<String, Long> errors,
            long inFlight, double generatorCpu, double hiccup, byte[] response, byte[] service, byte[] sendDelay)
            implements CellReport {}

    /**
     * A second of vitals; NaN where this JDK does not tell. CPU in CPUs, memory in MiB, times in ms.
     *
     * @param draining  the load has ended, and what it left behind is worked off
     * @param machineCpu CPUs that all processes of the machine used
     * @param jitCpu    CPUs that the JIT compilers of the service's JVM used, a part of {@code serviceCpu}
     */
    record VitalsSecond(int second, boolean draining, double length, double serviceCpu, double machineCpu,
            double jitCpu,
            double heapMb, double gcMs, double platformThreads, double carriers, double mounted, double queued,
            double hiccupService, double hiccupPlatform, Gauges gauges) implements CellReport {}

    /** What the service told at a boundary of the measurement. */
    record Gauged(Boundary at, Gauges gauges) implements CellReport {
        public enum Boundary { BEGIN, END }
    }

    /**
     * What the load left behind has been worked off, in so many seconds after its end, or so long was waited for it in
     * vain.
     */
    record Drained(double seconds, boolean all) implements CellReport {}

    /** When the memory of a service is looked at. */
    enum Moment {
        /** It has been used a little, and no request waits. */
        REST,
        /** Each user has sent its request, and none should have been answered. */
        WAITING
    }

    /**
     * Memory after a collection of all garbage. {@code waiting} are the requests that the service itself had under way
     * then.
     */
    record Memory(Moment moment, long waiting, double heapMb, double platformThreads) implements CellReport {}

    /** What a burst's requests did in each step of its time, see {@link kit.Waves}; failed ones count as ended too. */
    record Waves(int[] started, int[] ended, int[] failed) implements CellReport {}

    /** The measurement is over; requests may still be under way. */
    record Over() implements CellReport {}

    /**
     * Where requests waited, by thread dumps that were taken after the measurement while the load went on.
     *
     * @param dumps    that could be read
     * @param underWay requests under way, summed over these dumps
     * @param places   most requests first
     * @param mounted  the lines of those whose virtual threads were on a carrier, most requests first; none where the
     *     JDK does not tell (before 25)
     * @param missing  why there are fewer dumps than there should be; null where there are all
     */
    record Waits(int dumps, double underWay, List<Place> places, List<Place> mounted, String missing)
            implements
            CellReport {

        /** None. */
        public static Waits none(String why) {
            return new Waits(0, 0, List.of(), List.of(), why);
        }
    }

    /**
     * Where requests wait, or what else becomes of them.
     *
     * @param line      of the service, such as {@code org.example.Shop.order:12}; empty where there is none
     * @param operation what waits there, such as {@code Thread.sleep}; or {@link #RUNNING}, or {@link #NO_THREAD}
     * @param requests  summed over the dumps
     */
    record Place(String line, String operation, double requests) implements Serializable {
        /** Their threads run, or wait for a CPU. */
        public static final String RUNNING = "running";
        /** Their virtual threads run, or wait and keep their carriers. */
        public static final String MOUNTED = "on a carrier";
        /** They have no thread of the service: they wait for one, or are on their way, or wait without one. */
        public static final String NO_THREAD = "no thread";
    }

    /**
     * How much of the service's pools was used after the measurement, while the load went on.
     *
     * @param looks at the pools
     * @param means of all looks; none where the service tells nothing
     */
    record Pools(int looks, List<PoolUse> means) implements CellReport {}

    /**
     * What an external load generator told of the load: such a load has no seconds. A number that it does not tell is
     * NaN.
     *
     * @param generator     name and version of the load generator
     * @param seconds       length of the measurement, by the load generator
     * @param ok            requests that succeeded
     * @param errors        failed requests by what they failed by
     * @param percentilesMs response times by percentage: 99.9 has the 99.9th percentile
     */
    record Told(String generator, double seconds, long ok, Map<String, Long> errors, double meanMs, double sdMs,
            double minMs, double maxMs, TreeMap<Double, Double> percentilesMs) implements CellReport {

        /** Requests that failed. */
        public long failed() {
            return errors.values().stream().mapToLong(Long::longValue).sum();
        }

        /** A percentile in ms (p between 0 and 1); NaN where it does not tell that one. */
        public double percentileMs(double p) {
            return percentilesMs.entrySet().stream().filter(one -> Math.abs(one.getKey() - 100 * p) < 1e-6)
                    .mapToDouble(Map.Entry::getValue).findFirst().orElse(Double.NaN);
        }
    }

    /** A stream has ended and no request of it is under way. */
    record LoadEnded(String stream, Totals totals) implements CellReport {}

    /** Everything has ended; what only the service's JVM knows. */
    record Ended(Facts facts, long serverRequests, CpuUsage used, Hiccups.Summary hiccups) implements CellReport {
        public Ended with(Facts more) {
            return new Ended(facts.with(more), serverRequests, used, hiccups);
        }
    }
}
