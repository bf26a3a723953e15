package charts.run;

import kit.record.Column;
import kit.record.LatencyLimits;
import tech.tablesaw.api.Row;

/**
 * Whether the response times of a row of summary.csv can be believed. The labs say so; of a run older than that column
 * it is told from what they had measured of the client, by the same limits.
 */
final class LatencyTrust {
    private LatencyTrust() {}

    static boolean of(Row row) {
        String said = Csv.text(row, Column.LATENCY_TRUSTED);
        return said.isEmpty() ? !late(row) && !overslept(row) : !said.equals("no");
    }

    private static boolean late(Row row) {
        double ramp = Csv.number(row, Column.RAMP_S);
        // While users come in stages nothing is measured but how they come.
        return !Csv.text(row, Column.LOAD).equals("stages") && Csv.number(row, Column.SEND_DELAY_P99_MS) > LatencyLimits
                .tooLate(median(row), Double.isNaN(ramp) ? 0 : 1000 * ramp);
    }

    private static boolean overslept(Row row) {
        return LatencyLimits.oversleptUsually(Csv.number(row, Column.HICCUP_GENERATOR_P50_MS), median(row))
                || LatencyLimits.oversleptRarely(Csv.number(row, Column.HICCUP_GENERATOR_P99_MS), median(row));
    }

    /** In ms; where there were too few requests for it, the mean has to do. */
    private static double median(Row row) {
        double median = Csv.number(row, Column.P50_MS);
        return Double.isNaN(median) ? Csv.number(row, Column.MEAN_MS) : median;
    }
}
