package charts.run;

import tech.tablesaw.api.Row;

/**
 * Whether the response times of a row of summary.csv can be believed. The labs say so; of a run older than that column
 * it is told from what they had measured of the client, by the limits that they used.
 */
final class LatencyTrust {
    private static final double LATE_MS = 1; // of requests, at their 99th percentile: the greatest of this,
    private static final double LATE_SHARE = 0.01; // of this share of the median,
    private static final double LATE_SHARE_OF_RAMP = 0.1; // and in a burst of this share of its ramp
    // Of the client's own sleeps, or this share of the median if that is more.
    private static final double OVERSLEPT_P50_MS = 1;
    private static final double OVERSLEPT_P50_SHARE = 0.1;
    private static final double OVERSLEPT_P99_MS = 10;
    private static final double OVERSLEPT_P99_SHARE = 0.5;

    private LatencyTrust() {}

    static boolean of(Row row) {
        String said = Csv.text(row, "latency_trusted");
        return said.isEmpty() ? !late(row) && !overslept(row) : !said.equals("no");
    }

    private static boolean late(Row row) {
        double ramp = Csv.number(row, "ramp_s");
        double limit = Math.max(LATE_MS, LATE_SHARE * median(row));
        // While users come in stages nothing is measured but how they come.
        return !Csv.text(row, "load").equals("stages") && Csv.number(row, "start_lag_p99_ms") > Math.max(limit,
                Double.isNaN(ramp) ? 0 : LATE_SHARE_OF_RAMP * 1000 * ramp);
    }

    private static boolean overslept(Row row) {
        return Csv.number(row, "hiccup_driver_p50_ms") > Math.max(OVERSLEPT_P50_MS, OVERSLEPT_P50_SHARE * median(row))
                || Csv.number(row, "hiccup_driver_p99_ms") > Math.max(OVERSLEPT_P99_MS,
                        OVERSLEPT_P99_SHARE * median(row));
    }

    /** In ms; where there were too few requests for it, the mean has to do. */
    private static double median(Row row) {
        double median = Csv.number(row, "p50_ms");
        return Double.isNaN(median) ? Csv.number(row, "mean_ms") : median;
    }
}
