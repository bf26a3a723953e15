package charts.figure;

import charts.run.Cell;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.unbescape.html.HtmlEscape;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.components.Layout;
import tech.tablesaw.plotly.components.Line;
import tech.tablesaw.plotly.components.Margin;
import tech.tablesaw.plotly.components.TickSettings;
import tech.tablesaw.plotly.traces.Trace;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One plot: a Tablesaw figure, and what plotly can draw but Tablesaw has no word for (error bars, hatching, open
 * markers, what the legend switches). The second part is merged into the first.
 */
final class Plot2D {
    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonMapper SCRIPT = JsonMapper.builder().enable(JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES,
            JsonReadFeature.ALLOW_SINGLE_QUOTES, JsonReadFeature.ALLOW_TRAILING_COMMA,
            JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS, JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER).build();
    // Of a curve: enough to see points and their symbol, not so many that they hide it.
    private static final int MARKERS = 24;

    private static final String INVALID = ", INVALID";
    private static final int TALL = 250; // a small plot has no tool bar, so it needs less room above

    private final Layout layout;
    private final Map<String, Object> layoutExtras = new LinkedHashMap<>();
    private final List<ObjectNode> traces = new ArrayList<>();
    private final List<Map<String, Object>> traceExtras = new ArrayList<>();
    private final List<List<String>> digests = new ArrayList<>();
    private String unit = "";
    private Drawing.Table numbers;

    /** @param height in pixels; the width follows the window */
    Plot2D(int height, Axis x, Axis y) {
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
        return add(read(trace.asJavascript(0)), extras);
    }

    private Plot2D add(ObjectNode trace, Map<String, Object> extras) {
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
        ObjectNode trace = curve(x, y, style.colour(cell), style.dash(cell), style.width(cell), style.markerSize());
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

    /** What plotly draws: its data and its layout, as JSON. */
    ObjectNode figure() {
        ObjectNode figure = JSON.createObjectNode();
        ArrayNode data = figure.putArray("data");
        for (int i = 0; i < traces.size(); i++) {
            data.add(merged(traces.get(i), traceExtras.get(i)));
        }
        figure.set("layout", merged(read(layout.asJavascript()), layoutExtras));
        return figure;
    }

    /** What Tablesaw writes as JavaScript, such as {@code var layout = {height: 320, };}. */
    private static ObjectNode read(String script) {
        return (ObjectNode) SCRIPT.readTree(script.substring(script.indexOf('{'), script.lastIndexOf('}') + 1));
    }

    /** Puts attributes into others, deeply. */
    private static ObjectNode merged(ObjectNode into, Map<String, Object> more) {
        return merged(into, (ObjectNode) JSON.valueToTree(more));
    }

    private static ObjectNode merged(ObjectNode into, ObjectNode more) {
        more.properties().forEach(one -> {
            if (one.getValue() instanceof ObjectNode value && into.get(one.getKey()) instanceof ObjectNode there) {
                merged(there, value);
            } else {
                into.set(one.getKey(), one.getValue());
            }
        });
        return into;
    }

    /** Text from a file for one of plotly's labels, which understand some HTML. */
    static String text(String fromFile) {
        return HtmlEscape.escapeHtml4Xml(fromFile).replace("\\", "&#92;");
    }

    /**
     * A curve as Tablesaw's ScatterTrace would write it. Tablesaw parses its template anew for each trace, which takes
     * two thirds of the time that a page with many curves takes.
     */
    private static ObjectNode curve(double[] x, double[] y, String colour, Line.Dash dash, double width,
            int markerSize) {
        return (ObjectNode) JSON.valueToTree(Map.of("x", x, "y", y, "mode", "lines+markers", "xaxis", "x", "yaxis", "y",
                "type", "scatter", "marker", Map.of("size", markerSize, "color", colour), "line",
                Map.of("color", colour, "dash", dash.toString(), "width", width)));
    }
}
