package own;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import kit.base.Finding;
import kit.base.LabException;
import kit.base.Numbers;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.judge.Row;
import kit.measure.Bench;
import kit.measure.Block;
import kit.measure.Measurement;
import kit.page.Measuring;
import kit.plan.BenchPlan;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.LabPlan;
import kit.plan.Request;
import kit.plan.Variant;
import kit.service.Facts;
import kit.service.PoolUse;

/**
 * A short measurement of what one request needs: S, the response time of a request that is alone, and D, the CPU time
 * that it needs in all processes, while a few users keep the CPUs busy.
 */
final class Pilot {

    /** Pools whose size limits throughput, beside threads, which the rule has anyway. */
    private static final Set<PoolUse.Kind> LIMITS = EnumSet.of(PoolUse.Kind.CONNECTIONS, PoolUse.Kind.CPUS);
    private static final Set<Finding.Code> CANNOT_START = EnumSet.of(Finding.Code.BOOT_FAILED,
            Finding.Code.NO_CONTACT);

    private final Target target;
    private final LoadPlan loads;
    private final Request request;
    private final Path folder;
    private final int cpus = Runtime.getRuntime().availableProcessors();

    /**
     * What was found.
     *
     * @param demands by the names of variants; unknown where a variant is too slow for its pilot
     * @param told    a line for each
     * @param alive   which JVMs can be alive at the same time
     * @param apart   why that is not all of them; empty where it is, or the person asked for it
     */
    record Needs(Map<String, Demand> demands, List<String> told, BenchPlan.Alive alive, Optional<String> apart) {}

    /** @param request what is sent, without what fails; @param folder for logs */
    Pilot(Target target, LoadPlan loads, Request request, Path folder) {
        this.target = target;
        this.loads = loads;
        this.request = request;
        this.folder = folder;
    }

    /**
     * Measures it.
     *
     * @param apart whether the variants are not to be alive at the same time
     * @throws LabException where the service as it is cannot be measured
     */
    Needs measure(boolean apart) {
        if (apart || target.isAlone() || target.change() == null) {
            return needs(run(BenchPlan.Alive.ONE_VARIANT), BenchPlan.Alive.ONE_VARIANT,
                    !target.isAlone() || target.change() == null ? Optional.empty()
                            : Optional.of("there is one address for both"));
        }
        JudgedRun together = run(BenchPlan.Alive.ALL);
        List<Measurement.Member> lost = together.measurement().forks().getFirst().members().stream()
                .filter(Pilot::couldNotStart).toList();
        // It could be started alone, to try its requests.
        return lost.isEmpty() ? needs(together, BenchPlan.Alive.ALL, Optional.empty())
                : needs(run(BenchPlan.Alive.ONE_VARIANT), BenchPlan.Alive.ONE_VARIANT,
                        Optional.of("a second one could not be started beside the first: " + lost.getFirst().failure()
                                .text()));
    }

    private static boolean couldNotStart(Measurement.Member member) {
        return member.failure() != null && (CANNOT_START.contains(member.failure().code())
                || member.failure().code() == Finding.Code.HUNG && member.found().equals(Facts.none()));
    }

    private List<Variant> variants() {
        return target.change() == null ? List.of(target.platform()) : List.of(target.platform(), target.virtual());
    }

    private LabPlan plan(BenchPlan.Alive alive) {
        Comparison alone = comparison("alone", 1);
        Comparison among = comparison("among others", LoadPlan.PILOT_USERS_PER_CPU * cpus);
        return new LabPlan("own", 0, "", List.of(alone, among), List.of(), List.of(), 0, Optional.empty(),
                loads.pilotBench(alive));
    }

    private Comparison comparison(String name, int users) {
        return Comparison.of(name).load(ClosedLoop.of(users, loads.pilotBlock())).send("", request)
                .expectingErrors().to(variants().toArray(Variant[]::new));
    }

    private JudgedRun run(BenchPlan.Alive alive) {
        LabPlan plan = plan(alive);
        try (var bench = new Bench(plan, folder)) {
            return Measuring.stoppable(bench, null, () -> Judge.judge(plan,
                    bench.nothingYet().plus(bench.fork(Bench.PILOT, progress -> {}))));
        }
    }

