package old.trust;

import kit.record.Validity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Histograms;
import old.plan.Cell;
import org.HdrHistogram.Histogram;

/**
 * What was measured of the cells of a run so far, and why cells were not. A figure of one cell is the mean over its
 * forks, on the newest JDK of the run unless a JDK is named; NaN where nothing was measured.
 */
public final class Results {

    private final List<CellResult> all = new ArrayList<>();
    private final Map<Cell, String> skipped = new HashMap<>();

    /**
     * Adds what one fork of a cell gave of one of its streams. Where it was measured again, the last attempt takes the
     * place of the one before, unless it alone is INVALID.
     */
    public synchronized void add(CellResult result) {
        List<CellResult> before = result.outcome().attempt == 1 ? List.of()
                : all.stream().filter(result::isSameFork).toList();
        if (result.validity() != Validity.INVALID || before.stream().allMatch(r -> r.validity() == Validity.INVALID)) {
            all.removeAll(before);
            all.add(result);
        }
    }

    /** Notes why a cell is not measured. */
    public synchronized void skip(Cell cell, String why) {
        skipped.put(cell, why);
    }

    /** Why a cell was not measured; null where it was, or was not ordered. */
    public synchronized String skipped(Cell cell) {
        return skipped.get(cell);
    }

    /** Of all cells, streams, forks and JDKs, in the order in which they were measured. */
    public synchronized List<CellResult> all() {
        return List.copyOf(all);
    }

    /** Whether a fork of it was measured. */
    public boolean has(Cell cell) {
        return !of(cell, "").isEmpty();
    }

    /** Of a stream, one result for each fork and JDK; the main stream has no name. */
    public List<CellResult> of(Cell cell, String stream) {
        return all().stream().filter(r -> r.cell().equals(cell) && r.stream().stream.name().equals(stream)).toList();
    }

    /** Of a stream on one JDK; of a variant that needs a certain JDK, on that one. */
    List<CellResult> on(int jdk, Cell cell, String stream) {
        return of(cell, stream).stream().filter(r -> r.outcome().jdk == jdk || cell.variant().jdk() != 0).toList();
    }

    /** On the newest JDK: a mean over two JDKs is a figure of neither. */
    private List<CellResult> newest(Cell cell, String stream) {
        List<CellResult> results = of(cell, stream);
        int newest = results.stream().mapToInt(r -> r.outcome().jdk).max().orElse(0);
        return results.stream().filter(r -> r.outcome().jdk == newest).toList();
    }

    /** Throughput in requests/s. */
    public double rps(Cell cell) {
        return mean(Metric.THROUGHPUT, cell);
    }

    /** The same on one of the JDKs of the run. */
    public double rps(Cell cell, int jdk) {
        return mean(Metric.THROUGHPUT, cell, jdk);
    }

    /** Mean response time in ms. */
    public double meanMs(Cell cell) {
        return mean(Metric.MEAN, cell);
    }

    /** A figure of a cell's main stream, in the unit of the metric. */
    public double mean(Metric metric, Cell cell) {
        return mean(metric, cell, "");
    }

    /** The same of a further stream. */
    public double mean(Metric metric, Cell cell, String stream) {
        return mean(newest(cell, stream), metric);
    }

    /** The same of the main stream on one of the JDKs of the run. */
    public double mean(Metric metric, Cell cell, int jdk) {
        return mean(on(jdk, cell, ""), metric);
    }

    /** How many times the throughput of another cell. */
    public double over(Cell above, Cell below) {
        return over(Metric.THROUGHPUT, above, below);
    }

    /** The same of another figure. */
    public double over(Metric metric, Cell above, Cell below) {
        return over(metric, above, below, "");
    }

    /** The same of a further stream. */
    public double over(Metric metric, Cell above, Cell below, String stream) {
        return mean(metric, above, stream) / mean(metric, below, stream);
    }

    /**
     * Percentiles are never averaged: they are taken of all forks' requests together. Where the row of a fork has too
     * few values for one, there is none.
     */
    private static double mean(List<CellResult> results, Metric metric) {
        double ofRows = results.stream().mapToDouble(metric.of()).average().orElse(Double.NaN);
        if (!metric.isPercentile() || results.size() < 2 || Double.isNaN(ofRows)) {
            return ofRows;
        }
        Histogram all = Histograms.empty();
        results.forEach(result -> all.add(result.stream().responseOrTimeout()));
        return Histograms.percentileMs(all, metric.percentile());
    }

    /**
     * The bottleneck of a stream in most forks, see {@link CellResult#boundSeen}; of two in as many forks, the one that
     * was seen first. {@code unknown} where it was not measured.
     */
    public String boundSeen(Cell cell, String stream) {
        return most(newest(cell, stream).stream().map(CellResult::boundSeen), "unknown");
    }

    /** The word that occurs most often; of several, the first. */
    private static String most(Stream<String> words, String ifNone) {
        return words.collect(Collectors.groupingBy(word -> word, LinkedHashMap::new, Collectors.counting())).entrySet()
                .stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(ifNone);
    }

    /**
     * A fact read back from the service, see {@link kit.service.Facts}: the first fork's; {@code unknown} where nothing
     * was measured.
     */
    public String fact(Cell cell, String name) {
        return newest(cell, "").stream().map(r -> r.fact(name)).filter(Objects::nonNull).findFirst().orElse("unknown");
    }
}
