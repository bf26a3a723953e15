package charts.run;

import kit.record.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tech.tablesaw.api.Table;

/** The seconds of one cell, in order. Times are in s since the measurement began. */
public record Timeline(Cell cell, Table rows) {
    private static final double WHOLE = 0.95; // s; intervals are never exactly a second

    public static List<Timeline> of(Run run) {
        return toTheLastMoment(run).stream().map(Timeline::whole).toList();
    }

    /** With pieces that are shorter than a second: what is counted, and no rate, is true in them too. */
    static List<Timeline> toTheLastMoment(Run run) {
        List<Timeline> all = new ArrayList<>();
        for (Cell cell : run.cells()) {
            Table rows = run.rows(Csv.TIMELINE, cell);
            if (!rows.isEmpty()) {
                all.add(new Timeline(cell, rows.sortAscendingOn("second")));
            }
        }
        return all;
    }

    /** The forks of each cell side by side, in the order given. @param series the name that they have in common */
    public static List<List<Timeline>> bySeries(List<Timeline> timelines, Function<Cell, String> series) {
        return List.copyOf(timelines.stream()
                .collect(Collectors.groupingBy(timeline -> series.apply(timeline.cell()), LinkedHashMap::new,
                        Collectors.toList()))
                .values());
    }

    /**
     * Without a last piece that is shorter than a second, of the load and of all: its rates are noise and would pass
     * for a collapse.
     */
    private Timeline whole() {
        double[] seconds = seconds();
        int[] pieces = IntStream.of(lastUnderLoad(), seconds.length - 1).distinct()
                .filter(last -> last > 0 && seconds[last] - seconds[last - 1] < WHOLE).toArray();
        return pieces.length == 0 ? this : new Timeline(cell, rows.dropRows(pieces));
    }

    /** Up to the end of the load; after it a queue may be drained. */
    public Timeline underLoad() {
        return new Timeline(cell, rows.first(lastUnderLoad() + 1));
    }

    /** When the load ended, in s. */
    public double loadEnd() {
        return seconds()[lastUnderLoad()];
    }

    /** The last row with a throughput; the last of all where no row has one. */
    private int lastUnderLoad() {
        double[] rps = column(Column.RPS);
        return IntStream.iterate(rps.length - 1, i -> i >= 0, i -> i - 1).filter(i -> Double.isFinite(rps[i]))
                .findFirst()
                .orElse(rps.length - 1);
    }

    public double[] seconds() {
        return column(Column.SECOND);
    }

    /** The column's values, NaN where one is not known; nothing where the file does not have the column. */
    public double[] column(Column name) {
        return rows.containsColumn(name.toString()) ? rows.doubleColumn(name.toString()).asDoubleArray()
                : new double[0];
    }

    /** The column's texts, "" where there is none. */
    String[] texts(Column name) {
        return rows.containsColumn(name.toString()) ? rows.stringColumn(name.toString()).asObjectArray()
                : new String[0];
    }

    /** The values that are known. */
    public DoubleStream known(Column name) {
        return DoubleStream.of(column(name)).filter(Double::isFinite);
    }
}
