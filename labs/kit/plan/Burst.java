package kit.plan;

import java.time.Duration;
import kit.base.Numbers;

/**
 * N users within a short time, one request each: user i of them is due at i/N of the ramp. It is over when the last
 * request has been answered, or has failed.
 *
 * @param users  N
 * @param ramp   time within which they all come
 * @param primer null where whole bursts of the same shape come before, until the service is warm. Else these requests
 *               do, by a few users again and again, which leave no memory behind: then the service has its memory
 *               looked at twice, at rest before the burst, and after its ramp, when no request should have been
 *               answered yet
 */
public record Burst(int users, Duration ramp, Request primer) implements Load {

    /** One request by each of the users, evenly spread over the ramp. */
    public static Burst of(int users, Duration ramp) {
        return new Burst(users, ramp, null);
    }

    /** To see how much memory it takes when all users wait. */
    public Burst after(Request primer) {
        return new Burst(users, ramp, primer);
    }

    /** Whether the memory is looked at while all requests wait, see {@link #after}. */
    public boolean looksAtMemory() {
        return primer != null;
    }

    /** When user i is due, in ns since the ramp began. */
    public long due(int i) {
        return Math.round((double) ramp.toNanos() * i / users);
    }

    /** Length of the ramp, in s. */
    public double rampSeconds() {
        return ramp.toNanos() / 1e9;
    }

    @Override
    public String kind() {
        return "burst";
    }

    @Override
    public String shortName() {
        return "b" + users;
    }

    @Override
    public String label() {
        return users + " users in " + Numbers.trim(rampSeconds()) + " s";
    }

    @Override
    public int primed() {
        return Math.min(users, PRIMING);
    }

    @Override
    public Duration expected(double rps) {
        return Duration.ofMillis(Math.round(1000 * users / rps));
    }

    @Override
    public double warmUp(double asked, double rps) {
        double each = users / rps;
        return looksAtMemory() || !(each > 0) ? asked : each * Math.max(1, Math.ceil(asked / each));
    }
}
