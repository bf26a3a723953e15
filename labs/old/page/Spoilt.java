package old.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kit.base.Numbers;
import old.trust.CellResult;
import old.trust.Checks;
import old.trust.Conditions;
import old.trust.Results;
import org.apache.commons.statistics.descriptive.Median;

/** The cells of a fork that are worth a second attempt. */
final class Spoilt {

    private Spoilt() {}

    /**
     * Those that are INVALID for a reason that may pass; and where CPUs bind, those for which the machine was faster or
     * slower than for most by more than {@link Checks#DRIFT}, both before and after: a single look is short, and may
     * itself be disturbed. Of two, it is not known for which the machine was unusual: both are measured again.
     *
     * @param round the cells of the fork, all measured
     * @return why, in words
     */
    static Map<Possible.OnJdk, String> of(List<Possible.OnJdk> round, int fork, Results results) {
        var measured = new LinkedHashMap<Possible.OnJdk, CellResult>();
        round.stream().filter(one -> !one.wasStopped(results)).forEach(one -> results.of(one.cell(), "").stream()
                .filter(r -> r.outcome().fork == fork && r.outcome().jdk == one.jdk()).findFirst()
                .ifPresent(r -> measured.put(one, r)));
        double[] speeds = measured.values().stream().map(CellResult::conditions).filter(Conditions::isCpuBusy)
                .mapToDouble(Conditions::speed).filter(Double::isFinite).toArray();
        var spoilt = new LinkedHashMap<Possible.OnJdk, String>();
        measured.forEach((one, result) -> invalid(result, results).or(() -> drifted(result, usual(speeds, result)))
                .ifPresent(why -> spoilt.put(one, why)));
        return spoilt;
    }

    /** What a speed is compared with: the median of all, or the other one of two. */
    private static double usual(double[] speeds, CellResult result) {
        return speeds.length == 2 ? speeds[0] + speeds[1] - result.conditions().speed()
                : Median.withDefaults().evaluate(speeds);
    }

    /** Of its main stream, or of another one that was sent beside it. */
    private static Optional<String> invalid(CellResult main, Results results) {
        return results.all().stream().filter(row -> row.outcome() == main.outcome())
                .filter(row -> row.conditions().spoiltForNow()).findFirst()
                .map(row -> "INVALID (" + row.codes().getFirst() + ")");
    }

    private static Optional<String> drifted(CellResult result, double usual) {
        double gap = result.conditions().leastGap(usual);
        return result.conditions().isCpuBusy() && Math.abs(gap) > Checks.DRIFT
                ? Optional.of(Numbers.format("the machine was %.0f %% %s than for the other cells", 100 * Math.abs(gap),
                        gap < 0 ? "slower" : "faster"))
                : Optional.empty();
    }
}
