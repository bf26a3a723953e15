package kit;

import java.io.Serializable;
import java.time.Duration;

/**
 * What one request asks of the service when it is alone: {@code Demand.waiting(a).computing(b).andWaiting(c)}.
 *
 * @param waitSeconds time that it waits, holding its thread but no CPU
 * @param cpuSeconds  CPU time that it needs, in one piece
 * @param leadSeconds the part of the wait that comes before the CPU
 * @param isPinned    whether it holds its carrier while it waits
 */
public record Demand(double waitSeconds, double cpuSeconds, double leadSeconds, boolean isPinned) implements Serializable {

    public static Demand waiting(Duration time) {
        return new Demand(time.toNanos() / 1e9, 0, 0, false);
    }

    public Demand computing(Duration cpuTime) {
        return new Demand(waitSeconds, cpuTime.toNanos() / 1e9, waitSeconds, isPinned);
    }

    public Demand andWaiting(Duration time) {
        return new Demand(waitSeconds + time.toNanos() / 1e9, cpuSeconds, leadSeconds, isPinned);
    }

    /** The same where a virtual thread cannot, or can, leave its carrier while it waits. */
    public Demand pinned(boolean whether) {
        return new Demand(waitSeconds, cpuSeconds, leadSeconds, whether);
    }

    /** Time that it holds its thread, S, in seconds. */
    public double seconds() {
        return waitSeconds + cpuSeconds;
    }
}
