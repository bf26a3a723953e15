package charts.figure;

import charts.run.Cell;
import charts.run.Ramp;
import charts.run.Run;
import charts.run.Timeline;
import charts.text.Bound;
import charts.text.Numbers;
import charts.text.Words;
import kit.record.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tech.tablesaw.plotly.components.Axis;

/**
 * Users who rise from stage to stage: everything that was seen meanwhile, one strip below the other over the same time.
 * The bands are the stages, in which all of a stage's users are there.
 */
public final class StagesChart implements Chart {
    private static final int TITLE = 30; // pixels above a strip, for its title and some air
    private static final int ABOVE = 60; // all strips, for plotly's tool bar and the names of the stages
    private static final int BELOW = 50;
    // What forks differ by on a quiet machine is no difference between variants.
    private static final double EQUAL = 1.05;
    private static final int ROOMY = 4; // stages of which each has room for the word "users" on a phone

    /** A column of timeline.csv, and what it is called where a strip has several of them. */
    private record Curve(Column column, String name) {}

    /** One strip. Its curves are told apart by their dashes, in this order. */
    private record Strip(String title, String unit, int height, List<Curve> curves) {
        static Strip of(String title, String unit, Curve... curves) {
            return new Strip(title, unit, 110, List.of(curves));
        }
    }

    private static final List<String> DASHES = List.of("solid", "dash", "dot");
    // In a title there is no room for words.
    private static final List<String> DRAWN = List.of("\u2014", "- -", "\u00B7\u00B7\u00B7");

