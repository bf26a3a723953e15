package old.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

@Tag(Lane.UNIT)
class HeadlineTest {

    private static final Headline.Bar POOL = new Headline.Bar("50 threads", 125);
    private static final Headline.Bar VIRTUAL = new Headline.Bar("virtual threads", 250);
    private static final Headline.Bar MISSING = new Headline.Bar("not measured", Double.NaN);

    @Test
    void theLongestBarIsTheGreatestNumberAndAllFitTheLine() {
        List<String> lines = Headline.of("Requests per second", POOL, VIRTUAL).lines(42);
        assertEquals(
                List.of("50 threads       " + "█".repeat(11) + " 125", "virtual threads  " + "█".repeat(21) + " 250"),
                lines);
        assertEquals(42, lines.getLast().length());
        assertEquals(40, Headline.of("x", POOL, VIRTUAL).lines(Integer.MAX_VALUE).getLast().chars()
                .filter(c -> c == '█').count(), "no longer than that, however wide the terminal");
    }

    @Test
    void numbersThatAreAllZeroHaveNoBars() {
        var zero = new Headline.Bar("a", 0);
        assertEquals(List.of("a   0", "a   0"), Headline.of("x", zero, zero).lines(80));
    }

    /** Such as a backlog that became smaller. */
    @Test
    void aNegativeNumberHasNoBar() {
        assertEquals(List.of("50 threads  " + "█".repeat(40) + " 125", "fell         -2.5"),
                Headline.of("x", POOL, new Headline.Bar("fell", -2.5)).lines(80));
    }

    @Test
    void whatWasNotMeasuredIsLeftOutAndOneNumberIsNoPicture() {
        Headline two = Headline.of("Requests per second", POOL, MISSING, VIRTUAL);
        assertEquals(List.of(POOL, VIRTUAL), two.bars());
        assertEquals(Map.of("what", "Requests per second", "bars",
                List.of(Map.of("label", "50 threads", "value", 125.0),
                        Map.of("label", "virtual threads", "value", 250.0))),
                two.json());
        assertTrue(Headline.of("x", POOL, MISSING).isEmpty());
        assertNull(Headline.of("x", POOL, MISSING).json());
        assertThrows(IllegalArgumentException.class, () -> Headline.of("x", POOL, POOL, POOL, POOL, POOL, POOL, POOL));
    }
}
