package old.trust;

import java.util.stream.Stream;
import old.cell.Outcome;
import kit.report.Totals;
import kit.service.Facts;
import kit.service.Gauges;

/**
 * The rows that the service of a cell accepted, stored and left behind. Only a cell's main stream has them; a count
 * that is not known is NaN.
 */
public final class RowCounts {

    private final CellResult result;
    private final Outcome outcome;

    RowCounts(CellResult result) {
        this.result = result;
        this.outcome = result.outcome();
    }

    /**
     * Accepted over the cell's whole life, by what the client was answered; NaN where the service stores none, or an
     * engine drove: it does not tell of its warm-up.
     */
    public double accepted() {
        if (storesNone() || outcome.engine != null) {
            return Double.NaN;
        }
        // Of a cell that broke off, what the service told last.
        return result.stream().totals != null ? storing().mapToLong(Totals::everOk).sum()
                : outcome.lastGauge(Gauges.ROWS_ACCEPTED, result.ok());
    }

    private boolean storesNone() {
        return !result.isMain() || outcome.tableRows < 0 && outcome.uncounted == null;
    }

    /** Requests that might have stored a row: all that were sent. Negative where an engine drove: it does not tell. */
    long sent() {
        return storing().mapToLong(Totals::sent).sum();
    }

    private Stream<Totals> storing() {
        return result.ownStreams().filter(s -> s.stream.request().first().method().equals("POST")).map(s -> s.totals);
    }

    /** In the table after the cell. */
    public double inTable() {
        return result.isMain() && outcome.tableRows >= 0 ? outcome.tableRows : Double.NaN;
    }

    /**
     * Rows that should be in the table: those of requests that were given up, too, which the service may have accepted.
     * The client does not know of them, and if they are in the table, each would stand for one that was lost. Of an
     * engine's requests, those of the measurement at least.
     */
    double owed() {
        String told = result.fact(Facts.ROWS_ACCEPTED);
        return Math.max(outcome.engine != null && !storesNone() ? result.ok() : accepted(),
                told != null ? Double.parseDouble(told) : outcome.lastGauge(Gauges.ROWS_ACCEPTED, 0));
    }

    /** Accepted and not in the table in the end. */
    public double lost() {
        return Math.max(0, owed() - inTable());
    }

    /** Accepted and not yet stored when the measurement began. */
    public double backlogAtBegin() {
        return result.isMain() ? outcome.atBegin.backlog() : Double.NaN;
    }

    /** Accepted and not yet stored when the load ended. */
    public double backlog() {
        return result.isMain() ? outcome.atEnd.backlog() : Double.NaN;
    }

    /** The most of them at the end of any second of the cell, those in which the rest was stored included. */
    double backlogPeak() {
        return result.isMain()
                ? outcome.vitals.stream().mapToDouble(v -> v.gauges().backlog()).filter(lag -> !Double.isNaN(lag)).max()
                        .orElse(Double.NaN)
                : Double.NaN;
    }

    /** Stored in the measurement, whenever they were accepted. */
    double stored() {
        return result.isMain() ? outcome.atEnd.last(Gauges.ROWS_PERSISTED) - outcome.atBegin.last(Gauges.ROWS_PERSISTED)
                : Double.NaN;
    }

    /** How long it took after the load to store the rest, in s; NaN where it was not stored. */
    public double drainSeconds() {
        return result.isMain() && outcome.drained != null && outcome.drained.all() ? outcome.drained.seconds()
                : Double.NaN;
    }
}
