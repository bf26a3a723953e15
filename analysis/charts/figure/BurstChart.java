package charts.figure;

import charts.run.Burst;
import charts.run.Cell;
import charts.run.Run;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.components.Line;
import tech.tablesaw.plotly.components.Marker;
import tech.tablesaw.plotly.traces.ScatterTrace;

/**
 * A burst in slow motion: when its requests were answered, and how many were under way. Where threads are few it comes
 * in waves.
 */
public final class BurstChart implements Chart {
    private static final int BARS = 120; // that the longest burst of a plot is divided into, about
    // Intervals that make a step of the curve.
    private static final List<Integer> SUMS = List.of(1, 2, 5, 10, 25, 50, 100);
    private static final String STARTED = "started so far";
    private static final String FAILED = "failed";
    private static final Line.Dash STARTED_DASH = Line.Dash.DOT;
    private static final Line.Dash FAILED_DASH = Line.Dash.DASH;

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        List<Burst> bursts = Burst.of(run);
        if (bursts.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<Burst>> byLoad = bursts.stream().sorted(Comparator.comparing(Burst::cell, style.order()))
                .collect(Collectors.groupingBy(burst -> burst.cell().load(), LinkedHashMap::new, Collectors.toList()));
        String main = byLoad.keySet().stream()
                .max(Comparator.comparingInt(load -> series(byLoad.get(load), style).size())
                        .thenComparing(load -> -List.copyOf(byLoad.keySet()).indexOf(load)))
                .orElseThrow();
        List<Drawing.Panel> panels = new ArrayList<>();
        byLoad.forEach((load, ofLoad) -> panels.add(Drawing.Panel.of("burst_" + panels.size(), load,
                load.equals(main) ? "" : sentence(ofLoad, style), plot(firstForks(ofLoad, style), style))));
        List<Cell> drawn = byLoad.values().stream().flatMap(ofLoad -> firstForks(ofLoad, style).stream())
                .map(Burst::cell).toList();
        List<LegendEntry> legend = new ArrayList<>(style.variants(drawn));
        legend.addAll(style.symbols(drawn));
        legend.add(LegendEntry.line("kind " + STARTED, STARTED, STARTED_DASH));
        if (bursts.stream().anyMatch(burst -> burst.failures() > 0)) {
            legend.add(LegendEntry.line("kind " + FAILED, FAILED, FAILED_DASH));
        }
        return Optional.of(new Drawing("burst", "Bursts as they went", sentence(byLoad.get(main), style),
                "Above, the requests answered in each step of time; below, those that were sent and not yet answered. "
                        + "A wave has at least 5 % of the answers. A deep gap, about a quarter as long as the first "
                        + "request took, separates two waves; a shorter one may be a pause of the machine. The time "
                        + "runs from the first start to the last end."
                        + (bursts.size() > drawn.size() ? " The first valid fork is drawn." : "")
                        + CellStyle.aboutPale(drawn),
                legend, panels, false));
    }

    private static Map<String, List<Burst>> series(List<Burst> bursts, CellStyle style) {
        return bursts.stream().collect(
                Collectors.groupingBy(burst -> style.series(burst.cell()), LinkedHashMap::new, Collectors.toList()));
    }

    /** Of each cell one fork: several curves of one colour would pass for several waves. */
    private static List<Burst> firstForks(List<Burst> bursts, CellStyle style) {
        return series(bursts, style).values().stream()
                .map(forks -> forks.stream().filter(fork -> fork.cell().counts()).findFirst().orElse(forks.getFirst()))
                .toList();
    }

    /** Two plots that share the time below them. */
    private static Plot2D plot(List<Burst> bursts, CellStyle style) {
        double longest = bursts.stream().mapToDouble(burst -> burst.ms().length * burst.interval()).max().orElse(1);
        Plot2D plot = new Plot2D(430, Axis.builder().title("seconds since the ramp began").build(),
                Axis.builder().build());
        Burst one = bursts.getFirst();
        int intervals = SUMS.stream().filter(many -> many * one.interval() * BARS >= longest).findFirst()
                .orElse(SUMS.getLast());
        double step = intervals * one.interval();
        plot.layout("xaxis", Map.of("range", List.of(0, longest / 1000 * 1.02), "anchor", "y2"))
                .layout("yaxis", axis("answers in " + Numbers.brief(step) + " ms", 0.55, 1))
                .layout("yaxis2", axis("in flight", 0, 0.45));
        for (Burst burst : bursts) {
            if (burst.failures() > 0) {
                addSteps(plot, burst, burst.failed(), step, FAILED, style);
            }
            addSteps(plot, burst, burst.answered(), step, "", style);
            plot.line(burst.seconds(), burst.inFlight(), style, burst.cell(), "in flight",
                    "%{y:.4~g} in flight at %{x:.3~g} s",
                    Map.of("yaxis", "y2", "mode", mode(style), "line", Map.of("dash", "solid")));
        }
        addStarted(plot, bursts.stream().max(Comparator.comparingInt(burst -> burst.ms().length)).orElse(one));
        return plot;
    }

