package old.trust;

import kit.plan.OpenLoop;
import kit.rule.RuleFigures;
import kit.rule.Queueing;
import kit.plan.Stages;
import kit.service.Gauges;

/**
 * What held the throughput, by the vitals: the word of {@link RuleFigures#bound} for it, or {@code driver}; empty where
 * the service does not tell of its connections, and for stages as a whole, of which each has its own. What stands first
 * in this order counts, since the rest follows from it: while the CPUs are all busy, a request that has a connection
 * holds it longer, and while connections are short, threads are held longer. But where throughput is all that the rule
 * allows, or all that was offered, that was reached, however busy others kept the CPUs.
 */
final class BoundSeen {

    private BoundSeen() {}

    /** @param cpus of the machine */
    static String of(CellResult row, int cpus) {
        if (row.load() instanceof Stages
                || row.seconds().allMatch(v -> Double.isNaN(v.gauges().mean(Gauges.CONNECTIONS_ACTIVE)))) {
            return "";
        }
        if (isReached(row, row.prediction().rps())) {
            return row.prediction().bound();
        }
        if (row.load() instanceof OpenLoop open && isReached(row, open.rate())) {
            return Queueing.RATE;
        }
        return Checks.bound(row.generatorBusy(), row.machineCpu() / cpus,
                row.mean(v -> v.gauges().mean(Gauges.CONNECTIONS_PENDING)),
                row.mean(v -> v.gauges().mean(Gauges.CONNECTIONS_ACTIVE) / v.gauges().mean(Gauges.CONNECTIONS_MAX)),
                row.mean(v -> v.gauges().mean(Gauges.POOL_QUEUED)));
    }

    private static boolean isReached(CellResult row, double most) {
        return row.rps() >= most * (1 - Checks.REACHED);
    }
}
