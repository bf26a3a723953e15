package kit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import kit.rule.Rules;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What of a plan depends on the JDK. */
@Tag(Lane.UNIT)
class OnJdksTest {

    private static final Demand WAIT = Demand.waiting(Duration.ofMillis(50));
    private static final Variant ONE = Light.virtual("one").flags("-Djdk.virtualThreadScheduler.parallelism=1");
    private static final Comparison ROUTES = Comparison.of("routes").load(ClosedLoop.of(20, Duration.ofSeconds(2)))
            .send("monitor", Request.get("/monitor"), WAIT.pinnedBefore(24)).to(ONE)
            .send("plain", Request.get("/plain"), WAIT).to(ONE);

    @Test
    void aRequestThatIsPinnedBeforeAJdkHasARuleOfItsOwnOnEach() {
        Cell cell = ROUTES.of(ONE, "monitor");
        assertEquals(20, Rules.of(cell, cell.demandOn(21), 4).rps(), 0.01);
        assertEquals(20, Rules.of(cell, cell.demandOn(23), 4).rps(), 0.01);
        assertEquals(400, Rules.of(cell, cell.demandOn(24), 4).rps(), 1);
        assertEquals(List.of(true, true), List.of(WAIT.pinned().on(21).isPinned(), WAIT.pinned().on(99).isPinned()));
        assertEquals(List.of(false, false), List.of(WAIT.on(21).isPinned(), WAIT.pinned(true).pinned(false).on(99)
                .isPinned()));
        assertThrows(IllegalStateException.class, () -> Rules.of(cell, cell.demand(), 4), "on which JDK?");
        assertTrue(WAIT.pinnedBefore(24).needing(0.001).late(0.001).holding("x", 1, Duration.ofMillis(1)).on(21)
                .isPinned(), "whatever else is known of it");
    }

    @Test
    void aClaimIsAboutSomeJdks() {
        JdkRange old = JdkRange.ALL.before(24);
        JdkRange young = JdkRange.ALL.since(24);
        assertEquals(List.of(true, true, false), List.of(21, 23, 24).stream().map(old::holds).toList());
        assertEquals(List.of(false, true, true), List.of(23, 24, 25).stream().map(young::holds).toList());
        assertEquals(List.of("", "JDKs before 24", "JDK 24 and later", "JDK 22 to 23"),
                List.of(JdkRange.ALL.words(), old.words(), young.words(), old.since(22).words()));
        assertEquals(OptionalInt.of(22), old.newest(List.of(21, 22, 25)));
        assertEquals(OptionalInt.empty(), young.newest(List.of(21, 22)));
        assertThrows(IllegalArgumentException.class, () -> young.before(24));
    }

    @Test
    void aFigureSaysItsJdk() {
        Quantity.Figure monitor = ROUTES.throughput("monitor", ONE);
        Quantity.Figure plain = ROUTES.throughput("plain", ONE);
        assertEquals("one (monitor), c=20, JDK 21: throughput in requests/s", monitor.on(21).words());
        assertEquals("20 users, throughput: one (plain) / one (monitor), JDK 21", plain.over(monitor).on(21).words());
        assertEquals("one (monitor), c=20: throughput: JDK 25 / JDK 21", monitor.on(25).over(monitor.on(21)).words());
        assertFalse(plain.over(monitor).words().contains("JDK"));
    }

    @Test
    void aRunIsOnFurtherJdks() {
        assertEquals(List.of(21, 25), BenchPlan.usual(25).alsoOn(21).alsoOn(25).jdks());
    }
}
