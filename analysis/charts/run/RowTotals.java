package charts.run;

import tech.tablesaw.api.Row;

/**
 * What became of the rows that a cell's service accepted. Each number is NaN where it is not known.
 *
 * @param accepted over the cell's whole life
 * @param lost     accepted, and not in the table afterwards
 * @param lagBegin rows accepted and not yet stored when the measurement began
 * @param lag      the same when it ended
 * @param growth   of that lag in the measurement, in rows/s
 * @param drainS   from the end of the load until all was stored, in s; NaN where it was not drained too
 */
public record RowTotals(double accepted, double lost, double lagBegin, double lag, double growth, double drainS) {

    static final RowTotals UNKNOWN = new RowTotals(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN,
            Double.NaN);

    static RowTotals of(Row row) {
        double begin = Csv.number(row, "lag_begin_rows");
        double end = Csv.number(row, "lag_rows");
        return new RowTotals(Csv.number(row, "accepted_rows"), Csv.number(row, "lost_rows"), begin, end,
                (end - begin) / Csv.number(row, "duration_s"), Csv.number(row, "drain_s"));
    }

    public boolean known() {
        return Double.isFinite(accepted);
    }
}
