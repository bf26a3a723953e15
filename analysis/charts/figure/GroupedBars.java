package charts.figure;

import charts.run.Cell;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.components.Layout;
import tech.tablesaw.plotly.components.Marker;
import tech.tablesaw.plotly.traces.BarTrace;

/**
 * Horizontal bars, a group of them for each cell: the colour says the variant, the hatching what kind of number it is.
 * What was measured is filled; whiskers show its forks.
 */
final class GroupedBars {
    /** Bars in a plot that is shown at once: with more of them, the eye finds nothing. */
    static final int MOST = 12;
    private static final int BAR = 20; // pixels that each kind of bar takes
    private static final int LINE = 17; // and each line of a label
    private static final double FILLED = 0.95; // how much of its colour a filled bar has
    private static final String BESIDE_WHISKER = "\u2003"; // room for it before the number

    /**
     * A kind of number. The legend's button of it switches the key {@code "kind " + label}.
     *
     * @param pattern plotly's character for the hatching, empty for a filled bar
     */
    record Kind(String label, String pattern) {
        String key() {
            return "kind " + label;
        }

        LegendEntry legend() {
            return LegendEntry.bar(key(), label, pattern);
        }
    }

    /** One bar. Its whisker runs from {@code least} to {@code greatest}, where there are several forks. */
    record Bar(Cell cell, int forks, double value, double least, double greatest) {
        static Bar of(Cell cell, double value) {
            return new Bar(cell, 1, value, value, value);
        }
    }

    private final Function<Cell, String> label;
    private final int kinds;
    private final String unit;
    private final DoubleFunction<String> text;
    private final CellStyle style;
    private final Plot2D plot;
    private final List<Cell> cells;
    private final Map<String, Map<Cell, String>> columns = new LinkedHashMap<>(); // of the table of numbers
    private double base;

    /**
     * The panels of a chart. The first has as many groups as make {@value #MOST} bars. If there are two others or more,
     * they are in a second one, which is folded.
     *
     * @param title of the first, may be empty
     * @param bars  of a group: how many it has
     * @param plot  draws some of the groups
     */
    static <T> List<Drawing.Panel> panels(String id, String title, List<T> groups, ToIntFunction<T> bars,
            Function<List<T>, Plot2D> plot) {
        int shown = 1;
        int drawn = bars.applyAsInt(groups.getFirst());
        while (shown < groups.size() && drawn + bars.applyAsInt(groups.get(shown)) <= MOST) {
            drawn += bars.applyAsInt(groups.get(shown));
            shown++;
        }
        // A single one that was folded would be missed.
        if (shown == groups.size() - 1) {
            shown++;
        }
        List<Drawing.Panel> panels = new ArrayList<>();
        panels.add(Drawing.Panel.of(id, title, "", plot.apply(groups.subList(0, shown))));
        List<T> others = groups.subList(shown, groups.size());
        if (!others.isEmpty()) {
            panels.add(Drawing.Panel.folded(id + "_more", (title.isEmpty() ? "" : title + ": ")
                    + (others.size() == 1 ? "1 more cell" : others.size() + " more cells"), plot.apply(others)));
        }
        return panels;
    }

    /**
     * @param label of a cell, in lines
     * @param unit  what a tooltip says behind the number
     * @param text  what stands at a bar of that value
     */
    GroupedBars(Axis axis, List<Cell> cells, Function<Cell, String> label, int kinds, String unit,
            DoubleFunction<String> text, CellStyle style) {
        this.label = label;
        this.kinds = kinds;
        this.unit = unit;
        this.text = text;
        this.style = style;
        this.cells = cells;
        int tallest = cells.stream().mapToInt(cell -> label(cell).split("<br>").length).max().orElse(1);
        plot = new Plot2D(Math.max(250, 90 + cells.size() * Math.max(22 + BAR * kinds, 12 + LINE * tallest)), axis,
                Axis.builder().type(Axis.Type.CATEGORY).build());
        plot.layout("barmode", Layout.BarMode.GROUP.toString()).layout("bargap", 0.25)
                .layout("yaxis", Map.of("automargin", true, "autorange", "reversed", "categoryorder", "array",
                        "categoryarray", cells.stream().map(this::label).toList()));
    }

