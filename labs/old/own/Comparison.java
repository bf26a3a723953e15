package old.own;

import kit.record.Forks;
import kit.record.Undecided;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import old.own.Compared.Figure;
import old.own.Compared.Weight;
import old.plan.Cell;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Request.Call;
import kit.service.PoolUse;
import old.trust.Claim;
import old.trust.Metric;
import old.trust.Results;
import old.trust.Claim;
import old.trust.Metric;
import old.trust.Results;

/** Holds the figures of virtual threads against those of platform threads, on one JDK. */
final class Comparison {

    /** The first of these that all forks tell is the tail. */
    private static final List<Metric> TAILS = List.of(Metric.P99, Metric.P95, Metric.MEDIAN);
    private static final List<String> TAIL_NAMES = List.of("p99", "p95", "median");
    /** A difference of response times that the load generator can tell, in ms. */
    private static final double PRECISION_MS = 1;
    private static final double HALF = 0.5;
    /** A recording has the CPU time of a thread once a second, and leaves out small shares. */
    private static final double SEEN_CPUS = 0.05;
    /** A neighbour that uses this share of the CPUs, where they are busy, may make any difference. */
    private static final double NEIGHBOUR = 0.1;
    /** Standard deviation of a figure between forks where there is only one, as labs assume it where CPUs are busy. */
    private static final double ASSUMED = 0.1;
    /** A difference of memory that may be a step of the heap, in MiB. */
    static final double STEP_MB = 32;
    private static final Set<Undecided> DOUBTS = Set.of(Undecided.MACHINE_DRIFT, Undecided.NOT_WARM,
            Undecided.ROUND_CUT);

    private final Results measured;
    private final int jdk;
    private final Known known;

    /**
     * What is known before anything is compared.
     *
     * @param cpus    of this machine
     * @param pool    threads of the service's pool
     * @param seconds response time of a request that is alone on platform threads, S
     */
    record Known(int cpus, int pool, double seconds) {}

    /**
     * A load, and the cells that were measured under it.
     *
     * @param name    for people
     * @param stream  of the cells; the main one has no name
     * @param load    of that stream
     * @param role    of it
     * @param sized   null where there is none
     * @param light   the call that was also sent on its own, beside this load; null where there is none
     */
    record Under(String name, String stream, Load load, Role role, Cell platform, Cell virtual, Cell sized,
            Call light) {

        /** The stream of the call that is sent on its own. */
        static final String LIGHT = "light";

        /** Whether the verdict is about it. */
        boolean decides() {
            return role == Role.DECIDES;
        }

        /** A larger pool in the place of the service as it is. */
        Under fromSized() {
            return new Under(name, stream, load, role, sized, virtual, null, light);
        }

        /** The first of those with the most users. */
        static Under largest(List<Under> loads) {
            return loads.stream().reduce((a, b) -> b.load().users() > a.load().users() ? b : a).orElseThrow();
        }
    }

    /** @param jdk feature version */
    Comparison(Results measured, int jdk, Known known) {
        this.measured = measured;
        this.jdk = jdk;
        this.known = known;
    }

    int jdk() {
        return jdk;
    }

    /** Threads of the service's pool. */
    int pool() {
        return known.pool;
    }

    Observed platform(Under load) {
        return observed(load, load.platform());
    }

    Observed virtual(Under load) {
        return observed(load, load.virtual());
    }

    /** A larger pool; only where there is one. */
    Observed sized(Under load) {
        return observed(load, load.sized());
    }

    private Observed observed(Under load, Cell cell) {
        return new Observed(measured, cell, load.stream(), jdk);
    }

    /** What limits the service on platform threads. */
    Station onPlatform(Under load) {
        WaitTable waits = WaitTable.of(platform(load), virtual(load));
        return station(platform(load), offered(load, known.pool), waits.mostOnPlatform());
    }

    /** What limits it on virtual threads. */
    Station onVirtual(Under load) {
        WaitTable waits = WaitTable.of(platform(load), virtual(load));
        return station(virtual(load), offered(load, 0), waits.mostOnVirtual());
    }

