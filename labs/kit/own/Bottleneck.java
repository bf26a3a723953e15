package kit.own;

import java.util.Optional;

/**
 * What limits a service, for people.
 *
 * @param at where most of the requests under way wait, in words; null where none is known
 */
record Bottleneck(Station station, String at) {

    /** @param most the wait of most of the requests under way, where there is one */
    static Bottleneck of(Station station, Optional<WaitTable.Row> most) {
        return new Bottleneck(station, most.map(WaitTable.Row::inWords).orElse(null));
    }

    /** A line of the service says more than that it is neither a thread nor a CPU. */
    String words() {
        return station == Station.OTHER && at != null ? "the wait at " + at : station.words();
    }
}
