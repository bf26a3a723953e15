package charts.figure;

import charts.run.Run;
import charts.run.Timeline;
import charts.text.Numbers;
import kit.record.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import tech.tablesaw.plotly.components.Axis;

/** Throughput and response time second by second: whether the cell had settled when it was measured. */
public final class TimelineChart implements Chart {
    private static final String MS = "timeline_ms";
    private static final int ENOUGH = 3; // seconds, before a word on steadiness means anything
    private static final String OVER_SECONDS = "over the seconds of the measurement. " + Drawing.NUMBERS;

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        // A burst is over in a few seconds and never steady, and neither are users who rise; both have a chart of their
        // own.
        List<Timeline> timelines = Timeline.of(run).stream()
                .filter(timeline -> !timeline.cell().burst() && !timeline.cell().inStages()).map(Timeline::underLoad)
                .toList();
        if (timelines.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<Timeline>> plots = style.plots(timelines, Timeline::cell);
        List<Drawing.Panel> panels = new ArrayList<>();
        plots.forEach((title, ofPlot) -> panels.addAll(panels(title, panels.size(), ofPlot, style)));
        // What can be compared stands side by side.
        panels.sort(Comparator.comparing(panel -> panel.id().startsWith(MS)));
        return Optional.of(new Drawing("timeline", "Second by second",
                steadiness(timelines, style).orElse("No valid cell ran for " + ENOUGH
                        + " whole seconds: whether throughput is steady cannot be seen here."),
                "Waves in the throughput are not an error: users that start together send their next requests "
                        + "together. A last interval shorter than 1 s is left out."
                        + (plots.size() > 1
                                ? " Where a second has fewer than 1000 requests it has a median and no 99th percentile."
                                : "")
                        + CellStyle.aboutPaleLatencies(timelines.stream().map(Timeline::cell).toList()),
                style.lines(timelines.stream().map(Timeline::cell).toList()), panels, plots.size() > 1));
    }

    /** Throughput, and response time where it is known. @param of which cells; empty where it is all of them */
    private static List<Drawing.Panel> panels(String of, int before, List<Timeline> timelines, CellStyle style) {
        Plot2D throughput = plot("requests/s", of.isEmpty());
        Plot2D latency = plot("ms", of.isEmpty());
        Map<String, Object> more = of.isEmpty() ? Map.of() : style.thin(timelines.size());
        boolean anyP99 = false;
        boolean anyP50 = false;
        for (Timeline timeline : timelines) {
            throughput.line(timeline.seconds(), timeline.column(Column.RPS), style, timeline.cell(),
                    "%{y:.4~g} requests/s at %{x:.3~g} s", more);
            // One percentile per cell: a curve that jumps between the two would show a change that is none.
            boolean p99 = timeline.known(Column.P99_MS).findAny().isPresent();
            Column column = p99 ? Column.P99_MS : Column.P50_MS;
            if (timeline.known(column).findAny().isPresent()) {
                anyP99 |= p99;
                anyP50 |= !p99;
                Map<String, Object> pale = new LinkedHashMap<>(more);
                pale.putAll(CellStyle.paleLatency(timeline.cell()));
                latency.line(timeline.seconds(), timeline.column(column), style, timeline.cell(),
                        (p99 ? "p99" : "p50") + " %{y:.4~g} ms at %{x:.3~g} s", pale);
            }
        }
        String number = before == 0 ? "" : "_" + before;
        Drawing.Panel first = Drawing.Panel.of("timeline_rps" + number,
                of.isEmpty() ? "Throughput" : of + ": throughput", "",
                steadiness(timelines, style).orElse("In requests/s, " + OVER_SECONDS), throughput);
        if (latency.isEmpty()) {
            return List.of(first);
        }
        String title = of.isEmpty() ? "Response time, " + (!anyP50 ? "99th percentile"
                : !anyP99 ? "median (a 99th percentile needs 1000 requests in a second)"
                        : "99th percentile, the median where a second has fewer than 1000 requests")
                : of + ": response time, "
                        + (!anyP50 ? "99th percentile" : !anyP99 ? "median" : "99th percentile or median");
        return List.of(first,
                Drawing.Panel.of(MS + number, title, "",
                        "In ms, " + OVER_SECONDS, latency));
    }

    private static Plot2D plot(String unit, boolean alone) {
        return new Plot2D(alone ? 280 : 220, Axis.builder().title("seconds").build(),
                Axis.builder().title(unit).build()).unit(unit)
                .layout("xaxis", Map.of("rangemode", "tozero"))
                .layout("yaxis", Map.of("automargin", true, "rangemode", "tozero"));
    }

    /** Empty where no cell ran for long enough. */
    private static Optional<String> steadiness(List<Timeline> all, CellStyle style) {
        List<List<Timeline>> judged = Timeline.bySeries(all.stream().filter(timeline -> timeline.cell().counts()
                && timeline.known(Column.RPS).count() >= ENOUGH).toList(), style::series).stream()
                .sorted(Comparator.comparingDouble(TimelineChart::variation)).toList();
        if (judged.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of((judged.size() == 1 ? "" : "Steadiest is ") + swing(judged.getFirst(), style)
                + (judged.size() == 1 ? "" : "; least steady is " + swing(judged.getLast(), style)) + ".");
    }

    private static String swing(List<Timeline> forks, CellStyle style) {
        var rps = forks.stream().flatMapToDouble(timeline -> timeline.known(Column.RPS)).summaryStatistics();
        return style.series(forks.getFirst().cell()) + " with " + Numbers.range(rps.getMin(), rps.getMax())
                + " requests/s from second to second (" + Numbers.percent(100 * variation(forks))
                + " % around its mean" + (forks.size() == 1 ? "" : ", over its forks") + ")";
    }

    /**
     * Coefficient of variation of the throughput; of several forks the root mean square, so that means that differ
     * count for nothing.
     */
    private static double variation(List<Timeline> forks) {
        return Math.sqrt(forks.stream().mapToDouble(TimelineChart::squaredVariation).average().orElse(0));
    }

    private static double squaredVariation(Timeline fork) {
        double[] rps = fork.known(Column.RPS).toArray();
        double mean = DoubleStream.of(rps).average().orElse(0);
        double squares = DoubleStream.of(rps).map(value -> (value - mean) * (value - mean)).sum();
        return mean == 0 ? 0 : squares / (rps.length - 1) / (mean * mean);
    }
}
