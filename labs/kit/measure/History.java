package kit.measure;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import kit.plan.Demand;
import kit.plan.OpenLoop;
import kit.report.CellReport;
import kit.rule.Queueing;
import kit.rule.Rules;

/**
 * What the blocks of a fork tell so far of each cell: its throughput, whether it keeps the CPUs busy, and whether it is
 * warm.
 *
 * @param cpus   of the machine
 * @param wanted cells that are driven
 * @param blocks in the order in which they were driven
 */
record History(int cpus, List<Wanted> wanted, List<Block> blocks) {

    /** Where no rule tells, requests/s. */
    static final double UNKNOWN_RPS = 100;
    /** Share by which the throughput of a cell may be above the best of earlier rounds of the warm-up. */
    private static final double WARM = 0.03;
    /** Share of the CPUs that JIT compilers may use, where the CPUs are busy for half of the time or more. */
    private static final double QUIET_COMPILERS = 0.03;
    private static final double BUSY = 0.5;
    /**
     * By the rule, the throughput may be so much more with the CPU time of a request in the last round than with the
     * least of the rounds before, as a part of what is asked of the row. Where requests wait, that is hardly ever so.
     */
    private static final double SETTLED = 1 / 3.0;
    /** Where the CPUs are less busy, the CPU time of a request is hardly that of its code. */
    private static final double SOMEWHAT_BUSY = 0.25;
    /** Of fewer requests, the CPU time of one differs too much by chance. */
    private static final int ENOUGH = 20;

    /** The last block of a cell in which something succeeded, pilots left out. */
    Optional<Block> last(Wanted one) {
        return blocks.reversed().stream().filter(block -> isOf(one, block) && block.throughput() > 0
                && !block.isPilot()).findFirst();
    }

    private static boolean isOf(Wanted one, Block block) {
        return block.cell().equals(one.cell().name()) && block.jdk() == one.jdk();
    }

    /**
     * Requests/s as last measured. At first, as the rule says, but no more than the same request had in a cell that
     * sends more of them.
     */
    double throughput(Wanted one) {
        return lastThroughput(one).orElseGet(() -> wanted.stream()
                .filter(other -> other.key().equals(one.key()) && other.cell().request().equals(one.cell().request()))
                .flatMapToDouble(other -> lastThroughput(other).stream()).reduce(byRule(one), Math::min));
    }

    private OptionalDouble lastThroughput(Wanted one) {
        return last(one).stream().mapToDouble(Block::throughput).findFirst();
    }

    /** Throughput by the rule. */
    double byRule(Wanted one) {
        return byRule(one, one.cell().demandOn(one.jdk()), UNKNOWN_RPS);
    }

    /** Throughput by the rule where a request needs so much CPU time, in s; what CPUs serve where there is no rule. */
    private double byRule(Wanted one, double cpuSeconds) {
        Demand declared = one.cell().demandOn(one.jdk());
        return byRule(one, declared == null ? null : declared.needing(cpuSeconds), cpus / cpuSeconds);
    }

    /** @param otherwise where there is no rule */
    private double byRule(Wanted one, Demand demand, double otherwise) {
        double rule = Rules.of(one.cell(), demand, cpus).rps();
        return rule > 0 && Double.isFinite(rule) ? rule : otherwise;
    }

    /** What limits its throughput, by the rule: see {@link Queueing}. */
    String bound(Wanted one) {
        return Rules.of(one.cell(), one.cell().demandOn(one.jdk()), cpus).bound();
    }

    /**
     * Whether, by the rule, its requests only wait: for what they do, or in a line for a thread or something else. CPUs
     * serve all by turns.
     */
    boolean waits(Wanted one) {
        return one.known().isPresent() && !bound(one).equals(Queueing.CPU);
    }

    /** CPUs that all processes of the machine used. */
    static double machineCpus(List<CellReport.VitalsSecond> vitals) {
        return mean(vitals, CellReport.VitalsSecond::machineCpu);
    }

    /** Share of the time for which the CPUs of the machine were busy. */
    private double busy(Block block) {
        return machineCpus(block.vitals()) / cpus;
    }

    /** CPUs that JIT compilers used. */
    static double jitCpus(List<CellReport.VitalsSecond> vitals) {
        return mean(vitals, CellReport.VitalsSecond::jitCpu);
    }

    private static double mean(List<CellReport.VitalsSecond> vitals, ToDoubleFunction<CellReport.VitalsSecond> of) {
        return vitals.stream().mapToDouble(of).average().orElse(0);
    }

    /** Whether the requests of this cell kept the CPUs busy when it was last driven. */
    boolean wasBusy(Wanted one) {
        return last(one).filter(block -> busyForRequests(block) >= BUSY).isPresent();
    }

    private double busyForRequests(Block block) {
        return busy(block) - compilers(block);
    }

    /** Share of the CPUs that JIT compilers used. */
    private double compilers(Block block) {
        return jitCpus(block.vitals()) / cpus;
    }

    /** Whether JIT compilers take CPUs from its requests. */
    boolean isCompiling(Block block) {
        return busy(block) >= BUSY && compilers(block) > QUIET_COMPILERS;
    }

    /** The block of a cell in a round of the warm-up. */
    private Optional<Block> warmUp(Wanted one, int round) {
        return blocks.stream().filter(block -> block.warmup() && block.round() == round && isOf(one, block))
                .findFirst();
    }

    /**
     * Whether, after the first round of the warm-up, it is as fast as waits let it be, with CPUs left for it, and
     * compiled: it cannot become faster.
     */
    boolean isAtItsLimit(Wanted one) {
        return one.known().isPresent() && warmUp(one, 1).filter(first -> first.throughput() >= (1 - WARM) * byRule(one)
                && busy(first) < Disturbance.BUSY && !isCompiling(first)).isPresent();
    }

    /**
     * Whether a cell is warm after a round of the warm-up: not faster than it ever was, needs no less CPU time for a
     * request, and the JIT compilers were quiet for two rounds. Compared with the round before alone, what differs by
     * chance would pass for a cell that becomes faster.
     *
     * @param round the last one; 2 at least. A cell that was not driven in it is taken to be warm
     */
    boolean isWarm(Wanted one, int round) {
        Block now = warmUp(one, round).orElse(null);
        if (now == null) {
            return true;
        }
        List<Block> earlier = IntStream.range(1, round).mapToObj(before -> warmUp(one, before).orElse(null))
                .filter(Objects::nonNull).toList();
        double best = earlier.stream().mapToDouble(Block::throughput).max().orElse(Double.NaN);
        // The throughput of an open loop is its rate, and differs by chance in a short block.
        boolean isFaster = !(one.cell().load() instanceof OpenLoop) && now.throughput() > best * (1 + WARM);
        double cheapest = earlier.stream().mapToDouble(Block::cpuDemandSeconds).filter(cpu -> !Double.isNaN(cpu)).min()
                .orElse(Double.NaN);
        boolean isCheaper = busyForRequests(now) >= SOMEWHAT_BUSY && now.completed() >= ENOUGH && byRule(one, now
                .cpuDemandSeconds()) > (1 + SETTLED * one.cell().tolerance()) * byRule(one, cheapest);
        // JIT compilers also rest between two methods, so one quiet round is not enough.
        return !isFaster && !isCheaper && !isCompiling(now) && !isCompiling(earlier.getLast());
    }
}
