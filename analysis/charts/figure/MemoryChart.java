package charts.figure;

import charts.run.Cell;
import charts.run.Run;
import charts.run.Waiting;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import tech.tablesaw.plotly.components.Axis;

/**
 * What a waiting request costs in memory: how much the process and its heap grew while so many waited, for each of
 * them.
 */
public final class MemoryChart implements Chart {

    /** The two bars of a cell. */
    private enum Kind {
        RSS("memory of the process (RSS)", "", Waiting::rssKb),
        HEAP("live heap", "/", Waiting::heapKb);

        final GroupedBars.Kind kind;
        final ToDoubleFunction<Waiting> value;

        Kind(String label, String pattern, ToDoubleFunction<Waiting> value) {
            this.kind = new GroupedBars.Kind(label, pattern);
            this.value = value;
        }

        /** The mean of the forks, of which those that are INVALID are left out as long as one is valid. */
        GroupedBars.Bar bar(List<Cell> forks) {
            var known = forks.stream().map(Cell::waiting).mapToDouble(value).filter(Double::isFinite)
                    .summaryStatistics();
            return known.getCount() == 0 ? GroupedBars.Bar.of(forks.getFirst(), Double.NaN)
                    : new GroupedBars.Bar(forks.getFirst(),
                            (int) known.getCount(), known.getAverage(), known.getMin(), known.getMax());
        }
    }

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        List<List<Cell>> cells = run.cells().stream().filter(cell -> Double.isFinite(cell.waiting().rssKb())
                || Double.isFinite(cell.waiting().heapKb())).sorted(style.order())
                .collect(Collectors.groupingBy(style::series, LinkedHashMap::new, Collectors.toList())).values()
                .stream()
                .map(Cell::believed).toList();
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        List<Kind> kinds = List.of(Kind.values()).stream()
                .filter(kind -> cells.stream().anyMatch(forks -> Double.isFinite(kind.bar(forks).value()))).toList();
        List<LegendEntry> legend = new ArrayList<>(style.variants(cells.stream().map(List::getFirst).toList()));
        kinds.forEach(kind -> legend.add(kind.kind.legend()));
        return Optional.of(new Drawing("memory", "Memory per waiting request", sentence(cells, kinds, style),
                "Growth of the process memory (RSS), and of the live heap after a garbage collection, since the "
                        + "service was idle, divided by the number of requests that waited at the same time."
                        + (cells.stream().anyMatch(forks -> Kind.RSS.bar(forks).value() < Kind.HEAP.bar(forks).value())
                                ? " If the heap had free space when the service was idle, RSS grows by less than the "
                                        + "live heap."
                                : "")
                        + (cells.stream().anyMatch(forks -> forks.size() > 1)
                                ? " A bar is the mean of the forks, its whisker runs from the least to the greatest "
                                        + "of them."
                                : ""),
                legend, GroupedBars.panels("memory", "", cells,
                        forks -> (int) kinds.stream().filter(kind -> Double.isFinite(kind.bar(forks).value())).count(),
                        some -> plot(some, cells, kinds, style)),
                false));
    }

    /** @param all of the chart, so that its plots have the same axis */
    private static Plot2D plot(List<List<Cell>> cells, List<List<Cell>> all, List<Kind> kinds, CellStyle style) {
        Map<Cell, List<Cell>> forksOf = cells.stream().collect(Collectors.toMap(List::getFirst, forks -> forks));
        GroupedBars groups = new GroupedBars(Axis.builder().title("KiB per request").build(),
                cells.stream().map(List::getFirst).toList(), cell -> label(cell, forksOf.get(cell), style),
                kinds.size(),
                "KiB",
                Numbers::brief, style);
        double widest = all.stream().flatMapToDouble(forks -> kinds.stream().map(kind -> kind.bar(forks))
                .mapToDouble(GroupedBars.Bar::greatest)).filter(Double::isFinite).max().orElse(1);
        groups.plot().layout("xaxis", Map.of("range", List.of(0, widest * 1.15), "tickangle", 0, "nticks", 6));
        kinds.forEach(kind -> groups.add(kind.kind, cells.stream().map(kind::bar).toList(), false));
        return groups.plot();
    }

    private static String label(Cell cell, List<Cell> forks, CellStyle style) {
        return style.label(cell) + known("\n", forks, Waiting::requests, " waiting")
                + known("\n", forks, Waiting::threads, " platform threads");
    }

    private static String known(String before, List<Cell> forks, ToDoubleFunction<Waiting> value, String after) {
        var known = forks.stream().map(Cell::waiting).mapToDouble(value).filter(Double::isFinite).summaryStatistics();
        return known.getCount() == 0 ? "" : before + Numbers.count(Math.round(known.getAverage())) + after;
    }

    /** Who needs most and who least, under the load where they differ most. */
    private static String sentence(List<List<Cell>> all, List<Kind> kinds, CellStyle style) {
        List<List<Cell>> cells = all.stream().filter(forks -> forks.getFirst().counts()).toList();
        if (cells.isEmpty()) {
            return "Every cell is INVALID: nothing can be concluded from these bars.";
        }
        Kind first = kinds.getFirst();
        Map<String, List<List<Cell>>> byLoad = cells.stream().filter(forks -> first.bar(forks).value() > 0)
                .collect(Collectors.groupingBy(forks -> forks.getFirst().load(), LinkedHashMap::new,
                        Collectors.toList()));
        byLoad.values().removeIf(group -> group.size() < 2);
        if (byLoad.isEmpty()) {
            return cells.stream().map(only -> "On " + style.series(only.getFirst()) + " a waiting request takes "
                    + Numbers.list(kinds.stream().filter(kind -> Double.isFinite(kind.bar(only).value()))
                            .map(kind -> Numbers.brief(kind.bar(only).value()) + " KiB of " + kind.kind.label())
                            .toList())
                    + known(", and there are ", only, Waiting::threads, " platform threads")
                    + known(" while ", only, Waiting::requests, " wait"))
                    .collect(Collectors.joining(". ")) + ".";
        }
        Comparator<List<Cell>> byNeed = Comparator.comparingDouble(forks -> first.bar(forks).value());
        List<List<Cell>> widest = byLoad.values().stream().max(Comparator.comparingDouble(group -> ratio(first,
                group.stream().max(byNeed).orElseThrow(), group.stream().min(byNeed).orElseThrow()))).orElseThrow();
        List<Cell> most = widest.stream().max(byNeed).orElseThrow();
        List<Cell> least = widest.stream().min(byNeed).orElseThrow();
        return "At " + most.getFirst().load() + " a waiting request takes "
                + Numbers.list(kinds.stream().map(kind -> compared(kind, most, least, style)).toList()) + ". "
                + who(most, style) + threads(most) + ", " + who(least, style) + threads(least) + ".";
    }

    private static String compared(Kind kind, List<Cell> most, List<Cell> least, CellStyle style) {
        return Numbers.brief(kind.bar(most).value()) + " KiB of " + kind.kind.label() + " on " + who(most, style)
                + " and "
                + Numbers.brief(kind.bar(least).value()) + " on " + who(least, style)
                + " (" + Numbers.ratio(ratio(kind, most, least)) + " : 1)";
    }

    private static String who(List<Cell> forks, CellStyle style) {
        return style.variant(forks.getFirst());
    }

    private static String threads(List<Cell> forks) {
        return known(" has ", forks, Waiting::threads, " platform threads")
                + known(" while ", forks, Waiting::requests, " wait");
    }

    private static double ratio(Kind kind, List<Cell> most, List<Cell> least) {
        return kind.bar(most).value() / kind.bar(least).value();
    }
}
