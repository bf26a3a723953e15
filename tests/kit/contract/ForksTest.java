package kit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** Intervals over forks. */
@Tag(Lane.UNIT)
class ForksTest {

    @Test
    void oneForkHasNoInterval() {
        assertNull(Forks.of(2).ratioInterval(Forks.of(1)));
    }

    @Test
    void equalForksHaveAnIntervalOfNoWidth() {
        var interval = Forks.of(250, 250, 250).ratioInterval(Forks.of(125, 125, 125));
        assertEquals(2, interval.low(), 1e-12);
        assertEquals(2, interval.high(), 1e-12);
    }

    @Test
    void theIntervalLiesWithinTheRatiosOfTheForksAndHoldsTheirMean() {
        var above = Forks.of(240, 250, 260, 255);
        var below = Forks.of(125, 124, 126, 125);
        var interval = above.ratioInterval(below);
        assertTrue(interval.low() >= 240 / 125.0 && interval.high() <= 260 / 124.0, interval.toString());
        assertTrue(interval.holds(above.over(below)), interval.toString());
        assertFalse(interval.holds(1));
    }

    @Test
    void aDriftThatHitsBothAlikeDoesNotWidenAPairedInterval() {
        // The machine slowed down by half over the forks; the ratio stayed at 2.
        var interval = Forks.of(200, 150, 100).ratioInterval(Forks.of(100, 75, 50));
        assertEquals(2, interval.low(), 1e-9);
        assertEquals(2, interval.high(), 1e-9);
    }

    @Test
    void theIntervalCoversTheTruthMostOfTheTime() {
        // 200 experiments of 10 forks, true ratio 2, noise of 10 %. The percentile bootstrap is known to cover a little
        // less than it says with so few forks.
        var random = new SplittableRandom(1);
        int covered = 0;
        for (int i = 0; i < 200; i++) {
            var above = new double[10];
            var below = new double[10];
            for (int j = 0; j < 10; j++) {
                above[j] = 200 + 20 * random.nextGaussian();
                below[j] = 100 + 10 * random.nextGaussian();
            }
            if (Forks.of(above).ratioInterval(Forks.of(below)).holds(2)) {
                covered++;
            }
        }
        assertTrue(covered >= 170 && covered < 200, covered + " of 200 intervals held the true ratio");
    }
}
