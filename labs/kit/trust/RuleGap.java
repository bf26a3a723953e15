package kit.trust;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Numbers;
import kit.plan.Prediction;
import kit.plan.Queueing;

/** Why a throughput is not what its rule says, as far as the row tells: which of the rule's assumptions failed. */
final class RuleGap {

    /** A difference below this share explains nothing. */
    private static final double MUCH = 0.05;

    private final CellResult row;
    private final int cpus;

    RuleGap(CellResult row, int cpus) {
        this.row = row;
        this.cpus = cpus;
    }

    /** In words; empty where nothing is known. */
    String reason() {
        if (Double.isNaN(row.machineCpu())) {
            return "";
        }
        return row.machineCpu() / cpus >= Checks.CPU_BUSY ? whereCpusBind() : whereTheyDoNot();
    }

    private String whereCpusBind() {
        Optional<Prediction.Station> cpu = row.prediction().stations().stream()
                .filter(station -> station.name().equals(Queueing.CPU)).findFirst();
        double needed = new CpuDemand(row).cpuMs();
        if (cpu.isEmpty()) {
            return Numbers.format("CPUs were the bottleneck, which the rule leaves out: a request took %s ms of CPU",
                    Numbers.trim(needed));
        }
        return Stream.of(Optional.of(Numbers.format("a request took %s ms of CPU, and the rule has %s ms",
                Numbers.trim(needed), Numbers.trim(1000 * cpu.get().demandSeconds()))), machine())
                .flatMap(Optional::stream).collect(Collectors.joining("; "));
    }

    private Optional<String> machine() {
        double since = row.conditions().sincePilot();
        return !(Math.abs(since) > MUCH) ? Optional.empty()
                : Optional.of(Numbers.format("the machine was %.0f %% %s than for the pilot", 100 * Math.abs(since),
                        since > 0 ? "faster" : "slower"));
    }

    private String whereTheyDoNot() {
        return row.ruleGap() > 0
                ? "requests took less time than the rule has"
                : Numbers.format(
                        "CPUs were %.0f %% busy: something is short, or takes time, that the rule does not know",
                        100 * row.machineCpu() / cpus);
    }
}
