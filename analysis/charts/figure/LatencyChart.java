package charts.figure;

import charts.run.Cell;
import charts.run.Csv;
import charts.run.Run;
import charts.text.Numbers;
import kit.record.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tech.tablesaw.api.Table;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.components.TickSettings;

/** Response time by percentile, the tail stretched as in HdrHistogram's plots: each nine as wide as the one before. */
public final class LatencyChart implements Chart {
    private static final int BEYOND = 10; // the contract's rule: a percentile needs that many requests beyond it
    private static final double ROUNDING = 1e-9; // 99 is 99, however it was calculated
    private static final double LOG_SCALE_FROM = 20; // slowest to fastest; a linear axis would hide the fast curves
    private static final double FEW_TICKS_FROM = 1000;
    private static final int SPOKEN_OF = 3; // with more variants the sentence names the fastest and the slowest
    private static final double[] TICKS = {0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999};

    /** The distribution of one cell up to the last percentile that enough requests carry. */
    private record Curve(Cell cell, double[] percentiles, double[] ms, double[] rule) {

        /** Percentiles that the rule tells, where it does. */
        private static final double[] RULE = {50, 99};

        static Optional<Curve> of(Run run, Cell cell) {
            double[] rule = run.rows(Csv.SUMMARY, cell).stream().findFirst()
                    .map(row -> new double[] {Csv.number(row, Column.RULE_P50_MS),
                            Csv.number(row, Column.RULE_P99_MS)})
                    .orElse(new double[] {Double.NaN, Double.NaN});
            return of(cell, run.rows(Csv.LATENCY, cell), rule);
        }

        private static Optional<Curve> of(Cell cell, Table unordered, double[] rule) {
            if (unordered.isEmpty()) {
                return Optional.empty();
            }
            Table rows = unordered.sortAscendingOn("percentile");
            double[] percentiles = rows.doubleColumn(Column.PERCENTILE.toString()).asDoubleArray();
            double[] ms = rows.doubleColumn(Column.MS.toString()).asDoubleArray();
            double requests = rows.doubleColumn(Column.COUNT.toString()).max();
            if (!(requests > BEYOND)) {
                return Optional.empty();
            }
            double last = 100 * (1 - BEYOND / requests);
            int whole = (int) DoubleStream.of(percentiles).filter(percentile -> percentile < last - ROUNDING).count();
            if (whole == percentiles.length) {
                return whole == 0 ? Optional.empty() : Optional.of(new Curve(cell, percentiles, ms, rule));
            }
            // A row holds for every percentile down to the row before it, so the next one says where the curve ends.
            double[] shown = DoubleStream.concat(DoubleStream.of(percentiles).limit(whole), DoubleStream.of(last))
                    .toArray();
            return Optional.of(new Curve(cell, shown, DoubleStream.of(ms).limit(whole + 1).toArray(), rule));
        }

        boolean hasRule() {
            return DoubleStream.of(rule).anyMatch(Double::isFinite);
        }

        double last() {
            return percentiles[percentiles.length - 1];
        }

