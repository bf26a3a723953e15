package charts.figure;

import charts.run.ComparedFigure;
import charts.run.Comparison;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.components.TickSettings;
import tech.tablesaw.plotly.traces.ScatterTrace;

/**
 * The ratios of two runs, a row for each cell with its interval, about the line at 1: what statisticians call a forest
 * plot.
 */
public final class ForestChart {
    private static final int SPOKEN_OF = 4; // cells in a sentence, those that differ most
    private static final int ROW = 30; // pixels
    private static final int LINE = 17; // of a label
    private static final double LEAST_SPAN = 1.1; // so that an axis does not make much of little
    private static final double LINEAR_TICKS_TO = 4; // greatest to least; beyond, ticks stand at 1, 2 and 5
    private static final int FEW = 4; // ticks that a phone has room for
    private static final List<Double> STEPS = List.of(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0);

    /** What may be said of a cell's ratio, and how its mark says it. */
    private enum Said {
        DIFFERS("its interval does not contain 1", "circle"),
        NOTHING("no difference can be claimed", "circle-open"),
        ONE_FORK("one fork: no interval", "diamond-open");

        private final String label;
        private final String symbol;

        Said(String label, String symbol) {
            this.label = label;
            this.symbol = symbol;
        }

        private static Said of(ComparedFigure figure) {
            return figure.oneFork() ? ONE_FORK : figure.differs() ? DIFFERS : NOTHING;
        }

        private String key() {
            return "said " + name();
        }
    }

    private record Row(Comparison.Compared cell, ComparedFigure figure, int place) {}

    private ForestChart() {}

    /** One drawing with a plot for each kind of figure that the runs share. */
    public static Drawing draw(Comparison comparison, CellStyle style) {
        List<Drawing.Panel> panels = new ArrayList<>();
        for (ComparedFigure.Kind kind : ComparedFigure.Kind.values()) {
            List<Row> rows = rows(comparison, kind);
            if (!rows.isEmpty()) {
                String title = kind.label.substring(0, 1).toUpperCase(Locale.ROOT) + kind.label.substring(1)
                        + ", B / A";
                panels.add(Drawing.Panel.of("compare_" + kind.name(), title, sentence(kind, rows, style),
                        plot(rows, style)));
            }
        }
        List<LegendEntry> legend = new ArrayList<>(
                style.variants(comparison.cells().stream().map(Comparison.Compared::cell).toList()));
        Arrays.stream(Said.values())
                .filter(said -> comparison.figures().stream().anyMatch(figure -> Said.of(figure) == said))
                .forEach(said -> legend.add(LegendEntry.symbol(said.key(), said.label, said.symbol)));
        return new Drawing("compare", "B over A, cell by cell", comparison.byChance(),
                "Each mark is B's figure divided by A's (geometric means over the forks), on a logarithmic axis. The "
                        + "line through it is the 95 % interval: Welch's t on logarithms, one number for each fork. "
                        + "No difference can be claimed if the interval contains 1, or if it is nearer to 1 than the "
                        + "figures in the files are exact.",
                legend, panels, false);
    }

    private static List<Row> rows(Comparison comparison, ComparedFigure.Kind kind) {
        List<Row> rows = new ArrayList<>();
        comparison.cells().forEach(cell -> cell.figures().stream().filter(figure -> figure.kind() == kind)
                .forEach(figure -> rows.add(new Row(cell, figure, rows.size()))));
        return rows;
    }