    /** CPUs that others keep busy are not the bottleneck of a service whose requests queue for a lock. */
    private Station station(Observed observed, Station.Offered offered, Optional<WaitTable.Row> mostWait) {
        Station station = observed.station(offered, known.cpus);
        return station == Station.CPU && isComputingLittle(observed) && mostWait.filter(WaitTable.Row::isLock)
                .isPresent() ? Station.OTHER : station;
    }

    /** Whether the service itself used less than half of the CPUs. */
    boolean isComputingLittle(Observed observed) {
        return observed.serviceShare(known.cpus) < HALF;
    }

    /** Whether so much CPU time was used that a carrier at work is seen. */
    boolean isCarrierSeen(Observed observed) {
        return observed.serviceShare(known.cpus) * known.cpus >= SEEN_CPUS;
    }

    private Station.Offered offered(Under load, int pool) {
        return new Station.Offered(load.load().users(), load.load() instanceof OpenLoop open ? open.rate() : 0, pool,
                known.seconds);
    }

    /**
     * Why the load on virtual threads was stopped, where that on platform threads was not: more requests fail. Empty
     * where that did not happen.
     */
    Optional<String> stopped(Under load) {
        return stopped(virtual(load), platform(load));
    }

    /** The same of platform threads, where virtual threads served the load. */
    Optional<String> stoppedOnPlatform(Under load) {
        return stopped(platform(load), virtual(load));
    }

    private static Optional<String> stopped(Observed one, Observed other) {
        return !other.isMeasured() || other.stopped().isPresent() || other.invalid() != null ? Optional.empty()
                : one.stopped();
    }

    /** Why nothing can be compared under that load; empty where it can. */
    Optional<String> missing(Under load) {
        Claim.Judgement judged = judge(Metric.THROUGHPUT, load);
        if (judged.isMade()) {
            return Optional.empty();
        }
        return Stream.of(platform(load), virtual(load)).map(Observed::invalid).filter(why -> why != null).findFirst()
                .or(() -> Optional.of(judged.why()));
    }

    private Claim.Judgement judge(Metric metric, Under load) {
        return ratio(metric, load).atLeast(Compared.GAIN).judge(jdk, measured, 1);
    }

    private static Claim.Test ratio(Metric metric, Under load) {
        return Claim.ratio(metric, load.virtual(), load.platform()).of(load.stream());
    }

    /** All figures under that load that both tell. */
    List<Compared> compared(Under load) {
        if (missing(load).isPresent()) {
            return List.of();
        }
        var all = new ArrayList<Compared>();
        addSuccess(all, load);
        add(all, load, Figure.THROUGHPUT, Metric.THROUGHPUT, "throughput", Weight.FULL);
        Observed platform = platform(load);
        Observed virtual = virtual(load);
        tail(load).ifPresent(tail -> {
            add(all, load, Figure.TAIL, tail, nameOf(tail), ofTail(tail, load));
            if (load.role() == Role.WARNS && tail != Metric.MEDIAN) {
                add(all, load, Figure.MEDIAN, Metric.MEDIAN, nameOf(Metric.MEDIAN), ofTail(Metric.MEDIAN, load));
            }
        });
        addLight(all, load);
        boolean spare = Math.max(platform.cpuShare(known.cpus), virtual.cpuShare(known.cpus)) < HALF;
        add(all, load, Figure.CPU_PER_REQUEST, Metric.CPU_PER_REQUEST, "CPU per request",
                spare ? Weight.SPARE : Weight.FULL);
        // Of stages the process has one peak, that of the last one.
        if (load.decides()) {
            add(all, load, Figure.MEMORY, Metric.RESIDENT, "peak memory", ofMemory(load));
        }
        return all;
    }

    /** The percentile that both tell; empty where they tell none, or their response times cannot be trusted. */
    private Optional<Metric> tail(Under load) {
        Observed platform = platform(load);
        Observed virtual = virtual(load);
        return TAILS.stream().filter(tail -> platform.areLatenciesTrusted() && virtual.areLatenciesTrusted()
                && platform.tells(tail.of()) && virtual.tells(tail.of())).findFirst();
    }

    private static String nameOf(Metric tail) {
        return TAIL_NAMES.get(TAILS.indexOf(tail));
    }

