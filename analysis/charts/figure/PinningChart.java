package charts.figure;

import charts.run.Cell;
import charts.run.Csv;
import charts.run.PinTotals;
import charts.run.Run;
import charts.text.Numbers;
import kit.record.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import tech.tablesaw.api.Row;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.components.Marker;
import tech.tablesaw.plotly.traces.BarTrace;

/** Which lines of code held carriers, and for how long. Drawn only where something was pinned. */
public final class PinningChart implements Chart {
    private static final int SPOKEN_OF = 3; // lines that the sentence names for being pinned on one JDK alone

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        List<PinTotals> held = held(run);
        if (held.isEmpty()) {
            return Optional.empty();
        }
        Set<String> jdks = run.cells().stream().filter(cell -> !cell.skipped() && !cell.jdk().isEmpty()).map(Cell::jdk)
                .collect(Collectors.toCollection(TreeSet::new));
        String under = Numbers.list(worst(held).stream().map(one -> style.variant(one.cell())).distinct().toList());
        return Optional.of(draw(held, style, sentence(held) + ", under " + under + "."
                + (style.severalJdks() && jdks.size() > 1 ? alone(held) : "")));
    }

    /** The chart of what was held in one recording or many cells; {@code held} is not empty. */
    public static Drawing draw(List<PinTotals> held, CellStyle style, String sentence) {
        List<String> lines = worstFirst(held);
        int jdks = style.severalJdks() ? (int) held.stream().map(one -> one.cell().jdk()).distinct().count() : 1;
        List<String> shown = lines.stream().limit(Math.max(1, GroupedBars.MOST / jdks)).toList();
        List<Cell> cells = held.stream().map(PinTotals::cell).distinct().toList();
        List<LegendEntry> legend = new ArrayList<>(style.variants(cells));
        legend.addAll(style.patterns(cells));
        return new Drawing("pinning", "Pinned carriers by line of code", sentence,
                lines.size() > shown.size() ? "The " + shown.size() + " lines with the most, of " + lines.size()
                        + ". The table of numbers has all." : "",
                legend, List.of(Drawing.Panel.of("pinning", "", "", plot(held, shown, lines, style))), false);
    }

    /** The rows of pinning.csv, which are many, by what they have in common. */
    private static List<PinTotals> held(Run run) {
        Map<List<String>, DoubleSummaryStatistics> alike = new LinkedHashMap<>();
        for (Row row : run.table(Csv.PINNING)) {
            double ms = Csv.number(row, Column.DURATION_MS);
            if (!Double.isNaN(ms)) {
                alike.computeIfAbsent(
                        List.of(Csv.text(row, Column.CELL), Csv.text(row, Column.FRAME), Csv.text(row, Column.REASON)),
                        key -> new DoubleSummaryStatistics()).accept(ms);
            }
        }
        return alike.entrySet().stream()
                .map(entry -> new PinTotals(run.cell(entry.getKey().getFirst()), entry.getKey().get(1),
                        entry.getKey().get(2), entry.getValue().getCount(), entry.getValue().getSum()))
                .toList();
    }

    private static List<String> worstFirst(List<PinTotals> held) {
        Map<String, Double> total = held.stream()
                .collect(Collectors.groupingBy(PinTotals::line, Collectors.summingDouble(PinTotals::ms)));
        return total.entrySet().stream().sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey())).map(Map.Entry::getKey).toList();
    }

    /** A bar for each line, made of its variants; with several JDKs, a bar for each of them side by side. */
    private static Plot2D plot(List<PinTotals> held, List<String> lines, List<String> all, CellStyle style) {
        Function<PinTotals, String> jdkOf = one -> style.severalJdks() ? one.cell().jdk() : "";
        Map<String, Map<String, List<PinTotals>>> byJdk = held.stream()
                .collect(Collectors.groupingBy(jdkOf, TreeMap::new,
                        Collectors.groupingBy(one -> one.cell().variant(), LinkedHashMap::new, Collectors.toList())));
        List<String> labels = lines.stream().map(CodeLine::label).toList();
        Plot2D plot = new Plot2D(
                90 + Math.max(10 + 17 * CodeLine.tallest(labels), byJdk.size() > 1 ? 30 + 22 * byJdk.size() : 44)
                        * lines.size(),
                Axis.builder().title("seconds held").build(), Axis.builder().type(Axis.Type.CATEGORY).build());
        // plotly stacks bars or puts them side by side. With several JDKs it does the second, and the stacks are made
        // here.
        plot.layout("barmode", byJdk.size() > 1 ? "group" : "stack").layout("bargap", byJdk.size() > 1 ? 0.3 : 0.4)
                .layout("xaxis", Map.of("rangemode", "tozero", "tickangle", 0, "nticks", 5))
                .layout("yaxis", CodeLine.axis(labels));
        byJdk.forEach((jdk, byVariant) -> {
            double[] base = new double[lines.size()];
            byVariant.values().forEach(ofVariant -> {
                addBars(plot, ofVariant, lines, base, byJdk.size() > 1, style);
                for (int i = 0; i < base.length; i++) {
                    base[i] += seconds(at(ofVariant, lines.get(i)));
                }
            });
        });
        plot.numbers(numbers(held, all, style));
        return plot;
    }

    /** A column for each variant, on each JDK. */
    private static Drawing.Table numbers(List<PinTotals> held, List<String> lines, CellStyle style) {
        List<String> columns = new ArrayList<>(List.of("line of code"));
        List<String> variants = held.stream().map(one -> style.variant(one.cell())).distinct().toList();
        columns.addAll(variants);
        return new Drawing.Table("how long carriers were held, in how many events", columns,
                lines.stream().map(line -> {
                    List<String> row = new ArrayList<>(List.of(line));
                    variants.forEach(variant -> {
                        List<PinTotals> there = at(held, line).stream()
                                .filter(one -> style.variant(one.cell()).equals(variant)).toList();
                        row.add(there.isEmpty() ? ""
                                : Numbers.table(ms(there)) + " ms in "
                                        + events(there.stream().mapToLong(PinTotals::events).sum()));
                    });
                    return row;
                }).toList());
    }

    private static void addBars(Plot2D plot, List<PinTotals> bars, List<String> lines, double[] base,
            boolean sideBySide,
            CellStyle style) {
        Cell cell = bars.getFirst().cell();
        Map<String, Object> extras = new LinkedHashMap<>();
        extras.put("meta", style.severalJdks() ? List.of("variant " + cell.variant(), "jdk " + cell.jdk())
                : List.of("variant " + cell.variant()));
        extras.put("customdata", lines.stream().map(line -> hover(at(bars, line))).toList());
        extras.put("hovertemplate", "%{y}<br>" + Plot2D.text(style.variant(cell)) + " %{customdata}<extra></extra>");
        if (sideBySide) {
            extras.put("base", base.clone());
            extras.put("offsetgroup", cell.jdk());
        }
        if (!style.pattern(cell).isEmpty()) {
            extras.put("marker", Plot2D.hatched(style.pattern(cell), style.colour(cell)));
        }
        // Nothing is no bar: one of no length would still have a border.
        double[] lengths = lines.stream().map(line -> at(bars, line))
                .mapToDouble(there -> there.isEmpty() ? Double.NaN : seconds(there)).toArray();
        plot.add(BarTrace.builder(lines.stream().map(CodeLine::label).toArray(), lengths)
                .orientation(BarTrace.Orientation.HORIZONTAL).marker(Marker.builder().color(style.colour(cell)).build())
                .build(), extras);
    }

    /** What the tooltip says of a bar: how long, how often and why. */
    private static String hover(List<PinTotals> there) {
        long events = there.stream().mapToLong(PinTotals::events).sum();
        return Numbers.table(ms(there)) + " ms in " + events(events) + there.stream().map(PinTotals::reason)
                .filter(reason -> !reason.isEmpty()).distinct().map(reason -> "<br>" + Plot2D.text(reason))
                .collect(Collectors.joining());
    }

    private static List<PinTotals> at(List<PinTotals> held, String line) {
        return held.stream().filter(one -> one.line().equals(line)).toList();
    }

    private static double ms(List<PinTotals> held) {
        return held.stream().mapToDouble(PinTotals::ms).sum();
    }

    /** What the axis has: milliseconds of many pins have more digits than a phone has room for. */
    private static double seconds(List<PinTotals> held) {
        return ms(held) / 1000;
    }

    private static List<PinTotals> worst(List<PinTotals> held) {
        return at(held, worstFirst(held).getFirst());
    }

    /** How much the worst line has of all, without a full stop. */
    public static String sentence(List<PinTotals> held) {
        List<PinTotals> worst = worst(held);
        double all = ms(held);
        return worst.getFirst().line() + " held carriers for " + Numbers.brief(ms(worst)) + " ms in "
                + events(worst.stream().mapToLong(PinTotals::events).sum())
                + (all > 0 ? ", " + Numbers.percent(100 * ms(worst) / all) + " % of all that was pinned" : "");
    }

    private static String events(long events) {
        return Numbers.count(events) + (events == 1 ? " event" : " events");
    }

    /** Which lines were pinned on one JDK and on no other of the run: what an upgrade mends, or breaks. */
    private static String alone(List<PinTotals> held) {
        Map<String, List<String>> alone = new LinkedHashMap<>();
        for (String line : worstFirst(held)) {
            List<String> jdks = at(held, line).stream().map(one -> one.cell().jdk()).distinct().toList();
            if (jdks.size() == 1) {
                alone.computeIfAbsent(jdks.getFirst(), jdk -> new ArrayList<>()).add(line);
            }
        }
        return alone.entrySet().stream().filter(entry -> !entry.getKey().isEmpty()).map(entry -> " Only on "
                + entry.getKey() + ": "
                + Numbers.list(entry.getValue().stream().limit(SPOKEN_OF).toList())
                + (entry.getValue().size() > SPOKEN_OF ? ", and " + (entry.getValue().size() - SPOKEN_OF) + " more"
                        : "")
                + ".")
                .collect(Collectors.joining());
    }
}
