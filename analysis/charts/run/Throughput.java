package charts.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * The throughput of one variant under one load: the mean of its forks, in requests/s. INVALID forks are left out as
 * long as one is valid.
 */
public record Throughput(Cell cell, int forks, double measured, double least, double greatest, double rule,
        double limit,
        double pinned, double unpinned, double published) {

    /**
     * Streams aside are left out: their rate was set, not reached. So is what stands there stage by stage.
     *
     * @param series the name that the forks of a cell have in common
     * @param order  of the result
     */
    public static List<Throughput> of(Run run, Function<Cell, String> series, Comparator<Cell> order) {
        List<Cell> measured = run.cells().stream()
                .filter(cell -> !cell.aside() && !cell.skipped() && !Double.isNaN(cell.rps()))
                .filter(cell -> !run.toldInStages(cell)).toList();
        Map<String, List<Cell>> forks = new LinkedHashMap<>();
        measured.forEach(cell -> forks.computeIfAbsent(series.apply(cell), key -> new ArrayList<>()).add(cell));
        return forks.values().stream().map(Throughput::ofForks)
                .sorted(Comparator.comparing(Throughput::cell, order)).toList();
    }

    private static Throughput ofForks(List<Cell> all) {
        List<Cell> forks = Cell.believed(all);
        var rps = forks.stream().mapToDouble(Cell::rps).summaryStatistics();
        return new Throughput(forks.getFirst(), forks.size(), rps.getAverage(), rps.getMin(), rps.getMax(),
                known(forks.stream().mapToDouble(Cell::ruleRps)),
                known(forks.stream().mapToDouble(Cell::limitRps)),
                known(forks.stream().mapToDouble(Cell::pinnedRps)),
                known(forks.stream().mapToDouble(Cell::unpinnedRps)),
                known(forks.stream().mapToDouble(Cell::publishedRps)));
    }

    /** Each figure as a multiple of another cell's figure of the same kind. */
    public Throughput over(Throughput other) {
        return new Throughput(cell, forks, measured / other.measured, least / other.measured, greatest / other.measured,
                rule / other.rule, Double.NaN, Double.NaN, Double.NaN, published / other.published);
    }

    /** Whether more was measured than the CPUs allow, rounding aside. */
    public boolean impossible() {
        return measured > 1.01 * limit;
    }

    /**
     * Whether it can be told which of the two bounds the throughput is at: both are known, differ, and something was
     * served.
     */
    public boolean bounded() {
        return pinned > 0 && unpinned > pinned && measured > 0;
    }

    /**
     * Whether it is nearer to what it would be if every request held its carrier: by ratios, since the bounds are far
     * apart.
     */
    public boolean nearerToPinned() {
        return measured / pinned < unpinned / measured;
    }

    private static double known(DoubleStream values) {
        return values.filter(value -> !Double.isNaN(value)).findFirst().orElse(Double.NaN);
    }
}
