package charts.figure;

import charts.run.Cell;
import charts.run.Lag;
import charts.run.Run;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.components.Line;

/**
 * Rows that were accepted and not yet stored: an answer before the work is done only moves the queue to where it
 * is not seen.
 */
public final class LagChart implements Chart {
    private static final double LEVEL = 0.01; // of what is accepted: a lag that grows by less does not grow
    private static final double AT_ONCE = 0.02; // of the longest load: ends that are nearer to each other are one mark
    private static final List<Line.Dash> DASHES = List.of(Line.Dash.SOLID, Line.Dash.DASH, Line.Dash.DOT,
            Line.Dash.DASH_DOT);

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        List<Lag> all = Lag.of(run).stream().sorted(Comparator.comparing(Lag::cell, style.order())).toList();
        if (all.stream().noneMatch(lag -> lag.greatest() > 0)) {
            return Optional.empty();
        }
        // What stores each row before it answers never lags: it would only be a line along the axis. At a rate that
        // line is the result.
        List<Lag> never = series(all, style).values().stream()
                .filter(forks -> forks.stream().allMatch(lag -> lag.greatest() == 0 && !lag.cell().open()))
                .flatMap(List::stream).toList();
        List<Lag> lags = all.stream().filter(lag -> !never.contains(lag)).toList();
        List<String> routes = lags.stream().map(lag -> lag.cell().route()).distinct().toList();
        Map<String, List<Lag>> bySize = lags.stream()
                .collect(Collectors.groupingBy(lag -> lag.cell().size(), LinkedHashMap::new, Collectors.toList()));
        String main = bySize
                .keySet().stream().max(Comparator.comparing((String size) -> !bySize.get(size).getFirst().cell().open())
                        .thenComparingDouble(
                                size -> bySize.get(size).stream().mapToDouble(Lag::greatest).max().orElse(0)))
                .orElseThrow();
        List<Drawing.Panel> panels = new ArrayList<>();
        bySize.forEach((size, ofSize) -> panels.add(Drawing.Panel.of("lag_" + panels.size(), title(ofSize),
                size.equals(main) ? "" : sentence(ofSize, routes, style), sentence(ofSize, routes, style),
                plot(firstForks(ofSize, style), routes, style))));
        List<Cell> drawn = bySize.values().stream().flatMap(ofSize -> firstForks(ofSize, style).stream()).map(Lag::cell)
                .toList();
        List<LegendEntry> legend = new ArrayList<>(style.variants(drawn));
        legend.addAll(style.symbols(drawn));
        if (routes.size() > 1) {
            routes.forEach(route -> legend
                    .add(LegendEntry.line(key(route), route.isEmpty() ? "other" : route, dash(route, routes))));
        }
        return Optional.of(new Drawing("lag", "Rows accepted and not yet stored",
                sentence(bySize.get(main), routes, style) + lost(run, style),
                "The backlog grows by the rows accepted minus the rows stored. After the load ends no new requests "
                        + "are sent (those in progress may still be accepted), and the backlog drains. A variant that "
                        + "accepts fewer rows has a smaller backlog: compare variants at the same arrival rate."
                        + (never.isEmpty() ? ""
                                : " Never behind, and left out: "
                                        + Numbers.list(
                                                never.stream().map(lag -> name(lag, true, style)).distinct().toList())
                                        + ".")
                        + (lags.stream().anyMatch(Lag::hasRule)
                                ? " The thin dashed line is what the rule says."
                                : "")
                        + (lags.size() > drawn.size() ? " The first valid fork is drawn." : "")
                        + CellStyle.aboutPale(drawn),
                legend, panels, true));
    }

    private static Map<String, List<Lag>> series(List<Lag> lags, CellStyle style) {
        return lags.stream().collect(
                Collectors.groupingBy(lag -> style.series(lag.cell()), LinkedHashMap::new, Collectors.toList()));
    }

    /** Of each cell one fork: the end of another one's load is at another time. */
    private static List<Lag> firstForks(List<Lag> lags, CellStyle style) {
        return series(lags, style).values().stream()
                .map(forks -> forks.stream().filter(fork -> fork.cell().counts()).findFirst().orElse(forks.getFirst()))
                .toList();
    }

    private static String title(List<Lag> lags) {
        Cell cell = lags.getFirst().cell();
        return cell.open() && lags.size() > 1 ? "Equal offered rate: " + cell.size().replace(" offered", "")
                : cell.size();
    }

    private static String key(String route) {
        return "route " + route;
    }

    private static Line.Dash dash(String route, List<String> routes) {
        return DASHES.get(routes.indexOf(route) % DASHES.size());
    }

    private static Plot2D plot(List<Lag> lags, List<String> routes, CellStyle style) {
        Plot2D plot = new Plot2D(240, Axis.builder().title("seconds").build(), Axis.builder().title("rows").build())
                .unit("rows")
                .layout("margin", Map.of("t", 26)) // for the word above the mark
                .layout("xaxis", Map.of("rangemode", "tozero"))
                .layout("yaxis", Map.of("automargin", true, "rangemode", "tozero"));
        for (Lag lag : lags) {
            plot.line(lag.timeline().seconds(), lag.rows(), style, lag.cell(), "%{y:,.0f} rows at %{x:.3~g} s",
                    Map.of("mode", style.severalJdks() ? "lines+markers" : "lines", "meta",
                            List.of(key(lag.cell().route())),
                            "line", Map.of("dash", dash(lag.cell().route(), routes).toString())));
            if (lag.hasRule()) {
                plot.line(lag.timeline().seconds(), lag.rule(), style, lag.cell(),
                        "%{y:,.0f} rows at %{x:.3~g} s, by the rule", Map.of("mode", "lines", "line",
                                Map.of("dash", Line.Dash.LONG_DASH.toString(), "width", 1)));
            }
        }
        double[] ends = lags.stream().mapToDouble(lag -> lag.timeline().loadEnd()).sorted().toArray();
        double last = ends[ends.length - 1];
        double[] marks = last - ends[0] <= AT_ONCE * last ? new double[] {last} : ends;
        return plot.layout("shapes", DoubleStream.of(marks).mapToObj(end -> Map.of("type", "line", "x0", end, "x1", end,
                "yref", "paper", "y0", 0, "y1", 1, "layer", "below",
                "line", Map.of("color", Palette.NEUTRAL, "width", 1.5, "dash", "dash"))).toList())
                .layout("annotations",
                        List.of(Map.of("text", marks.length == 1 ? "load ends" : "loads end", "x", last, "yref",
                                "paper",
                                "y", 1, "yanchor", "bottom", "showarrow", false, "font", Map.of("size", 12))));
    }

    /** Who lags by how much, how long it takes to catch up, and the balance of flows of the one that lags most. */
    private static String sentence(List<Lag> all, List<String> routes, CellStyle style) {
        List<Lag> valid = all.stream().filter(lag -> lag.cell().counts()).toList();
        if (valid.isEmpty()) {
            return "No valid cell here: nothing can be concluded from these curves.";
        }
        Function<Lag, String> name = lag -> name(lag, routes.size() > 1, style);
        List<List<Lag>> series = series(valid, style).values().stream().sorted(Comparator.comparingDouble(
                (List<Lag> forks) -> forks.stream().mapToDouble(Lag::greatest).max().orElse(0)).reversed()).toList();
        String said = "At " + valid.getFirst().cell().size() + " "
                + series.stream().map(forks -> name.apply(forks.getFirst())
                        + (forks == series.getFirst() ? " is up to " + lag(forks) + " rows behind" : " " + lag(forks))
                        + atTheEnd(forks) + drained(forks))
                        .collect(Collectors.joining("; "))
                + ".";
        return said + balance(series.getFirst().getFirst(), name);
    }

    private static String name(Lag lag, boolean withRoute, CellStyle style) {
        return style.variant(lag.cell())
                + (withRoute && !lag.cell().route().isEmpty() ? " (" + lag.cell().route() + ")" : "");
    }

    private static String lag(List<Lag> forks) {
        var rows = forks.stream().mapToDouble(Lag::greatest).summaryStatistics();
        return Numbers.counts(Math.round(rows.getMin()), Math.round(rows.getMax()));
    }

    /** The most need not be what was left: a pause of the database passes. */
    private static String atTheEnd(List<Lag> forks) {
        var rows = forks.stream().mapToDouble(lag -> lag.cell().stored().lag()).filter(Double::isFinite)
                .summaryStatistics();
        return rows.getCount() == 0 ? ""
                : ", " + (rows.getMax() == 0 ? "none"
                        : Numbers.counts(Math.round(rows.getMin()), Math.round(rows.getMax())))
                        + " when the load ended";
    }

    private static String drained(List<Lag> forks) {
        if (forks.stream().allMatch(lag -> lag.cell().stored().lag() == 0)) {
            return "";
        }
        var seconds = forks.stream().mapToDouble(lag -> lag.cell().stored().drainS()).filter(Double::isFinite)
                .summaryStatistics();
        boolean all = seconds.getCount() == forks.size();
        boolean behind = forks.stream().anyMatch(lag -> lag.cell().stored().lag() > 0);
        return all ? ", stored " + Numbers.range(seconds.getMin(), seconds.getMax()) + " s later"
                : behind ? ", not all stored" : "";
    }

    private static String balance(Lag lag, Function<Lag, String> name) {
        if (!Double.isFinite(lag.acceptedRate()) || !Double.isFinite(lag.storedRate())) {
            return "";
        }
        long accepted = Math.round(lag.acceptedRate());
        long stored = Math.round(lag.storedRate());
        return " On " + name.apply(lag) + " " + Numbers.count(accepted) + " rows/s are accepted and "
                + Numbers.count(stored)
                + " stored: the lag " + (Math.abs(accepted - stored) <= LEVEL * accepted ? "does not grow."
                        : accepted < stored ? "shrinks by " + Numbers.count(stored - accepted) + " rows/s."
                                : "grows by " + Numbers.count(accepted - stored) + " rows/s.");
    }

    /** Of all cells, the INVALID ones too: a row that is lost is lost. Empty where they were not counted. */
    private static String lost(Run run, CellStyle style) {
        List<Cell> counted = run.cells().stream().filter(cell -> !cell.stage() && !cell.aside())
                .filter(cell -> Double.isFinite(cell.stored().lost())).toList();
        List<Cell> losers = counted.stream().filter(cell -> cell.stored().lost() > 0).toList();
        return counted.isEmpty() ? ""
                : losers.isEmpty() ? " No row that was accepted is missing in the table."
                        : " Accepted and not in the table: " + Numbers.list(losers.stream()
                                .map(cell -> Numbers.count(Math.round(cell.stored().lost())) + " rows of "
                                        + style.series(cell))
                                .toList()) + ".";
    }
}
