package kit.plan;

import java.io.Serializable;
import java.time.Duration;

/**
 * How long a service is sent requests that are not recorded. The warm-up ends when the service has stopped becoming
 * faster, but not before {@code least} and not after {@code most}.
 *
 * @param least      it lasts so long at least
 * @param most       and so long at most; the same as {@code least} where its length is fixed
 * @param sameWithin throughput that rises by no more than this from one part of the warm-up to the next counts as the
 *     same, as a share; and so do response times that fall by no more than this, where requests arrive at a constant
 *     rate
 */
public record WarmUp(Duration least, Duration most, double sameWithin) implements Serializable {

    /** One that lasts exactly so long. */
    public static WarmUp fixed(Duration length) {
        return new WarmUp(length, length, Double.POSITIVE_INFINITY);
    }

    /** Whether it lasts exactly as long as planned, whatever the service does. */
    public boolean isFixed() {
        return least.compareTo(most) >= 0;
    }

    /** One that lasts up to twice as long where the service is still becoming faster. */
    public static WarmUp atLeast(Duration length, double sameWithin) {
        return new WarmUp(length, length.multipliedBy(2), sameWithin);
    }
}