    private static final Curve P99 = new Curve(Column.P99_MS, "p99");
    private static final Strip RESPONSE = new Strip("Response time", "ms", 160,
            List.of(new Curve(Column.P50_MS, "p50"), new Curve(Column.P95_MS, "p95"),
                    P99));
    private static final Strip USERS = new Strip("Users", "users", 60, List.of(new Curve(Column.USERS, "")));
    private static final List<Strip> STRIPS = List.of(
            USERS,
            Strip.of("Throughput", "requests/s", new Curve(Column.RPS, "")),
            RESPONSE,
            Strip.of("In flight", "requests", new Curve(Column.IN_FLIGHT, "")),
            Strip.of("Failed", "requests", new Curve(Column.ERRORS, "")),
            Strip.of("CPUs in use", "CPUs", new Curve(Column.SERVICE_CPU, "service"),
                    new Curve(Column.GENERATOR_CPU, "driver"),
                    new Curve(Column.MACHINE_CPU, "machine")),
            Strip.of("Heap in use", "MiB", new Curve(Column.HEAP_MB, "")),
            Strip.of("Garbage collection", "ms", new Curve(Column.GC_MS, "")),
            Strip.of("Platform threads", "threads", new Curve(Column.PLATFORM_THREADS, "")),
            Strip.of("Carriers", "threads", new Curve(Column.CARRIERS, "")),
            Strip.of("Tomcat's threads", "threads", new Curve(Column.POOL_ACTIVE, "at work"),
                    new Curve(Column.POOL_QUEUED, "queued")),
            Strip.of("Connections", "connections", new Curve(Column.CONNECTIONS_ACTIVE, "in use"),
                    new Curve(Column.CONNECTIONS_PENDING, "waited for")));

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        Map<String, List<Timeline>> series = Timeline.of(run).stream()
                .filter(timeline -> timeline.cell().inStages() && timeline.known(Column.RPS).findAny().isPresent())
                .sorted(Comparator.comparing(Timeline::cell, style.order()))
                .collect(Collectors.groupingBy(timeline -> style.series(timeline.cell()), LinkedHashMap::new,
                        Collectors.toList()));
        if (series.isEmpty()) {
            return Optional.empty();
        }
        // Of each cell one fork: several curves of one colour in a strip could not be told apart.
        List<Ramp> ramps = series.values().stream()
                .map(forks -> forks.stream().filter(fork -> fork.cell().counts()).findFirst()
                        .orElse(forks.getFirst()))
                .map(Timeline::underLoad).map(Ramp::of).toList();
        List<Cell> cells = ramps.stream().map(Ramp::cell).toList();
        List<Drawing.Panel> panels = new ArrayList<>();
        List<List<Ramp>> together = together(ramps, style);
        List<Strip> still = STRIPS.stream()
                .filter(strip -> strip.curves.stream().anyMatch(curve -> isKnown(curve, ramps))
                        && strip.curves.stream().allMatch(curve -> values(curve, ramps).allMatch(value -> value == 0)))
                .toList();
        for (List<Ramp> ofPlot : together) {
            String who = Numbers.list(ofPlot.stream().map(ramp -> style.series(ramp.cell())).toList());
            panels.add(Drawing.Panel.of("stages_" + panels.size(), together.size() == 1 ? "" : who, "",
                    plot(run, ofPlot, still, style)));
        }
        List<LegendEntry> legend = new ArrayList<>(style.variants(cells));
        legend.addAll(style.symbols(cells));
        return Optional.of(new Drawing("stages", "Stage by stage", sentence(run, cells, style),
                "The strips have one time axis. A band is the measured time of a stage, with all its users active. "
                        + "Between the bands the number of users rises."
                        + (ramps.stream().allMatch(ramp -> ramp.p99OfStages(run).isEmpty()) ? ""
                                : " Where a second has fewer than 1,000 requests, the 99th percentile of the whole "
                                        + "stage is drawn, if it has one.")
                        + (still.isEmpty() ? ""
                                : " Zero throughout: "
                                        + String.join(", ",
                                                still.stream().map(strip -> Words.withinASentence(strip.title))
                                                        .toList())
                                        + ".")
                        + (series.values().stream().anyMatch(forks -> forks.size() > 1)
                                ? " The first valid fork is drawn."
                                : "")
                        + (ramps.stream().anyMatch(ramp -> contains(ramp.counts(run), false))
                                ? " Pale curves are INVALID stages."
                                : ""),
                legend, panels, false));
    }

    private static DoubleStream values(Curve curve, List<Ramp> ramps) {
        return ramps.stream().flatMapToDouble(ramp -> ramp.timeline().known(curve.column));
    }

    private static boolean isKnown(Curve curve, List<Ramp> ramps) {
        return values(curve, ramps).findAny().isPresent();
    }

    /** Cells whose stages were at the same times share a plot; a variant that was measured twice has two. */
    private static List<List<Ramp>> together(List<Ramp> ramps, CellStyle style) {
        List<List<Ramp>> plots = new ArrayList<>();
        for (Ramp ramp : ramps) {
            plots.stream()
                    .filter(plot -> plot.stream()
                            .noneMatch(other -> style.variant(other.cell()).equals(style.variant(ramp.cell()))))
                    .filter(plot -> !overlap(bands(plot), ramp.stages())).findFirst().orElseGet(() -> {
                        plots.add(new ArrayList<>());
                        return plots.getLast();
                    }).add(ramp);
        }
        return plots;
    }

    /** Whether a stage of the one was at the time of another stage of the other. */
    private static boolean overlap(Map<String, Ramp.Span> some, Map<String, Ramp.Span> others) {
        return some.entrySet().stream().anyMatch(one -> others.entrySet().stream()
                .anyMatch(other -> !one.getKey().equals(other.getKey()) && one.getValue().overlaps(other.getValue())));
    }

    private static Map<String, Ramp.Span> bands(List<Ramp> ramps) {
        Map<String, Ramp.Span> bands = new LinkedHashMap<>();
        ramps.forEach(ramp -> ramp.stages().forEach((stage, span) -> bands.merge(stage, span, Ramp.Span::and)));
        return bands;
    }

    private static Plot2D plot(Run run, List<Ramp> ramps, List<Strip> still, CellStyle style) {
        List<Strip> strips = STRIPS.stream().filter(strip -> !still.contains(strip)
                && strip.curves.stream().anyMatch(curve -> isKnown(curve, ramps))).toList();
        double pixels = strips.stream().mapToDouble(strip -> strip.height + TITLE).sum();
        Plot2D plot = new Plot2D((int) pixels + ABOVE + BELOW, Axis.builder().title("seconds").build(),
                Axis.builder().build());
        List<Map<String, Object>> words = new ArrayList<>();
        double top = pixels;
        for (Strip strip : strips) {
            String axis = strips.indexOf(strip) == 0 ? "" : String.valueOf(strips.indexOf(strip) + 1);
            top -= TITLE;
            List<Curve> curves = strip.curves.stream().filter(curve -> isKnown(curve, ramps)
                    || curve == P99 && ramps.stream().anyMatch(ramp -> !ramp.p99OfStages(run).isEmpty())).toList();
            words.add(Map.of("text", title(strip, curves), "xref", "paper", "x", 0, "xanchor", "left", "yref", "paper",
                    "y", top / pixels, "yanchor", "bottom", "showarrow", false, "font", Map.of("size", 12)));
            plot.layout("yaxis" + axis,
                    Map.of("domain", List.of((top - strip.height) / pixels, top / pixels), "automargin", true,
                            "rangemode", "tozero", "nticks", strip == USERS ? 3 : 5));
            top -= strip.height;
            for (Ramp ramp : ramps) {
                // Where curves lie on each other, both are seen.
                double width = Math.min(4, 2 + ramps.size() - 1 - ramps.indexOf(ramp));
                curves.stream().filter(curve -> ramp.timeline().known(curve.column).findAny().isPresent())
                        .forEach(curve -> add(plot, ramp, ramp.counts(run), strip, curve, "y" + axis, width, style));
                if (strip == RESPONSE) {
                    ramp.p99OfStages(run).forEach((span, ms) -> addLevel(plot, ramp, span, ms, "y" + axis, style));
                }
            }
        }
        Map<String, Ramp.Span> bands = bands(ramps);
        bands.forEach((stage, span) -> words
                .add(Map.of("text", name(stage, bands.size() <= ROOMY), "x", (span.from() + span.to()) / 2,
                        "yref", "paper", "y", 1, "yanchor", "bottom", "showarrow", false)));
        double last = ramps.stream().flatMapToDouble(ramp -> DoubleStream.of(ramp.timeline().seconds())).max()
                .orElse(1);
        plot.layout("xaxis",
                Map.of("range", List.of(0, last * 1.01), "anchor", "y" + (strips.size() == 1 ? "" : strips.size())));
        plot.layout("shapes",
                bands.values().stream().map(span -> Map.of("type", "rect", "x0", span.from(), "x1", span.to(),
                        "yref", "paper", "y0", 0, "y1", 1, "fillcolor", Palette.NEUTRAL, "opacity", 0.13, "layer",
                        "below",
                        "line", Map.of("width", 0))).toList());
        return plot.layout("annotations", words).layout("margin", Map.of("t", ABOVE, "b", BELOW));
    }

    /** @param known the curves of the strip that are drawn */
    private static String title(Strip strip, List<Curve> known) {
        String unit = strip.title.toLowerCase(Locale.ROOT).contains(strip.unit.toLowerCase(Locale.ROOT)) ? ""
                : ", " + strip.unit;
        return strip.title + unit + (strip.curves.size() == 1 ? ""
                : ": " + known.stream().map(curve -> curve.name
                        + (known.size() == 1 ? "" : " " + DRAWN.get(strip.curves.indexOf(curve))))
                        .collect(Collectors.joining(", ")));
    }

    private static void add(Plot2D plot, Ramp ramp, boolean[] counts, Strip strip, Curve curve, String axis,
            double width, CellStyle style) {
        Map<String, Object> line = new LinkedHashMap<>(Map.of("dash", DASHES.get(strip.curves.indexOf(curve))));
        if (strip == USERS) {
            line.putAll(Map.of("shape", "vh", "width", 1.5)); // a row tells how many there are at the end of its second
        } else {
            line.put("width", strip.curves.size() > 1 ? 1.8 : width); // dashes of wide lines run into each other
        }
        for (boolean valid : new boolean[] {false, true}) {
            if (contains(counts, valid)) {
                plot.line(ramp.timeline().seconds(), only(valid, counts, ramp.timeline().column(curve.column)), style,
                        ramp.cell(),
                        strip.title + (curve.name.isEmpty() ? ", " : " (" + curve.name + "), ") + strip.unit,
                        (curve.name.isEmpty() ? "" : curve.name + " ") + "%{y:.4~g} " + strip.unit + " at %{x:.3~g} s",
                        Map.of("yaxis", axis, "mode", style.severalJdks() ? "lines+markers" : "lines", "line", line,
                                "opacity", valid ? 1 : CellStyle.PALE));
            }
        }
    }

    /** A whole stage's 99th percentile. */
    private static void addLevel(Plot2D plot, Ramp ramp, Ramp.Span stage, double ms, String axis, CellStyle style) {
        plot.line(new double[] {stage.from(), stage.to()}, new double[] {ms, ms}, style, ramp.cell(),
                "Response time (p99 of the stage), ms",
                "p99 of the stage %{y:.4~g} ms", Map.of("yaxis", axis, "mode", "lines",
                        "line", Map.of("dash", DASHES.get(RESPONSE.curves.indexOf(P99)), "width", 1.8)));
    }

    private static boolean contains(boolean[] counts, boolean valid) {
        return IntStream.range(0, counts.length).anyMatch(i -> counts[i] == valid);
    }

    /**
     * The values that count, or those that do not; the latter from the value before them on, so that the curve has no
     * gap.
     */
    private static double[] only(boolean valid, boolean[] counts, double[] values) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> counts[i] == valid || !valid && (i + 1 < counts.length && !counts[i + 1]
                        || i > 0 && !counts[i - 1]) ? values[i] : Double.NaN)
                .toArray();
    }

    /** "500-users" as people write it, or its number alone. */
    private static String name(String stage, boolean roomy) {
        String words = Pattern.compile("\\d+").matcher(stage.replace('-', ' '))
                .replaceAll(number -> number.group().length() > 15 ? number.group()
                        : Numbers.count(Long.parseLong(number.group())));
        return Plot2D.text(roomy ? words : words.replaceFirst(" users?$", ""));
    }

    /** What each variant serves in each stage, and what held it. */
    private static String sentence(Run run, List<Cell> drawn, CellStyle style) {
        Map<Double, List<Cell>> stages = run.cells().stream().filter(Cell::stage)
                .filter(cell -> !Double.isNaN(cell.rps()))
                .sorted(Comparator.comparing(cell -> cell, style.order()))
                .collect(Collectors.groupingBy(Cell::users, TreeMap::new, Collectors.toList()));
        List<String> said = new ArrayList<>();
        stages.values().forEach(all -> {
            Map<String, List<Cell>> variants = all.stream().filter(Cell::counts)
                    .collect(Collectors.groupingBy(style::series, LinkedHashMap::new, Collectors.toList()));
            if (!variants.isEmpty()) {
                said.add("At " + all.getFirst().size() + " " + ofStage(List.copyOf(variants.values()), style) + ".");
            }
        });
        long invalid = stages.values().stream().flatMap(List::stream).filter(cell -> !cell.counts()).count();
        return !said.isEmpty() ? String.join(" ", said) + (invalid == 0 ? "" : " Not counted: " + invalid + " INVALID.")
                : stages.isEmpty() ? "No stage has a row of its own in this run: what each of them served is not known."
                        : "Every stage is INVALID: nothing can be concluded from these curves.";
    }

    /** Those that the same thing holds are named together, and where they serve equally much without their names. */
    private static String ofStage(List<List<Cell>> variants, CellStyle style) {
        boolean once = variants.stream().map(forks -> style.variant(forks.getFirst())).distinct().count() == variants
                .size();
        Map<String, List<List<Cell>>> byBound = variants.stream()
                .collect(Collectors.groupingBy(StagesChart::bound, LinkedHashMap::new, Collectors.toList()));
        List<Cell> all = variants.stream().flatMap(List::stream).toList();
        var rps = all.stream().mapToDouble(Cell::rps).summaryStatistics();
        if (variants.size() > 1 && byBound.size() == 1 && rps.getMax() < EQUAL * rps.getMin()) {
            return together(variants) + " serve " + rps(all) + " requests/s" + byBound.keySet().iterator().next();
        }
        return byBound.entrySet().stream().map(group -> Numbers.list(group.getValue().stream()
                .map(forks -> (once ? style.variant(forks.getFirst()) : style.series(forks.getFirst()))
                        + (forks == variants.getFirst() ? " serves " + rps(forks) + " requests/s" : " " + rps(forks)))
                .toList())
                + (group.getValue().size() == 1 ? group.getKey()
                        : group.getKey().replaceFirst("^, ", ", " + together(group.getValue()) + " ")))
                .collect(Collectors.joining("; "));
    }

    private static String together(List<?> variants) {
        return variants.size() == 2 ? "both" : "all";
    }

    private static String rps(List<Cell> cells) {
        var rps = cells.stream().mapToDouble(Cell::rps).summaryStatistics();
        return Numbers.range(rps.getMin(), rps.getMax());
    }

    private static String bound(List<Cell> forks) {
        List<String> seen = forks.stream().map(Cell::boundSeen).filter(word -> !word.isEmpty()).distinct()
                .map(Bound::words).toList();
        return seen.isEmpty() ? "" : ", limited by " + String.join(" or ", seen);
    }
}
