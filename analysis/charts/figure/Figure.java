package charts.figure;

import charts.run.Throughput;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The three figures of a cell, which are held against one another: three bars in its variant's colour, told apart by
 * their hatching.
 */
enum Figure {
    MEASURED("measured", Throughput::measured, ""),
    RULE("by the rule", Throughput::rule, "/"),
    PUBLISHED("published", Throughput::published, ".");

    final String label;
    final String pattern;
    private final ToDoubleFunction<Throughput> value;

    Figure(String label, ToDoubleFunction<Throughput> value, String pattern) {
        this.label = label;
        this.value = value;
        this.pattern = pattern;
    }

    double of(Throughput bar) {
        return value.applyAsDouble(bar);
    }

    boolean knows(Throughput bar) {
        return !Double.isNaN(of(bar));
    }

    /** How many of these figures a cell has. */
    static int known(List<Figure> figures, Throughput bar) {
        return (int) figures.stream().filter(figure -> figure.knows(bar)).count();
    }

    GroupedBars.Kind kind() {
        return new GroupedBars.Kind(label, pattern);
    }

    LegendEntry legend() {
        return kind().legend();
    }

    /** The figure as a bar; only what was measured has forks. */
    GroupedBars.Bar bar(Throughput bar) {
        return this == MEASURED
                ? new GroupedBars.Bar(bar.cell(), bar.forks(), bar.measured(), bar.least(), bar.greatest())
                : GroupedBars.Bar.of(bar.cell(), of(bar));
    }
}
