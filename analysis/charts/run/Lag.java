package charts.run;

import kit.record.Column;
import java.util.List;

/**
 * The rows that a service had accepted and not yet stored, over the course of one cell: under the load, and while the
 * rest was stored after it.
 *
 * @param timeline to its last moment
 */
public record Lag(Timeline timeline) {

    /** The cells that count such rows, in the order of the run. */
    public static List<Lag> of(Run run) {
        return Timeline.toTheLastMoment(run).stream()
                .filter(timeline -> timeline.known(Column.LAG_ROWS).findAny().isPresent()).map(Lag::new)
                .toList();
    }

    public Cell cell() {
        return timeline.cell();
    }

    public double[] rows() {
        return timeline.column(Column.LAG_ROWS);
    }

    /** What the rule says of them; NaN where it says nothing. */
    public double[] rule() {
        return timeline.column(Column.RULE_LAG_ROWS);
    }

    public boolean hasRule() {
        return timeline.known(Column.RULE_LAG_ROWS).findAny().isPresent();
    }

    public double greatest() {
        return timeline.known(Column.LAG_ROWS).max().orElse(0);
    }

    /**
     * Rows accepted in a second of the load, on average: each request that succeeds is one. NaN where that is not
     * known.
     */
    public double acceptedRate() {
        return cell().rps();
    }

    /**
     * By the balance of flows, what was accepted less what the lag grew by. NaN where that is not known, or rows were
     * lost, since some of what left the queue was then not stored.
     */
    public double storedRate() {
        return cell().stored().lost() > 0 ? Double.NaN : cell().rps() - cell().stored().growth();
    }
}
