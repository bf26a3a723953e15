package own;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import kit.base.Numbers;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.judge.JudgedRun.JudgedClaim;
import kit.plan.Claim;
import kit.plan.Comparison;
import kit.plan.LabPlan;
import kit.plan.Metric;
import kit.plan.Quantity;
import kit.plan.Quantity.Ratio;
import kit.plan.Variant;
import kit.record.Forks.Interval;
import kit.record.Undecided;
import kit.record.Verdict;
import kit.service.PoolUse;
import own.Compared.Effect;
import own.Compared.Figure;

/**
 * Holds the figures of virtual threads against those of platform threads, on one JDK. Each is a claim that there is no
 * difference that matters, which the judge of all labs decides: it holds, or the figure is beyond one of its bounds.
 */
final class Comparing {

    /** A change of throughput by less than this factor does not matter. */
    static final double THROUGHPUT = 1.10;
    /** Of a response time, which differs more from fork to fork. */
    static final double TIME = 1.25;
    /** What a cost may grow by. */
    private static final double COST = 1.10;
    /** Where so many more requests fail, as a share, nothing else counts. */
    private static final double FAILING = 0.01;
    /** A difference of response times that the load generator can tell, in ms. */
    private static final double PRECISION_MS = 1;
    private static final double HALF = 0.5;
    /** A recording has the CPU time of a thread once a second, and leaves out small shares. */
    private static final double SEEN_CPUS = 0.05;
    /** A difference of memory that may be a step of the heap, in MiB. */
    static final double STEP_MB = 32;
    /** The first of these that all forks tell is the tail. Of few requests only the mean is known. */
    private static final List<Metric> TAILS = List.of(Metric.P99, Metric.P95, Metric.P50, Metric.MEAN);

    private final JudgedRun run;
    private final JudgedRun further;
    private final int jdk;

    /**
     * @param run    with the claims that decided when to stop
     * @param loads  that were measured
     */
    Comparing(JudgedRun run, List<Under> loads, int jdk) {
        this.run = run;
        this.further = further(run, loads);
        this.jdk = jdk;
    }

    // ---- claims ----

    /** That throughput is the same. */
    static Claim sameThroughput(Under load) {
        return claim(ratio(Metric.THROUGHPUT, load.comparison(), load.virtual(), load.platform()), THROUGHPUT);
    }

    /** That a response time is the same. */
    static Claim sameTime(Metric metric, Under load) {
        return claim(ratio(metric, load.comparison(), load.virtual(), load.platform()), TIME);
    }

    /** That the lightest call, on its own, takes as long. */
    static Optional<Claim> sameLight(Under load) {
        return Optional.ofNullable(load.beside())
                .map(beside -> claim(ratio(Metric.P50, beside, load.virtual(), load.platform()), TIME));
    }

    /** That a cost has not grown by more than what matters. */
    private static Claim sameCost(Metric cost, Under load) {
        return new Claim(ratio(cost, load.comparison(), load.virtual(), load.platform()), Claim.Range.of(0, COST), "",
                0);
    }

    /** That the larger pool does what virtual threads do. */
    private static Claim sameAsSized(Metric metric, Under load) {
        return claim(ratio(metric, load.comparison(), load.virtual(), load.sized()),
                metric == Metric.THROUGHPUT ? THROUGHPUT : TIME);
    }

    private static Claim claim(Quantity quantity, double factor) {
        return new Claim(quantity, Claim.Range.of(1 / factor, factor), "", 0);
    }

    private static Ratio ratio(Metric metric, Comparison comparison, Variant above, Variant below) {
        return comparison.ratio(metric, above, below);
    }

    /** What is judged once, when all forks are there, and decides nothing about their number. */
    private static JudgedRun further(JudgedRun run, List<Under> loads) {
        List<Claim> claims = loads.stream().filter(load -> load.virtual() != null)
                .flatMap(Comparing::all).distinct().toList();
        LabPlan plan = run.plan();
        return Judge.judge(new LabPlan(plan.lab(), plan.number(), plan.question(), plan.comparisons(), List.of(),
                claims, 0, Optional.empty(), plan.bench()), run.measurement());
    }

    private static Stream<Claim> all(Under load) {
        var claims = new ArrayList<Claim>(List.of(sameThroughput(load)));
        TAILS.forEach(tail -> claims.add(sameTime(tail, load)));
        sameLight(load).ifPresent(claims::add);
        claims.add(sameCost(Metric.CPU_PER_REQUEST, load));
        claims.add(sameCost(Metric.RESIDENT, load));
        if (load.sized() != null) {
            Stream.concat(Stream.of(Metric.THROUGHPUT), TAILS.stream())
                    .forEach(metric -> claims.add(sameAsSized(metric, load)));
        }
        return claims.stream();
    }

