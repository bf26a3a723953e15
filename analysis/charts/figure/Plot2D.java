package charts.figure;

import charts.run.Cell;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.unbescape.html.HtmlEscape;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.components.Config;
import tech.tablesaw.plotly.components.Figure;
import tech.tablesaw.plotly.components.HoverLabel;
import tech.tablesaw.plotly.components.Layout;
import tech.tablesaw.plotly.components.Line;
import tech.tablesaw.plotly.components.Margin;
import tech.tablesaw.plotly.components.TickSettings;
import tech.tablesaw.plotly.traces.Trace;
import tools.jackson.databind.json.JsonMapper;

/**
 * One plot: a Tablesaw figure, and what plotly can draw but Tablesaw has no word for (error bars, hatching, open
 * markers, what the legend switches). The second part is merged into the first by page.js, right before plotly draws.
 */
final class Plot2D {
    private static final JsonMapper JSON = new JsonMapper();
    // Of a curve: enough to see points and their symbol, not so many that they hide it.
    private static final int MARKERS = 24;

    private static final String INVALID = ", INVALID";
    private static final int TALL = 250; // in a small plot plotly's tool bar would cover the curves

    private final int height;
    private final Layout layout;
    private final Map<String, Object> layoutExtras = new LinkedHashMap<>();
    private final List<Trace> traces = new ArrayList<>();
    private final List<Map<String, Object>> traceExtras = new ArrayList<>();
    private final List<List<String>> digests = new ArrayList<>();
    private String unit = "";
    private Drawing.Table numbers;

    /** @param height in pixels; the width follows the window */
    Plot2D(int height, Axis x, Axis y) {
        this.height = height;
        layout = Layout.builder().autosize(true).height(height).showLegend(false).xAxis(x).yAxis(y)
                .margin(Margin.builder().left(58).right(18).top(height >= TALL ? 32 : 12).bottom(50).build()).build();
        layoutExtras.put("yaxis", Map.of("automargin", true));
    }

    Plot2D layout(String attribute, Object value) {
        layoutExtras.put(attribute, value);
        return this;
    }

    /** Of the numbers of its curves, for the table below the plot. */
    Plot2D unit(String unit) {
        this.unit = unit;
        return this;
    }

    Plot2D add(Trace trace, Map<String, Object> extras) {
        traces.add(trace);
        traceExtras.add(extras);
        return this;
    }

    /**
     * A curve in the cell's look. A y of NaN leaves a gap.
     *
     * @param hover what the tooltip says below the cell's name, in the words of plotly's templates
     * @param more  further attributes of the trace, also of its line and marker; words in its {@code meta} are what the
     *              legend switches besides the cell's own
     */
    Plot2D line(double[] x, double[] y, CellStyle style, Cell cell, String hover, Map<String, Object> more) {
        return line(x, y, style, cell, "", hover, more);
    }

    /** Where a cell has several curves. @param what this one is, with its unit */
    Plot2D line(double[] x, double[] y, CellStyle style, Cell cell, String what, String hover,
            Map<String, Object> more) {
        Trace trace = new Curve(x, y, style.colour(cell), style.dash(cell), style.width(cell), style.markerSize());
        Map<String, Object> extras = new LinkedHashMap<>(more);
        extras.putIfAbsent("opacity", cell.invalid() ? CellStyle.PALE : 1);
        Map<String, Object> marker = new LinkedHashMap<>(Map.of("symbol", style.symbol(cell), "maxdisplayed", MARKERS));
        ((Map<?, ?>) more.getOrDefault("marker", Map.of())).forEach((name, value) -> marker.put((String) name, value));
        extras.put("marker", marker);
        List<Object> keys = new ArrayList<>(style.keys(cell));
        keys.addAll((List<?>) more.getOrDefault("meta", List.of()));
        digest(name(style, cell)
                + (!extras.get("opacity").equals(CellStyle.PALE) ? "" : cell.inStages() ? INVALID : remark(cell)), what,
                y);
        extras.put("meta", keys);
        extras.put("hovertemplate", text(cell.name()) + "<br>" + hover + "<extra></extra>");
        return add(trace, extras);
    }

    /**
     * How a bar looks that is hatched in its colour instead of filled with it.
     *
     * @param shape one of plotly's characters for it
     */
    static Map<String, Object> hatched(String shape, String colour) {
        return Map.of("line", Map.of("color", colour, "width", 1.5), "pattern",
                Map.of("shape", shape, "fillmode", "replace",
                        "fgcolor", colour, "bgcolor", "rgba(0,0,0,0)", "size", 7, "solidity", 0.3));
    }

