package charts;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tech.tablesaw.api.Row;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.components.Marker;
import tech.tablesaw.plotly.traces.BarTrace;

/** Which lines of code held carriers, and for how long. Drawn only where something was pinned. */
public final class PinningChart implements Chart {
    private static final int SHOWN = 12;

    private record Pin(Cell cell, String frame, double ms) {}

    @Override
    public Optional<Drawing> draw(Run run, Look look) {
        List<Pin> pins = run.table(Csv.PINNING).stream().map(row -> pin(row, run)).filter(pin -> !Double.isNaN(pin.ms)).toList();
        if (pins.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Double> total = pins.stream().collect(Collectors.groupingBy(Pin::frame, Collectors.summingDouble(Pin::ms)));
        List<String> frames = total.entrySet().stream().sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey())).map(Map.Entry::getKey).toList();
        List<String> shown = frames.stream().limit(SHOWN).toList();
        return Optional.of(new Drawing("pinning", "Pinned carriers by line of code", sentence(pins, frames.getFirst(), look),
                frames.size() > SHOWN ? "The " + SHOWN + " lines with the most, of " + frames.size() + "." : "",
                look.variants(pins.stream().map(Pin::cell).toList()),
                List.of(Drawing.Panel.of("pinning", "", "", plot(pins, shown, look))), false));
    }

    private static Pin pin(Row row, Run run) {
        String frame = Csv.text(row, "frame");
        return new Pin(run.cell(Csv.text(row, "cell")), frame.isEmpty() ? "(no frame known)" : frame, Csv.number(row, "duration_ms"));
    }

    private static Plot2D plot(List<Pin> pins, List<String> frames, Look look) {
        Plot2D plot = new Plot2D(90 + 44 * frames.size(), Axis.builder().title("carriers held, ms in all").build(),
                Axis.builder().type(Axis.Type.CATEGORY).build());
        plot.layout("barmode", "stack").layout("bargap", 0.4).layout("xaxis", Map.of("rangemode", "tozero", "tickangle", 0, "nticks", 6))
                .layout("yaxis", Map.of("automargin", true, "autorange", "reversed", "categoryorder", "array",
                        "categoryarray", frames.stream().map(PinningChart::label).toList()));
        Map<String, List<Pin>> byVariant = pins.stream().collect(
                Collectors.groupingBy(pin -> pin.cell.variant(), LinkedHashMap::new, Collectors.toList()));
        byVariant.forEach((variant, ofVariant) -> {
            double[] ms = frames.stream().mapToDouble(frame -> ofVariant.stream().filter(pin -> pin.frame.equals(frame))
                    .mapToDouble(Pin::ms).sum()).toArray();
            plot.add(BarTrace.builder(frames.stream().map(PinningChart::label).toArray(), ms).orientation(BarTrace.Orientation.HORIZONTAL)
                            .marker(Marker.builder().color(look.colour(ofVariant.getFirst().cell)).build()).build(),
                    Map.of("meta", List.of("variant " + variant),
                            "hovertemplate", "%{y}<br>" + Plot2D.text(variant) + " %{x:.4~g} ms<extra></extra>"));
        });
        return plot;
    }

    /** The package says little and is long: class and method stand below it, so that a phone can show both. */
    private static String label(String frame) {
        int method = frame.lastIndexOf('.', Math.max(0, frame.lastIndexOf('.') - 1));
        boolean withPackage = method > 0 && !frame.substring(0, method).isBlank();
        return withPackage ? Plot2D.text(frame.substring(0, method)) + "<br>" + Plot2D.text(frame.substring(method + 1))
                : Plot2D.text(frame);
    }

    private static String sentence(List<Pin> pins, String worst, Look look) {
        List<Pin> there = pins.stream().filter(pin -> pin.frame.equals(worst)).toList();
        double ms = there.stream().mapToDouble(Pin::ms).sum();
        double all = pins.stream().mapToDouble(Pin::ms).sum();
        return worst + " held carriers for " + Numbers.brief(ms) + " ms in " + there.size() + (there.size() == 1 ? " event" : " events")
                + (all > 0 ? ", " + Numbers.percent(100 * ms / all) + " % of all that was pinned" : "") + ", under "
                + Numbers.list(there.stream().map(pin -> look.variant(pin.cell)).distinct().toList()) + ".";
    }
}
