package charts.figure;

import charts.run.Cell;
import charts.run.Run;
import charts.text.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tech.tablesaw.plotly.components.Line;

/**
 * How the cells of one run look in all its charts: the colour says the variant, the dash of a line the load, its
 * markers (or a bar's hatching) the JDK where the same cell ran on several.
 */
public final class CellStyle {
    private static final List<Line.Dash> DASHES = List.of(
            Line.Dash.SOLID, Line.Dash.DASH, Line.Dash.DOT, Line.Dash.DASH_DOT, Line.Dash.LONG_DASH,
            Line.Dash.LONG_DASH_DOT);
    private static final List<String> SYMBOLS = List.of("circle", "diamond-open", "square-open", "triangle-up-open",
            "x-open");

    private static final List<String> PATTERNS = List.of("", "\\", "x", "-", "|");

    private static final int CROWD = 6; // curves in a plot a third of the page wide

    /**
     * How much of its colour an INVALID cell keeps: it was measured, so it is shown, but it cannot be trusted.
     */
    static final double PALE = 0.35;

    private final Palette palette;
    private final List<String> variants;
    private final List<String> loads;
    private final List<String> jdks;
    private final boolean severalJdks;
    private final boolean routesSayAll;
    private final boolean bySize;
    private final List<String> dashed;

    public CellStyle(Run run) {
        this(run.cells());
    }

    public CellStyle(List<Cell> all) {
        // What could not be measured is known before the rest and stands first in a run: that says nothing of where it
        // belongs.
        List<Cell> cells = all.stream().sorted(Comparator.comparing(Cell::skipped)).toList();
        variants = cells.stream().map(Cell::variant).distinct().toList();
        palette = new Palette(variants);
        jdks = cells.stream().map(Cell::jdk).distinct().sorted().toList();
        Map<String, Set<String>> jdksOf = new LinkedHashMap<>();
        cells.forEach(cell -> jdksOf.computeIfAbsent(cell.variant() + "|" + cell.load(), key -> new LinkedHashSet<>())
                .add(cell.jdk()));
        severalJdks = jdksOf.values().stream().anyMatch(set -> set.size() > 1);
        // Beside a route there is no room for the users too, and where each variant always has as many they tell
        // nothing.
        routesSayAll = cells.stream().noneMatch(cell -> cell.route().isEmpty() || cell.aside())
                && cells.stream().map(cell -> cell.variant() + "|" + cell.size()).distinct().count() == variants.size();
        loads = cells.stream().map(this::load).distinct().toList();
        // More loads than dashes: those of each size have a plot of their own, and a dash says the rest.
        // The others have plots of their own.
        List<Cell> steady = cells.stream().filter(cell -> !cell.inStages()).toList();
        bySize = !routesSayAll && steady.stream().map(this::load).distinct().count() > DASHES.size()
                && steady.stream().map(Cell::size).distinct().count() > 1;
        dashed = steady.stream().map(this::dashedBy).distinct().toList();
    }

    public String colour(Cell cell) {
        return palette.colour(cell.variant());
    }

    Line.Dash dash(Cell cell) {
        return DASHES.get(Math.max(0, dashed.indexOf(dashedBy(cell))) % DASHES.size());
    }

    /** What the dash of a line says. */
    private String dashedBy(Cell cell) {
        return !bySize ? load(cell) : cell.besides().isEmpty() ? "others" : cell.besides();
    }

    /**
     * What stands in one plot, by the plot's title: all of it, without a title; or, where the run has more loads than
     * there are dashes, what has as many users or the same rate.
     */
    <T> Map<String, List<T>> plots(List<T> all, Function<T, Cell> cell) {
        return all.stream().sorted(Comparator.comparing(cell, order()))
                .collect(Collectors.groupingBy(one -> bySize ? cell.apply(one).size() : "", LinkedHashMap::new,
                        Collectors.toList()));
    }

    /**
     * Curves that lie on each other are common here, and a lesson: the variants that come first are drawn wider below.
     */
    double width(Cell cell) {
        return Math.min(4, 2 + (variants.size() - 1 - Math.max(0, variants.indexOf(cell.variant()))));
    }

    /**
     * What else a small plot has to tell plotly of its curves, where they are so many that wide ones would hide each
     * other.
     */
    Map<String, Object> thin(int curves) {
        return curves <= CROWD ? Map.of()
                : Map.of("line", Map.of("width", 1.3), "marker", Map.of("size", severalJdks ? 6 : 3));
    }

    public String symbol(Cell cell) {
        return severalJdks ? SYMBOLS.get(Math.max(0, jdks.indexOf(cell.jdk())) % SYMBOLS.size()) : SYMBOLS.getFirst();
    }

    /** Whether the same cell ran on several JDKs, so that a chart has to tell them apart. */
    boolean severalJdks() {
        return severalJdks;
    }

    /**
     * The hatching of a bar, in plotly's characters; none but where there are several JDKs, of which the oldest has
     * none.
     */
    String pattern(Cell cell) {
        return severalJdks ? PATTERNS.get(Math.max(0, jdks.indexOf(cell.jdk())) % PATTERNS.size())
                : PATTERNS.getFirst();
    }