    /** A requirement may be about the same figure, with another range. */
    private Optional<JudgedClaim> judged(Claim claim) {
        return Stream.of(run, further).flatMap(one -> one.claims().stream())
                .filter(one -> one.jdk() == jdk && one.claim().quantity().equals(claim.quantity())
                        && one.claim().range().equals(claim.range()) && one.verdict() != Verdict.INVALID
                        && one.verdict() != Verdict.SKIPPED)
                .findFirst();
    }

    // ---- what was measured ----

    int jdk() {
        return jdk;
    }

    Observed platform(Under load) {
        return Observed.of(run, load.cell(load.platform()), jdk);
    }

    Observed virtual(Under load) {
        return Observed.of(run, load.cell(load.virtual()), jdk);
    }

    /** A larger pool; only where there is one. */
    Observed sized(Under load) {
        return Observed.of(run, load.cell(load.sized()), jdk);
    }

    /** Threads of the pool on platform threads. */
    static int pool(Under load) {
        return load.platform().concurrencyLimit();
    }

    /**
     * Why the load on virtual threads was stopped, where that on platform threads was not: more requests fail. Empty
     * where that did not happen.
     */
    Optional<String> stopped(Under load) {
        return stopped(virtual(load), platform(load));
    }

    /** Of platform threads, where virtual threads served the load. */
    Optional<String> stoppedOnPlatform(Under load) {
        return stopped(platform(load), virtual(load));
    }

    private static Optional<String> stopped(Observed one, Observed other) {
        return !other.isMeasured() || other.stopped().isPresent() || other.invalid() != null ? Optional.empty()
                : one.stopped();
    }

    /** Why nothing can be compared under that load; empty where it can. */
    Optional<String> missing(Under load) {
        return judged(sameThroughput(load)).isPresent() ? Optional.empty()
                : Stream.of(platform(load), virtual(load)).map(Observed::invalid).filter(why -> why != null)
                        .findFirst().or(() -> Optional.of("no fork has both kinds of thread"));
    }

    /** Whether so much CPU time was used that a carrier at work is seen. */
    boolean isCarrierSeen(Observed observed) {
        return observed.serviceShare() * observed.cpus() >= SEEN_CPUS;
    }

    // ---- figures ----

    /** All figures under that load that both tell. */
    List<Compared> compared(Under load) {
        if (missing(load).isPresent()) {
            return List.of();
        }
        var all = new ArrayList<Compared>();
        addSuccess(all, load);
        add(all, load, Figure.THROUGHPUT, "throughput", sameThroughput(load), "");
        tail(load).ifPresent(tail -> {
            add(all, load, Figure.TAIL, name(tail), sameTime(tail, load), noteOfTime(tail, load));
            if (load.role() == Role.WARNS && tail != Metric.P50) {
                add(all, load, Figure.MEDIAN, name(Metric.P50), sameTime(Metric.P50, load),
                        noteOfTime(Metric.P50, load));
            }
        });
        addLight(all, load);
        boolean spare = Math.max(platform(load).cpuShare(), virtual(load).cpuShare()) < HALF;
        add(all, load, Figure.CPU_PER_REQUEST, "CPU per request", sameCost(Metric.CPU_PER_REQUEST, load),
                spare ? "CPUs are less than half busy: it does not count" : "");
        // The process has one peak, that of the load that needed most.
        if (load.decides()) {
            add(all, load, Figure.MEMORY, "peak memory", sameCost(Metric.RESIDENT, load), noteOfMemory(load));
        }
        return all;
    }

    private void add(List<Compared> all, Under load, Figure figure, String name, Claim claim, String note) {
        judged(claim).filter(one -> Double.isFinite(one.value()))
                .ifPresent(one -> all.add(new Compared(load.name(), load.role(), figure, name, one.value(),
                        one.interval(), effect(one, figure == Figure.THROUGHPUT), one.why(), note)));
    }

    private static Effect effect(JudgedClaim one, boolean isMoreBetter) {
        return switch (one.verdict()) {
        case CONFIRMED -> Effect.SAME;
        case SURPRISE -> one.value() > 1 == isMoreBetter ? Effect.BETTER : Effect.WORSE;
        default -> Effect.OPEN;
        };
    }

    /** The first figure that both tell, of one for which the load generator was not late, where there is one. */
    private Optional<Metric> tail(Under load) {
        return tail(load, one -> one.why() != Undecided.CLIENT_LATE).or(() -> tail(load, one -> true));
    }

    private Optional<Metric> tail(Under load, Predicate<JudgedClaim> such) {
        return TAILS.stream().filter(tail -> judged(sameTime(tail, load))
                .filter(one -> Double.isFinite(one.value()) && such.test(one)).isPresent()).findFirst();
    }

    private static String name(Metric tail) {
        return switch (tail) {
        case P99 -> "p99";
        case P95 -> "p95";
        case MEAN -> "mean";
        default -> "median";
        };
    }