        double at(double percentile) {
            return IntStream.range(0, percentiles.length).filter(i -> percentiles[i] >= percentile)
                    .mapToDouble(i -> ms[i])
                    .findFirst().orElse(Double.NaN);
        }
    }

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        List<Curve> curves = new ArrayList<>();
        run.cells().stream().filter(cell -> !run.toldInStages(cell))
                .forEach(cell -> Curve.of(run, cell).ifPresent(curves::add));
        if (curves.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Drawing("latency", "Response time by percentile", sentence(curves, style),
                "At 99 %, the height is the time within which 99 of 100 requests were answered. A curve ends where "
                        + "fewer than "
                        + BEYOND + " requests lie beyond" + (curves.stream().anyMatch(curve -> curve.cell.fork() > 1)
                                ? "; each fork has its own, since percentiles cannot be averaged."
                                : ".")
                        + (curves.stream().anyMatch(Curve::hasRule)
                                ? " A cross is what the rule says."
                                : "")
                        + CellStyle.aboutPaleLatencies(curves.stream().map(Curve::cell).toList()),
                style.lines(curves.stream().map(Curve::cell).toList()),
                panels(curves, style), style.plots(curves, Curve::cell).size() > 1));
    }

    private static List<Drawing.Panel> panels(List<Curve> curves, CellStyle style) {
        List<Drawing.Panel> panels = new ArrayList<>();
        style.plots(curves, Curve::cell).forEach((title, ofPlot) -> panels.add(Drawing.Panel.of(
                "latency" + (panels.isEmpty() ? "" : "_" + panels.size()), title, "", sentence(ofPlot, style),
                plot(ofPlot, curves, style))));
        return panels;
    }

    /** @param all the curves of all plots, which have the same axes */
    private static Plot2D plot(List<Curve> curves, List<Curve> all, CellStyle style) {
        double furthest = all.stream().mapToDouble(curve -> stretched(curve.last())).max().orElse(10);
        boolean small = curves.size() < all.size();
        double[] percentiles = DoubleStream.of(TICKS).skip(small ? 1 : 0)
                .filter(tick -> stretched(tick) <= furthest * 1.0001).toArray();
        double[] ticks = DoubleStream.of(percentiles).map(LatencyChart::stretched).toArray();
        String[] labels = DoubleStream.of(percentiles)
                .mapToObj(percentile -> Numbers.precise(percentile) + "%").toArray(String[]::new);
        double slowest = all.stream().flatMapToDouble(curve -> DoubleStream.of(curve.ms)).max().orElse(1);
        double fastest = all.stream().flatMapToDouble(curve -> DoubleStream.of(curve.ms)).filter(ms -> ms > 0).min()
                .orElse(slowest);
        boolean log = slowest / fastest > LOG_SCALE_FROM;
        String title = small ? "ms" : "response time, ms";
        Axis y = log ? Axis.builder().title(title + " (log scale)").type(Axis.Type.LOG)
                .tickSettings(slowest / fastest > FEW_TICKS_FROM ? Plot2D.decades(fastest, slowest, 1)
                        : Plot2D.decades(fastest, slowest, 1, 2, 5))
                .build()
                : Axis.builder().title(title).type(Axis.Type.LINEAR).build();
        Axis x = Axis.builder().title("share of requests").type(Axis.Type.LOG).tickSettings(TickSettings.builder()
                .tickMode(TickSettings.TickMode.ARRAY).arrayTicks(ticks, labels).build()).build();
        Plot2D plot = new Plot2D(small ? 240 : 400, x, y)
                .layout("xaxis", Map.of("tickangle", 0, "range", List.of(-0.02, Math.log10(furthest) * 1.04 + 0.01)))
                .layout("yaxis",
                        Map.of("automargin", true, "range",
                                log ? List.of(Math.log10(fastest) - 0.1, Math.log10(slowest) + 0.1)
                                        : List.of(0, slowest * 1.05)));
        for (Curve curve : curves) {
            Map<String, Object> more = new LinkedHashMap<>(small ? style.thin(curves.size()) : Map.of());
            more.putAll(CellStyle.paleLatency(curve.cell));
            more.put("text",
                    DoubleStream.of(curve.percentiles).mapToObj(percentile -> percentile(percentile)).toList());
            plot.line(DoubleStream.of(curve.percentiles).map(LatencyChart::stretched).toArray(), curve.ms, style,
                    curve.cell,
                    "%{text} within %{y:.4~g} ms", more);
        }
        curves.stream().filter(Curve::hasRule).forEach(curve -> plot.line(
                DoubleStream.of(Curve.RULE).map(LatencyChart::stretched).toArray(), curve.rule, style,
                curve.cell, "by the rule", "by the rule: %{y:.4~g} ms",
                Map.of("mode", "markers", "marker", Map.of("symbol", "x-thin", "size", 9, "line",
                        Map.of("width", 2, "color", style.colour(curve.cell))))));
        plot.numbers(numbers(curves, style));
        return plot;
    }

    /** The percentiles that stand at the axis, and where each curve ends. */
    private static Drawing.Table numbers(List<Curve> curves, CellStyle style) {
        double[] told = DoubleStream.of(TICKS).filter(tick -> tick > 0)
                .filter(tick -> curves.stream().anyMatch(curve -> curve.last() >= tick)).toArray();
        List<String> columns = new ArrayList<>(List.of("cell"));
        DoubleStream.of(told).forEach(tick -> columns.add(percentile(tick)));
        columns.addAll(List.of("the curve ends at", "with"));
        return new Drawing.Table("ms", columns, curves.stream().map(curve -> {
            List<String> row = new ArrayList<>(List.of(Plot2D.name(style, curve.cell) + Plot2D.remark(curve.cell)));
            DoubleStream.of(told).forEach(
                    tick -> row.add(curve.last() < tick - ROUNDING ? "" : Numbers.table(curve.at(tick - ROUNDING))));
            row.addAll(List.of(percentile(curve.last()), Numbers.table(curve.at(curve.last() - ROUNDING))));
            return row;
        }).toList());
    }

    /** The place of a percentile on the axis: 1 for 0 %, 10 for 90 %, 100 for 99 %; the axis is logarithmic. */
    private static double stretched(double percentile) {
        return 1 / (1 - percentile / 100);
    }

    private static String percentile(double percentile) {
        return Numbers.precise(percentile) + " %";
    }

    /** Compares the variants at the load where their medians lie furthest apart. */
    private static String sentence(List<Curve> all, CellStyle style) {
        List<Curve> valid = all.stream().filter(curve -> curve.cell.counts() && curve.last() >= 50).toList();
        List<Curve> curves = valid.stream().filter(curve -> curve.cell.latencyTrusted()).toList();
        if (curves.isEmpty() && !valid.isEmpty()) {
            return "The client was late: nothing can be concluded from these curves.";
        }
        if (curves.isEmpty()) {
            return "No valid cell has requests enough for a median: nothing can be concluded from these curves.";
        }
        Map<String, List<Curve>> byLoad = curves.stream().collect(
                Collectors.groupingBy(curve -> curve.cell.load(), LinkedHashMap::new, Collectors.toList()));
        List<Curve> shown = byLoad.values().stream().max((one, other) -> Double.compare(apart(one), apart(other)))
                .orElseThrow();
        double tail = DoubleStream.of(99.9, 99, 95, 90, 50)
                .filter(percentile -> shown.stream().allMatch(curve -> curve.last() >= percentile - ROUNDING))
                .findFirst().orElse(50);
        Map<String, List<Curve>> byVariant = shown.stream().collect(
                Collectors.groupingBy(curve -> style.variant(curve.cell), LinkedHashMap::new, Collectors.toList()));
        List<String> said = byVariant.keySet().stream()
                .sorted(Comparator.comparingDouble(variant -> byVariant.get(variant).getFirst().at(50))).toList();
        if (said.size() > SPOKEN_OF) {
            said = List.of(said.getFirst(), said.getLast());
        }
        String load = shown.getFirst().cell.load();
        return (load.isEmpty() ? "" : "At " + load + " ") + said
                .stream().map(variant -> variant + " answers half of the requests within "
                        + range(byVariant.get(variant), 50) + " ms"
                        + (tail == 50 ? ""
                                : " and " + percentile(tail) + " within "
                                        + range(byVariant.get(variant), tail) + " ms"))
                .collect(Collectors.joining("; ")) + ".";
    }

    private static double apart(List<Curve> curves) {
        var medians = curves.stream().mapToDouble(curve -> curve.at(50)).summaryStatistics();
        return medians.getMin() > 0 ? medians.getMax() / medians.getMin() : 1;
    }

    private static String range(List<Curve> forks, double percentile) {
        var ms = forks.stream().mapToDouble(curve -> curve.at(percentile - ROUNDING)).summaryStatistics();
        return Numbers.range(ms.getMin(), ms.getMax());
    }
}
