package charts.figure;

import charts.run.Capacity;
import charts.run.Cell;
import charts.run.Run;
import charts.text.Bound;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import tech.tablesaw.plotly.components.Axis;

/**
 * What the rule says of each variant from one user to ten thousand, and where the measured cells lie: which station
 * becomes the bottleneck, and at how many users.
 */
public final class CapacityChart implements Chart {

    /** One of the two figures of a curve, and the same of a cell. */
    private record Figure(String id, String title, String unit, Function<Capacity, double[]> rule,
            ToDoubleFunction<Cell> measured) {

        /** Its plot in words: where each curve begins and ends. */
        String inWords(List<Capacity> curves, CellStyle style) {
            return curves.stream().map(curve -> {
                double[] values = rule.apply(curve);
                return style.series(curve.cell()) + " " + Numbers.brief(values[0]) + " " + unit + " with "
                        + Numbers.count(Math.round(curve.users()[0])) + " user and "
                        + Numbers.brief(values[values.length - 1]) + " with "
                        + Numbers.count(Math.round(curve.mostUsers()));
            }).collect(Collectors.joining("; ", title + " by the rule: ", "."));
        }
    }

    private static final List<Figure> FIGURES = List.of(
            new Figure("capacity_rps", "Throughput", "requests/s", Capacity::rps, Cell::rps),
            new Figure("capacity_ms", "Mean response time", "ms", Capacity::ms, Cell::meanMs));

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        List<Capacity> curves = Capacity.of(run).stream().sorted(Comparator.comparing(Capacity::cell, style.order()))
                .toList();
        if (curves.isEmpty()) {
            return Optional.empty();
        }
        List<Cell> drawn = curves.stream().map(Capacity::cell).toList();
        List<LegendEntry> legend = new ArrayList<>(style.variants(drawn));
        legend.addAll(style.symbols(drawn));
        List<Drawing.Panel> panels = FIGURES.stream().map(figure -> Drawing.Panel.of(figure.id, figure.title, "",
                figure.inWords(curves, style), plot(figure, run, curves, style))).toList();
        return Optional.of(new Drawing("capacity", "Throughput and response time by the number of users",
                sentence(curves, style),
                "A curve is what the rule says before the run. A marker is a measured cell, one for each fork. Both "
                        + "axes are logarithmic." + CellStyle.aboutPale(drawn),
                legend, panels, true));
    }

    private static Plot2D plot(Figure figure, Run run, List<Capacity> curves, CellStyle style) {
        double[] all = curves.stream().flatMapToDouble(curve -> DoubleStream.of(figure.rule.apply(curve)))
                .filter(value -> value > 0).toArray();
        double least = DoubleStream.of(all).min().orElse(1);
        double greatest = DoubleStream.of(all).max().orElse(1);
        double most = curves.stream().flatMapToDouble(curve -> DoubleStream.of(curve.users())).max().orElse(1);
        Plot2D plot = new Plot2D(320,
                Axis.builder().title("users").type(Axis.Type.LOG).tickSettings(Plot2D.decades(1, most, 1)).build(),
                Axis.builder().title(figure.unit).type(Axis.Type.LOG)
                        .tickSettings(Plot2D.decades(least, greatest, 1)).build())
                .layout("xaxis", Map.of("range", List.of(-0.05, Math.log10(most) + 0.05), "tickangle", 0))
                .layout("yaxis", Map.of("automargin", true, "range",
                        List.of(Math.log10(least) - 0.15, Math.log10(greatest) + 0.15)));
        for (Capacity curve : curves) {
            plot.line(curve.users(), figure.rule.apply(curve), style, curve.cell(),
                    "by the rule: %{x:,} users, %{y:,.4~g} " + figure.unit + "<br>limited by %{text}",
                    Map.of("mode", "lines", "line", Map.of("width", 1.5, "dash", "solid"), "text",
                            curve.bounds().stream().map(Bound::words).toList()));
            List<Cell> measured = curve.measured(run).stream()
                    .filter(cell -> Double.isFinite(figure.measured.applyAsDouble(cell))).toList();
            if (!measured.isEmpty()) {
                plot.line(measured.stream().mapToDouble(Cell::users).toArray(),
                        measured.stream().mapToDouble(figure.measured).toArray(), style, curve.cell(), "measured",
                        "measured: %{x:,} users, %{y:,.4~g} " + figure.unit,
                        Map.of("mode", "markers", "marker", Map.of("size", 9)));
            }
        }
        plot.numbers(numbers(figure, curves, style));
        return plot;
    }

    private static Drawing.Table numbers(Figure figure, List<Capacity> curves, CellStyle style) {
        double[] users = curves.getFirst().users();
        List<String> columns = new ArrayList<>(List.of("by the rule"));
        DoubleStream.of(users).forEach(n -> columns.add(Numbers.count(Math.round(n)) + " users"));
        return new Drawing.Table(figure.unit, columns, curves.stream().flatMap(curve -> {
            List<String> row = new ArrayList<>(List.of(style.series(curve.cell())));
            DoubleStream.of(users).forEach(n -> row.add(Numbers.table(curve.at(n, figure.rule.apply(curve)))));
            List<String> limits = new ArrayList<>(List.of(style.series(curve.cell()) + ": limit"));
            curve.bounds().forEach(bound -> limits.add(Bound.words(bound)));
            return Stream.of(row, limits);
        }).toList());
    }

    /** Which station becomes the bottleneck of which variant, and from how many users on. */
    private static String sentence(List<Capacity> curves, CellStyle style) {
        return curves.stream().map(curve -> style.variant(curve.cell())
                + (curve.cell().route().isEmpty() ? "" : " (" + curve.cell().route() + ")")
                + (curve.bottleneck().isEmpty() ? ": throughput grows with the users up to "
                        + Numbers.count(Math.round(curve.mostUsers()))
                        : earlier(curve) + ": from about " + Numbers.count(Math.round(from(curve))) + " users on, "
                                + Bound.words(curve.bottleneck()) + " allow at most "
                                + Numbers.brief(curve.mostRps()) + " requests/s"))
                .collect(Collectors.joining("; ", "By the rule: ", "."));
    }

    /** The limits before the last one. */
    private static String earlier(Capacity curve) {
        List<Capacity.Change> changes = curve.changes();
        return changes.subList(0, changes.size() - 1).stream().map(change -> ": from about "
                + Numbers.count(Math.round(change.users())) + " users on, " + Bound.words(change.bound())
                + " are the limit").collect(Collectors.joining());
    }

    /** The users from which on the last limit is one: a single limit is computed, of several the curve tells. */
    private static double from(Capacity curve) {
        return curve.changes().size() == 1 ? curve.knee() : curve.changes().getLast().users();
    }
}
