package charts.run;

import kit.record.Column;
import tech.tablesaw.api.Row;

/**
 * The CPU time that one cell took. Each number is NaN where it is not known.
 *
 * @param cpus          that the service used, on average over the measurement
 * @param databaseCpus  the same of the database's processes
 * @param usPerRequest  CPU time of the service for each request that succeeded, in µs
 * @param databaseUs    the same of the database's processes
 */
public record Cost(double cpus, double databaseCpus, double usPerRequest, double databaseUs) {

    static final Cost UNKNOWN = new Cost(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    private static final double US = 1e6; // in a second

    static Cost of(Row row) {
        double seconds = Csv.number(row, Column.DURATION_S);
        double ok = Csv.number(row, Column.OK);
        double database = Csv.number(row, Column.DATABASE_CPU_S);
        return new Cost(known(Csv.number(row, Column.SERVICE_CPU_S) / seconds), known(database / seconds),
                Csv.number(row, Column.CPU_US_PER_REQUEST), known(database / ok * US));
    }

    private static double known(double value) {
        return Double.isFinite(value) ? value : Double.NaN;
    }
}
