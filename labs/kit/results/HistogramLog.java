package kit.results;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kit.base.Histograms;
import kit.base.LabException;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.Period;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Tool;
import kit.results.LoadResult.Users;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** HdrHistogram's log: a histogram for each interval of time, and for each tag. */
final class HistogramLog implements Format {

    private static final Pattern INTERVAL = Pattern
            .compile("(?:Tag=[^,]*,)?[\\d.]+,[\\d.]+,([\\d.]+),\\S+");
    private static final Pattern BEGINNING = Pattern
            .compile("(?m)^(#\\[Histogram log format version |\"StartTimestamp\",|" + INTERVAL.pattern() + "$)");
    private static final Tool TOOL = new Tool("HdrHistogram", "", "whatever was recorded");

    /** The intervals of a tag. */
    private static final class Sum {
        private final Histogram all = Histograms.empty();
        private final List<Period> periods = new ArrayList<>();
        private double begin = Double.NaN;
        private double end;
        private double millis;
    }

    @Override
    public boolean knows(String beginning) {
        return BEGINNING.matcher(beginning).find();
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        Lines lines = lines(file);
        var sums = new LinkedHashMap<String, Sum>();
        int read = 0;
        try (InputStream in = new LineLimit(file); var log = new HistogramLogReader(in)) {
            while (log.hasNext()) {
                if (!(next(log) instanceof Histogram interval)) {
                    break;
                }
                read++;
                if (lines.toNanos == 0 && interval.getTotalCount() > 0) {
                    lines.toNanos = toNanos(interval, lines.firstMost);
                }
                add(sums.computeIfAbsent(String.valueOf(interval.getTag()), tag -> new Sum()), interval,
                        lines.toNanos);
            }
        }
        if (read < lines.intervals) {
            throw read == lines.intervals - 1 ? Foreign.cutOff(file, "its last interval cannot be decoded")
                    : Foreign.damaged(file, "interval " + (read + 1) + " of " + lines.intervals
                            + " cannot be decoded");
        }
        sums.values().removeIf(sum -> sum.all.getTotalCount() == 0);
        if (sums.isEmpty()) {
            throw Foreign.empty(file);
        }
        return sums.entrySet().stream().map(sum -> result(file, sum)).toList();
    }

    /** Null where the line cannot be read. */
    private static EncodableHistogram next(HistogramLogReader log) {
        try {
            return log.nextIntervalHistogram();
        } catch (LabException e) {
            throw e;
        } catch (RuntimeException e) {
            return null; // the line ends too soon, or holds no histogram
        }
    }

    /** What the lines themselves tell: the reader stops at a line that it cannot read, and does not say so. */
    private static final class Lines {
        private int intervals;
        private double firstMost;
        private double toNanos;
    }

    private static Lines lines(Path file) throws IOException {
        var found = new Lines();
        try (var lines = LineLimit.reader(file)) {
            lines.lines().forEach(line -> {
                Matcher interval = INTERVAL.matcher(line);
                if (interval.matches()) {
                    found.intervals++;
                    if (found.firstMost == 0) {
                        found.firstMost = Double.parseDouble(interval.group(1));
                    }
                } else if (!line.isBlank() && !line.startsWith("#") && !line.startsWith("\"")) {
                    found.intervals++; // one that was cut off: the reader will not read it
                }
            });
        }
        return found;
    }

    /**
     * The log does not name its unit. By convention its column Interval_Max is in ms, so it tells the unit of the
     * values: ns, µs or ms.
     */
    private static double toNanos(Histogram interval, double mostMs) {
        double perMs = interval.getMaxValue() / mostMs;
        return perMs > 1e5 ? 1 : perMs > 1e2 ? 1e3 : 1e6;
    }

    private static void add(Sum sum, Histogram interval, double toNanos) {
        double start = interval.getStartTimeStamp() / 1e3;
        double end = interval.getEndTimeStamp() / 1e3;
        sum.begin = Double.isNaN(sum.begin) ? start : sum.begin;
        sum.end = Math.max(sum.end, end);
        long count = interval.getTotalCount();
        double mean = interval.getMean() * toNanos / 1e6;
        sum.millis += count == 0 ? 0 : mean * count;
        if (toNanos == 1) {
            sum.all.add(interval);
        } else {
            interval.recordedValues().forEach(value -> sum.all.recordValueWithCount(
                    Math.round(value.getValueIteratedTo() * toNanos), value.getCountAtValueIteratedTo()));
        }
        if (end > start) {
            sum.periods.add(new Period(start - sum.begin, end - start, count, count == 0 ? Double.NaN : mean));
        }
    }

    private static LoadResult result(Path file, Map.Entry<String, Sum> tagged) {
        Sum sum = tagged.getValue();
        long count = sum.all.getTotalCount();
        var times = new ResponseTimes(sum.millis / count, sum.all.getStdDeviation() / 1e6,
                sum.all.getMinValue() / 1e6, sum.all.getMaxValue() / 1e6, RequestLog.percentiles(sum.all), Double.NaN,
                sum.all, false);
        return new LoadResult(file + (tagged.getKey().equals("null") ? "" : " " + tagged.getKey()), TOOL,
                Counts.of(count, Double.NaN, sum.end - sum.begin), times, Users.UNKNOWN, sum.periods, List.of(), null);
    }
}