    private String noteOfTime(Metric tail, Under load) {
        return isSmall(platform(load), virtual(load), tail) ? "less than 1 ms: it does not count"
                : isOrdered(load) ? Compared.ORDER : "";
    }

    private static boolean isSmall(Observed platform, Observed virtual, Metric metric) {
        return Math
                .abs(virtual.mean(row -> row.figure(metric)) - platform.mean(row -> row.figure(metric))) < PRECISION_MS;
    }

    /** Whether requests queue at the bottleneck, so that a percentile tells in which order they are served. */
    boolean isOrdered(Under load) {
        return switch (platform(load).bottleneck()) {
        case CPU -> true;
        // The arrivals of an open loop do not wait for answers, so a longer queue is a longer response time.
        case CONNECTIONS, OTHER -> load.load().isClosed();
        default -> false;
        };
    }

    /** More requests at a time need more memory, so only services that serve the same are compared. */
    private String noteOfMemory(Under load) {
        Effect served = servedAlike(load);
        if (served != Effect.SAME) {
            return served == Effect.OPEN ? "whether the throughput is the same is not certain: it does not count"
                    : "the throughput is not the same: it does not count";
        }
        return Math.abs(virtual(load).residentMb() - platform(load).residentMb()) < STEP_MB
                ? Numbers.format("the difference is less than %.0f MiB: it does not count", STEP_MB)
                : "";
    }

    /** Whether both kinds of thread had the same throughput. */
    Effect servedAlike(Under load) {
        return judged(sameThroughput(load)).map(one -> effect(one, true)).orElse(Effect.OPEN);
    }

    /** The lightest call on its own, where it was sent beside this load. */
    private void addLight(List<Compared> all, Under load) {
        if (load.beside() == null) {
            return;
        }
        Observed platform = Observed.of(run, load.beside().of(load.platform()), jdk);
        Observed virtual = Observed.of(run, load.beside().of(load.virtual()), jdk);
        add(all, load, Figure.LIGHT, "median of " + load.light(), sameLight(load).orElseThrow(),
                isSmall(platform, virtual, Metric.P50) ? "less than 1 ms: it does not count" : "");
    }

    /**
     * Only where requests failed. It is a count, and each fork tells it exactly: the ratio is that of all forks
     * together, and the interval has the best fork of one side against the worst of the other.
     */
    private void addSuccess(List<Compared> all, Under load) {
        Observed platform = platform(load);
        Observed virtual = virtual(load);
        double ratio = virtual.success() / platform.success();
        if (!Double.isFinite(ratio) || ratio == 1) {
            return;
        }
        var interval = new Interval(virtual.leastSuccess() / platform.mostSuccess(),
                virtual.mostSuccess() / platform.leastSuccess());
        Effect effect = Math.abs(ratio - 1) < FAILING ? Effect.SAME
                : interval.high() < 1 ? Effect.WORSE
                        : interval.low() > 1 ? Effect.BETTER
                                : ratio < 1 ? Effect.OPEN : Effect.SAME;
        all.add(new Compared(load.name(), load.role(), Figure.SUCCESS, "share of requests that succeeded", ratio,
                interval, effect, null, ""));
    }

    // ---- a larger pool ----

    /**
     * What a larger pool does of that which became better with virtual threads under a load; empty where nothing did,
     * where none was measured, or where the property for its size seems to have no effect.
     */
    Optional<LargerPool> larger(Under load, List<Compared> compared) {
        if (load.sized() == null || sized(load).invalid() != null || !hasSize(load)) {
            return Optional.empty();
        }
        Optional<Metric> gain = compared.stream().filter(one -> one.load().equals(load.name()) && one.isBetter())
                .findFirst().flatMap(one -> switch (one.figure()) {
                case THROUGHPUT -> Optional.of(Metric.THROUGHPUT);
                case TAIL -> tail(load);
                default -> Optional.empty();
                });
        return gain.map(metric -> new LargerPool(threads(load), metric == Metric.THROUGHPUT ? "/s" : " ms",
                platform(load).mean(row -> row.figure(metric)), sized(load).mean(row -> row.figure(metric)),
                virtual(load).mean(row -> row.figure(metric)),
                judged(sameAsSized(metric, load)).map(one -> effect(one, metric == Metric.THROUGHPUT))
                        .orElse(Effect.OPEN)));
    }

    /** Threads of the larger pool. */
    static int threads(Under load) {
        return load.sized().concurrencyLimit();
    }

    /** Whether the property for the size of the pool has an effect: the service tells so, or is faster with it. */
    boolean hasSize(Under load) {
        return sized(load).pool(PoolUse.Kind.THREADS).filter(pool -> pool.size() == threads(load)).isPresent()
                || timesSized(load) > THROUGHPUT;
    }

    /** Throughput with the larger pool / as it is. */
    double timesSized(Under load) {
        return sized(load).rps() / platform(load).rps();
    }
}
