package kit.results;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kit.base.Histograms;
import kit.base.LabException;
import kit.base.Numbers;
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
            .compile("(?:Tag=[^,\n]*,)?[\\d.]+,[\\d.]+,([\\d.]+),\\S+");
    private static final Pattern BEGINNING = Pattern
            .compile("(?m)^(#\\[Histogram log format version |\"StartTimestamp\",|" + INTERVAL.pattern() + "$)");
    private static final Pattern VERSION = Pattern.compile("#\\[Histogram log format version .*");
    /** Where the median is below, ns, no load tool measured it. */
    private static final long LEAST_MEDIAN = 1_000;
    /** Response times that are closer together, ns, are one for a clock; they may be where they are long. */
    private static final long ONE_FOR_A_CLOCK = 100;
    private static final long LONG = 100_000;
    private static final double P99 = 99;
    /** So many times the log's length no response time is. */
    private static final double FAR = 10;
    /** A comment of the labs: they measure in blocks, and between two blocks another service is measured. */
    private static final String BLOCK = "#[block of ";
    /** Some writers name the unit in a comment, such as the labs. */
    private static final Map<String, HistogramUnit> NAMES = Map.of("in nanoseconds", HistogramUnit.NS,
            "in microseconds", HistogramUnit.US, "in milliseconds", HistogramUnit.MS);

    /** Null where it is not given. */
    private final HistogramUnit given;

    /** @param given unit of the values; null where the column Interval_Max is to tell it */
    HistogramLog(HistogramUnit given) {
        this.given = given;
    }

    /** The intervals of a tag. All times are in the unit of the log. */
    private static final class Sum {
        private final Histogram all = Histograms.empty();
        private final List<Period> periods = new ArrayList<>();
        private double begin = Double.NaN;
        private double end;
        private double total;
    }

    @Override
    public boolean knows(String beginning) {
        return BEGINNING.matcher(beginning).find();
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        Lines lines = lines(file);
        if (lines.logs > 1) {
            throw Foreign.several(file, lines.logs + " logs begin in it");
        }
        var sums = new LinkedHashMap<String, Sum>();
        int read = 0;
        try (InputStream in = new LineLimit(file); var log = new HistogramLogReader(in)) {
            while (log.hasNext()) {
                if (!(next(log) instanceof Histogram interval)) {
                    break;
                }
                read++;
                add(sums.computeIfAbsent(String.valueOf(interval.getTag()), tag -> new Sum()), interval);
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
        HistogramUnit told = given != null ? given : lines.named;
        HistogramUnit unit = told != null ? told : unit(file, sums.values(), lines.most);
        long most = sums.values().stream().mapToLong(sum -> sum.all.getMaxValue()).max().orElseThrow();
        if (most > Long.MAX_VALUE / unit.nanos()) {
            throw new LabException(file + " has a value of " + most + ", which is no response time in " + unit
                    + ". Give another unit: --unit ns or --unit us");
        }
        return sums.entrySet().stream().map(sum -> result(file, sum, unit, told != null, lines.hasBlocks)).toList();
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
        private int logs;
        private double most;
        private HistogramUnit named;
        private boolean hasBlocks;
    }

    private static Lines lines(Path file) throws IOException {
        var found = new Lines();
        try (var lines = LineLimit.reader(file)) {
            lines.lines().forEach(line -> {
                Matcher interval = INTERVAL.matcher(line);
                if (interval.matches()) {
                    found.intervals++;
                    found.most = Math.max(found.most, Double.parseDouble(interval.group(1)));
                } else if (VERSION.matcher(line).matches()) {
                    found.logs++;
                } else if (line.startsWith("#")) {
                    NAMES.forEach((name, unit) -> found.named = line.contains(name) ? unit : found.named);
                    found.hasBlocks |= line.startsWith(BLOCK);
                } else if (!line.isBlank() && !line.startsWith("\"")) {
                    found.intervals++; // one that was cut off: the reader will not read it
                }
            });
        }
        return found;
    }

    /**
     * By convention the column Interval_Max is in ms, so it tells the unit of the values. Not all writers keep to that:
     * where the figures would be none of a load, the unit is not known.
     *
     * @param most of the column
     */
    private static HistogramUnit unit(Path file, Collection<Sum> sums, double most) {
        if (most == 0) {
            throw new LabException(file + " does not tell the unit of its values: its column Interval_Max is 0. Give "
                    + "it: --unit ns, --unit us or --unit ms");
        }
        double perMs = sums.stream().mapToLong(sum -> sum.all.getMaxValue()).max().orElseThrow() / most;
        HistogramUnit unit = perMs > 1e5 ? HistogramUnit.NS : perMs > 1e2 ? HistogramUnit.US : HistogramUnit.MS;
        double seconds = sums.stream().mapToDouble(sum -> sum.end).max().orElseThrow()
                - sums.stream().mapToDouble(sum -> sum.begin).min().orElseThrow();
        for (Sum sum : sums) {
            double median = sum.all.getValueAtPercentile(50) * (double) unit.nanos();
            double spread = sum.all.getValueAtPercentile(P99) * (double) unit.nanos() - median;
            double longest = sum.all.getMaxValue() * (double) unit.nanos();
            if (median < LEAST_MEDIAN || median < LONG && spread < ONE_FOR_A_CLOCK
                    || longest > FAR * seconds * 1e9) {
                throw new LabException(Numbers.format("%s does not tell the unit of its values. With %s, as its column "
                        + "Interval_Max suggests, the median would be %s ms and the maximum %s ms in a log of %s s. "
                        + "Give it: --unit ns, --unit us or --unit ms", file, unit, Numbers.trim(median / 1e6),
                        Numbers.trim(longest / 1e6), Numbers.trim(seconds)));
            }
        }
        return unit;
    }

    private static void add(Sum sum, Histogram interval) {
        double start = interval.getStartTimeStamp() / 1e3;
        double end = interval.getEndTimeStamp() / 1e3;
        sum.begin = Double.isNaN(sum.begin) ? start : sum.begin;
        sum.end = Math.max(sum.end, end);
        long count = interval.getTotalCount();
        sum.total += count == 0 ? 0 : interval.getMean() * count;
        sum.all.add(interval);
        if (end > start) {
            sum.periods.add(new Period(start - sum.begin, end - start, count,
                    count == 0 ? Double.NaN : interval.getMean()));
        }
    }

    /** Its values in ns. */
    private static Histogram inNanos(Histogram values, HistogramUnit unit) {
        if (unit == HistogramUnit.NS) {
            return values;
        }
        Histogram nanos = Histograms.empty();
        values.recordedValues().forEach(value -> nanos.recordValueWithCount(value.getValueIteratedTo() * unit.nanos(),
                value.getCountAtValueIteratedTo()));
        return nanos;
    }

    /**
     * @param told      whether the unit was given, or is named in the log
     * @param hasBlocks whether nothing was measured between some of its intervals
     */
    private static LoadResult result(Path file, Map.Entry<String, Sum> tagged, HistogramUnit unit, boolean told,
            boolean hasBlocks) {
        Sum sum = tagged.getValue();
        Histogram all = inNanos(sum.all, unit);
        long count = all.getTotalCount();
        double inMs = unit.nanos() / 1e6;
        var times = new ResponseTimes(sum.total / count * inMs, all.getStdDeviation() / 1e6, all.getMinValue() / 1e6,
                all.getMaxValue() / 1e6, RequestLog.percentiles(all),
                Math.max(inMs, Histograms.PRECISION * all.getValueAtPercentile(50) / 1e6), all, false);
        double seconds = hasBlocks ? sum.periods.stream().mapToDouble(Period::seconds).sum() : sum.end - sum.begin;
        var tool = new Tool("HdrHistogram", "", "whatever was recorded, in " + unit
                + (told ? "" : " as its column Interval_Max suggests (--unit sets another unit)"));
        return new LoadResult(file + (tagged.getKey().equals("null") ? "" : " " + tagged.getKey()), tool,
                Counts.of(count, Double.NaN, seconds), times, Users.UNKNOWN,
                sum.periods.stream().map(period -> new Period(period.start(), period.seconds(), period.requests(),
                        period.time() * inMs)).toList(),
                List.of(), null);
    }
}