    /** In pixels: larger where the symbol has something to say. */
    int markerSize() {
        return severalJdks ? 8 : 5;
    }

    /** The variant, with its JDK where that tells two cells apart: "virtual" or "virtual on JDK 21". */
    public String variant(Cell cell) {
        return cell.variant() + (severalJdks && !cell.jdk().isEmpty() ? " on " + cell.jdk() : "");
    }

    /** The load as briefly as this run allows: only the route, where each variant always has as many users. */
    String load(Cell cell) {
        return routesSayAll && !cell.route().isEmpty() ? cell.route() : cell.load();
    }

    /** The name of what is repeated in forks: "virtual at 100 users", "virtual at /plain", "virtual (sequential)". */
    public String series(Cell cell) {
        String load = load(cell);
        boolean onlyName = load.equals(cell.route()) && !load.startsWith("/");
        return variant(cell) + (load.isEmpty() ? "" : onlyName ? " (" + load + ")" : " at " + load);
    }

    /** The series in short lines, for an axis that has to fit on a phone. */
    String label(Cell cell) {
        List<String> lines = new ArrayList<>(Words.wrapped(cell.variant()));
        if (severalJdks && !cell.jdk().isEmpty()) {
            lines.set(lines.size() - 1, lines.getLast() + ", " + cell.jdk());
        }
        String load = load(cell);
        for (String part : load.length() > Words.WIDE ? load.split(" (?=\\()") : new String[] {load}) {
            lines.addAll(Words.wrapped(part));
        }
        return String.join("\n", lines);
    }

    /** What the buttons of the legend switch: each belongs to every line of that variant, load or JDK. */
    List<String> keys(Cell cell) {
        return severalJdks ? List.of("variant " + cell.variant(), "load " + dashedBy(cell), "jdk " + cell.jdk())
                : List.of("variant " + cell.variant(), "load " + dashedBy(cell));
    }

    /** By load, then by variant, then by JDK, each in the order of the run: what is compared stands side by side. */
    Comparator<Cell> order() {
        return Comparator.<Cell>comparingInt(cell -> loads.indexOf(load(cell)))
                .thenComparingInt(cell -> variants.indexOf(cell.variant()))
                .thenComparingInt(cell -> jdks.indexOf(cell.jdk()));
    }

    /** The end of a chart's note, where it has pale curves. */
    static String aboutPale(Collection<Cell> drawn) {
        return drawn.stream().anyMatch(Cell::invalid) ? " Pale curves are INVALID cells." : "";
    }

    /** Of a chart of response times. */
    static String aboutPaleLatencies(Collection<Cell> drawn) {
        return drawn.stream().noneMatch(cell -> cell.counts() && !cell.latencyTrusted()) ? aboutPale(drawn)
                : " Pale curves are " + (drawn.stream().anyMatch(Cell::invalid) ? "INVALID cells, and " : "")
                        + "cells whose load generator was late or paused: ignore their response times; their "
                        + "throughput is valid.";
    }

    /** What else plotly has to be told of a curve of response times. */
    static Map<String, Object> paleLatency(Cell cell) {
        return cell.latencyTrusted() ? Map.of() : Map.of("opacity", PALE);
    }

    /** The legend of charts made of lines. */
    List<LegendEntry> lines(Collection<Cell> drawn) {
        List<LegendEntry> entries = new ArrayList<>(variants(drawn));
        drawn.stream().filter(cell -> !cell.load().isEmpty()).forEach(cell -> entries.add(
                LegendEntry.line("load " + dashedBy(cell), dashedBy(cell), dash(cell))));
        entries.addAll(symbols(drawn));
        return entries.stream().distinct().toList();
    }

    /** The legend of the JDKs in charts made of lines; empty where there is but one. */
    List<LegendEntry> symbols(Collection<Cell> drawn) {
        return !severalJdks ? List.of()
                : byJdk(drawn).stream()
                        .map(cell -> LegendEntry.symbol("jdk " + cell.jdk(), cell.jdk(), symbol(cell))).distinct()
                        .toList();
    }

    private List<Cell> byJdk(Collection<Cell> drawn) {
        return drawn.stream().sorted(Comparator.comparingInt(cell -> jdks.indexOf(cell.jdk()))).toList();
    }

    /** The legend of the JDKs in charts made of bars that are hatched by them; empty where there is but one. */
    List<LegendEntry> patterns(Collection<Cell> drawn) {
        return !severalJdks ? List.of()
                : byJdk(drawn).stream()
                        .map(cell -> LegendEntry.pattern("jdk " + cell.jdk(), cell.jdk(), pattern(cell))).distinct()
                        .toList();
    }

    /** The legend of charts made of areas: colours only. */
    List<LegendEntry> variants(Collection<Cell> drawn) {
        return drawn.stream().map(cell -> LegendEntry.colour("variant " + cell.variant(), cell.variant(), colour(cell)))
                .distinct().toList();
    }
}
