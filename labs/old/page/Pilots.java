package old.page;

import kit.plan.Station;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import kit.base.Numbers;
import old.plan.Cell;
import kit.plan.Demand;
import kit.plan.Look;
import old.plan.Needs;
import kit.rule.RuleFigures;
import kit.plan.Variant;
import kit.service.PoolUse;
import old.trust.CellResult;
import old.trust.ConnectionDemand;
import old.trust.CpuDemand;

/** Measures what one request needs before anything else is measured, see {@link Lab#needs}. */
final class Pilots {

    /** What tells the name of a pilot from those of cells. */
    static final String ROUTE = "pilot";

    private static final int LEAST = 3;
    static final Duration WARM_UP = Duration.ofSeconds(6);
    /** Pools whose size limits throughput, beside threads, which the rule has anyway. */
    private static final Set<PoolUse.Kind> LIMITS = EnumSet.of(PoolUse.Kind.CONNECTIONS, PoolUse.Kind.CPUS);

    private final Campaign campaign;
    private final JdkChoice jdks;
    private final Narrator narrator;
    private final Possible possible;
    private final Sizes sizes;
    /** So many requests must have succeeded for each user. */
    private int least = LEAST;
    private Look look = Look.NONE;
    private boolean begun;
    private double seconds;
    /** Names of the variants whose pilots this run needs; null where it is all of them. */
    private Set<String> only;

    Pilots(Campaign campaign, JdkChoice jdks, Narrator narrator, Possible possible, Sizes sizes) {
        this.campaign = campaign;
        this.jdks = jdks;
        this.narrator = narrator;
        this.possible = possible;
        this.sizes = sizes;
    }

    /** Of a service that is not this project's, see {@link Lab#foreign}. */
    void foreign() {
        least = 1;
        look = Look.POOLS;
    }

    /** From now on pilots of other variants are left out. */
    void only(Set<String> variants) {
        only = variants;
    }

    /** The first of the others that is measured in this run, where the variant is not. */
    Variant firstMeasured(Variant variant, Variant... others) {
        return only == null || only.contains(variant.name()) ? variant
                : Stream.of(others).filter(other -> only.contains(other.name())).findFirst().orElse(variant);
    }

    /** How long those take that were asked for so far, in s. */
    double seconds() {
        return seconds;
    }

    /** @param measuring whether they are really measured: if not, only their time is counted */
    Needs needs(Cell pilot, boolean measuring) {
        if (only != null && !only.contains(pilot.variant().name())) {
            return Needs.unknown();
        }
        var needs = new TreeMap<Integer, Needs.Piloted>();
        for (int jdk : possible.jdks(pilot)) {
            seconds += sizes.secondsOf(pilot, jdk);
            if (measuring) {
                needs.put(jdk, measure(pilot, jdk));
            }
        }
        return new Needs(needs);
    }

    private Needs.Piloted measure(Cell pilot, int jdk) {
        if (!begun) {
            begun = true;
            narrator.heading(2, "What one request needs");
            narrator.says("""
                    A pilot measures it: S is the response time of a request that is alone. D is the CPU time that a \
                    request needs in all processes, measured while several users keep the CPUs busy.""");
        }
        List<CellResult> rows = campaign.pilot(pilot.looking(look), jdk);
        CellResult alone = rows.getFirst();
        CellResult among = rows.getLast();
        var needed = new CpuDemand(among);
        String name = pilot.variant().name() + (jdks.areSeveral() ? ", JDK " + jdk : "");
        String failure = failure(alone, among, needed);
        if (!failure.isEmpty()) {
            narrator.says(name + ": not known, so the rule says nothing of its throughput. " + failure);
            return Needs.Piloted.failed(failure);
        }
        narrator.says(Numbers.format(
                "%s: S = %s ms. D = %s ms (%s%s in the load generator, %s elsewhere).", name,
                Numbers.trim(alone.meanOfAllMs()), Numbers.trim(needed.cpuMs()), Double.isNaN(needed.serviceMs()) ? ""
                        : Numbers.trim(needed.serviceMs()) + " in the service, ",
                Numbers.trim(needed.generatorMs()), Numbers.trim(needed.othersMs())));
        return new Needs.Piloted(withPools(Demand.measured(alone.meanOfAllMs() / 1000, needed.cpuMs() / 1000),
                among), among.conditions().speed(), connections(alone));
    }

    /** Why the demand is not known; empty where it is. */
    private String failure(CellResult alone, CellResult among, CpuDemand needed) {
        if (!isUsable(alone) || !isUsable(among)) {
            return (isUsable(alone) ? among : alone).why();
        }
        return needed.cpuMs() > 0 ? ""
                : "the CPU time of a request cannot be told beside the other processes of this machine";
    }

    /** For how long a request that is alone needs a connection; null where the service does not tell. */
    private Station connections(CellResult alone) {
        var needed = new ConnectionDemand(alone);
        if (!needed.isKnown()) {
            return null;
        }
        Station station = needed.station();
        narrator.says(Numbers.format("For each request, one of the %s connections to the database is in use for %s ms.",
                Numbers.trim(station.servers()), Numbers.trim(needed.heldMs())));
        return station;
    }

    /**
     * A request holds a connection for the time that Little's law gives: those in use, divided by the throughput. In
     * the same way it holds a CPU of the service, where that is on another machine.
     */
    private Demand withPools(Demand demand, CellResult among) {
        List<PoolUse> pools = among.outcome().pools == null ? List.of()
                : among.outcome().pools.means().stream().filter(pool -> LIMITS.contains(pool.kind())
                        && pool.busy() > 0).toList();
        Demand all = demand;
        for (PoolUse pool : pools) {
            double held = pool.busy() / among.rps();
            narrator.says(Numbers.format("A request holds one of the %d %s for %s ms.", pool.size(), pool.inWords(),
                    Numbers.trim(1000 * held)));
            all = all.holding(
                    pools.size() == 1 && pool.kind() == PoolUse.Kind.CONNECTIONS ? pool.kind().words() : pool.inWords(),
                    pool.size(),
                    Duration.ofNanos(Math.round(1e9 * held)));
        }
        return all;
    }

    /** Whether it was measured, and no request failed. */
    private boolean isUsable(CellResult row) {
        return row.outcome().failure == null && row.ok() >= least * row.load().users() && row.errors() == 0;
    }
}
