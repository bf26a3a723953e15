package charts.figure;

import charts.text.Numbers;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.unbescape.html.HtmlEscape;
import tools.jackson.databind.JsonNode;

/**
 * A plot as a picture that needs no script: an SVG for pages without JavaScript, and for notebooks. It reads the same
 * figure as plotly does, and draws of plotly's language what the charts of this project use.
 */
final class Picture {

    private static final String INK = "#1c2128";
    private static final String SOFT = "#57606a";
    private static final String GRID = "#e3e7eb";
    private static final int SIZE = 12; // of letters, px
    private static final double LETTER = 0.56; // of their size, on average
    private static final int LINE = 15; // px
    private static final int BELOW = 46; // ticks and the title of the axis
    private static final int TICKS = 6;
    private static final double ROOM = 0.05; // beside what is drawn, where nothing says how far an axis goes
    private static final double EDGE = 2; // px beyond the axis, within which a mark is drawn
    private static final double GAP = 0.2; // between the bars of one name and the next

    private final JsonNode figure;
    private final int width;
    private final int height;
    /** For names inside the picture, which share a page with others. */
    private final String id;
    private final StringBuilder svg = new StringBuilder();
    private final Map<String, Axis> axes = new LinkedHashMap<>();
    private final Set<String> patterns = new LinkedHashSet<>();
    private final double left;
    private final double top;
    private final double plotWidth;
    private final double plotHeight;

    private Picture(JsonNode figure, int width, String id) {
        this.figure = figure;
        this.width = width;
        this.id = id;
        JsonNode layout = figure.path("layout");
        this.height = layout.path("height").asInt(320);
        layout.propertyStream().filter(one -> one.getKey().matches("[xy]axis\\d*"))
                .forEach(one -> axes.put(one.getKey(), new Axis(one.getKey(), one.getValue())));
        this.top = layout.path("margin").path("t").asInt(32);
        // Once for the room that the names take, then with it.
        double names = axes.values().stream().filter(axis -> !axis.isX()).mapToDouble(Axis::room).max().orElse(40);
        this.left = Math.min(names, 0.45 * width);
        this.plotWidth = width - left - 30;
        this.plotHeight = height - top - Math.max(BELOW, layout.path("margin").path("b").asInt(BELOW));
    }

    /**
     * Draws a figure.
     *
     * @param figure as plotly takes it: {@code data} and {@code layout}
     * @param width  in px
     * @param id     of the plot on its page
     * @param title  for those who do not see it
     * @param legend above the plot; none where the page has one
     */
    static String svg(JsonNode figure, int width, String id, String title, List<LegendEntry> legend) {
        return new Picture(figure, width, id).drawn(title, legend);
    }

    private String drawn(String title, List<LegendEntry> legend) {
        double above = legend(legend);
        svg.append(String.format(Locale.ROOT, "<g transform=\"translate(0 %s)\">", number(above)));
        shapes();
        axes.values().forEach(this::axis);
        bars();
        traces().filter(trace -> trace.path("type").asString().equals("scatter")).forEach(this::scatter);
        figure.path("layout").path("annotations").forEach(this::annotation);
        svg.append("</g></svg>");
        double all = height + above;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " + number(all) + "\" width=\""
                + width
                + "\" height=\"" + number(all) + "\" data-plot=\"" + id + "\" role=\"img\" aria-label=\""
                + escaped(title)
                + "\" font-family=\"system-ui, sans-serif\" font-size=\"" + SIZE + "\">"
                + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>" + definitions() + svg;
    }

    private Stream<JsonNode> traces() {
        return figure.path("data").valueStream();
    }

    // ---- axes ----

    /** An axis of numbers, of their logarithms, or of names. */
    private final class Axis {
        private final String name;
        private final JsonNode told;
        private final boolean isLog;
        private final List<String> names;
        private final double from;
        private final double to;

