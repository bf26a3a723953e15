package old.page;

import kit.record.CellName;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import old.plan.Cell;
import kit.rule.RuleFigures;
import kit.plan.Stages;
import old.run.RunFolder;

/** What the rule says of each variant from one user to ten thousand: the curves beside which its cells are drawn. */
final class CapacityCurves {

    /** Numbers of users, evenly on a logarithmic axis. */
    private static final List<Integer> USERS = List.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000);

    /** Cells with the same curve. */
    private record Curve(String variant, String route, int jdk) {}

    private CapacityCurves() {}

    /**
     * Writes them, each under the name of the first cell that it is about.
     *
     * @param order       the cells that will be measured
     * @param severalJdks whether names of cells have their JDK
     */
    static void write(RunFolder folder, List<Possible.OnJdk> order, boolean severalJdks) {
        var written = new HashSet<Curve>();
        for (Possible.OnJdk one : order) {
            Cell cell = one.cell();
            if (cell.capacity().at(one.jdk(), 1).exists()
                    && written.add(new Curve(cell.variant().name(), cell.route(), one.jdk()))) {
                var rules = new TreeMap<Integer, RuleFigures>();
                USERS.forEach(users -> rules.put(users, cell.capacity().at(one.jdk(), users)));
                users(order, cell).forEach(users -> rules.put(users, cell.capacity().at(one.jdk(), users)));
                folder.capacity(CellName.ofFork(cell.shortName(), severalJdks ? one.jdk() : 0, 1, 1), rules);
            }
        }
    }

    /** The numbers of users that are measured of the same curve. */
    private static List<Integer> users(List<Possible.OnJdk> order, Cell cell) {
        return order.stream().map(Possible.OnJdk::cell)
                .filter(other -> other.variant().name().equals(cell.variant().name())
                        && other.route().equals(cell.route()))
                .flatMap(other -> other.load() instanceof Stages stages
                        ? stages.stages().stream().map(Stages.Stage::users)
                        : java.util.stream.Stream.of(other.load().users()))
                .filter(users -> users > 0).distinct().toList();
    }
}
