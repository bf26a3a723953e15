package kit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** When the users of a load of stages come, by hand. */
@Tag(Lane.UNIT)
class StagesTest {

    private static final Stages STAGES = Stages.of(Duration.ofSeconds(2), Duration.ofSeconds(5), List.of(10, 40));

    @Test
    void stagesFollowOneAnother() {
        assertEquals(List.of(new Stages.Stage(10, 0, 2, 7), new Stages.Stage(40, 7, 9, 14)), STAGES.stages());
        assertEquals(Duration.ofSeconds(14), STAGES.expected(Double.NaN));
        assertEquals(40, STAGES.users());
        assertEquals("10 → 40 users", STAGES.label());
    }

    @Test
    void usersComeEvenly() {
        assertEquals(0, STAGES.arrival(0));
        assertEquals(1, STAGES.arrival(5));
        assertEquals(1.8, STAGES.arrival(9), 1e-9);
        assertEquals(7, STAGES.arrival(10), "the first who was not there before");
        assertEquals(8, STAGES.arrival(25), 1e-9);
        assertThrows(IllegalArgumentException.class, () -> STAGES.arrival(40));
        for (int second = 0; second <= 14; second++) {
            int s = second;
            long came = java.util.stream.IntStream.range(0, 40).filter(i -> STAGES.arrival(i) < s).count();
            assertEquals(came, STAGES.usersAt(second), "at the end of second " + second);
        }
    }

    @Test
    void aSecondCountsForAStageWhenAllItsUsersAreThere() {
        assertNull(STAGES.nameAt(2), "in it the last of them came");
        assertEquals("10-users", STAGES.nameAt(3));
        assertEquals("10-users", STAGES.nameAt(7));
        assertNull(STAGES.nameAt(8));
        assertNull(STAGES.nameAt(9));
        assertEquals("40-users", STAGES.nameAt(10));
        assertEquals("40-users", STAGES.nameAt(14));
        assertNull(STAGES.nameAt(15));
    }

    @Test
    void usersNeverBecomeFewer() {
        var refused = assertThrows(IllegalArgumentException.class,
                () -> Stages.of(Duration.ofSeconds(1), Duration.ofSeconds(1), List.of(50, 50)));
        assertTrue(refused.getMessage().contains("[50, 50]"), refused.getMessage());
    }
}