        Axis(String name, JsonNode told) {
            this.name = name;
            this.told = told;
            this.isLog = told.path("type").asString("").equals("log");
            List<String> categories = told.path("categoryarray").valueStream().map(JsonNode::asString).toList();
            boolean isOfNames = told.path("type").asString("").equals("category")
                    || told.path("type").isMissingNode() && values().anyMatch(Picture::isName);
            this.names = !isOfNames ? List.of()
                    : !categories.isEmpty() ? categories : values().map(JsonNode::asString).distinct().toList();
            double[] range = range();
            this.from = range[0];
            this.to = range[1];
        }

        boolean isX() {
            return name.startsWith("x");
        }

        /** Those of all traces on it. */
        private Stream<JsonNode> values() {
            return traces().filter(this::isOf).flatMap(trace -> trace.path(name.substring(0, 1)).valueStream());
        }

        private boolean isOf(JsonNode trace) {
            String letter = name.substring(0, 1);
            return trace.path(letter + "axis").asString(letter).equals(name.replace("axis", ""));
        }

        /** In px, or in logarithms, from its beginning to its end. */
        private double[] range() {
            JsonNode range = told.path("range");
            if (range.size() == 2) {
                return new double[] {range.get(0).asDouble(), range.get(1).asDouble()};
            }
            boolean isReversed = told.path("autorange").asString("").equals("reversed");
            if (!names.isEmpty()) {
                double[] all = {-0.5, names.size() - 0.5};
                return isReversed ? new double[] {all[1], all[0]} : all;
            }
            double[] known = ends().filter(value -> !isLog || value > 0).map(value -> isLog ? Math.log10(value) : value)
                    .toArray();
            double least = Arrays.stream(known).min().orElse(0);
            double most = Arrays.stream(known).max().orElse(1);
            double room = ROOM * (most > least ? most - least : Math.max(1, Math.abs(most)));
            boolean fromZero = told.path("rangemode").asString("").equals("tozero")
                    || traces().anyMatch(trace -> isOf(trace) && trace.path("type").asString().equals("bar")) && isX();
            return new double[] {fromZero ? Math.min(0, least) : least - room, most + room};
        }

        /** Of all that is drawn, with the bars that stand on others. */
        private DoubleStream ends() {
            return traces().filter(this::isOf).flatMapToDouble(trace -> {
                JsonNode own = trace.path(name.substring(0, 1));
                JsonNode more = trace.path(isX() ? "error_x" : "error_y").path("array");
                return IntStream.range(0, own.size()).mapToDouble(i -> value(own, i)
                        + (isX() ? base(trace, i) : 0) + (more.size() > i ? value(more, i) : 0));
            }).filter(Double::isFinite);
        }

        /** In px. */
        double at(double value) {
            double share = ((isLog ? Math.log10(value) : value) - from) / (to - from);
            return isX() ? left + share * plotWidth : begin() + (1 - share) * length();
        }

        /** The place of a value that may be a name. */
        double at(JsonNode value) {
            int name = names.indexOf(value.asString(""));
            return names.isEmpty() ? at(Picture.number(value)) : at((double) name);
        }

        private double begin() {
            return top + (1 - told.path("domain").path(1).asDouble(1)) * plotHeight;
        }

        private double length() {
            return (told.path("domain").path(1).asDouble(1) - told.path("domain").path(0).asDouble(0)) * plotHeight;
        }

        /** Its ticks by their text. */
        Map<String, Double> ticks() {
            var ticks = new LinkedHashMap<String, Double>();
            JsonNode texts = told.path("ticktext");
            if (told.path("tickvals").size() > 0) {
                IntStream.range(0, told.path("tickvals").size()).forEach(i -> ticks.put(texts.size() > i
                        ? texts.get(i).asString()
                        : Numbers.brief(told.path("tickvals").get(i).asDouble()),
                        told.path("tickvals").get(i)
                                .asDouble()));
            } else if (!names.isEmpty()) {
                IntStream.range(0, names.size()).forEach(i -> ticks.put(names.get(i), (double) i));
            } else if (isLog) {
                IntStream.rangeClosed((int) Math.ceil(Math.min(from, to)), (int) Math.floor(Math.max(from, to)))
                        .mapToDouble(power -> Math.pow(10, power)).forEach(one -> ticks.put(Numbers.brief(one), one));
            } else {
                double step = told.path("dtick").asDouble(step());
                for (double k = Math.ceil(Math.min(from, to) / step - 1e-9); k * step <= Math.max(from, to); k++) {
                    ticks.put(Numbers.precise(k * step), k * step);
                }
            }
            ticks.values().removeIf(value -> {
                double place = isLog ? Math.log10(value) : value;
                return place < Math.min(from, to) - 1e-9 || place > Math.max(from, to) + 1e-9;
            });
            return told.path("showticklabels").asBoolean(true) ? ticks : new LinkedHashMap<>();
        }

