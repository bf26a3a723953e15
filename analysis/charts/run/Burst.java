package charts.run;

import kit.record.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tech.tablesaw.api.Table;

/**
 * The course of one burst, in equal intervals in order. Numbers of an interval are NaN where they are not known.
 *
 * @param ms    the ends of the intervals, since the ramp began
 * @param ended requests that were answered or failed
 */
public record Burst(Cell cell, double[] ms, double[] started, double[] ended, double[] failed, double[] inFlight) {

    private static final double PAUSE = 0.25; // of a request's time: what is shorter may be a pause of the machine
    private static final double GAP = 0.25; // of the lower of two waves: what lies deeper keeps them apart
    private static final double WAVE = 0.05; // of all requests: what is smaller is no wave, but a few stragglers

    /** The bursts of a run in the order of its cells; a cell without one intact row is left out. */
    public static List<Burst> of(Run run) {
        List<Burst> all = new ArrayList<>();
        for (Cell cell : run.cells()) {
            Table rows = run.rows(Csv.BURST, cell);
            Table known = firstBlock(rows.where(rows.doubleColumn(Column.MS.toString()).isNotMissing()))
                    .sortAscendingOn(Column.MS.toString());
            if (!known.isEmpty()) {
                all.add(new Burst(cell, column(known, Column.MS), column(known, Column.STARTED),
                        column(known, Column.ENDED),
                        column(known, Column.FAILED),
                        column(known, Column.IN_FLIGHT)));
            }
        }
        return all;
    }

    /** Several bursts of a cell would pass for several waves. Runs of an earlier format have one burst in each fork. */
    private static Table firstBlock(Table rows) {
        if (!rows.containsColumn(Column.BLOCK.toString())) {
            return rows;
        }
        var blocks = rows.doubleColumn(Column.BLOCK.toString());
        return rows.where(blocks.isEqualTo(blocks.min()));
    }

    private static double[] column(Table rows, Column name) {
        return rows.doubleColumn(name.toString()).asDoubleArray();
    }

    /** How long an interval is, in ms. */
    public double interval() {
        return ms.length > 1 ? (ms[ms.length - 1] - ms[0]) / (ms.length - 1) : ms[0];
    }

    public double[] seconds() {
        return IntStream.range(0, ms.length).mapToDouble(i -> ms[i] / 1000).toArray();
    }

    /** The sums of so many intervals each; the last of them may have fewer. */
    public static double[] sums(double[] values, int intervals) {
        return IntStream.range(0, (values.length + intervals - 1) / intervals)
                .mapToDouble(bin -> sum(values, bin * intervals, (bin + 1) * intervals)).toArray();
    }

    /** How many there were up to the end of each interval. */
    public static double[] soFar(double[] values) {
        double[] all = new double[values.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = (i == 0 ? 0 : all[i - 1]) + sum(values, i, i + 1);
        }
        return all;
    }

    private static double sum(double[] values, int from, int to) {
        return IntStream.range(Math.max(0, from), Math.min(values.length, to)).mapToDouble(i -> values[i])
                .filter(Double::isFinite).sum();
    }

    /** The first interval in which there was any; behind the last where there was none. */
    private static int first(double[] values) {
        return IntStream.range(0, values.length).filter(i -> values[i] > 0).findFirst().orElse(values.length);
    }

    /** Requests that were answered, in each interval. */
    public double[] answered() {
        return IntStream.range(0, ms.length).mapToDouble(i -> ended[i] - sum(failed, i, i + 1)).toArray();
    }

    /** How many requests failed in all. */
    public long failures() {
        return Math.round(sum(failed, 0, failed.length));
    }

    /** From the first start to the last end, failures included, in s and to the interval; NaN where there is none. */
    public double lasts() {
        int[] starts = IntStream.range(0, ms.length).filter(i -> started[i] > 0).toArray();
        int[] ends = IntStream.range(0, ms.length).filter(i -> ended[i] > 0).toArray();
        return starts.length == 0 || ends.length == 0 ? Double.NaN
                : (ms[ends[ends.length - 1]] - ms[starts[0]] + interval()) / 1000;
    }

    /**
     * How many waves the answers came in: humps, each of some size, between which the curve falls to a fraction of the
     * lower one. Waves behind a pool of threads begin as far apart as one request takes, so the curve is smoothed over
     * a part of that.
     */
    public int waves() {
        double[] answered = answered();
        int half = (int) (PAUSE * (first(answered) - first(started)) / 2);
        double[] curve = IntStream.range(0, answered.length).mapToDouble(i -> sum(answered, i - half, i + half + 1))
                .toArray();
        double all = sum(answered, 0, answered.length);
        int waves = 0;
        int from = 0; // of the hump that may be a wave
        double peak = 0;
        int lowest = 0; // since the peak
        for (int i = 0; i < curve.length; i++) {
            if (curve[i] < curve[lowest]) {
                lowest = i;
            }
            boolean apart = curve[lowest] <= GAP * Math.min(peak, curve[i]) && curve[i] > 0;
            if (apart && sum(answered, from, lowest) >= WAVE * all) {
                waves++;
                from = lowest;
                peak = 0;
            }
            if (curve[i] >= peak) {
                peak = curve[i];
                lowest = i;
            }
        }
        return waves + (all > 0 && sum(answered, from, answered.length) >= WAVE * all ? 1 : 0);
    }
}