    /** More requests at a time need more memory, so only services that serve the same are compared. */
    private Weight ofMemory(Under load) {
        if (throughput(load) != Weight.FULL) {
            return throughput(load);
        }
        return Math.abs(virtual(load).residentMb() - platform(load).residentMb()) < STEP_MB ? Weight.LITTLE
                : Weight.FULL;
    }

    /** Whether both kinds of thread had the same throughput: FULL, OTHER_LOAD, or not certain, UNKNOWN_LOAD. */
    Weight throughput(Under load) {
        if (servesAll(load)) {
            return Weight.FULL;
        }
        Claim.Judgement judged = judge(Metric.THROUGHPUT, load);
        Forks.Interval interval = interval(judged);
        if (judged.interval() != null && interval.low() > 1 / Compared.GAIN && interval.high() < Compared.GAIN) {
            return Weight.FULL;
        }
        return interval.low() > 1 || interval.high() < 1 ? Weight.OTHER_LOAD : Weight.UNKNOWN_LOAD;
    }

    /** Whether all that arrives is served on both kinds of thread; only of an open loop. */
    private boolean servesAll(Under load) {
        return load.load() instanceof OpenLoop open
                && Math.min(platform(load).rps(), virtual(load).rps()) >= Station.ARRIVED
                        * open.rate();
    }

    /** Where there is one fork, it is assumed. */
    private static Forks.Interval interval(Claim.Judgement judged) {
        return interval(judged, 0);
    }

    /** @param further standard deviation of the logarithm of the ratio, beside that between forks */
    private static Forks.Interval interval(Claim.Judgement judged, double further) {
        return judged.interval() != null ? judged.interval()
                : Forks.assumed(judged.value(), Math.hypot(ASSUMED * Math.sqrt(2), further), Forks.LEVEL);
    }

    /**
     * What a larger pool does of that which became better with virtual threads under a load; empty where nothing did,
     * where none was measured, or where the property for its size seems to have no effect.
     */
    Optional<LargerPool> larger(Under load, List<Compared> compared) {
        if (load.sized() == null || missing(load).isPresent() || missing(load.fromSized()).isPresent()) {
            return Optional.empty();
        }
        List<Compared> toLarger = compared(load.fromSized());
        return compared.stream().filter(one -> one.load().equals(load.name()) && one.isBetter()).findFirst()
                .flatMap(gain -> toLarger.stream().filter(one -> one.name().equals(gain.name())).findFirst()
                        .flatMap(same -> larger(load, gain, same)));
    }

    private Optional<LargerPool> larger(Under load, Compared gain, Compared toLarger) {
        Metric metric = switch (gain.figure()) {
        case THROUGHPUT -> Metric.THROUGHPUT;
        case TAIL -> tail(load).orElseThrow();
        default -> null;
        };
        return metric == null || !hasSize(load) ? Optional.empty()
                : Optional.of(new LargerPool(threads(load), metric == Metric.THROUGHPUT ? "/s" : " ms",
                        platform(load).mean(metric.of()), sized(load).mean(metric.of()), virtual(load).mean(metric
                                .of()),
                        toLarger.isBetter()));
    }

    /** Threads of the larger pool. */
    int threads(Under load) {
        return load.sized().variant().concurrencyLimit();
    }

    /** Whether the property for the size of the pool has an effect: the service tells so, or is faster with it. */
    boolean hasSize(Under load) {
        return PoolTable.busiest(sized(load).pools(), PoolUse.Kind.THREADS).filter(pool -> pool.size() == threads(load))
                .isPresent() || timesSized(load) > Compared.GAIN;
    }

    /** Throughput with the larger pool / as it is. */
    double timesSized(Under load) {
        return sized(load).rps() / platform(load).rps();
    }

    /**
     * The lightest call on its own, where it was sent beside this load. A load generator that was late only adds to a
     * response time: the longer one must be trusted, and the shorter one is not longer than that in truth.
     */
    private void addLight(List<Compared> all, Under load) {
        if (load.light() == null) {
            return;
        }
        var beside = new Under(load.name(), Under.LIGHT, load.load(), load.role(), load.platform(), load.virtual(),
                load.sized(), null);
        Observed platform = platform(beside);
        Observed virtual = virtual(beside);
        double difference = virtual.mean(Metric.MEDIAN.of()) - platform.mean(Metric.MEDIAN.of());
        if (platform.tells(Metric.MEDIAN.of()) && virtual.tells(Metric.MEDIAN.of())
                && (difference > 0 ? virtual : platform).areLatenciesTrusted()) {
            // Few requests are sent on their own: their median has a spread of its own.
            add(all, beside, Figure.LIGHT, Metric.MEDIAN, "median of " + load.light(),
                    Math.abs(difference) < PRECISION_MS ? Weight.SMALL : Weight.FULL,
                    Math.hypot(platform.deviationOfMedian(), virtual.deviationOfMedian()));
        }
    }