        /** Between ticks: 1, 2 or 5 times a power of ten. */
        private double step() {
            double rough = Math.abs(to - from) / Math.max(1, told.path("nticks").asInt(TICKS));
            double power = Math.pow(10, Math.floor(Math.log10(rough)));
            return DoubleStream.of(1, 2, 5, 10).map(one -> one * power).filter(one -> one >= rough * 0.999).findFirst()
                    .orElse(rough);
        }

        String title() {
            JsonNode title = told.path("title");
            return title.isString() ? title.stringValue() : title.path("text").asString("");
        }

        /** That the names of its ticks and its title take, in px. */
        double room() {
            return 12 + ticks().keySet().stream().flatMap(text -> lines(text).stream())
                    .mapToDouble(line -> LETTER * SIZE * line.length()).max().orElse(0) + (title().isEmpty() ? 0 : 20);
        }
    }

    private Axis axisOf(JsonNode trace, String letter) {
        return axes.get(trace.path(letter + "axis").asString(letter).replace(letter, letter + "axis"));
    }

    private void axis(Axis axis) {
        boolean hasGrid = axis.told.path("showgrid").asBoolean(true);
        double bottom = axis.isX() ? top + plotHeight : axis.begin() + axis.length();
        axis.ticks().forEach((text, value) -> {
            double at = axis.at(value);
            if (hasGrid && (axis.isX() || axis.names.isEmpty())) {
                line(axis.isX() ? at : left, axis.isX() ? top : at, axis.isX() ? at : left + plotWidth,
                        axis.isX() ? bottom : at, GRID, 1, "");
            }
            if (axis.isX()) {
                text(at, bottom + 16, "middle", SIZE, INK, text);
            } else {
                text(left - 7, at + 4 - LINE / 2.0 * (lines(text).size() - 1), "end", SIZE, INK, text);
            }
        });
        if (axis.isX()) {
            text(left + plotWidth / 2, bottom + 38, "middle", SIZE + 1, INK, axis.title());
        } else if (!axis.title().isEmpty()) {
            double middle = axis.begin() + axis.length() / 2;
            svg.append(String.format(Locale.ROOT,
                    "<text transform=\"translate(14 %s) rotate(-90)\" text-anchor=\"middle\" font-size=\"%d\" "
                            + "fill=\"%s\">"
                            + "%s</text>",
                    number(middle), SIZE + 1, INK, escaped(plain(axis.title()))));
        }
    }

    // ---- what is drawn ----

    private void shapes() {
        for (JsonNode shape : figure.path("layout").path("shapes")) {
            double x0 = place("x", shape, "x0");
            double x1 = place("x", shape, "x1");
            double y0 = place("y", shape, "y0");
            double y1 = place("y", shape, "y1");
            JsonNode line = shape.path("line");
            if (shape.path("type").asString().equals("rect")) {
                svg.append(String.format(Locale.ROOT,
                        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\" opacity=\"%s\"/>",
                        number(Math.min(x0, x1)), number(Math.min(y0, y1)), number(Math.abs(x1 - x0)), number(Math.abs(
                                y1 - y0)),
                        escaped(shape.path("fillcolor").asString(GRID)), number(shape.path("opacity").asDouble(1))));
            } else {
                line(x0, y0, x1, y1, line.path("color").asString(SOFT), line.path("width").asDouble(1), dash(line));
            }
        }
    }

