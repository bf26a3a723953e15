package kit.plan;

import kit.rule.RuleFigures;
import old.plan.Cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** The plan of a measurement. */
@Tag(Lane.UNIT)
class CellTest {

    private static final OpenLoop FIVE = new OpenLoop(5, Duration.ofSeconds(1));

    private static Cell plan(int users) {
        return new Cell(Variant.virtual("virtual", CellTest.class),
                List.of(new Traffic("", Request.get("/"), ClosedLoop.of(users, 100))), jdk -> RuleFigures.none(),
                Published.Figure.NONE);
    }

    @Test
    void aPlanDoesNotChange() {
        Cell plain = plan(1);
        Cell more = plain.within(0.2).expectingErrors().throughputOnly().warmup(Duration.ofSeconds(7)).as("route")
                .claimedToNeed(Duration.ofMillis(100), 2, "CPUs").clientApart()
                .beside("probe", Request.get("/probe"), FIVE, 3).between(new Cell.PinnedOrNot(1, 2));
        assertEquals(List.of(0.03, false, false, "virtual-c1", 1),
                List.of(plain.tolerance(), plain.toleratesErrors(), plain.isThroughputOnly(), plain.shortName(),
                        plain.streams().size()));
        assertTrue(plain.warmup() == null && plain.claimed() == null);
        assertEquals(Cell.PinnedOrNot.UNKNOWN, plain.pinnedOrNot());
        assertEquals(GeneratorMode.SHARED, plain.driver(GeneratorMode.SHARED));

        assertEquals(List.of(0.2, true, true, "virtual-route-c1", 2),
                List.of(more.tolerance(), more.toleratesErrors(), more.isThroughputOnly(), more.shortName(),
                        more.streams().size()));
        assertEquals(Duration.ofSeconds(7), more.warmup());
        assertEquals(20, more.claimed().limit(), 1e-9);
        assertEquals(new Cell.PinnedOrNot(1, 2), more.pinnedOrNot());
        assertEquals(GeneratorMode.OWN_JVM, more.driver(GeneratorMode.SHARED));
        assertEquals(GeneratorMode.PLATFORM_THREADS, more.driver(GeneratorMode.PLATFORM_THREADS), "it is apart, too");
        assertEquals(GeneratorMode.PLATFORM_THREADS,
                plain.client(GeneratorMode.PLATFORM_THREADS).driver(GeneratorMode.OWN_SCHEDULER));
        assertEquals(3, more.prediction(25, "probe").meanMs());
        assertFalse(more.prediction(25).exists());
    }

    @Test
    void plansOfOneNameAndLoadAreOne() {
        assertEquals(plan(1), plan(1).within(0.2));
        assertEquals(plan(1).hashCode(), plan(1).within(0.2).hashCode());
        for (Consumer<Cell> differs : List.<Consumer<Cell>>of(
                one -> assertNotEquals(one, plan(2)), one -> assertNotEquals(one, one.as("route")),
                one -> assertNotEquals(one, one.beside("probe", Request.get("/"), FIVE)))) {
            differs.accept(plan(1));
        }
    }
}
