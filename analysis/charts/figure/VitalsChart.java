package charts.figure;

import charts.run.Run;
import charts.run.Timeline;
import charts.text.Numbers;
import charts.text.Words;
import kit.record.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import tech.tablesaw.plotly.components.Axis;

/** What the machine did meanwhile: a small plot for each vital sign that moved. */
public final class VitalsChart implements Chart {

    /** A column of timeline.csv, its unit on the axis, and the unit in a sentence. */
    private record Vital(Column column, String title, String unit) {}

    private static final Vital SERVICE_CPU = new Vital(Column.SERVICE_CPU, "CPU of the service", "CPUs");
    private static final Vital PLATFORM_THREADS = new Vital(Column.PLATFORM_THREADS, "Live platform threads",
            "threads");
    private static final Vital QUEUED = new Vital(Column.QUEUED, "Virtual threads waiting for a carrier", "threads");
    private static final List<Vital> VITALS = List.of(
            SERVICE_CPU,
            new Vital(Column.GENERATOR_CPU, "CPU of the load generator", "CPUs"),
            new Vital(Column.MACHINE_CPU, "CPU of the whole machine", "CPUs"),
            PLATFORM_THREADS,
            new Vital(Column.HEAP_MB, "Heap in use", "MiB"),
            new Vital(Column.CARRIERS, "Carriers of the service's virtual threads", "threads"),
            new Vital(Column.MOUNTED, "Virtual threads mounted on a carrier", "threads"),
            QUEUED,
            new Vital(Column.IN_FLIGHT, "Requests under way", "requests"),
            new Vital(Column.POOL_ACTIVE, "Tomcat threads at work", "threads"),
            new Vital(Column.POOL_QUEUED, "Requests waiting for a Tomcat thread", "requests"),
            new Vital(Column.CONNECTIONS_ACTIVE, "Connections to the database in use", "connections"),
            new Vital(Column.CONNECTIONS_PENDING, "Threads waiting for a connection", "threads"),
            new Vital(Column.ERRORS, "Failed requests", "requests"),
            new Vital(Column.GC_MS, "Garbage collection", "ms"),
            new Vital(Column.HICCUP_SERVICE_MS, "Oversleep on the service's scheduler", "ms"),
            new Vital(Column.HICCUP_GENERATOR_MS, "Oversleep on the driver's scheduler", "ms"),
            new Vital(Column.HICCUP_PLATFORM_MS, "Oversleep of a platform thread", "ms"));

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        // Users who rise have a chart of their own, with all of these signs.
        // And after the load a queue is drained: of that the rows tell, and a moment's work is no use of so many CPUs.
        List<Timeline> timelines = Timeline.of(run).stream().filter(timeline -> !timeline.cell().inStages())
                .map(Timeline::underLoad).toList();
        List<Drawing.Panel> panels = new ArrayList<>();
        List<String> still = new ArrayList<>();
        for (Vital vital : VITALS) {
            List<Timeline> known = timelines.stream()
                    .filter(timeline -> timeline.known(vital.column).findAny().isPresent()).toList();
            if (known.isEmpty()) {
                continue;
            }
            if (known.stream().allMatch(timeline -> timeline.known(vital.column).allMatch(value -> value == 0))) {
                still.add(Words.withinASentence(vital.title));
                continue;
            }
            panels.add(Drawing.Panel.of("vital_" + name(vital.column), vital.title, caption(vital, known, style),
                    plot(vital, known, style)));
        }
        if (panels.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Drawing("vitals", "Vital signs", sentence(timelines, style),
                (still.isEmpty() ? "" : "Zero throughout: " + String.join(", ", still) + ".")
                        + aboutTheScheduler(timelines)
                        + CellStyle.aboutPale(timelines.stream().map(Timeline::cell).toList()),
                style.lines(timelines.stream().map(Timeline::cell).toList()), panels, true));
    }

    /** A plot that lacks some JDK's curves must not look as if nothing had happened there. */
    private static String aboutTheScheduler(List<Timeline> timelines) {
        long telling = timelines.stream().filter(timeline -> timeline.known(QUEUED.column).findAny().isPresent())
                .count();
        return telling == 0 || telling == timelines.size() ? ""
                : " Carriers, and virtual threads mounted or waiting, can be known from JDK 24 on, and where the "
                        + "service is a JVM.";
    }

    private static Plot2D plot(Vital vital, List<Timeline> known, CellStyle style) {
        Plot2D plot = new Plot2D(210, Axis.builder().title("seconds").build(), Axis.builder().title(vital.unit).build())
                .unit(vital.unit)
                .layout("xaxis", Map.of("rangemode", "tozero"))
                .layout("yaxis", Map.of("automargin", true, "rangemode", "tozero"));
        known.forEach(timeline -> plot.line(timeline.seconds(), timeline.column(vital.column), style, timeline.cell(),
                "%{y:.4~g} " + vital.unit + " at %{x:.3~g} s", style.thin(known.size())));
        return plot;
    }

    private static String sentence(List<Timeline> all, CellStyle style) {
        List<String> parts = new ArrayList<>();
        List<List<Timeline>> cells = cells(all, style);
        most(cells, VitalsChart::cpu)
                .ifPresent(forks -> parts.add(name(forks, style) + " uses the most CPU, " + Numbers.brief(cpu(forks))
                        + " CPUs on average" + (forks.size() == 1 ? "" : " over its forks")));
        most(cells, forks -> peak(forks, PLATFORM_THREADS)).ifPresent(forks -> parts.add(
                name(forks, style) + " has the most platform threads, "
                        + Numbers.brief(peak(forks, PLATFORM_THREADS))));
        return parts.isEmpty() ? "" : String.join("; ", parts) + ".";
    }

    /** Of a cell with several forks, the greatest of any of them is its peak. */
    private static String caption(Vital vital, List<Timeline> known, CellStyle style) {
        List<List<Timeline>> cells = cells(known, style);
        List<Timeline> most = most(cells, forks -> peak(forks, vital)).orElseThrow();
        List<Timeline> least = most(cells, forks -> -peak(forks, vital)).orElseThrow();
        String high = Numbers.brief(peak(most, vital));
        String low = Numbers.brief(peak(least, vital));
        return high.equals(low)
                ? (cells.size() == 1 ? name(most, style) + " peaks" : "All peak") + " at " + high + " " + vital.unit
                        + "."
                : "Greatest peak: " + name(most, style) + ", " + high + " " + vital.unit + "; least: "
                        + name(least, style) + ", " + low + " "
                        + vital.unit + ".";
    }

    /** Links to a plot stay as they are. */
    private static String name(Column column) {
        return column.formerly().orElse(column.toString());
    }

    private static String name(List<Timeline> forks, CellStyle style) {
        return style.series(forks.getFirst().cell());
    }

    /** On average over all seconds of all forks. */
    private static double cpu(List<Timeline> forks) {
        return forks.stream().flatMapToDouble(timeline -> timeline.known(SERVICE_CPU.column)).average()
                .orElse(Double.NaN);
    }

    private static double peak(List<Timeline> forks, Vital vital) {
        return forks.stream().flatMapToDouble(timeline -> timeline.known(vital.column)).max().orElse(Double.NaN);
    }

    /** The valid cells, each by its forks; those that are INVALID where there are no others. */
    private static List<List<Timeline>> cells(List<Timeline> timelines, CellStyle style) {
        List<Timeline> valid = timelines.stream().filter(timeline -> timeline.cell().counts()).toList();
        return Timeline.bySeries(valid.isEmpty() ? timelines : valid, style::series);
    }

    private static Optional<List<Timeline>> most(List<List<Timeline>> cells, ToDoubleFunction<List<Timeline>> measure) {
        return cells.stream().filter(forks -> !Double.isNaN(measure.applyAsDouble(forks)))
                .max(Comparator.comparingDouble(measure));
    }
}
