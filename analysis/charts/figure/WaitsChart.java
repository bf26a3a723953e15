package charts.figure;

import charts.run.Cell;
import charts.run.Run;
import charts.run.WaitShare;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.components.Marker;
import tech.tablesaw.plotly.traces.BarTrace;

/**
 * What requests wait for, by line of code: as shares of the requests under way, and so of the response time. Drawn only
 * where thread dumps were taken.
 */
public final class WaitsChart implements Chart {

    private static final String ID = "waits";

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        Map<String, List<WaitShare>> byLoad = WaitShare.of(run).stream().collect(Collectors.groupingBy(
                share -> style.load(share.cell()), LinkedHashMap::new, Collectors.toList()));
        if (byLoad.isEmpty()) {
            return Optional.empty();
        }
        var panels = new ArrayList<Drawing.Panel>();
        byLoad.forEach((load, shares) -> panels.add(Drawing.Panel.of(ID + (panels.isEmpty() ? "" : panels.size()),
                byLoad.size() > 1 ? load : "", panels.isEmpty() ? "" : sentence(shares, style), sentence(shares, style),
                plot(shares, style))));
        List<Cell> cells = byLoad.values().stream().flatMap(List::stream).map(WaitShare::cell).distinct().toList();
        List<LegendEntry> legend = new ArrayList<>(style.variants(cells));
        legend.addAll(style.patterns(cells));
        return Optional.of(new Drawing(ID, "What requests wait for", sentence(byLoad.values().iterator().next(), style),
                "Thread dumps were taken after the measurement, while the load went on. A share of the "
                        + "requests under way is the same share of the response time (Little's law)."
                        + (byLoad.values().stream()
                                .anyMatch(shares -> shown(shares, style).size() < places(shares).size())
                                        ? " A plot shows the largest shares. The table of numbers has all."
                                        : ""),
                legend, panels, false));
    }

    /** The place where most requests are, for each variant. */
    private static String sentence(List<WaitShare> shares, CellStyle style) {
        return variants(shares, style).entrySet().stream().map(one -> {
            WaitShare most = one.getValue().stream().max(Comparator.comparingDouble(WaitShare::percent)).orElseThrow();
            return "On " + one.getKey() + ", " + most.inWords(Numbers.percent(most.percent()) + " % of the requests "
                    + "under way") + ".";
        }).collect(Collectors.joining(" "));
    }

    private static Map<String, List<WaitShare>> variants(List<WaitShare> shares, CellStyle style) {
        return shares.stream().collect(Collectors.groupingBy(share -> style.variant(share.cell()), LinkedHashMap::new,
                Collectors.toList()));
    }

    /** Those with the largest share on any variant first. */
    private static List<String> places(List<WaitShare> shares) {
        Map<String, Double> largest = shares.stream().collect(Collectors.toMap(WaitShare::place, WaitShare::percent,
                Math::max, LinkedHashMap::new));
        return largest.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey).toList();
    }

    /** Each has a bar for each variant. */
    private static List<String> shown(List<WaitShare> shares, CellStyle style) {
        return places(shares).stream().limit(Math.max(1, GroupedBars.MOST / variants(shares, style).size())).toList();
    }

    /** The line, and below it what waits there. */
    private static String label(String place) {
        int operation = place.indexOf(" (");
        return operation < 0 ? CodeLine.label(place)
                : CodeLine.label(place.substring(0, operation)) + "<br>" + CodeLine.label(place.substring(operation
                        + 1));
    }

    /** A bar for each place and variant, side by side. */
    private static Plot2D plot(List<WaitShare> shares, CellStyle style) {
        List<String> places = shown(shares, style);
        Map<String, List<WaitShare>> variants = variants(shares, style);
        List<String> labels = places.stream().map(WaitsChart::label).toList();
        var plot = new Plot2D(
                90 + Math.max(10 + 17 * CodeLine.tallest(labels), 30 + 18 * variants.size()) * places.size(),
                Axis.builder().title("% of the requests under way").build(),
                Axis.builder().type(Axis.Type.CATEGORY).build());
        plot.layout("barmode", "group").layout("bargap", 0.3)
                .layout("xaxis", Map.of("rangemode", "tozero", "tickangle", 0, "nticks", 6))
                .layout("yaxis", CodeLine.axis(labels));
        variants.forEach((name, own) -> {
            Cell cell = own.getFirst().cell();
            Map<String, Object> extras = new LinkedHashMap<>();
            extras.put("meta", style.keys(cell).stream().filter(key -> !key.startsWith("load")).toList());
            extras.put("hovertemplate", "%{y}<br>" + Plot2D.text(name) + ": %{x:.0f} %<extra></extra>");
            if (!style.pattern(cell).isEmpty()) {
                extras.put("marker", Plot2D.hatched(style.pattern(cell), style.colour(cell)));
            }
            plot.add(BarTrace.builder(labels.toArray(),
                    places.stream().mapToDouble(place -> percent(own, place)).toArray())
                    .orientation(BarTrace.Orientation.HORIZONTAL)
                    .marker(Marker.builder().color(style.colour(cell)).build()).build(), extras);
        });
        plot.numbers(numbers(places(shares), variants));
        return plot;
    }

    private static Drawing.Table numbers(List<String> places, Map<String, List<WaitShare>> variants) {
        var columns = new ArrayList<>(List.of("place"));
        columns.addAll(variants.keySet());
        return new Drawing.Table("% of the requests under way", columns, places.stream().map(place -> {
            var row = new ArrayList<>(List.of(place));
            variants.values().forEach(own -> {
                double percent = percent(own, place);
                row.add(Double.isNaN(percent) ? "" : Numbers.table(percent));
            });
            return (List<String>) row;
        }).toList());
    }

    /** NaN where no request is: a bar of no length would still have a border. */
    private static double percent(List<WaitShare> own, String place) {
        return own.stream().filter(share -> share.place().equals(place)).mapToDouble(WaitShare::percent).findFirst()
                .orElse(Double.NaN);
    }
}
