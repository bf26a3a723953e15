package charts.figure;

import charts.run.Cell;
import charts.run.Cost;
import charts.run.Run;
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
import java.util.stream.Stream;
import tech.tablesaw.plotly.components.Axis;

/**
 * CPUs in use beside the CPU time of a request, where variants serve unequally much: who serves more uses more, and
 * that alone says nothing of what a request costs.
 */
public final class CpuChart implements Chart {

    // What forks differ by on a quiet machine is no difference between variants.
    private static final double EQUAL = 1.05;

    /** Whose CPU time a bar is. */
    private enum Kind {
        SERVICE("service", "", Cost::cpus, Cost::usPerRequest),
        DATABASE("database", "/", Cost::databaseCpus, Cost::databaseUs);

        final GroupedBars.Kind kind;
        final ToDoubleFunction<Cost> cpus;
        final ToDoubleFunction<Cost> us;

        Kind(String label, String pattern, ToDoubleFunction<Cost> cpus, ToDoubleFunction<Cost> us) {
            this.kind = new GroupedBars.Kind(label, pattern);
            this.cpus = cpus;
            this.us = us;
        }
    }

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        boolean stages = run.cells().stream().anyMatch(Cell::stage);
        List<List<Cell>> cells = run.cells().stream()
                .filter(cell -> stages ? cell.stage() : cell.stored().known() && !cell.aside())
                .filter(cell -> cell.rps() > 0 && Double.isFinite(cell.cost().cpus())
                        && Double.isFinite(cell.cost().usPerRequest()))
                .sorted(style.order())
                .collect(Collectors.groupingBy(style::series, LinkedHashMap::new, Collectors.toList()))
                .values().stream().map(Cell::believed).toList();
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        List<Kind> kinds = List.of(Kind.values()).stream()
                .filter(kind -> cells.stream().anyMatch(forks -> Double.isFinite(mean(forks, kind.cpus)))).toList();
        List<LegendEntry> legend = new ArrayList<>(style.variants(cells.stream().map(List::getFirst).toList()));
        if (kinds.size() > 1) {
            kinds.forEach(kind -> legend.add(kind.kind.legend()));
        }
        return Optional.of(new Drawing("cpu", "CPU, in all and for each request", sentence(cells, style),
                "A variant that serves more requests may use more CPUs, so compare the CPU time of a request. After a "
                        + "short warm-up much of it is JIT compilation."
                        + (cells.stream().anyMatch(forks -> forks.size() > 1)
                                ? " A bar is the mean of the forks, its whisker runs from the least to the greatest "
                                        + "of them."
                                : ""),
                legend, Stream.of(
                        panels("cpu_total", "CPUs in use", "CPUs", cells, kinds, kind -> kind.cpus, style),
                        panels("cpu_request", "CPU time per request", "µs", cells, kinds, kind -> kind.us, style))
                        .flatMap(List::stream).toList(),
                true));
    }

    private static List<Drawing.Panel> panels(String id, String title, String unit, List<List<Cell>> cells,
            List<Kind> kinds, Function<Kind, ToDoubleFunction<Cost>> value, CellStyle style) {
        return GroupedBars.panels(id, title, cells,
                forks -> (int) kinds.stream().filter(kind -> Double.isFinite(mean(forks, value.apply(kind)))).count(),
                some -> plot(unit, some, cells, kinds, value, style));
    }

    /** @param all of the chart, so that its plots have the same axis */
    private static Plot2D plot(String unit, List<List<Cell>> cells, List<List<Cell>> all, List<Kind> kinds,
            Function<Kind, ToDoubleFunction<Cost>> value, CellStyle style) {
        GroupedBars groups = new GroupedBars(Axis.builder().title(unit).build(),
                cells.stream().map(List::getFirst).toList(), style::label,
                kinds.size(), unit, Numbers::brief, style);
        double widest = kinds.stream().map(value)
                .flatMapToDouble(of -> all.stream().mapToDouble(forks -> bar(forks, of).greatest()))
                .filter(Double::isFinite).max().orElse(1);
        // Long numbers need more room than a phone has for five.
        int ticks = widest >= 10_000 ? 3 : widest >= 1000 ? 4 : 5;
        groups.plot().layout("xaxis", Map.of("range", List.of(0, widest * 1.2), "tickangle", 0, "nticks", ticks));
        kinds.forEach(kind -> groups.add(kind.kind, cells.stream().map(forks -> bar(forks, value.apply(kind))).toList(),
                false));
        return groups.plot();
    }

    private static GroupedBars.Bar bar(List<Cell> forks, ToDoubleFunction<Cost> value) {
        var known = forks.stream().map(Cell::cost).mapToDouble(value).filter(Double::isFinite).summaryStatistics();
        return known.getCount() == 0 ? GroupedBars.Bar.of(forks.getFirst(), Double.NaN)
                : new GroupedBars.Bar(forks.getFirst(), (int) known.getCount(), known.getAverage(), known.getMin(),
                        known.getMax());
    }

    private static double mean(List<Cell> forks, ToDoubleFunction<Cost> value) {
        return bar(forks, value).value();
    }

    /** Under the load where the variants serve most unequally: how much of the CPU is more work done. */
    private static String sentence(List<List<Cell>> all, CellStyle style) {
        List<List<Cell>> cells = all.stream().filter(forks -> forks.getFirst().counts() && mean(forks, Cost::cpus) > 0)
                .toList();
        if (cells.isEmpty()) {
            return "Every cell is INVALID: nothing can be concluded from these bars.";
        }
        ToDoubleFunction<List<Cell>> cpus = forks -> mean(forks, Cost::cpus);
        ToDoubleFunction<List<Cell>> us = forks -> mean(forks, Cost::usPerRequest);
        Map<String, List<List<Cell>>> byLoad = cells.stream()
                .collect(Collectors.groupingBy(forks -> forks.getFirst().load(), LinkedHashMap::new,
                        Collectors.toList()));
        byLoad.values().removeIf(group -> group.size() < 2);
        if (byLoad.isEmpty()) {
            List<Cell> most = cells.stream().max(Comparator.comparingDouble(cpus)).orElseThrow();
            return style.series(most.getFirst()) + " uses the most CPUs, " + Numbers.brief(cpus.applyAsDouble(most))
                    + ", which is "
                    + Numbers.brief(us.applyAsDouble(most)) + " µs for each request.";
        }
        // At a rate that was set all serve the same, and only the CPUs differ.
        ToDoubleFunction<List<Cell>> measure = byLoad.values().stream()
                .anyMatch(group -> over(most(group, CpuChart::rps),
                        least(group, CpuChart::rps), CpuChart::rps) >= EQUAL) ? CpuChart::rps : cpus;
        List<List<Cell>> widest = byLoad.values().stream().max(Comparator.comparingDouble(
                group -> over(most(group, measure), least(group, measure), measure))).orElseThrow();
        List<Cell> most = most(widest, measure);
        List<Cell> least = least(widest, measure);
        return "At " + most.getFirst().load() + " " + style.variant(most.getFirst()) + " uses "
                + Numbers.brief(cpus.applyAsDouble(most))
                + " CPUs, " + Numbers.ratio(over(most, least, cpus)) + " times the "
                + Numbers.brief(cpus.applyAsDouble(least)) + " of "
                + style.variant(least.getFirst()) + ", and serves " + Numbers.ratio(over(most, least, CpuChart::rps))
                + " times as many requests. Each of them takes " + Numbers.brief(us.applyAsDouble(most))
                + " µs instead of "
                + Numbers.brief(us.applyAsDouble(least)) + ", " + Numbers.ratio(over(most, least, us))
                + " times as much.";
    }

    private static List<Cell> most(List<List<Cell>> group, ToDoubleFunction<List<Cell>> value) {
        return group.stream().max(Comparator.comparingDouble(value)).orElseThrow();
    }

    private static List<Cell> least(List<List<Cell>> group, ToDoubleFunction<List<Cell>> value) {
        return group.stream().min(Comparator.comparingDouble(value)).orElseThrow();
    }

    private static double over(List<Cell> some, List<Cell> others, ToDoubleFunction<List<Cell>> value) {
        return value.applyAsDouble(some) / value.applyAsDouble(others);
    }

    private static double rps(List<Cell> forks) {
        return forks.stream().mapToDouble(Cell::rps).average().orElseThrow();
    }
}
