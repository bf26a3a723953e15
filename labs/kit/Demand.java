package kit;

import java.io.Serializable;
import java.time.Duration;

/**
 * What one request asks of the service when it is alone.
 *
 * @param waitSeconds time that it waits, holding its thread but no CPU
 * @param cpuSeconds  CPU time that it needs
 */
public record Demand(double waitSeconds, double cpuSeconds) implements Serializable {

    public static Demand waiting(Duration time) {
        return new Demand(time.toNanos() / 1e9, 0);
    }

    public Demand computing(Duration cpuTime) {
        return new Demand(waitSeconds, cpuTime.toNanos() / 1e9);
    }

    /** Time that it holds its thread, S, in seconds. */
    public double seconds() {
        return waitSeconds + cpuSeconds;
    }
}
