package charts.figure;

import charts.run.Run;
import charts.run.Throughput;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.traces.ScatterTrace;

/** Throughput as measured, as the rule says and as it was published, for each variant under each load. */
public final class ThroughputChart implements Chart {
    // What forks differ by on a quiet machine is no difference between variants.
    private static final double EQUAL = 1.05;

    private static final int SPOKEN_OF = 6; // groups of cells that the sentence names for each bound

    /** What a cell's throughput is held against: a stroke across its bars, told apart by its width. */
    private enum Stroke {
        PINNED("if pinned", Throughput::pinned, 5),
        UNPINNED("if not pinned", Throughput::unpinned, 2),
        LIMIT("limit", Throughput::limit, 2);

        final String label;
        final ToDoubleFunction<Throughput> value;
        final int width; // in pixels

        Stroke(String label, ToDoubleFunction<Throughput> value, int width) {
            this.label = label;
            this.value = value;
            this.width = width;
        }

        boolean knows(Throughput bar) {
            return !Double.isNaN(value.applyAsDouble(bar));
        }
    }

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        List<Throughput> bars = Throughput.of(run, style::series, style.order());
        if (bars.isEmpty()) {
            return Optional.empty();
        }
        List<Figure> figures = List.of(Figure.values()).stream().filter(figure -> bars.stream().anyMatch(figure::knows))
                .toList();
        List<LegendEntry> legend = new ArrayList<>(style.variants(bars.stream().map(Throughput::cell).toList()));
        figures.forEach(figure -> legend.add(figure.legend()));
        List<Stroke> strokes = List.of(Stroke.values()).stream().filter(stroke -> bars.stream().anyMatch(stroke::knows))
                .toList();
        strokes.forEach(
                stroke -> legend.add(LegendEntry.stroke("kind " + stroke.label, stroke.label, stroke.width + 1)));
        int forks = bars.stream().mapToInt(Throughput::forks).max().orElse(1);
        return Optional.of(new Drawing("throughput", "Throughput", sentence(bars, style),
                note(strokes) + converted(figures, run.folder().info().publishedFaster())
                        + (forks > 1 ? "A bar is the mean of up to " + forks
                                + " forks, its whisker runs from the least to the greatest of them."
                                : "One fork: no interval."),
                legend, GroupedBars.panels("throughput", "", bars,
                        bar -> Figure.known(figures, bar),
                        some -> plot(some, widest(bars, figures, strokes), figures, strokes, style)),
                false));
    }

    private static String converted(List<Figure> figures, double faster) {
        return !figures.contains(Figure.PUBLISHED) || faster == 1 ? ""
                : "Requests took " + Numbers.brief(faster) + " times as long in the published experiment, so "
                        + "published throughput is multiplied by " + Numbers.brief(faster) + ". ";
    }

    private static String note(List<Stroke> strokes) {
        return (strokes.contains(Stroke.PINNED) || strokes.contains(Stroke.UNPINNED) ? "The thick stroke ("
                + Stroke.PINNED.label
                + ") is the throughput by the rule if every request held its carrier while it waits. The thin stroke ("
                + Stroke.UNPINNED.label + ") is the throughput by the rule if no request did. " : "")
                + (strokes.contains(Stroke.LIMIT)
                        ? "The " + Stroke.LIMIT.label + " is the highest throughput if each request needs the "
                                + "declared CPU time, on the CPUs or threads that there are. "
                        : "");
    }

    private static double widest(List<Throughput> bars, List<Figure> figures, List<Stroke> strokes) {
        double bar = bars.stream().flatMapToDouble(one -> figures.stream().filter(figure -> figure.knows(one))
                .mapToDouble(figure -> Math.max(figure.of(one), one.greatest()))).max().orElse(1);
        return Math.max(bar,
                strokes.stream()
                        .flatMapToDouble(stroke -> bars.stream().filter(stroke::knows).mapToDouble(stroke.value))
                        .max().orElse(0));
    }

    /** @param widest of all bars and strokes of the chart, so that its plots have the same axis */
    private static Plot2D plot(List<Throughput> bars, double widest, List<Figure> figures, List<Stroke> strokes,
            CellStyle style) {
        GroupedBars groups = new GroupedBars(Axis.builder().title("requests/s").build(),
                bars.stream().map(Throughput::cell).toList(),
                style::label, figures.size(), "requests/s", Numbers::brief, style);
        // Room for the numbers behind the bars, and for those below them, on a phone too.
        boolean longNumbers = widest >= 1000;
        groups.plot().layout("xaxis", Map.of("range", List.of(0, widest * (longNumbers ? 1.2 : 1.12)), "tickangle", 0,
                "nticks", longNumbers ? 4 : 6));
        figures.forEach(figure -> groups.add(figure.kind(), bars.stream().map(figure::bar).toList(),
                figure == Figure.MEASURED && bars.stream().anyMatch(Throughput::bounded)));
        strokes.forEach(stroke -> addStrokes(groups, stroke, bars.stream().filter(stroke::knows).toList()));
        return groups.plot();
    }

    /** A stroke across the bars of each cell that has one; where its value is the same they make one line. */
    private static void addStrokes(GroupedBars groups, Stroke stroke, List<Throughput> bars) {
        List<Double> values = bars.stream().map(stroke.value::applyAsDouble).toList();
        bars.forEach(bar -> groups.tell(stroke.label, bar.cell(), Numbers.brief(stroke.value.applyAsDouble(bar))));
        StringColumn x = StringColumn.create("value", values.stream().map(Numbers::brief).toList());
        StringColumn y = StringColumn.create("cell", bars.stream().map(bar -> groups.label(bar.cell())).toList());
        groups.plot().add(ScatterTrace.builder(x, y).mode(ScatterTrace.Mode.MARKERS).build(),
                Map.of("meta", List.of("kind " + stroke.label), "x", values, "cliponaxis", false,
                        "hovertemplate", "%{y}<br>" + stroke.label + " %{x:.4~g} requests/s<extra></extra>",
                        "marker", Map.of("symbol", "line-ns", "size", groups.height() + 14,
                                "line", Map.of("width", stroke.width, "color", Palette.NEUTRAL))));
    }

    private static String sentence(List<Throughput> all, CellStyle style) {
        List<Throughput> bars = all.stream().filter(bar -> bar.cell().counts()).toList();
        if (bars.isEmpty()) {
            return "Every cell is INVALID: nothing can be concluded from these bars.";
        }
        List<String> parts = new ArrayList<>();
        parts.add(comparison(bars, style));
        List<String> against = new ArrayList<>();
        against(bars, Throughput::rule).ifPresent(ratios -> against.add(ratios + " times what the rule says"));
        against(bars, Throughput::published).ifPresent(ratios -> against.add(ratios + " times what was published"));
        if (!against.isEmpty()) {
            parts.add("measured is " + Numbers.list(against));
        }
        List<Throughput> bounded = bars.stream().filter(Throughput::bounded).toList();
        nearer("as if pinned", bounded, true, style).ifPresent(parts::add);
        nearer("as if not pinned", bounded, false, style).ifPresent(parts::add);
        List<Throughput> impossible = bars.stream().filter(Throughput::impossible).toList();
        if (!impossible.isEmpty()) {
            parts.add(Numbers.list(impossible.stream().map(bar -> style.series(bar.cell()) + " is at "
                    + Numbers.ratio(bar.measured() / bar.limit()) + " times its " + Stroke.LIMIT.label).toList())
                    + ": either a request takes less time than declared, or more CPUs or threads took part");
        }
        int invalid = all.size() - bars.size();
        return String.join("; ", parts) + "." + (invalid == 0 ? "" : " Not counted: " + invalid + " INVALID (pale).");
    }

    /**
     * Which cells lie nearer to the bound of that name than to the other. Routes whose cells agree are named without
     * their JDKs and variants, JDKs whose variants agree without those.
     */
    private static Optional<String> nearer(String name, List<Throughput> bounded, boolean pinned, CellStyle style) {
        List<String> named = new ArrayList<>();
        grouped(bounded, bar -> style.load(bar.cell())).forEach((load, ofLoad) -> {
            if (agree(ofLoad, pinned)) {
                named.add(load);
                return;
            }
            List<String> jdks = new ArrayList<>();
            List<String> cells = new ArrayList<>();
            grouped(ofLoad, bar -> bar.cell().jdk()).forEach((jdk, ofJdk) -> {
                if (style.severalJdks() && agree(ofJdk, pinned)) {
                    jdks.add(jdk);
                } else {
                    ofJdk.stream().filter(bar -> bar.nearerToPinned() == pinned)
                            .forEach(bar -> cells.add(style.series(bar.cell())));
                }
            });
            if (!jdks.isEmpty()) {
                named.add(load + " on " + Numbers.list(jdks));
            }
            named.addAll(cells);
        });
        return named.isEmpty() ? Optional.empty()
                : Optional.of(name + ": " + (named.size() <= SPOKEN_OF ? Numbers.list(named)
                        : String.join(", ", named.subList(0, SPOKEN_OF)) + " and " + (named.size() - SPOKEN_OF)
                                + " more"));
    }

    private static Map<String, List<Throughput>> grouped(List<Throughput> bars, Function<Throughput, String> by) {
        return bars.stream().collect(Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toList()));
    }

    private static boolean agree(List<Throughput> bars, boolean pinned) {
        return bars.stream().allMatch(bar -> bar.nearerToPinned() == pinned);
    }

    /** Where the variants differ most, who is ahead of whom and by how much; and where they do not differ. */
    private static String comparison(List<Throughput> bars, CellStyle style) {
        Map<String, List<Throughput>> byLoad = bars.stream().collect(
                Collectors.groupingBy(bar -> bar.cell().load(), LinkedHashMap::new, Collectors.toList()));
        byLoad.values().removeIf(group -> group.size() < 2);
        Comparator<Throughput> bySpeed = Comparator.comparingDouble(Throughput::measured);
        if (byLoad.isEmpty()) {
            Throughput best = bars.stream().max(bySpeed).orElseThrow();
            return style.series(best.cell()) + " serves " + Numbers.brief(best.measured()) + " requests/s";
        }
        String widest = byLoad.keySet().stream().max(Comparator.comparingDouble(load -> lead(byLoad.get(load))))
                .orElseThrow();
        List<String> level = byLoad.keySet().stream().filter(load -> lead(byLoad.get(load)) < EQUAL).toList();
        if (level.size() == byLoad.size()) {
            return "The variants serve the same load equally fast: at " + widest + " they differ by "
                    + Numbers.percent(100 * (lead(byLoad.get(widest)) - 1)) + " %";
        }
        List<Throughput> group = byLoad.get(widest).stream().sorted(bySpeed.reversed()).toList();
        Throughput worst = group.getLast();
        List<Throughput> ahead = group.stream().filter(bar -> bar.measured() * EQUAL > group.getFirst().measured())
                .toList();
        return "At " + widest + " " + Numbers.list(ahead.stream().map(bar -> style.variant(bar.cell())).toList())
                + (ahead.size() == 1 ? " serves " : " serve ")
                + Numbers.range(ahead.getLast().measured(), ahead.getFirst().measured())
                + " requests/s, " + Numbers.ratio(group.getFirst().measured() / worst.measured()) + " times the "
                + Numbers.brief(worst.measured()) + " of " + style.variant(worst.cell())
                + (level.isEmpty() ? ""
                        : "; at " + level.getFirst() + " they differ by "
                                + Numbers.percent(100 * (lead(byLoad.get(level.getFirst())) - 1)) + " %");
    }

    private static double lead(List<Throughput> group) {
        var speeds = group.stream().mapToDouble(Throughput::measured).summaryStatistics();
        return speeds.getMin() > 0 ? speeds.getMax() / speeds.getMin() : Double.POSITIVE_INFINITY;
    }

    private static Optional<String> against(List<Throughput> bars, ToDoubleFunction<Throughput> other) {
        var ratios = bars.stream().mapToDouble(bar -> bar.measured() / other.applyAsDouble(bar))
                .filter(Double::isFinite).summaryStatistics();
        return ratios.getCount() == 0 ? Optional.empty()
                : Optional.of(Numbers.ratios(ratios.getMin(), ratios.getMax()));
    }
}
