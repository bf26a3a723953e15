package old.trust;

import kit.plan.Station;
import kit.plan.Demand;
import kit.rule.RuleFigures;
import kit.service.Gauges;
import kit.service.PoolUse;

/**
 * Connections to the database that a row's requests needed. By Little's law, a connection is in use for each request
 * for the mean number of those in use, divided by the throughput. Only with one user it is the time that a request
 * needs: among others it holds its connection while it waits for a CPU, too.
 */
public final class ConnectionDemand {

    private final CellResult row;

    public ConnectionDemand(CellResult row) {
        this.row = row;
    }

    /** Time for which one connection is in use for each request, in ms; NaN where the service does not tell. */
    public double heldMs() {
        return 1000 * row.connectionsActive() / row.rps();
    }

    /** Whether the service tells how many connections there are, and one was seen in use. */
    public boolean isKnown() {
        return heldMs() > 0 && size() > 0;
    }

    /** What the rule has of it, see {@link Demand#holding}. Only where it {@linkplain #isKnown is known}. */
    public Station station() {
        return new Station(PoolUse.Kind.CONNECTIONS.words(), Math.toIntExact(Math.round(size())),
                heldMs() / 1000);
    }

    private double size() {
        return row.mean(second -> second.gauges().mean(Gauges.CONNECTIONS_MAX));
    }
}