    /** In px. @param end such as {@code x0} */
    private double place(String letter, JsonNode one, String end) {
        String reference = one.path(letter + "ref").asString(letter);
        double value = one.path(end).asDouble();
        if (reference.equals("paper")) {
            return letter.equals("x") ? left + value * plotWidth : top + (1 - value) * plotHeight;
        }
        return axes.get(reference.replace(letter, letter + "axis")).at(value);
    }

    private void annotation(JsonNode one) {
        String anchor = one.path("xanchor").asString("center");
        String below = one.path("yanchor").asString("middle");
        int size = one.path("font").path("size").asInt(SIZE);
        text(place("x", one, "x"),
                place("y", one, "y") + (below.equals("bottom") ? -4 : below.equals("top") ? size : 4),
                anchor.equals("left") ? "start" : anchor.equals("right") ? "end" : "middle", size, INK,
                one.path("text").asString(""));
    }

    /** Those that lie, a place for each group of bars with the same offset within the place of a name. */
    private void bars() {
        List<JsonNode> bars = traces().filter(trace -> trace.path("type").asString().equals("bar")).toList();
        JsonNode layout = figure.path("layout");
        boolean isStacked = layout.path("barmode").asString("").equals("stack");
        List<String> places = IntStream.range(0, bars.size()).mapToObj(i -> bars.get(i).path("offsetgroup")
                .asString(isStacked ? "" : "bar " + i)).distinct().toList();
        var ends = new LinkedHashMap<String, Double>();
        for (int i = 0; i < bars.size(); i++) {
            JsonNode bar = bars.get(i);
            Axis names = axisOf(bar, "y");
            double of = names.length() / Math.max(1, names.names.size()) * (1 - layout.path("bargap").asDouble(GAP));
            double each = of / places.size();
            int place = places.indexOf(bar.path("offsetgroup").asString(isStacked ? "" : "bar " + i));
            for (int k = 0; k < bar.path("x").size(); k++) {
                double value = value(bar.path("x"), k);
                if (!Double.isFinite(value)) {
                    continue;
                }
                String name = bar.path("y").path(k).asString("");
                double middle = names.at(bar.path("y").path(k));
                double from = bar.path("base").isMissingNode() && isStacked ? ends.getOrDefault(name, 0.0)
                        : base(bar, k);
                ends.put(name, from + value);
                bar(bar, k, from, from + value, middle - of / 2 + place * each, each);
            }
        }
    }

    private void bar(JsonNode bar, int k, double from, double to, double above, double high) {
        Axis axis = axisOf(bar, "x");
        double begin = axis.at(axis.isLog && !(from > 0) ? Math.pow(10, axis.from) : from);
        double end = axis.at(to);
        JsonNode marker = bar.path("marker");
        String shape = marker.path("pattern").path("shape").asString("");
        String colour = of(marker.path("color"), k).asString(marker.path("pattern").path("fgcolor").asString(SOFT));
        String fill = shape.isEmpty() ? colour : pattern(shape, colour);
        double opacity = Picture.number(of(marker.path("opacity"), k));
        svg.append(String.format(Locale.ROOT,
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"%s%s/>", number(Math.min(begin, end)),
                number(above + 1), number(Math.abs(end - begin)), number(Math.max(1, high - 2)), escaped(fill),
                Double.isFinite(opacity) ? " opacity=\"" + number(opacity) + "\"" : "",
                shape.isEmpty() ? "" : " stroke=\"" + escaped(colour) + "\" stroke-width=\"1.5\""));
        double whisker = errors(bar, k, axis, to, above + high / 2, SOFT);
        String text = of(bar.path("text"), k).asString("");
        boolean isOutside = !of(bar.path("textposition"), k).asString("auto").equals("inside")
                && Math.max(end, whisker) + LETTER * SIZE * plain(text).length() < width;
        if (!text.isEmpty()) {
            text(isOutside ? Math.max(end, whisker) + 5 : begin + 6, above + high / 2 + 4, "start", SIZE, isOutside
                    || !shape.isEmpty() ? INK : "#ffffff", text);
        }
    }

