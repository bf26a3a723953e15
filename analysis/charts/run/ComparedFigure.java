package charts.run;

import charts.text.Numbers;
import kit.record.Column;
import kit.record.Forks;
import java.util.Locale;

/**
 * A figure that two runs have of the same cell, and what may be said of the difference.
 *
 * @param interval null with one fork on either side
 */
public record ComparedFigure(Kind kind, Forks a, Forks b, Forks.Interval interval) {

    /** What is compared, each by its column in summary.csv. */
    public enum Kind {
        THROUGHPUT("throughput", "throughput/s", "requests/s", Column.RPS) {
            @Override
            double step(double value) {
                return 0.01; // as the file has it
            }
        },
        MEDIAN("median response time", "median, ms", "ms", Column.P50_MS) {
            @Override
            double step(double value) {
                return HISTOGRAM_STEP * value;
            }
        },
        P99("99th percentile of the response time", "99th percentile, ms", "ms", Column.P99_MS) {
            @Override
            double step(double value) {
                return HISTOGRAM_STEP * value;
            }
        },
        CPU("CPU per request", "CPU per request, µs", "µs", Column.CPU_US_PER_REQUEST) {
            @Override
            double step(double value) {
                return 0.1; // as the file has it
            }
        };

        /** Whether it is one of the response times, which can be beyond belief where the rest stands. */
        boolean isLatency() {
            return this == MEDIAN || this == P99;
        }

        private static final double HISTOGRAM_STEP = 0.001; // the labs' latency histograms keep three digits

        public final String label;
        public final String brief;
        public final String unit;
        final Column column;

        Kind(String label, String brief, String unit, Column column) {
            this.label = label;
            this.brief = brief;
            this.unit = unit;
            this.column = column;
        }

        /** The least difference that the files can tell at that value. */
        abstract double step(double value);
    }

    static ComparedFigure of(Kind kind, double[] a, double[] b) {
        Forks ofA = Forks.of(a);
        Forks ofB = Forks.of(b);
        return new ComparedFigure(kind, ofA, ofB, ofB.independentRatio(ofA, Forks.LEVEL));
    }

    /** B over A. */
    public double ratio() {
        return b.over(a);
    }

    public boolean oneFork() {
        return interval == null;
    }

    /** Whether the interval leaves 1 out by more than the files can tell. */
    public boolean differs() {
        double blur = kind.step(a.mean()) / a.mean() + kind.step(b.mean()) / b.mean();
        return !oneFork() && (interval.low() > 1 + blur || interval.high() < 1 - blur);
    }

    /** What may be said, in words. */
    public String claim() {
        if (oneFork()) {
            return "one fork: no interval, so no difference can be claimed";
        }
        boolean leavesOut = !interval.holds(1);
        return differs() ? "B is " + digits(ratio()) + " times A"
                : "no difference can be claimed"
                        + (leavesOut ? ": it is smaller than the rounding of the figures in the files" : "");
    }

    public String ratioText() {
        return digits(ratio());
    }

    public String intervalText() {
        return oneFork() ? "" : "[" + digits(interval.low()) + ", " + digits(interval.high()) + "]";
    }

    /** Three decimals about 1, where differences are small. */
    public static String digits(double ratio) {
        return ratio >= 0.1 && ratio < 10 ? String.format(Locale.ROOT, "%.3f", ratio) : Numbers.brief(ratio);
    }
}
