package old.own;

import kit.base.Numbers;
import kit.service.PoolUse;

/**
 * What limits a service, for people.
 *
 * @param at     of the carriers, the line that holds most of them; else where most of the requests under way wait; null
 *     where none is known
 * @param pool   that is the bottleneck, with its use; null where the service tells of none
 */
record Bottleneck(Station station, String at, PoolUse pool) {

    /** A pool with its size, or a line of the service, says more than the station alone. */
    String words() {
        return switch (station) {
        case CONNECTIONS -> Numbers.format("the %d %s (%.1f in use, and %.0f requests waited for one)",
                pool.size(), pool.inWords(), pool.busy(), pool.waiting());
        case CARRIERS -> station.words() + (pool == null ? ""
                : Numbers.format(" (%.1f of %d in use, and %.0f virtual threads waited for one)", pool.busy(),
                        pool.size(), pool.waiting()))
                + (at == null ? "" : ": they are held at " + at);
        case OTHER -> at != null ? "the wait at " + at : station.words();
        default -> station.words();
        };
    }
}
