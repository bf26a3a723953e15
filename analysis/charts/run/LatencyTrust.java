package charts.run;

import contract.LatencyLimits;
import tech.tablesaw.api.Row;

/**
 * Whether the response times of a row of summary.csv can be believed. The labs say so; of a run older than that column
 * it is told from what they had measured of the client, by the same limits.
 */
final class LatencyTrust {
    private LatencyTrust() {}

    static boolean of(Row row) {
        String said = Csv.text(row, "latency_trusted");
        return said.isEmpty() ? !late(row) && !overslept(row) : !said.equals("no");
    }

    private static boolean late(Row row) {
        double ramp = Csv.number(row, "ramp_s");
        // While users come in stages nothing is measured but how they come.
        return !Csv.text(row, "load").equals("stages") && Csv.number(row, "start_lag_p99_ms") > LatencyLimits
                .tooLate(median(row), Double.isNaN(ramp) ? 0 : 1000 * ramp);
    }

    private static boolean overslept(Row row) {
        return LatencyLimits.oversleptUsually(Csv.number(row, "hiccup_driver_p50_ms"), median(row))
                || LatencyLimits.oversleptRarely(Csv.number(row, "hiccup_driver_p99_ms"), median(row));
    }

    /** In ms; where there were too few requests for it, the mean has to do. */
    private static double median(Row row) {
        double median = Csv.number(row, "p50_ms");
        return Double.isNaN(median) ? Csv.number(row, "mean_ms") : median;
    }
}
