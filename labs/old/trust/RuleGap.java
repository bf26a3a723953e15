package old.trust;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.base.Histograms;
import kit.base.Numbers;
import kit.plan.OpenLoop;
import kit.rule.Queueing;

/** Why a throughput is not what its rule says, as far as the row tells: which of the rule's assumptions failed. */
final class RuleGap {

    /** A difference below this share explains nothing. */
    private static final double MUCH = 0.05;

    /** Shares beyond which an assumption of the rule has failed, whatever the cell allows. */
    private static final double CLOSE_WHERE_REQUESTS_WAIT = 0.03;
    private static final double CLOSE_WHERE_CPUS_ARE_SHORT = 0.15;
    /** The same of percentiles, where requests wait. */
    private static final double CLOSE_MEDIAN = 0.05;
    private static final double CLOSE_P99 = 0.15;

    private final CellResult row;
    private final int cpus;

    RuleGap(CellResult row, int cpus) {
        this.row = row;
        this.cpus = cpus;
    }

    /** The reason of a gap that the cell allows, and that is not small; empty where nothing is known. */
    Optional<Finding> allowed(double tolerance) {
        double gap = Math.abs(row.ruleGap());
        double close = row.prediction().bound().equals(Queueing.CPU) ? CLOSE_WHERE_CPUS_ARE_SHORT
                : CLOSE_WHERE_REQUESTS_WAIT;
        return !(gap > close && gap <= tolerance) ? Optional.empty()
                : Optional.of(gap <= byChance() ? chance() : reason()).filter(why -> !why.isEmpty())
                        .map(why -> Finding.remark(Code.RULE_OFF, "the gap of %.1f %%: %s", 100 * gap, why));
    }

    /** A percentile that is not what the rule has, though the throughput is; empty where none is known to differ. */
    Optional<Finding> spread() {
        return Math.abs(row.ruleGap()) > CLOSE_WHERE_REQUESTS_WAIT ? Optional.empty()
                : Stream.of(off("median", row.percentileMs(0.5), row.prediction().p50Ms(), CLOSE_MEDIAN),
                        off("99th percentile", row.percentileMs(0.99), row.prediction().p99Ms(), CLOSE_P99))
                        .flatMap(Optional::stream).findFirst();
    }

    /** @param took NaN where it is not known, and so is {@code rule} */
    private Optional<Finding> off(String what, double took, double rule, double close) {
        return !(Math.abs(took / rule - 1) > close) ? Optional.empty()
                : Optional.of(Finding.remark(Code.RULE_OFF,
                        "the %s was %s ms, and the rule has %s ms: CPUs were %.0f %% busy, and requests were sent up "
                                + "to %.0f ms late",
                        what, Numbers.trim(took), Numbers.trim(rule),
                        100 * row.machineCpu() / cpus, Histograms.ms(row.stream().sendDelay.getMaxValue())));
    }

    /**
     * Share by which a row may be off by chance. Requests beside the main stream come at random times, and the standard
     * deviation of the number of Poisson arrivals is its square root: three of them.
     */
    double byChance() {
        return !row.isMain() && row.stage() == null && row.load() instanceof OpenLoop open
                ? 3 / Math.sqrt(open.rate() * row.stream().duration())
                : 0;
    }

    private String chance() {
        return Numbers.format("requests arrive at random times, and three standard deviations of their number are "
                + "%.0f %%", 100 * byChance());
    }

    /** In words; empty where nothing is known. */
    String reason() {
        if (Double.isNaN(row.machineCpu())) {
            return "";
        }
        return row.machineCpu() / cpus >= Checks.CPU_BUSY ? whereCpusBind() : whereTheyDoNot();
    }

    private String whereCpusBind() {
        return demand().map(demand -> Stream.of(Optional.of(inWords(demand)), machine()).flatMap(Optional::stream)
                .collect(Collectors.joining("; "))).orElseGet(() -> Numbers.format(
                        "CPUs were the bottleneck, and the rule does not include them: a request took %s ms of CPU "
                                + "(all processes)",
                        Numbers.trim(needed())));
    }

    private double needed() {
        return new CpuDemand(row).cpuMs();
    }

    /** The CPU time in ms that a request needs by the rule; empty where it leaves CPUs out. */
    private Optional<Double> demand() {
        return row.prediction().stations().stream().filter(station -> station.name().equals(Queueing.CPU)).findFirst()
                .map(cpu -> 1000 * cpu.demandSeconds());
    }

    private String inWords(double demandMs) {
        return Numbers.format("a request took %s ms of CPU (all processes), and the rule has %s ms",
                Numbers.trim(needed()), Numbers.trim(demandMs));
    }

    private Optional<String> machine() {
        double since = row.conditions().sincePilot();
        return !(Math.abs(since) > MUCH) ? Optional.empty()
                : Optional.of(Numbers.format("the machine was %.0f %% %s than for the pilot", 100 * Math.abs(since),
                        since > 0 ? "faster" : "slower"));
    }

    private String whereTheyDoNot() {
        if (row.ruleGap() > 0) {
            return "requests took less time than the rule has";
        }
        double busy = row.machineCpu() / cpus;
        String why = longer().orElseGet(() -> -row.ruleGap() <= busy ? inStep()
                : "a limit or a delay that the rule does not include");
        return Numbers.format("CPUs were %.0f %% busy: %s%s", 100 * busy, why, demand().filter(demand -> needed() > (1
                + MUCH) * demand).map(demand -> "; " + inWords(demand)).orElse(""));
    }

    /** Where nothing but the users limits the throughput N / R, the gap is that of the response time R. */
    private Optional<String> longer() {
        double byRule = row.prediction().meanMs();
        double took = row.meanOfAllMs();
        return row.load().isClosed() && row.prediction().bound().equals(Queueing.USERS) && took > byRule
                ? Optional.of(Numbers.format("a request took %s ms, and the rule has %s ms", Numbers.trim(took),
                        Numbers.trim(byRule)))
                : Optional.empty();
    }

    /**
     * Where no CPU is used while requests wait for something else, a request takes its CPU time D on k CPUs in addition
     * to what the rule has: 1 / X = 1 / X(rule) + D / k. It is the lower asymptotic bound of a closed network (Lazowska
     * et al., "Quantitative System Performance", 1984, 5.2), with the demand that was measured. A row lies above it if
     * its gap is at most the share of time in which CPUs were busy.
     */
    private String inStep() {
        double least = 1 / (1 / row.prediction().rps() + needed() / 1000 / cpus);
        return Numbers.format("requests that become ready together queue for a CPU. A request took %s ms of CPU (all "
                + "processes). So the throughput lies between %s/s (CPU work and waits never overlap) and the rule",
                Numbers.trim(needed()), Numbers.trim(least));
    }
}
