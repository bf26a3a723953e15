package kit.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.function.LongUnaryOperator;
import kit.plan.WarmUp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** When a warm-up ends, by a clock that is made up. */
@Tag(Lane.UNIT)
class WarmthTest {

    private static final WarmUp FOUR_SECONDS = WarmUp.atLeast(Duration.ofSeconds(4), 0.03);

    /** When the warm-up ends, in ms, where a request ends after so long as a function of the moment; one user. */
    private static long endOf(WarmUp warmUp, LongUnaryOperator lengthAt) {
        var warmth = new Warmth(warmUp, 0, 1);
        long now = 0;
        do {
            now += lengthAt.applyAsLong(now);
            warmth.ends(now * 1_000_000);
        } while (!warmth.isOver(now * 1_000_000));
        return now;
    }

    @Test
    void itEndsAtItsLeastWhereTheServiceIsAsFastAsBeforeOrSlower() {
        assertEquals(4000, endOf(FOUR_SECONDS, now -> 10));
        assertEquals(4000, endOf(FOUR_SECONDS, now -> now < 3000 ? 10 : 20));
    }

    @Test
    void itGoesOnWhileTheServiceBecomesFaster() {
        long end = endOf(FOUR_SECONDS, now -> now < 3500 ? 20 : 10);
        assertTrue(end > 6000 && end < 7000, "both parts of 1 s have been fast for another: " + end);
        assertEquals(8000, endOf(FOUR_SECONDS, now -> Math.max(1, 1000 - now / 9)), 1000, "it never stops: the limit");
    }

    @Test
    void itEndsAtItsLeastWhereNothingCanBeCompared() {
        assertEquals(4500, endOf(FOUR_SECONDS, now -> 4500), "a single round");
        assertEquals(4000, endOf(WarmUp.fixed(Duration.ofSeconds(4)), now -> now < 3500 ? 20 : 10));
    }

    /** Two at a time from a pool, so that throughput goes up and down with the waves: whole rounds are compared. */
    @Test
    void wavesAreNoChange() {
        var warmth = new Warmth(FOUR_SECONDS, 0, 100);
        for (long wave = 1; wave <= 10; wave++) {
            for (int i = 0; i < 50; i++) {
                warmth.ends(wave * 400_000_000 + i);
            }
            assertEquals(wave == 10, warmth.isOver(wave * 400_000_000), "wave " + wave);
        }
    }
}