    /** Whiskers along the axis. @return where they end, in px */
    private double errors(JsonNode trace, int k, Axis axis, double value, double y, String usual) {
        JsonNode error = trace.path("error_x");
        if (error.path("array").size() <= k) {
            return Double.NEGATIVE_INFINITY;
        }
        double to = axis.at(value + value(error.path("array"), k));
        double less = value - value(error.path("arrayminus"), k);
        double from = axis.at(axis.isLog && !(less > 0) ? Math.pow(10, axis.from) : less);
        String colour = error.path("color").asString(usual);
        double thick = error.path("thickness").asDouble(1.5);
        double half = error.path("width").asDouble(4);
        if (Double.isFinite(from) && Double.isFinite(to)) {
            line(from, y, to, y, colour, thick, "");
            line(from, y - half, from, y + half, colour, thick, "");
            line(to, y - half, to, y + half, colour, thick, "");
        }
        return to;
    }

    private void scatter(JsonNode trace) {
        Axis x = axisOf(trace, "x");
        Axis y = axisOf(trace, "y");
        String mode = trace.path("mode").asString("lines");
        int count = Math.min(trace.path("x").size(), trace.path("y").size());
        double[] across = IntStream.range(0, count).mapToDouble(i -> x.at(trace.path("x").get(i))).toArray();
        double[] down = IntStream.range(0, count).mapToDouble(i -> y.at(trace.path("y").get(i))).toArray();
        String colour = trace.path("line").path("color").asString(of(trace.path("marker").path("color"), 0).asString(
                SOFT));
        svg.append(String.format(Locale.ROOT, "<g opacity=\"%s\">", number(trace.path("opacity").asDouble(1))));
        if (mode.contains("lines")) {
            String path = path(across, down, trace.path("line").path("shape").asString("").equals("hv"));
            svg.append(String.format(Locale.ROOT,
                    "<path clip-path=\"url(#%s-clip)\" d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" "
                            + "stroke-linejoin=\"round\"%s/>",
                    id, path, escaped(colour), number(trace.path("line").path("width").asDouble(2)),
                    dash(trace.path("line"))));
        }
        int every = every(trace, count);
        for (int i = 0; i < count; i++) {
            if (!Double.isFinite(down[i]) || !(across[i] > left - EDGE && across[i] < left + plotWidth + EDGE)) {
                continue;
            }
            errors(trace, i, x, Picture.number(trace.path("x").get(i)), down[i], colour);
            if (mode.contains("markers") && i % every == 0) {
                marker(trace.path("marker"), i, across[i], down[i], colour);
            }
            if (mode.contains("text")) {
                String place = of(trace.path("textposition"), i).asString("middle center");
                text(across[i] + (place.endsWith("right") ? 8 : place.endsWith("left") ? -8 : 0), down[i]
                        + (place.startsWith("top") ? -9 : place.startsWith("bottom") ? 18 : 4),
                        place.endsWith("right")
                                ? "start"
                                : place.endsWith("left") ? "end" : "middle",
                        trace.path("textfont").path("size").asInt(SIZE), INK, of(trace.path("text"), i).asString(""));
            }
        }
        svg.append("</g>");
    }

    /** A line with gaps where a value is not known. Points that fall on one pixel are drawn once. */
    private static String path(double[] x, double[] y, boolean isStep) {
        var path = new StringBuilder();
        boolean isDown = false;
        double lastX = Double.NaN;
        double lastY = Double.NaN;
        for (int i = 0; i < x.length; i++) {
            if (!Double.isFinite(x[i]) || !Double.isFinite(y[i])) {
                isDown = false;
                continue;
            }
            boolean isSame = isDown && i < x.length - 1 && Math.abs(x[i] - lastX) < 0.5 && Math.abs(y[i] - lastY) < 0.5;
            if (isSame) {
                continue;
            }
            if (isDown && isStep) {
                path.append('H').append(number(x[i])).append('V').append(number(y[i]));
            } else {
                path.append(isDown ? 'L' : 'M').append(number(x[i])).append(' ').append(number(y[i]));
            }
            isDown = true;
            lastX = x[i];
            lastY = y[i];
        }
        return path.toString();
    }

