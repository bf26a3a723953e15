package kit.judge;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import kit.plan.Cell;
import kit.plan.Metric;
import kit.plan.Quantity;
import kit.plan.Quantity.Figure;
import kit.plan.Quantity.OfRule;
import kit.plan.Quantity.Ratio;

/** Quantities over the forks of a run. There is one definition of a ratio: the geometric mean of the forks' ratios. */
final class Values {

    private Values() {}

    static OptionalDouble of(List<Row> rows, Quantity quantity, int jdk) {
        double[] forks = byFork(rows, quantity, jdk).toArray();
        if (forks.length == 0) {
            return OptionalDouble.empty();
        }
        boolean isMean = quantity instanceof Figure figure && figure.metric().nature() == Metric.Nature.COUNT
                || DoubleStream.of(forks).anyMatch(value -> !(value > 0));
        return OptionalDouble.of(isMean ? DoubleStream.of(forks).average().orElseThrow()
                : Math.exp(DoubleStream.of(forks).map(Math::log).average().orElseThrow()));
    }

    /** The quantity in each fork that has it. */
    static DoubleStream byFork(List<Row> rows, Quantity quantity, int jdk) {
        return rows.stream().mapToInt(Row::fork).distinct()
                .mapToDouble(fork -> inFork(rows, quantity, jdk, fork)).filter(value -> !Double.isNaN(value));
    }

    private static double inFork(List<Row> rows, Quantity quantity, int jdk, int fork) {
        return switch (quantity) {
        case Figure figure -> figure(rows, figure, jdk, fork);
        case Ratio ratio -> figure(rows, ratio.above(), jdk, fork) / figure(rows, ratio.below(), jdk, fork);
        case OfRule rule -> rows.stream().filter(row -> is(row, rule.cell(), jdk, fork))
                .mapToDouble(row -> row.throughput() / row.rule().rps()).findFirst().orElse(Double.NaN);
        };
    }

    private static double figure(List<Row> rows, Figure figure, int jdk, int fork) {
        int on = figure.jdk() == 0 ? jdk : figure.jdk();
        return rows.stream().filter(row -> is(row, figure.cell(), on, fork))
                .mapToDouble(row -> row.figure(figure.metric())).findFirst().orElse(Double.NaN);
    }

    private static boolean is(Row row, Cell cell, int jdk, int fork) {
        return row.cell().name().equals(cell.name()) && row.isOn(jdk) && row.fork() == fork;
    }
}