    private static Map<String, Object> axis(String title, double from, double to) {
        return Map.of("title", Map.of("text", title), "domain", List.of(from, to), "automargin", true, "rangemode",
                "tozero");
    }

    private static String mode(CellStyle style) {
        return style.severalJdks() ? "lines+markers" : "lines";
    }

    /** A curve in steps, from the beginning of each interval to its end. @param what they are if no answers */
    private static void addSteps(Plot2D plot, Burst burst, double[] values, double step, String what, CellStyle style) {
        double[] sums = Burst.sums(values, (int) Math.round(step / burst.interval()));
        double start = burst.ms()[0] - burst.interval();
        double[] x = IntStream.rangeClosed(0, sums.length).mapToDouble(i -> (start + i * step) / 1000).toArray();
        double[] y = IntStream.rangeClosed(0, sums.length).mapToDouble(i -> i < sums.length ? sums[i] : 0).toArray();
        Map<String, Object> extras = new LinkedHashMap<>();
        extras.put("mode", mode(style));
        extras.put("line", what.isEmpty() ? Map.of("shape", "hv", "dash", "solid")
                : Map.of("shape", "hv", "dash", "dash", "width", 2));
        String told = (what.isEmpty() ? "answered" : what) + " in " + Numbers.brief(step) + " ms";
        plot.line(x, y, style, burst.cell(), told, "%{y:.4~g} " + told + " from %{x:.3~g} s", extras);
    }

    /** What was asked for: the same of every cell in a plot, so one is enough. */
    private static void addStarted(Plot2D plot, Burst burst) {
        plot.add(ScatterTrace.builder(burst.seconds(), Burst.soFar(burst.started())).mode(ScatterTrace.Mode.LINE)
                .line(Line.builder().color(Palette.NEUTRAL).width(1.5).dash(STARTED_DASH).build())
                .marker(Marker.builder().color(Palette.NEUTRAL).build()).build(),
                Map.of("yaxis", "y2", "meta", List.of("kind " + STARTED),
                        "hovertemplate", "%{y:.4~g} started by %{x:.3~g} s<extra></extra>"));
    }

    private static String sentence(List<Burst> bursts, CellStyle style) {
        List<Burst> valid = bursts.stream().filter(burst -> burst.cell().counts() && burst.waves() > 0).toList();
        if (valid.isEmpty()) {
            return "No valid cell answered here: nothing can be concluded from these curves.";
        }
        List<List<Burst>> series = List.copyOf(series(valid, style).values());
        return "At " + bursts.getFirst().cell().load() + " " + Numbers.list(series.stream()
                .map(forks -> style.variant(forks.getFirst().cell())
                        + (forks == series.getFirst() ? " answers in " : " in ") + waves(forks)
                        + " within " + within(forks) + " s" + failures(forks))
                .toList()) + ".";
    }

    private static String failures(Collection<Burst> forks) {
        var failures = forks.stream().mapToLong(Burst::failures).summaryStatistics();
        return failures.getMax() == 0 ? "" : " (" + Numbers.counts(failures.getMin(), failures.getMax()) + " failed)";
    }

    private static String waves(Collection<Burst> forks) {
        var waves = forks.stream().mapToInt(Burst::waves).summaryStatistics();
        return Numbers.counts(waves.getMin(), waves.getMax()) + (waves.getMax() == 1 ? " wave" : " waves");
    }

    private static String within(Collection<Burst> forks) {
        var lasts = forks.stream().mapToDouble(Burst::lasts).summaryStatistics();
        return Numbers.range(lasts.getMin(), lasts.getMax());
    }
}
