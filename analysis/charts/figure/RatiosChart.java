package charts.figure;

import charts.run.Cell;
import charts.run.Run;
import charts.run.Throughput;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import tech.tablesaw.plotly.components.Axis;

/**
 * The cells that have a published figure, each as a multiple of the first of them: the published machine was another
 * one, and a lab may scale its waits, so the shape can be compared and the requests per second cannot.
 */
public final class RatiosChart implements Chart {
    private static final double LOG_SCALE_FROM = 5; // greatest to least; a linear axis would hide the small ones
    private static final double FEW_TICKS_FROM = 12; // a phone has room for two ticks in each of several decades
    private static final double EQUAL = 1.05; // what is nearer to the rule keeps to it

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        List<Throughput> published = Throughput.of(run, style::series, style.order()).stream()
                .filter(Figure.PUBLISHED::knows).toList();
        List<Throughput> references = new ArrayList<>();
        List<Throughput> ratios = new ArrayList<>();
        for (Throughput one : published) {
            reference(run, style, published, one.cell()).ifPresent(reference -> {
                ratios.add(one.over(reference));
                references.add(reference);
            });
        }
        if (ratios.size() < 2) {
            return Optional.empty();
        }
        String beside = references.stream().map(reference -> style.series(reference.cell())).distinct()
                .collect(Collectors.joining(" or "));
        List<Figure> figures = List.of(Figure.values()).stream()
                .filter(figure -> ratios.stream().anyMatch(figure::knows)).toList();
        List<LegendEntry> legend = new ArrayList<>(style.variants(ratios.stream().map(Throughput::cell).toList()));
        figures.forEach(figure -> legend.add(figure.legend()));
        List<Throughput> judged = ratios.stream().filter(ratio -> ratio.cell().counts()
                && references.stream().noneMatch(reference -> reference.cell() == ratio.cell())).toList();
        return Optional.of(new Drawing("ratios", "Throughput as a multiple of " + beside,
                sentence(judged, beside, style),
                "Each value is divided by the value of " + beside
                        + ": published by published, rule by rule, measured by measured. These ratios can be "
                        + "compared across machines; requests/s cannot."
                        + (ratios.stream().anyMatch(ratio -> ratio.forks() > 1)
                                ? " A whisker runs from the least to the greatest fork. Each fork is divided by the "
                                        + "mean of the forks of " + beside + "."
                                : ""),
                legend, GroupedBars.panels("ratios", "", ratios,
                        ratio -> Figure.known(figures, ratio),
                        some -> plot(some, ratios, figures, style)),
                false));
    }

    /**
     * What a cell is divided by: the first of the run that is published and valid; where there are several JDKs, on its
     * own.
     */
    private static Optional<Throughput> reference(Run run, CellStyle style, List<Throughput> published, Cell cell) {
        return published.stream().filter(one -> one.cell().counts() && one.measured() > 0)
                .filter(one -> !style.severalJdks() || one.cell().jdk().equals(cell.jdk()))
                .min(Comparator.comparingInt(one -> run.cells().indexOf(one.cell())));
    }

    /** @param all of the chart, so that its plots have the same axis */
    private static Plot2D plot(List<Throughput> ratios, List<Throughput> all, List<Figure> figures, CellStyle style) {
        var drawn = all.stream()
                .flatMapToDouble(ratio -> DoubleStream.concat(DoubleStream.of(ratio.least(), ratio.greatest()),
                        figures.stream().filter(figure -> figure.knows(ratio)).mapToDouble(figure -> figure.of(ratio))))
                .filter(value -> value > 0).summaryStatistics();
        double least = Math.min(1, drawn.getMin());
        double greatest = Math.max(1, drawn.getMax());
        boolean log = greatest / least > LOG_SCALE_FROM;
        Axis axis = !log ? Axis.builder().title("times").build()
                : Axis.builder().title("times (log scale)").type(Axis.Type.LOG)
                        .tickSettings(greatest / least > FEW_TICKS_FROM ? Plot2D.decades(least, greatest, 1, 3)
                                : Plot2D.decades(least, greatest, 1, 2, 5))
                        .build();
        GroupedBars groups = new GroupedBars(axis, ratios.stream().map(Throughput::cell).toList(), style::label,
                figures.size(),
                "times", Numbers::times, style);
        // For the numbers behind the bars; on the left the labels are near.
        double room = 0.16 * Math.log10(greatest / least);
        groups.plot().layout("xaxis", Map.of("tickangle", 0, "range", !log ? List.of(0, greatest * 1.15)
                : List.of(Math.log10(least) - (least < 1 ? 2 * room : room / 3), Math.log10(greatest) + room)));
        groups.plot().layout("shapes",
                List.of(Map.of("type", "line", "x0", 1, "x1", 1, "yref", "paper", "y0", 0, "y1", 1,
                        "layer", "below", "line", Map.of("color", Palette.NEUTRAL, "width", 1.5))));
        if (log) {
            groups.from(1); // a logarithmic axis has no 0 to start from
        }
        figures.forEach(figure -> groups.add(figure.kind(), ratios.stream().map(figure::bar).toList(), false));
        return groups.plot();
    }

    /** Where the published figures differ most, and who is furthest from the rule. */
    private static String sentence(List<Throughput> ratios, String beside, CellStyle style) {
        Optional<Throughput> furthest = furthest(ratios, Throughput::published);
        if (furthest.isEmpty()) {
            return "No other cell is valid: nothing can be concluded from these bars.";
        }
        List<String> held = new ArrayList<>();
        if (Figure.RULE.knows(furthest.get())) {
            held.add("the rule says " + Numbers.times(furthest.get().rule()));
        }
        held.add(Numbers.times(furthest.get().measured()) + " was measured");
        String said = style.series(furthest.get().cell()) + " was published at "
                + Numbers.times(furthest.get().published()) + " times "
                + beside + "; "
                + Numbers.list(held) + ".";
        return ratios.size() == 1 ? said
                : said + fromTheRule("As published", Figure.PUBLISHED, ratios, furthest.get(), style)
                        + fromTheRule("As measured", Figure.MEASURED, ratios, furthest.get(), style);
    }

    /** @param said the cell whose figures were said already */
    private static String fromTheRule(String how, Figure figure, List<Throughput> ratios, Throughput said,
            CellStyle style) {
        return furthest(ratios, ratio -> figure.of(ratio) / ratio.rule()).map(ratio -> {
            double off = Math.max(figure.of(ratio) / ratio.rule(), ratio.rule() / figure.of(ratio));
            return " " + how + ", " + (off < EQUAL
                    ? "all keep to the rule within " + Numbers.percent(Math.max(0.1, 100 * (off - 1))) + " %."
                    : ratio == said ? "it departs most from the rule."
                            : style.series(ratio.cell()) + " departs most from the rule: "
                                    + Numbers.times(figure.of(ratio)) + " times instead of "
                                    + Numbers.times(ratio.rule()) + ".");
        }).orElse("");
    }

    /** Where that number is furthest from 1, up or down. */
    private static Optional<Throughput> furthest(List<Throughput> ratios, ToDoubleFunction<Throughput> number) {
        return ratios.stream()
                .filter(ratio -> number.applyAsDouble(ratio) > 0 && Double.isFinite(number.applyAsDouble(ratio)))
                .max(Comparator.comparingDouble(ratio -> Math.abs(Math.log(number.applyAsDouble(ratio)))));
    }
}
