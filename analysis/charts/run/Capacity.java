package charts.run;

import kit.record.CellName;
import kit.record.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tech.tablesaw.api.Table;

/**
 * What the rule says of a variant from few users to many, see capacity.csv.
 *
 * @param cell  one of the cells that it is about
 * @param users in ascending order
 * @param rps   throughput at each of these numbers, in requests/s
 * @param ms    mean response time, in ms
 * @param bounds what limits the throughput there, in the contract's words
 */
public record Capacity(Cell cell, double[] users, double[] rps, double[] ms, List<String> bounds) {

    private static final String USERS = "users";

    /** The curves of a run; none in a run that is older than the file. */
    public static List<Capacity> of(Run run) {
        Table table = run.table(Csv.CAPACITY);
        List<Capacity> curves = new ArrayList<>();
        for (String name : table.stringColumn(Column.CELL.toString()).unique().asList()) {
            Table its = table.where(table.stringColumn(Column.CELL.toString()).isEqualTo(name));
            curves.add(new Capacity(cell(run, name), numbers(its, Column.USERS), numbers(its, Column.RULE_RPS),
                    numbers(its, Column.RULE_MS), its.stringColumn(Column.BOUND.toString()).asList()));
        }
        return curves;
    }

    /** The last attempt at it, if it was measured again. */
    private static Cell cell(Run run, String name) {
        return run.cells().stream()
                .filter(cell -> CellName.ofAnyAttempt(cell.name()).equals(CellName.ofAnyAttempt(name)))
                .findFirst().orElseGet(() -> run.cell(name));
    }

    private static double[] numbers(Table table, Column column) {
        return table.doubleColumn(column.toString()).asDoubleArray();
    }

    /** The cells of the same variant that were measured, in closed loops and in stages. */
    public List<Cell> measured(Run run) {
        return run.cells().stream().filter(other -> other.variant().equals(cell.variant())
                && other.route().equals(cell.route()) && other.jdk().equals(cell.jdk())
                && (other.kind().equals("closed") || other.stage()) && !other.skipped()).toList();
    }

    /** The value of one of the figures at a number of users; NaN where the curve does not have it. */
    public double at(double number, double[] figure) {
        return IntStream.range(0, users.length).filter(i -> users[i] == number).mapToDouble(i -> figure[i]).findFirst()
                .orElse(Double.NaN);
    }

    /** What limits the throughput when there are many users; empty where nothing but they does. */
    public String bottleneck() {
        return bounds.getLast().equals(USERS) ? "" : bounds.getLast();
    }

    /** Where the limit of the throughput becomes another one. @param users from which on it is that */
    public record Change(String bound, double users) {}

    /** The limits beside the users themselves, in the order in which they come. */
    public List<Change> changes() {
        return IntStream.range(0, users.length)
                .filter(i -> !bounds.get(i).equals(USERS) && (i == 0 || !bounds.get(i).equals(bounds.get(i - 1))))
                .mapToObj(i -> new Change(bounds.get(i), users[i])).toList();
    }

    public double mostUsers() {
        return users[users.length - 1];
    }

    /** The greatest throughput that the rule allows. */
    public double mostRps() {
        return DoubleStream.of(rps).max().orElse(Double.NaN);
    }

    /** The number of users from which on there is a bottleneck: its throughput x the response time of a single user. */
    public double knee() {
        return mostRps() * ms[0] / 1000;
    }
}
