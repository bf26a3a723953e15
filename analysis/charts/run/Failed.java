package charts.run;

import charts.text.Numbers;
import kit.record.Column;
import tech.tablesaw.api.Row;

/**
 * The requests of a cell that did not succeed.
 *
 * @param errors   how many; NaN where it is not known
 * @param requests all that were counted, with those
 */
public record Failed(double errors, double requests) {
    static final Failed UNKNOWN = new Failed(Double.NaN, Double.NaN);
    private static final double PERCENT = 100;

    static Failed of(Row row) {
        double errors = Csv.number(row, Column.ERRORS);
        return new Failed(errors, errors + Csv.number(row, Column.OK));
    }

    boolean any() {
        return errors > 0;
    }

    /** As in {@code 75 of 740 (10 %)}; empty where none failed. */
    public String words() {
        return !any() ? ""
                : Double.isNaN(requests) ? Numbers.table(errors)
                        : Numbers.count(Math.round(errors)) + " of " + Numbers.count(Math.round(requests)) + " ("
                                + Numbers.brief(PERCENT * errors / requests) + " %)";
    }
}
