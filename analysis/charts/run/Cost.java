package charts.run;

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
        double seconds = Csv.number(row, "duration_s");
        double ok = Csv.number(row, "ok");
        double database = Csv.number(row, "database_cpu_s");
        return new Cost(known(Csv.number(row, "service_cpu_s") / seconds), known(database / seconds),
                Csv.number(row, "cpu_us_per_request"), known(database / ok * US));
    }

    private static double known(double value) {
        return Double.isFinite(value) ? value : Double.NaN;
    }
}