    /**
     * Ticks of a logarithmic axis, at these digits of every decade; plotly's own would label each digit, on top of one
     * another.
     */
    static TickSettings decades(double least, double greatest, double... digits) {
        double[] ticks = IntStream
                .rangeClosed((int) Math.floor(Math.log10(least)), (int) Math.ceil(Math.log10(greatest))).boxed()
                .flatMapToDouble(decade -> DoubleStream.of(digits).map(digit -> digit * Math.pow(10, decade)))
                .toArray();
        return TickSettings.builder().tickMode(TickSettings.TickMode.ARRAY)
                .arrayTicks(ticks, DoubleStream.of(ticks).mapToObj(Numbers::brief).toArray(String[]::new)).build();
    }

    boolean isEmpty() {
        return traces.isEmpty();
    }

    /** The name of a cell in a table of numbers: of several forks each has a curve. */
    static String name(CellStyle style, Cell cell) {
        return style.series(cell) + (cell.fork() > 1 ? ", fork " + cell.fork() : "");
    }

    /** What is said beside the name of a cell that is drawn pale. */
    static String remark(Cell cell) {
        return cell.invalid() ? INVALID : cell.latencyTrusted() ? "" : ", client was late";
    }

    private void digest(String name, String what, double[] y) {
        double[] known = DoubleStream.of(y).filter(Double::isFinite).sorted().toArray();
        if (known.length > 0) {
            int half = known.length / 2;
            double median = known.length % 2 == 1 ? known[half] : (known[half - 1] + known[half]) / 2;
            digests.add(List.of(name, what, Numbers.table(known[0]), Numbers.table(median),
                    Numbers.table(known[known.length - 1])));
        }
    }

    /** Tells the numbers of the plot in the plot's own way, instead of a digest of each curve. */
    void numbers(Drawing.Table table) {
        numbers = table;
    }

    /** What was drawn, as a table. */
    Drawing.Table numbers() {
        if (numbers != null) {
            return numbers;
        }
        boolean several = digests.stream().anyMatch(row -> !row.get(1).isEmpty());
        List<String> columns = new ArrayList<>(List.of("cell", "curve", "least", "median", "greatest"));
        List<List<String>> rows = digests.stream().<List<String>>map(ArrayList::new).toList();
        if (!several) {
            columns.remove(1);
            rows.forEach(row -> row.remove(1));
        }
        return new Drawing.Table(unit, columns, rows);
    }

    /** The script element that draws the plot into the element of that id. */
    String script(String id) {
        Config config = Config.builder().responsive(true).displayLogo(false).displayModeBar(height >= TALL).build();
        return new Figure(layout, config, traces.toArray(Trace[]::new)) {
            @Override
            protected void buildContext(String divName) {
                super.buildContext(divName);
                StringBuilder script = new StringBuilder(String.valueOf(getContext().get("figure")));
                for (int i = 0; i < traces.size(); i++) {
                    script.append("merge(trace").append(i).append(", ").append(json(traceExtras.get(i))).append(");\n");
                }
                script.append("merge(layout, ").append(json(layoutExtras)).append(");\nmerge(layout, theme());\n");
                getContext().put("figure", script.toString());
            }
        }.asJavascript(id);
    }

    /** JSON that may stand inside a script element: a text with {@code </script>} in it must not end the element. */
    private static String json(Object value) {
        return JSON.writeValueAsString(value).replace("<", "\\u003c");
    }

    /** Text from a file for one of plotly's labels, which understand some HTML. */
    static String text(String fromFile) {
        return HtmlEscape.escapeHtml4Xml(fromFile).replace("\\", "&#92;");
    }

    /**
     * A curve as Tablesaw's ScatterTrace would write it. Tablesaw parses its template anew for each trace, which takes
     * two thirds of the time that a page with many curves takes.
     */
    private record Curve(double[] x, double[] y, String colour, Line.Dash dash, double width, int markerSize)
            implements Trace {
        @Override
        public String asJavascript(int number) {
            return String.format(Locale.ROOT, """
                    var trace%d =
                    {
                    x: %s,
                    y: %s,
                    marker: {size: %d, color: '%s'},
                    mode: 'lines+markers',
                    line: {color: '%5$s', dash: '%s', width: %s},
                    xaxis: 'x',
                    yaxis: 'y',
                    type: 'scatter',
                    };
                    """, number, JSON.writeValueAsString(x), JSON.writeValueAsString(y), markerSize, colour, dash,
                    width);
        }

        @Override
        public String name() {
            return "";
        }

        @Override
        public HoverLabel hoverLabel() {
            return null;
        }

        @Override
        public boolean showLegend() {
            return false;
        }
    }
}