    private static Plot2D plot(List<Row> rows, CellStyle style) {
        var drawn = rows.stream().map(Row::figure)
                .flatMapToDouble(figure -> figure.oneFork() ? DoubleStream.of(figure.ratio())
                        : DoubleStream.of(figure.ratio(), figure.interval().low(), figure.interval().high()))
                .filter(value -> value > 0 && Double.isFinite(value)).summaryStatistics();
        double least = Math.min(drawn.getMin(), 1 / Math.sqrt(LEAST_SPAN));
        double greatest = Math.max(drawn.getMax(), Math.sqrt(LEAST_SPAN));
        List<String> labels = rows.stream().map(row -> label(row, style)).toList();
        int tallest = labels.stream().mapToInt(label -> label.split("<br>").length).max().orElse(1);
        Plot2D plot = new Plot2D(100 + rows.size() * Math.max(ROW, 10 + LINE * tallest),
                Axis.builder().title("times (log scale)").type(Axis.Type.LOG).tickSettings(ticks(least, greatest))
                        .build(),
                Axis.builder().build());
        double room = Math.log10(greatest / least) * 0.06;
        plot.layout("xaxis",
                Map.of("range", List.of(Math.log10(least) - room, Math.log10(greatest) + room), "tickangle", 0));
        plot.layout("yaxis", Map.of("type", "linear", "automargin", true, "range", List.of(rows.size() - 0.4, -0.7),
                "showgrid", false, "zeroline", false, "tickmode", "array",
                "tickvals", IntStream.range(0, rows.size()).boxed().toList(), "ticktext", labels));
        plot.layout("shapes", List.of(Map.of("type", "line", "x0", 1, "x1", 1, "yref", "paper", "y0", 0, "y1", 1,
                "layer", "below", "line", Map.of("color", Palette.NEUTRAL, "width", 2))));
        plot.numbers(new Drawing.Table("", List.of("cell", "B / A", "95 % interval"),
                rows.stream().map(
                        row -> List.of(style.series(row.cell.cell()), row.figure.ratioText(),
                                row.figure.intervalText()))
                        .toList()));
        rows.stream()
                .collect(Collectors.groupingBy(row -> List.of(row.cell.cell().variant(), Said.of(row.figure)),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values().forEach(alike -> add(plot, alike, style));
        return plot;
    }

    private static String label(Row row, CellStyle style) {
        return Plot2D.text(style.label(row.cell.cell())).replace("\n", "<br>");
    }

    /** Ticks at round numbers, close together where the ratios are. */
    private static TickSettings ticks(double least, double greatest) {
        if (greatest / least > LINEAR_TICKS_TO) {
            return Plot2D.decades(least, greatest, greatest / least > 50 ? new double[] {1} : new double[] {1, 2, 5});
        }
        double step = STEPS.stream().filter(one -> (greatest - least) / one <= FEW).findFirst().orElse(1.0);
        double[] ticks = IntStream.rangeClosed((int) Math.floor(least / step), (int) Math.ceil(greatest / step))
                .filter(i -> i > 0)
                .mapToDouble(i -> i * step).toArray();
        return TickSettings.builder().tickMode(TickSettings.TickMode.ARRAY).arrayTicks(ticks,
                DoubleStream.of(ticks).mapToObj(Numbers::brief).toArray(String[]::new)).build();
    }

    private static void add(Plot2D plot, List<Row> rows, CellStyle style) {
        Said said = Said.of(rows.getFirst().figure);
        String colour = style.colour(rows.getFirst().cell.cell());
        double[] x = rows.stream().mapToDouble(row -> row.figure.ratio()).toArray();
        Map<String, Object> extras = new LinkedHashMap<>();
        extras.put("meta", List.of("variant " + rows.getFirst().cell.cell().variant(), said.key()));
        extras.put("mode", "markers+text");
        extras.put("marker", Map.of("symbol", said.symbol, "color", colour, "size", 10, "line",
                Map.of("width", 2, "color", colour)));
        extras.put("text", rows.stream().map(row -> row.figure.ratioText()).toList());
        extras.put("textposition", "top center");
        extras.put("textfont", Map.of("size", 11));
        extras.put("cliponaxis", false);
        extras.put("customdata",
                rows.stream()
                        .map(row -> Plot2D.text(style.series(row.cell.cell())) + "<br>" + row.figure.ratioText() + " "
                                + row.figure.intervalText() + "<br>" + row.figure.claim())
                        .toList());
        extras.put("hovertemplate", "%{customdata}<extra></extra>");
        if (said != Said.ONE_FORK) {
            extras.put("error_x", Map.of("type", "data", "symmetric", false, "thickness", 2, "width", 4, "color",
                    colour,
                    "array", rows.stream().map(row -> row.figure.interval().high() - row.figure.ratio()).toList(),
                    "arrayminus", rows.stream().map(row -> row.figure.ratio() - row.figure.interval().low()).toList()));
        }
        plot.add(ScatterTrace.builder(x, rows.stream().mapToDouble(Row::place).toArray())
                .mode(ScatterTrace.Mode.MARKERS).build(), extras);
    }

    /** Which cells differ, by how much; what can be said of the others. */
    private static String sentence(ComparedFigure.Kind kind, List<Row> rows, CellStyle style) {
        List<String> parts = new ArrayList<>();
        List<Row> differing = rows.stream().filter(row -> row.figure.differs())
                .sorted(Comparator.comparingDouble(row -> -Math.abs(Math.log(row.figure.ratio())))).toList();
        if (!differing.isEmpty()) {
            parts.add(differing.stream().limit(SPOKEN_OF)
                    .map(row -> style.series(row.cell.cell()) + ": B has " + row.figure.ratioText()
                            + " times A's " + kind.label + " " + row.figure.intervalText())
                    .collect(Collectors.joining("; "))
                    + (differing.size() > SPOKEN_OF
                            ? "; and " + (differing.size() - SPOKEN_OF) + " other cells differ by less."
                            : "."));
        }
        long nothing = rows.stream().filter(row -> Said.of(row.figure) == Said.NOTHING).count();
        if (nothing > 0) {
            parts.add((nothing == rows.size() ? nothing == 1 ? "No" : "In none of the " + nothing + " cells a"
                    : nothing == 1 ? "In one other cell no" : "In " + nothing + " other cells no")
                    + " difference can be claimed.");
        }
        long one = rows.stream().filter(row -> row.figure.oneFork()).count();
        if (one > 0) {
            parts.add((one == rows.size() ? "One" : "In " + one + (one == 1 ? " cell" : " cells") + " one")
                    + " fork: no interval, so no difference can be claimed. "
                    + range(rows.stream().filter(row -> row.figure.oneFork()).toList()));
        }
        return String.join(" ", parts);
    }

    private static String range(List<Row> rows) {
        var ratios = rows.stream().mapToDouble(row -> row.figure.ratio()).summaryStatistics();
        String least = ComparedFigure.digits(ratios.getMin());
        String greatest = ComparedFigure.digits(ratios.getMax());
        return least.equals(greatest) ? (rows.size() == 1 ? "The ratio is " : "All ratios are ") + least + "."
                : "The ratios run from " + least + " to " + greatest + ".";
    }
}
