package kit.rule;

import kit.plan.Burst;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.OpenLoop;
import kit.plan.Variant;

/** What the rule says of a cell on this machine. */
public final class Rules {

    private Rules() {}

    /**
     * What one request needs on this machine: what the page declares, the lateness of the timer for each of its waits,
     * and the CPU time that was measured.
     *
     * @param late mean lateness of a wait's end, in s; NaN where it is not known
     * @param cpu  CPU time of a request, of all processes, in s; NaN where it is not known
     */
    public static Demand onThisMachine(Demand declared, double late, double cpu) {
        Demand demand = Double.isNaN(late) ? declared : declared.late(late);
        return Double.isNaN(cpu) ? demand : demand.needing(cpu);
    }

    /**
     * Rows by which the backlog grows in a second: those that arrive, less those that can be stored. NaN where a
     * request leaves nothing to be done, or users wait for its answer.
     */
    public static double backlogGrowth(Cell cell, Demand demand) {
        return demand != null && demand.later() != null && cell.load() instanceof OpenLoop open
                ? Math.max(0, open.rate() - demand.later().limit())
                : Double.NaN;
    }

    /**
     * What the rule says of a cell; {@link RuleFigures#none()} where there is none.
     *
     * @param demand of one request on the JDK in question; null where it is not known
     * @param cpus   of the machine
     */
    public static RuleFigures of(Cell cell, Demand demand, int cpus) {
        if (demand == null || !demand.isKnown()) {
            return RuleFigures.none();
        }
        RuleFigures rule = known(cell, demand, cpus);
        // The CPU time of what is left to be done is no part of the time of an answer.
        return demand.later() == null ? rule : rule.withoutTimes();
    }

    private static RuleFigures known(Cell cell, Demand demand, int cpus) {
        Variant variant = cell.variant();
        int usable = variant.usable(cpus);
        return switch (cell.load()) {
        case ClosedLoop loop when loop.alone() -> Forecast.firstAlone(loop, demand, variant.concurrencyLimit(), usable);
        case ClosedLoop loop -> Forecast.closed(loop.users(), loop.think().toNanos() / 1e9, demand,
                variant.concurrencyLimit(), usable, variant.timeSliced());
        case OpenLoop open -> Queueing.open(open.rate(), demand, variant.concurrencyLimit(), usable);
        case Burst burst -> Forecast.burst(burst.users(), burst.rampSeconds(), demand, variant.concurrencyLimit(),
                usable);
        };
    }
}