    private Needs needs(JudgedRun run, BenchPlan.Alive alive, Optional<String> apart) {
        var demands = new LinkedHashMap<String, Demand>();
        var told = new ArrayList<String>();
        for (Variant variant : variants()) {
            Row alone = row(run, variant, 0);
            Row among = row(run, variant, 1);
            String failure = failure(alone, among);
            if (!failure.isEmpty() && demands.isEmpty()) {
                throw new LabException("the pilot of " + variant.name() + " on JDK " + target.jdks().getLast()
                        + " failed, so nothing was measured: " + failure);
            }
            if (failure.isEmpty()) {
                demands.put(variant.name(), demand(variant, alone, among, told));
            } else {
                told.add(variant.name() + ": not known. " + failure);
                demands.put(variant.name(), Demand.unknown());
            }
        }
        return new Needs(demands, List.copyOf(told), alive, apart);
    }

    private static Row row(JudgedRun run, Variant variant, int comparison) {
        return run.rows(run.plan().comparisons().get(comparison).of(variant), run.plan().bench().jdks().getFirst())
                .stream().findFirst().orElse(null);
    }

    /** Why the demand is not known; empty where it is. */
    private static String failure(Row alone, Row among) {
        for (Row row : new Row[] {alone, among}) {
            if (row == null) {
                return "nothing was measured";
            }
            // What a request needs is the same where the load generator is the bottleneck, and the load of the
            // measurement is another one.
            Optional<Finding> why = row.findings().stream().filter(Finding::invalidates)
                    .filter(finding -> finding.code() != Finding.Code.GENERATOR_SATURATED).findFirst();
            if (why.isPresent()) {
                return why.get().text();
            }
            if (row.ok() < row.cell().load().users()
                    || row.failed() > row.cell().request().mostFailed() * (row.ok() + row.failed())) {
                return Numbers.format("%d requests succeeded, and %d failed, with %s", row.ok(), row.failed(),
                        row.cell().load().inWords());
            }
        }
        return cpuSeconds(among) > 0 ? ""
                : "the CPU time of a request cannot be told beside the other processes of this machine";
    }

    /** Of all processes, for a request; of the service alone where that cannot be told, since others used the CPUs. */
    private static double cpuSeconds(Row row) {
        double all = mean(row, Block::cpuDemandSeconds);
        return all > 0 ? all : mean(row, Block::cpuSecondsPerRequest);
    }

    private static double mean(Row row, ToDoubleFunction<Block> figure) {
        return row.blocks().stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    private static Demand demand(Variant variant, Row alone, Row among, List<String> told) {
        double seconds = alone.meanMs() / 1000;
        double cpu = cpuSeconds(among);
        told.add(Numbers.format("%s: S = %s ms. D = %s ms%s.", variant.name(), Numbers.trim(1000 * seconds),
                Numbers.trim(1000 * cpu), mean(among, Block::cpuDemandSeconds) > 0 ? ""
                        : ", of the service alone: other processes used the CPUs"));
        Demand all = Demand.measured(seconds, cpu);
        List<PoolUse> pools = PoolUse.means(among.inside().stream().flatMap(seen -> seen.pools().means().stream()))
                .stream().filter(pool -> LIMITS.contains(pool.kind()) && pool.busy() > 0).toList();
        for (PoolUse pool : pools) {
            // By Little's law, a request holds one for as long as there are such in use, divided by the throughput.
            double held = pool.busy() / among.throughput();
            told.add(Numbers.format("A request holds one of the %d %s for %s ms.", pool.size(), pool.inWords(),
                    Numbers.trim(1000 * held)));
            all = all.holding(
                    pools.size() == 1 && pool.kind() == PoolUse.Kind.CONNECTIONS ? pool.kind().words() : pool.inWords(),
                    pool.size(), Duration.ofNanos(Math.round(1e9 * held)));
        }
        return all;
    }
}
