package charts.run;

import kit.record.Column;
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
        double begin = Csv.number(row, Column.LAG_BEGIN_ROWS);
        double end = Csv.number(row, Column.LAG_ROWS);
        return new RowTotals(Csv.number(row, Column.ACCEPTED_ROWS), Csv.number(row, Column.LOST_ROWS), begin, end,
                (end - begin) * blocks(row) / Csv.number(row, Column.DURATION_S), Csv.number(row, Column.DRAIN_S));
    }

    /** Over which begin and end are averages: up to format 3, a cell was one block. */
    private static double blocks(Row row) {
        double blocks = Csv.number(row, Column.BLOCKS);
        return Double.isNaN(blocks) ? 1 : blocks;
    }

    public boolean known() {
        return Double.isFinite(accepted);
    }
}
