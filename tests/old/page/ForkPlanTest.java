package old.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fixtures.Light;
import java.util.ArrayList;
import java.util.List;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.plan.Request;
import kit.plan.Traffic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** In how many forks a cell is measured. */
@Tag(Lane.UNIT)
class ForkPlanTest {

    private final LabOptions options = new LabOptions();
    private final List<List<Cell>> compared = new ArrayList<>();
    private final ForkPlan plan = new ForkPlan(options, new JdkChoice(List.of(25)), () -> compared);

    private static Cell cell(String name, String bound) {
        return new Cell(Light.virtual(name), List.of(new Traffic("", Request.get("/"), ClosedLoop.of(1, 100))),
                jdk -> new RuleFigures(100, 10, bound, List.of()), Published.Figure.NONE);
    }

    @Test
    void oneWhereWaitingBindsAndThreeWhereCpuDoes() {
        for (String waiting : List.of("users", "pool", "connections", "carriers", "rate")) {
            assertEquals(1, plan.of(cell("a", waiting)), waiting);
        }
        assertEquals(3, plan.of(cell("a", "cpu")));
        assertEquals(3, plan.of(cell("a", "users").whereCpuBinds()), "the lab knows better than its rule");
        assertEquals(3, plan.most(List.of(cell("a", "users"), cell("b", "cpu"))));
    }

    @Test
    void whatIsComparedHasTheSameNumber() {
        Cell one = cell("one", "users");
        Cell two = cell("two", "users");
        Cell busy = cell("busy", "cpu");
        compared.addAll(List.of(List.of(one, two), List.of(two, busy)));
        assertEquals(List.of(3, 3, 3, 1),
                List.of(plan.of(one), plan.of(two), plan.of(busy), plan.of(cell("other", "users"))));
    }

    @Test
    void optionsSayOtherwise() {
        options.quick = true;
        assertEquals(1, plan.of(cell("a", "cpu")));
        options.forks = 7;
        assertEquals(7, plan.of(cell("a", "users")));
    }
}
