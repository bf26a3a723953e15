package charts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import tech.tablesaw.plotly.components.Axis;

/** What the machine did meanwhile: a small plot for each vital sign that moved. */
public final class VitalsChart implements Chart {

    /** A column of timeline.csv, its unit on the axis, and the unit in a sentence. */
    private record Vital(String column, String title, String unit) {}

    private static final Vital SERVICE_CPU = new Vital("service_cpu", "CPU of the service", "CPUs");
    private static final Vital PLATFORM_THREADS = new Vital("platform_threads", "Live platform threads", "threads");
    private static final Vital QUEUED = new Vital("queued", "Virtual threads waiting for a carrier", "threads");
    private static final List<Vital> VITALS = List.of(
            SERVICE_CPU,
            new Vital("driver_cpu", "CPU of the load driver", "CPUs"),
            new Vital("machine_cpu", "CPU of the whole machine", "CPUs"),
            PLATFORM_THREADS,
            new Vital("heap_mb", "Heap in use", "MiB"),
            new Vital("carriers", "Carriers of the service's virtual threads", "threads"),
            new Vital("mounted", "Virtual threads mounted on a carrier", "threads"),
            QUEUED,
            new Vital("in_flight", "Requests under way", "requests"),
            new Vital("pool_active", "Tomcat threads at work", "threads"),
            new Vital("pool_queued", "Requests waiting for a Tomcat thread", "requests"),
            new Vital("connections_active", "Connections to the database in use", "connections"),
            new Vital("connections_pending", "Threads waiting for a connection", "threads"),
            new Vital("errors", "Failed requests", "requests"),
            new Vital("gc_ms", "Garbage collection", "ms"),
            new Vital("hiccup_service_ms", "Oversleep on the service's scheduler", "ms"),
            new Vital("hiccup_driver_ms", "Oversleep on the driver's scheduler", "ms"),
            new Vital("hiccup_platform_ms", "Oversleep of a platform thread", "ms"));

    @Override
    public Optional<Drawing> draw(Run run, Look look) {
        // Users who rise have a chart of their own, with all of these signs.
        List<Timeline> timelines = Timeline.of(run).stream().filter(timeline -> !timeline.cell().inStages()).toList();
        List<Drawing.Panel> panels = new ArrayList<>();
        List<String> still = new ArrayList<>();
        for (Vital vital : VITALS) {
            List<Timeline> known = timelines.stream().filter(timeline -> timeline.known(vital.column).findAny().isPresent()).toList();
            if (known.isEmpty()) {
                continue;
            }
            if (known.stream().allMatch(timeline -> timeline.known(vital.column).allMatch(value -> value == 0))) {
                still.add(Words.withinASentence(vital.title));
                continue;
            }
            panels.add(Drawing.Panel.of("vital_" + vital.column, vital.title, caption(vital, known, look), plot(vital, known, look)));
        }
        if (panels.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Drawing("vitals", "Vital signs", sentence(timelines, look),
                (still.isEmpty() ? "" : "Zero throughout: " + String.join(", ", still) + ".") + aboutTheScheduler(timelines)
                        + Look.aboutPale(timelines.stream().map(Timeline::cell).toList()),
                look.lines(timelines.stream().map(Timeline::cell).toList()), panels, true));
    }

    /** A plot that lacks some JDK's curves must not look as if nothing had happened there. */
    private static String aboutTheScheduler(List<Timeline> timelines) {
        long telling = timelines.stream().filter(timeline -> timeline.known(QUEUED.column).findAny().isPresent()).count();
        return telling == 0 || telling == timelines.size() ? ""
                : " Carriers, and virtual threads mounted or waiting, can be known from JDK 24 on, and where the service is a JVM.";
    }

    private static Plot2D plot(Vital vital, List<Timeline> known, Look look) {
        Plot2D plot = new Plot2D(210, Axis.builder().title("seconds").build(), Axis.builder().title(vital.unit).build()).unit(vital.unit)
                .layout("xaxis", Map.of("rangemode", "tozero"))
                .layout("yaxis", Map.of("automargin", true, "rangemode", "tozero"));
        known.forEach(timeline -> plot.line(timeline.seconds(), timeline.column(vital.column), look, timeline.cell(),
                "%{y:.4~g} " + vital.unit + " at %{x:.3~g} s", look.thin(known.size())));
        return plot;
    }

    private static String sentence(List<Timeline> all, Look look) {
        List<String> parts = new ArrayList<>();
        most(all, timeline -> timeline.known(SERVICE_CPU.column).average().orElse(Double.NaN)).ifPresent(timeline -> parts.add(
                look.series(timeline.cell()) + " uses the most CPU, "
                        + Numbers.brief(timeline.known(SERVICE_CPU.column).average().orElseThrow())
                        + " CPUs on average"));
        most(all, timeline -> peak(timeline, PLATFORM_THREADS)).ifPresent(timeline -> parts.add(
                look.series(timeline.cell()) + " has the most platform threads, " + Numbers.brief(peak(timeline, PLATFORM_THREADS))));
        return parts.isEmpty() ? "" : String.join("; ", parts) + ".";
    }

    private static String caption(Vital vital, List<Timeline> known, Look look) {
        Timeline most = most(known, timeline -> peak(timeline, vital)).orElseThrow();
        Timeline least = most(known, timeline -> -peak(timeline, vital)).orElseThrow();
        String high = Numbers.brief(peak(most, vital));
        String low = Numbers.brief(peak(least, vital));
        String who = known.size() == 1 ? look.series(most.cell()) + " peaks" : "All peak";
        return high.equals(low) ? who + " at " + high + " " + vital.unit + "."
                : "Peaks: " + look.series(most.cell()) + " " + high + ", " + look.series(least.cell()) + " " + low + " " + vital.unit + ".";
    }

    private static double peak(Timeline timeline, Vital vital) {
        return timeline.known(vital.column).max().orElse(Double.NaN);
    }

    private static Optional<Timeline> most(List<Timeline> timelines, ToDoubleFunction<Timeline> measure) {
        return timelines.stream().filter(timeline -> !Double.isNaN(measure.applyAsDouble(timeline)))
                .max(Comparator.comparingDouble(measure));
    }
}
