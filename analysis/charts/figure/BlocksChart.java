package charts.figure;

import charts.run.Cell;
import charts.run.DrivenBlocks;
import charts.run.Run;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tech.tablesaw.plotly.components.Axis;

/**
 * The throughput of each block over the rounds: variants that were measured side by side, and what disturbed them.
 */
public final class BlocksChart implements Chart {

    /** Where everything differs by less, the axis shows no more than this: nothing looks large that is not. */
    private static final double ROOM = 0.1;

    @Override
    public Optional<Drawing> draw(Run run, CellStyle style) {
        List<DrivenBlocks> all = DrivenBlocks.of(run);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<DrivenBlocks>> plots = style.plots(all, DrivenBlocks::cell);
        List<Drawing.Panel> panels = new ArrayList<>();
        plots.forEach((title, some) -> panels.add(Drawing.Panel.of("blocks_rps" + (panels.isEmpty() ? ""
                : "_" + panels.size()), title.isEmpty() ? "Throughput" : title + ": throughput", "",
                sentence(some, style), plot(some, style))));
        List<Cell> cells = all.stream().map(DrivenBlocks::cell).toList();
        return Optional.of(new Drawing("blocks", "Block by block", sentence(all, style),
                "In a round, each cell is driven for a block, in random order. A line is a fork. A hollow marker is a "
                        + "block that does not count, because something disturbed it. It was repeated once."
                        + CellStyle.aboutPale(cells),
                style.lines(cells), panels, plots.size() > 1));
    }

    private static Plot2D plot(List<DrivenBlocks> some, CellStyle style) {
        double greatest = some.stream().flatMap(cell -> cell.blocks().stream()).mapToDouble(DrivenBlocks.One::rps)
                .max().orElse(1);
        Plot2D plot = new Plot2D(280, Axis.builder().title("round").build(),
                Axis.builder().title("requests/s").build()).unit("requests/s")
                .layout("xaxis", Map.of("dtick", 1, "rangemode", "tozero"))
                .layout("yaxis", Map.of("automargin", true, "range", List.of(0, greatest * (1 + ROOM))));
        Map<String, Object> more = style.thin(some.size());
        for (DrivenBlocks cell : some) {
            List<DrivenBlocks.One> counted = cell.thatCount(true);
            if (!counted.isEmpty()) {
                plot.line(counted.stream().mapToDouble(cell::at).toArray(),
                        counted.stream().mapToDouble(DrivenBlocks.One::rps).toArray(), style, cell.cell(),
                        "%{y:.4~g} requests/s in round %{x}", more);
            }
            List<DrivenBlocks.One> disturbed = cell.thatCount(false);
            if (!disturbed.isEmpty()) {
                Map<String, Object> hollow = new LinkedHashMap<>(more);
                hollow.put("mode", "markers");
                hollow.put("marker", Map.of("symbol", "circle-open", "size", 10));
                hollow.put("text", disturbed.stream().map(DrivenBlocks.One::why).map(Plot2D::text).toList());
                plot.line(disturbed.stream().mapToDouble(cell::at).toArray(),
                        disturbed.stream().mapToDouble(DrivenBlocks.One::rps).toArray(), style, cell.cell(),
                        "disturbed", "%{y:.4~g} requests/s in round %{x}, disturbed: %{text}", hollow);
            }
        }
        return plot;
    }

    private static String sentence(List<DrivenBlocks> all, CellStyle style) {
        long disturbed = all.stream().mapToLong(cell -> cell.thatCount(false).size()).sum();
        long blocks = all.stream().mapToLong(cell -> cell.blocks().size()).sum();
        String widest = all.stream().filter(cell -> cell.thatCount(true).size() > 1)
                .max((one, other) -> Double.compare(spread(one), spread(other)))
                .map(cell -> "; the blocks of a fork differ most in " + style.series(cell.cell()) + ", by "
                        + Numbers.percent(100 * spread(cell)) + " %")
                .orElse("");
        String codes = all.stream().flatMap(cell -> cell.thatCount(false).stream()).map(DrivenBlocks.One::why)
                .filter(why -> !why.isEmpty()).distinct().collect(Collectors.joining(", "));
        return (disturbed == 0 ? "All " + Numbers.count(blocks) + " blocks count"
                : Numbers.count(disturbed) + " of " + Numbers.count(blocks) + " blocks "
                        + (disturbed == 1 ? "does" : "do") + " not count, because something disturbed "
                        + (disturbed == 1 ? "it" : "them")
                        + (codes.isEmpty() ? "" : " (" + codes + ")"))
                + widest + ".";
    }

    /** From the slowest to the fastest of those that count, as a share of the slowest. */
    private static double spread(DrivenBlocks cell) {
        var rps = cell.thatCount(true).stream().mapToDouble(DrivenBlocks.One::rps).summaryStatistics();
        return rps.getMax() / rps.getMin() - 1;
    }
}
