package old.page;

import java.util.ArrayList;
import java.util.List;
import kit.base.Numbers;
import old.plan.Cell;
import kit.rule.RuleFigures;
import kit.plan.Stages;
import kit.plan.Traffic;

/** What the rule says of each cell on this machine, and why. */
final class RuleTable {

    private RuleTable() {}

    /** Nothing where no cell has a rule. @param areSeveral whether there are several JDKs, which the rows name then */
    static void show(Narrator narrator, List<Cell> wanted, Possible possible, boolean areSeveral) {
        var rows = new ArrayList<List<String>>();
        for (Cell cell : wanted) {
            for (int jdk : possible.jdks(cell)) {
                for (Traffic stream : cell.streams()) {
                    RuleFigures says = cell.prediction(jdk, stream.name());
                    if (says.exists()) {
                        rows.add(List.of(name(cell, stream) + (areSeveral ? ", JDK " + jdk : ""),
                                Numbers.fixed(says.rps(), 1), Numbers.fixed(says.meanMs(), 0),
                                says.boundInWords(stream.load())));
                    }
                }
            }
        }
        if (!rows.isEmpty()) {
            narrator.heading(2, "The rule on this machine");
            narrator.table(List.of("cell", "requests/s", "mean ms", "limited by"), rows);
        }
    }

    private static String name(Cell cell, Traffic stream) {
        return stream.load() instanceof Stages.Stage stage ? cell.variant().name() + ", " + stage.label()
                : cell.label() + (stream.name().isEmpty() ? "" : ", " + stream.name());
    }
}