    /** The bars start here instead of at 0. */
    void from(double value) {
        base = value;
    }

    Plot2D plot() {
        return plot;
    }

    /** A number of a cell for the table below the plot, such as that of a stroke which is drawn across its bars. */
    void tell(String column, Cell cell, String number) {
        columns.computeIfAbsent(column, key -> new LinkedHashMap<>()).put(cell, number);
        List<String> names = new ArrayList<>(List.of("cell"));
        names.addAll(columns.keySet());
        plot.numbers(new Drawing.Table(unit, names, cells.stream().map(one -> {
            List<String> row = new ArrayList<>(List.of(style.series(one) + (one.invalid() ? ", INVALID" : "")));
            columns.values().forEach(numbers -> row.add(numbers.getOrDefault(one, "")));
            return row;
        }).toList()));
    }

    /** How tall a group is, in pixels. */
    int height() {
        return BAR * kinds;
    }

    /** The cell's place on the axis. */
    String label(Cell cell) {
        return Plot2D.text(label.apply(cell)).replace("\n", "<br>") + (cell.invalid() ? "<br>INVALID" : "");
    }

    /**
     * Adds the bars of one kind.
     *
     * @param crowded whether something else is drawn at their ends, where the numbers would stand
     */
    void add(Kind kind, List<Bar> bars, boolean crowded) {
        boolean forks = bars.stream().anyMatch(bar -> bar.forks > 1);
        bars.stream().filter(bar -> !Double.isNaN(bar.value)).forEach(bar -> {
            tell(kind.label, bar.cell, text.apply(bar.value));
            if (forks) {
                tell(kind.label + ", least to greatest fork", bar.cell, Numbers.range(bar.least, bar.greatest));
            }
        });
        bars.stream().filter(bar -> !Double.isNaN(bar.value)).collect(
                Collectors.groupingBy(bar -> bar.cell.variant(), LinkedHashMap::new, Collectors.toList()))
                .forEach((variant, ofVariant) -> addVariant(kind, ofVariant, crowded));
    }

    private void addVariant(Kind kind, List<Bar> bars, boolean crowded) {
        String colour = style.colour(bars.getFirst().cell);
        boolean whiskers = bars.stream().anyMatch(bar -> bar.forks > 1);
        Map<String, Object> extras = new LinkedHashMap<>();
        extras.put("meta", List.of("variant " + bars.getFirst().cell.variant(), kind.key()));
        extras.put("offsetgroup", kind.label); // else every variant would claim a place of its own in every group
        boolean inside = kind.pattern.isEmpty() && (whiskers || crowded); // on a hatching they could not be read
        extras.put("text",
                bars.stream().map(bar -> (whiskers && !inside ? BESIDE_WHISKER : "") + text.apply(bar.value)).toList());
        extras.put("textposition", bars.stream().map(bar -> inside && bar.value != base ? "auto" : "outside").toList());
        // Away from the whisker, and from what is drawn at the end.
        extras.put("insidetextanchor", crowded ? "middle" : "start");
        extras.put("textangle", 0);
        extras.put("cliponaxis", false);
        extras.put("hovertemplate", "%{y}<br>" + Plot2D.text(kind.label) + " %{x:.4~g} " + unit + "<extra></extra>");
        if (base != 0) {
            extras.put("base", base);
        }
        extras.put("marker", kind.pattern.isEmpty()
                ? Map.of("opacity", bars.stream().map(bar -> bar.cell.invalid() ? CellStyle.PALE : FILLED).toList())
                : Plot2D.hatched(kind.pattern, colour));
        if (whiskers) {
            extras.put("error_x", Map.of("type", "data", "symmetric", false, "thickness", 1.5, "width", 5,
                    "array", bars.stream().map(bar -> bar.greatest - bar.value).toList(),
                    "arrayminus", bars.stream().map(bar -> bar.value - bar.least).toList()));
        }
        double[] lengths = bars.stream().mapToDouble(bar -> bar.value - base).toArray();
        plot.add(BarTrace.builder(bars.stream().map(bar -> label(bar.cell)).toArray(), lengths)
                .orientation(BarTrace.Orientation.HORIZONTAL).marker(Marker.builder().color(colour).build()).build(),
                extras);
    }
}