    /** Of a curve with many points only some have a marker. */
    private static int every(JsonNode trace, int count) {
        int most = trace.path("marker").path("maxdisplayed").asInt(0);
        return most == 0 ? 1 : Math.max(1, (int) Math.ceil(count / (double) most));
    }

    private void marker(JsonNode marker, int i, double x, double y, String usual) {
        double r = Picture.number(of(marker.path("size"), i));
        double half = Double.isFinite(r) ? r / 2 : 3;
        String symbol = of(marker.path("symbol"), i).asString("circle");
        String colour = of(marker.path("color"), i).asString(usual);
        boolean isOpen = symbol.endsWith("-open");
        JsonNode line = marker.path("line");
        boolean isLine = symbol.startsWith("line") || symbol.startsWith("x");
        String stroke = line.path("color").asString(colour);
        double wide = line.path("width").asDouble(isOpen || isLine ? 1.5 : 0);
        String path = switch (symbol.replace("-open", "")) {
        case "diamond" -> "M%1$s %4$sL%3$s %2$sL%1$s %6$sL%5$s %2$sZ";
        case "square" -> "M%5$s %4$sH%3$sV%6$sH%5$sZ";
        case "triangle-up" -> "M%1$s %4$sL%3$s %6$sH%5$sZ";
        case "line-ns" -> "M%1$s %4$sV%6$s";
        case "x" -> "M%5$s %4$sL%3$s %6$sM%5$s %6$sL%3$s %4$s";
        default -> "";
        };
        String style = String.format(Locale.ROOT, "fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"",
                escaped(isOpen || isLine
                        ? "none"
                        : colour),
                escaped(stroke), number(wide));
        svg.append(path.isEmpty()
                ? String.format(Locale.ROOT, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" %s/>", number(x), number(y),
                        number(half), style)
                : "<path d=\"" + String.format(Locale.ROOT, path, number(x), number(y), number(x + half), number(y
                        - half), number(x - half), number(y + half)) + "\" " + style + "/>");
    }

    // ---- hatching ----

    private String pattern(String shape, String colour) {
        patterns.add(shape + colour);
        return "url(#" + patternId(shape + colour) + ")";
    }

    private String patternId(String pattern) {
        return id + "-" + Integer.toHexString(pattern.hashCode());
    }

    private String definitions() {
        var all = new StringBuilder(String.format(Locale.ROOT,
                "<defs><clipPath id=\"%s-clip\"><rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/></clipPath>", id,
                number(left), number(top - EDGE), number(plotWidth), number(plotHeight + 2 * EDGE)));
        for (String pattern : patterns) {
            String colour = escaped(pattern.substring(1));
            String stroke = "stroke=\"" + colour + "\" stroke-width=\"1.3\"";
            all.append("<pattern id=\"").append(patternId(pattern))
                    .append("\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\">")
                    .append(switch (pattern.charAt(0)) {
                    case '.' -> "<circle cx=\"3.5\" cy=\"3.5\" r=\"1.5\" fill=\"" + colour + "\"/>";
                    case '\\' -> "<path d=\"M0 0L7 7\" " + stroke + "/>";
                    case 'x' -> "<path d=\"M0 0L7 7M0 7L7 0\" " + stroke + "/>";
                    case '-' -> "<path d=\"M0 3.5H7\" " + stroke + "/>";
                    case '|' -> "<path d=\"M3.5 0V7\" " + stroke + "/>";
                    default -> "<path d=\"M0 7L7 0\" " + stroke + "/>";
                    }).append("</pattern>");
        }
        return all.append("</defs>").toString();
    }

    // ---- the legend ----

