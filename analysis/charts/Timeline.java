package charts;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import tech.tablesaw.api.Table;

/** The seconds of one cell, in order. Times are in s since the measurement began. */
record Timeline(Cell cell, Table rows) {
    private static final double WHOLE = 0.95; // s; intervals are never exactly a second

    static List<Timeline> of(Run run) {
        List<Timeline> all = new ArrayList<>();
        for (Cell cell : run.cells()) {
            Table rows = run.rows(Csv.TIMELINE, cell);
            if (!rows.isEmpty()) {
                all.add(new Timeline(cell, whole(rows.sortAscendingOn("second"))));
            }
        }
        return all;
    }

    /** Without a last piece that is shorter than a second: its rates are noise and would pass for a collapse. */
    private static Table whole(Table rows) {
        double[] seconds = rows.doubleColumn("second").asDoubleArray();
        int last = seconds.length - 1;
        return last > 0 && seconds[last] - seconds[last - 1] < WHOLE ? rows.first(last) : rows;
    }

    double[] seconds() {
        return column("second");
    }

    /** The column's values, NaN where one is not known; nothing where the file does not have the column. */
    double[] column(String name) {
        return rows.containsColumn(name) ? rows.doubleColumn(name).asDoubleArray() : new double[0];
    }

    /** The values that are known. */
    DoubleStream known(String name) {
        return DoubleStream.of(column(name)).filter(Double::isFinite);
    }
}
