package kit.page;

import java.util.List;
import kit.judge.Looks;
import kit.judge.Spread.Kind;
import kit.measure.MachineCheck;
import kit.plan.BenchPlan;
import kit.plan.Burst;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.LabPlan;
import kit.plan.OpenLoop;
import kit.rule.Queueing;
import kit.rule.RuleFigures;
import kit.rule.Rules;

/**
 * When the forks of a plan are looked at, and how long they take, roughly.
 *
 * @param first    forks after which a run may be decided
 * @param ofAFork  seconds that a fork takes
 */
record TimeTable(int first, double ofAFork) {

    /** Starting and ending JVMs, and a look at the machine. */
    private static final double AROUND_A_FORK = 7;
    private static final double AROUND_A_BLOCK = 0.3;
    /** Primers before it, and two garbage collections. */
    private static final double AROUND_A_LOOK = 5;
    /** Starting and ending its JVM. */
    private static final double AROUND_A_COLD_BLOCK = 4;
    /** Of a JVM. */
    private static final double PRIMING = 3.5;
    /** Until an open loop has its rate. */
    private static final double RISE = 1;
    /** So many rounds of blocks that are so much shorter. */
    private static final double WARM_UP_ROUNDS = 3;
    private static final double SHORTER = 0.5;

    /** Of a plan, by what its requests are declared to need. */
    static TimeTable of(LabPlan plan) {
        BenchPlan bench = plan.bench();
        double round = plan.driven().stream().mapToDouble(cell -> MachineCheck.jdks(cell.variant(), bench.jdks())
                .stream().mapToDouble(jdk -> block(cell, jdk, bench) + AROUND_A_BLOCK).sum()).sum();
        // One cell of a JVM warms up for all that send the same request.
        double warming = plan.driven().stream().filter(cell -> !cell.load().cold() && !cell.looksAtMemory())
                .map(cell -> List.of(cell.variant().name(), cell.request())).distinct()
                .count() / (double) plan.driven().size();
        double warmup = WARM_UP_ROUNDS * SHORTER * warming * round;
        double groups = switch (bench.alive()) {
        case ALL -> 1;
        case ONE_VARIANT -> plan.driven().stream().map(cell -> cell.variant().name()).distinct().count()
                * bench.jdks().size();
        case ONE_CELL -> plan.driven().size() * bench.jdks().size();
        };
        // A cold cell has a JVM for each of its blocks.
        long cold = bench.rounds() * plan.driven().stream().filter(cell -> cell.load().cold()).count();
        // What the first requests of a cold service take beyond their waits is CPU time.
        boolean isCpuBound = plan.driven().stream().anyMatch(cell -> cell.demand().cpuSeconds() > 0
                || cell.load().cold());
        int first = looks(bench).stream().filter(forks -> Looks.mayDecide(isCpuBound ? Kind.CPU : Kind.WAITING, forks))
                .findFirst().orElse(bench.forks());
        long jvms = plan.driven().stream().map(cell -> cell.variant().name()).distinct().count() * bench.jdks().size();
        double priming = bench.primer() == null ? 0 : PRIMING * jvms;
        return new TimeTable(first, AROUND_A_FORK * groups + AROUND_A_COLD_BLOCK * cold + priming + warmup
                + bench.rounds() * round);
    }

    /** The first response time is the ramp, and the last one comes when the time is over: they do not count. */
    private static double block(Cell cell, int jdk, BenchPlan bench) {
        if (cell.load() instanceof OpenLoop) {
            return RISE + bench.block().toMillis() / 1e3;
        }
        double least = cell.load() instanceof ClosedLoop loop && loop.duration() != null
                ? loop.duration().toMillis() / 1e3
                : Math.max(bench.block().toMillis() / 1e3,
                        cell.load().expected(Double.POSITIVE_INFINITY).toMillis() / 1e3);
        if (cell.load() instanceof Burst burst) {
            return burst(cell, burst);
        }
        int cpus = Runtime.getRuntime().availableProcessors();
        RuleFigures rule = Rules.of(cell, cell.demandOn(jdk), cpus);
        double response = !cell.load().isClosed() ? cell.demand().seconds() : cell.load().users() / rule.rps();
        if (cell.load() instanceof ClosedLoop loop && loop.isFromTheFirst() && !Double.isNaN(response)) {
            return response * loop.requests() / loop.users();
        }
        return Double.isNaN(response) ? least
                : rule.bound().equals(Queueing.CPU) || cell.errors()
                        ? response + Math.max(least, bench.userRounds() * response)
                        : response + least + response;
    }

    /** The last wave ends when all have been served. A request of which nothing is known is given up at last. */
    private static double burst(Cell cell, Burst burst) {
        double each = cell.demand().isKnown() ? cell.demand().seconds() : cell.request().timeout().toMillis() / 1e3;
        int pool = cell.variant().concurrencyLimit();
        return Math.max(burst.rampSeconds() + each, pool == 0 ? 0 : burst.users() * each / pool)
                + (burst.looksAtMemory() ? AROUND_A_LOOK : 0);
    }

    /** How long so many forks take. */
    double seconds(int forks) {
        return forks * ofAFork;
    }

    /** Forks after which it is looked at what is decided. */
    static List<Integer> looks(BenchPlan bench) {
        return (bench.fixed() ? Looks.once(bench.forks()) : new Looks(bench.forks())).after();
    }

    /** How many forks there are when it is looked at the next time after so many; the most where there is no look. */
    static int nextLook(BenchPlan bench, int forks) {
        return looks(bench).stream().filter(look -> look > forks).findFirst().orElse(bench.forks());
    }
}