    /** @return the room that it takes, in px */
    private double legend(List<LegendEntry> entries) {
        double x = 12;
        double y = 20;
        for (LegendEntry entry : entries) {
            double wide = 34 + LETTER * (SIZE + 1) * entry.label().length() + 16;
            if (x > 12 && x + wide > width) {
                x = 12;
                y += 22;
            }
            switch (entry.kind()) {
            case "colour" -> box(x + 6, y, 14, entry.value());
            case "line" -> line(x, y - 5, x + 26, y - 5, INK, 2, entry.value().equals("none") ? ""
                    : " stroke-dasharray=\"" + entry.value() + "\"");
            case "stroke" ->
                line(x + 13, y - 12, x + 13, y + 3, Palette.NEUTRAL, Double.parseDouble(entry.value()), "");
            case "symbol" -> text(x + 13, y, "middle", SIZE + 2, INK, entry.value());
            case "bar" -> box(x + 2, y, 22, entry.value().isEmpty() ? INK : pattern(entry.value(), INK));
            default -> svg.append(String.format(Locale.ROOT,
                    "<path transform=\"translate(%s %s)\" d=\"%s\" fill=\"none\" stroke=\"%s\"/>", number(x + 2),
                    number(y
                            - 12),
                    escaped(entry.value().isEmpty() ? "M0 0H22V14H0Z" : entry.value()), INK));
            }
            text(x + 32, y, "start", SIZE + 1, INK, entry.label());
            x += wide;
        }
        return entries.isEmpty() ? 0 : y + 8;
    }

    private void box(double x, double y, double wide, String fill) {
        svg.append(String.format(Locale.ROOT,
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"13\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>",
                number(x), number(y - 11), number(wide), escaped(fill), INK, fill.startsWith("url") ? "1" : "0"));
    }

    // ---- marks, letters and numbers ----

    private void line(double x0, double y0, double x1, double y1, String colour, double wide, String more) {
        svg.append(String.format(Locale.ROOT, "<path d=\"M%s %sL%s %s\" stroke=\"%s\" stroke-width=\"%s\"%s/>",
                number(x0), number(y0), number(x1), number(y1), escaped(colour), number(wide), more));
    }

    private static String dash(JsonNode line) {
        return switch (line.path("dash").asString("solid")) {
        case "dash" -> " stroke-dasharray=\"9 6\"";
        case "dot" -> " stroke-dasharray=\"2 4\"";
        case "dashdot" -> " stroke-dasharray=\"9 5 2 5\"";
        case "longdash" -> " stroke-dasharray=\"14 6\"";
        case "longdashdot" -> " stroke-dasharray=\"14 5 2 5\"";
        default -> "";
        };
    }

    private void text(double x, double y, String anchor, int size, String colour, String text) {
        List<String> lines = lines(text);
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isEmpty() && Double.isFinite(x) && Double.isFinite(y)) {
                svg.append(String.format(Locale.ROOT,
                        "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" font-size=\"%d\" fill=\"%s\">%s</text>", number(x),
                        number(y + i * LINE), anchor, size, colour, escaped(lines.get(i))));
            }
        }
    }

    /** Plotly's labels understand some HTML. */
    private static List<String> lines(String text) {
        return Arrays.stream(text.split("<br>|\n")).map(Picture::plain).toList();
    }

    private static String plain(String label) {
        return HtmlEscape.unescapeHtml(label.replaceAll("</?\\w+>", ""));
    }

    private static String escaped(String text) {
        return HtmlEscape.escapeHtml4Xml(text);
    }

    /** A tenth of a pixel is enough. */
    private static String number(double value) {
        return Math.abs(value - Math.rint(value)) < 0.05 ? String.valueOf(Math.round(value))
                : String.format(Locale.ROOT, value < 1 && value > -1 ? "%.2f" : "%.1f", value);
    }

    private static double base(JsonNode trace, int i) {
        double base = number(of(trace.path("base"), i));
        return Double.isFinite(base) ? base : 0;
    }

    private static double value(JsonNode array, int i) {
        return number(array.path(i));
    }

    /** What is true of one of several: an array has a value for each. */
    private static JsonNode of(JsonNode node, int i) {
        return node.isArray() ? node.path(i) : node;
    }

    private static boolean isName(JsonNode node) {
        return node.isString() && !node.stringValue().equals("NaN") && Double.isNaN(number(node));
    }

    /** A number that may be written as a text; NaN where it is none. */
    private static double number(JsonNode node) {
        if (node.isNumber()) {
            return node.doubleValue();
        }
        try {
            return node.isString() ? Double.parseDouble(node.stringValue().replace(",", "")) : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
