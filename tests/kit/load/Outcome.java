package kit.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kit.base.Histograms;
import kit.plan.Traffic;
import kit.report.CellReport;
import kit.report.Totals;
import org.HdrHistogram.Histogram;

/** What a load generator reported, put together. */
final class Outcome {

    /** One stream. */
    static final class OfStream {
        final List<CellReport.LoadSecond> seconds = new ArrayList<>();
        /** Response times in ns, counted from when each request was due. */
        final Histogram response = Histograms.empty();
        final Map<String, Long> errors = new TreeMap<>();
        long ok;
        Totals totals;

        private void add(CellReport.LoadSecond second) {
            seconds.add(second);
            ok += second.ok();
            second.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
            response.add(Histograms.decode(second.response()));
        }

        long failed() {
            return errors.values().stream().mapToLong(Long::longValue).sum();
        }

        /** Length of the measurement in s. */
        double duration() {
            return totals.seconds();
        }
    }

    /** By their names; the main stream comes first. */
    final Map<String, OfStream> streams = new LinkedHashMap<>();
    /** How long the service was warmed up, in s. */
    double warmupSeconds = Double.NaN;
    /** Of a burst; null of other loads. */
    CellReport.Waves waves;

    Outcome(List<Traffic> traffic) {
        traffic.forEach(one -> streams.put(one.name(), new OfStream()));
    }

    synchronized void accept(CellReport report) {
        switch (report) {
        case CellReport.Began began -> warmupSeconds = began.warmup();
        case CellReport.LoadSecond second -> streams.get(second.stream()).add(second);
        case CellReport.Waves seen -> waves = seen;
        case CellReport.LoadEnded ended -> streams.get(ended.stream()).totals = ended.totals();
        default -> {
        }
        }
    }

    OfStream main() {
        return streams.values().iterator().next();
    }
}
