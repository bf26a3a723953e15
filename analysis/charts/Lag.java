package charts;

import java.util.List;

/**
 * The rows that a service had accepted and not yet stored, over the course of one cell: under the load, and while the rest was
 * stored after it.
 *
 * @param timeline to its last moment
 */
record Lag(Timeline timeline) {

    /** The cells that count such rows, in the order of the run. */
    static List<Lag> of(Run run) {
        return Timeline.toTheLastMoment(run).stream().filter(timeline -> timeline.known("lag_rows").findAny().isPresent()).map(Lag::new)
                .toList();
    }

    Cell cell() {
        return timeline.cell();
    }

    double[] rows() {
        return timeline.column("lag_rows");
    }

    double greatest() {
        return timeline.known("lag_rows").max().orElse(0);
    }

    /** Rows accepted in a second, on average under the load; NaN where that is not known. */
    double acceptedRate() {
        return rate("accepted_rows");
    }

    double storedRate() {
        return rate("persisted_rows");
    }

    /** Between the first and the last row under the load of what is counted since the service started. */
    private double rate(String counter) {
        Timeline load = timeline.underLoad();
        double[] counts = load.column(counter);
        double[] seconds = load.seconds();
        int last = counts.length - 1;
        return last < 1 ? Double.NaN : (counts[last] - counts[0]) / (seconds[last] - seconds[0]);
    }
}
