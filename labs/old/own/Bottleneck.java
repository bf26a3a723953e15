package old.own;

import kit.base.Numbers;
import kit.service.PoolUse;

/**
 * What limits a service, for people.
 *
 * @param at          where most of the requests under way wait, in words; null where none is known
 * @param connections the busiest connection pool; null where the service tells of none
 */
record Bottleneck(Station station, String at, PoolUse connections) {

    /** A pool with its size, or a line of the service, says more than the station alone. */
    String words() {
        return switch (station) {
        case CONNECTIONS -> Numbers.format("the %d %s (%.1f in use, and %.0f requests waited for one)",
                connections.size(), connections.inWords(), connections.busy(), connections.waiting());
        case OTHER -> at != null ? "the wait at " + at : station.words();
        default -> station.words();
        };
    }
}