    /**
     * Whether neighbours may be the reason for a ratio. One that takes the share n of busy CPUs from one side makes a
     * factor of 1 / (1 - n); twice that (on a log scale) is allowed for, since threads that hold a lock may lose their
     * CPU. A throughput that reached its bound was not disturbed.
     */
    private boolean isDisturbed(Under load, Figure figure, double ratio) {
        return Stream.of(platform(load), virtual(load)).filter(one -> one.cpuShare(known.cpus) >= HALF)
                .filter(one -> figure != Figure.THROUGHPUT || !one.reachesItsBound())
                .mapToDouble(one -> one.neighbourShare(known.cpus))
                .anyMatch(share -> share >= NEIGHBOUR && Math.abs(Math.log(ratio)) < -2 * Math.log(1 - share));
    }

    private Weight ofTail(Metric tail, Under load) {
        double difference = virtual(load).mean(tail.of()) - platform(load).mean(tail.of());
        if (Math.abs(difference) < PRECISION_MS) {
            return Weight.SMALL;
        }
        return isOrdered(load) ? Weight.ORDER : Weight.FULL;
    }

    /** Whether requests queue at the bottleneck, so that a percentile tells in which order they are served. */
    boolean isOrdered(Under load) {
        return switch (onPlatform(load)) {
        case CPU -> true;
        // The arrivals of an open loop do not wait for answers, so a longer queue is a longer response time.
        case CONNECTIONS, OTHER -> load.load().isClosed();
        default -> false;
        };
    }

    /**
     * Only where requests failed. It is a count, and each fork tells it exactly: the ratio is that of all forks
     * together, and the interval has the best fork of one side against the worst of the other.
     */
    private void addSuccess(List<Compared> all, Under load) {
        Observed platform = platform(load);
        Observed virtual = virtual(load);
        double ratio = virtual.success() / platform.success();
        if (Double.isFinite(ratio) && ratio != 1) {
            all.add(new Compared(load.name(), load.role(), Figure.SUCCESS, "share of requests that succeeded",
                    ratio, new Forks.Interval(virtual.leastSuccess() / platform.mostSuccess(), virtual.mostSuccess()
                            / platform.leastSuccess()),
                    Weight.FULL));
        }
    }

    /** Whether the machine or the service may have made the difference, whichever side it is on. */
    private boolean isDoubted(Metric metric, Under load, double ratio) {
        Claim.Test test = ratio(metric, load);
        Undecided why = (ratio > 1 ? test.atLeast(Compared.GAIN) : test.atMost(2 - Compared.GAIN)).judge(jdk, measured,
                1).undecided();
        return why != null && DOUBTS.contains(why);
    }

    private void add(List<Compared> all, Under load, Figure figure, Metric metric, String name, Weight weight) {
        add(all, load, figure, metric, name, weight, 0);
    }

    private void add(List<Compared> all, Under load, Figure figure, Metric metric, String name, Weight weight,
            double deviation) {
        Claim.Judgement judged = judge(metric, load);
        if (!Double.isFinite(judged.value())) {
            return;
        }
        // What was served is what arrived, on both: nothing else can have made a difference.
        boolean isArrived = figure == Figure.THROUGHPUT && servesAll(load);
        Forks.Interval interval = isArrived ? new Forks.Interval(judged.value() * Station.ARRIVED, judged.value()
                / Station.ARRIVED) : interval(judged, deviation);
        boolean isDoubted = !isArrived && (isDoubted(metric, load, judged.value()) || isDisturbed(load, figure, judged
                .value()));
        all.add(new Compared(load.name(), load.role(), figure, name, judged.value(), interval,
                isDoubted && weight == Weight.FULL ? Weight.DOUBTED : weight));
    }
}
