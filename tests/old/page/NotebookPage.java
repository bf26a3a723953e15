package old.page;

import fixtures.Light;
import java.time.Duration;
import java.util.List;
import old.plan.Cell;
import kit.plan.Demand;
import kit.plan.Request;
import kit.plan.Variant;
import old.trust.Claim;
import old.trust.Metric;

/// # 1 notebook: Does a page tell what stands in its source?
///
/// {users} users send requests to {request}, for {time}.
final class NotebookPage extends Page {

    int users = users(2).getFirst();
    Request request = Request.get("/wait");
    Duration time = Duration.ofMillis(20);

    Variant virtual = Light.virtual("virtual");

    /// ## 1. The first part
    ///
    /// Before the question, in part {first}.
    Cell cell = waiting(1);
    int first = cell.part();
    {
        predict("How many are {users} users?", Claim.count(Metric.OK, cell), "count {users}");
        expect("{users} users are served", Claim.count(Metric.OK, cell).atLeast(1), "how many are {users}?");
    }

    /// ## 2. The second part
    Cell other = waiting(2);
    int second = other.part();

    /// Behind the question, in part {second}.
    ///
    /// ## The rule
    ///
    /// X = N / S.
    ///
    /// With {users} users it is {cell.rule}/s.
    {
        if (isRehearsal()) {
            measure(cell, other);
        }
        guessesEnd();
        tellAbove();
        NotebookTest.measured(this, cell);
        conclude();
    }
    List<Cell> none = List.of();
    boolean yes = true;
    boolean no = false;

    /// ## The answer
    /// There were {cell.ok} for {users} users, {cell.ok / users} for each.
    {
        show("A table for {users}:", List.of("a", "b"), List.of(List.of("x", 1.5)));
    }

    /// ## What happened
    /// {?yes} Told: {cell.ok}.
    ///
    /// {?no} Never told.
    ///
    /// Never told, since it is empty: {none.ok}.
    ///
    /// Left out, since this was not measured: {other.ok}.
    ///
    /// ## Try it
    ///
    /// - `-c 4` more users
    /// - `--forks 3` more
    ///   forks
    /// - Read it.

    private Cell waiting(int times) {
        return cell(virtual, request, load(times * users, 10), Demand.waiting(time));
    }
}
