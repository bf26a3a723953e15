package own;

import kit.base.Numbers;
import kit.judge.Bottleneck;
import kit.service.PoolUse;

/**
 * What limits a service, for people.
 *
 * @param at     of the carriers, the line that holds most of them; else where most of the requests under way wait; null
 *     where none is known
 * @param pool   that is the bottleneck, with its use; null where the service tells of none
 */
record Limit(Bottleneck bottleneck, String at, PoolUse pool) {

    /** A pool with its size, or a line of the service, says more than the bottleneck alone. */
    String words() {
        return switch (bottleneck) {
        case CONNECTIONS -> pool == null ? bottleneck.words()
                : Numbers.format("the %d %s (%.1f in use, and %.0f requests waited for one)", pool.size(),
                        pool.inWords(), pool.busy(), pool.waiting());
        case CARRIERS -> "the carriers, which virtual threads hold while they wait" + (pool == null ? ""
                : Numbers.format(" (%.1f of %d in use, and %.0f virtual threads waited for one)", pool.busy(),
                        pool.size(), pool.waiting()))
                + (at == null ? "" : ": they are held at " + at);
        case OTHER -> at != null ? "the wait at " + at
                : "something other than threads and CPUs: connections, a lock, a native call, or a service that it "
                        + "calls";
        default -> bottleneck.words();
        };
    }

    /** Whether it is a limit of the service: not of the load. */
    boolean isOfService() {
        return switch (bottleneck) {
        case POOL, CPU, CARRIERS, CONNECTIONS, OTHER -> true;
        case USERS, RATE, GENERATOR, UNKNOWN -> false;
        };
    }
}
