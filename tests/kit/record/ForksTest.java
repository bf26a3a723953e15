package kit.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.record.Forks;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** Intervals over forks. */
@Tag(Lane.UNIT)
class ForksTest {

    @Test
    void oneForkHasNoIntervalNorHasAFigureThatIsNotPositive() {
        for (Forks other : new Forks[] {Forks.of(1), Forks.of(1, 0), Forks.of(1, -1)}) {
            assertNull(Forks.of(2, 3).pairedRatio(other, 0.95));
            assertNull(Forks.of(2, 3).independentRatio(other, 0.95));
        }
        assertNull(Forks.of(2, 3).pairedRatio(Forks.of(1, 2, 3), 0.95), "which forks are the pairs?");
        assertEquals(2, Forks.of(0, 4).over(Forks.of(1)), "the ratio of the means is still known");
    }

    @Test
    void equalForksHaveAnIntervalOfNoWidth() {
        Forks.Interval interval = Forks.of(250, 250, 250).pairedRatio(Forks.of(125, 125, 125), 0.95);
        assertEquals(2, interval.low(), 1e-12);
        assertEquals(2, interval.high(), 1e-12);
    }

    /** By hand, with the quantiles of Student's t from a table. */
    @Test
    void theIntervalsAreStudentsAndWelchs() {
        Forks above = Forks.of(240, 250, 260, 255);
        double[] d = {Math.log(240 / 125.0), Math.log(250 / 124.0), Math.log(260 / 126.0), Math.log(255 / 125.0)};
        double mean = (d[0] + d[1] + d[2] + d[3]) / 4;
        double squares = 0;
        for (double one : d) {
            squares += (one - mean) * (one - mean);
        }
        // t(3) at 97.5 % is 3.182446.
        double half = 3.182446 * Math.sqrt(squares / 3) / 2;
        Forks.Interval paired = above.pairedRatio(Forks.of(125, 124, 126, 125), 0.95);
        assertEquals(Math.exp(mean - half), paired.low(), 1e-6);
        assertEquals(Math.exp(mean + half), paired.high(), 1e-6);
        assertTrue(paired.holds(above.over(Forks.of(125, 124, 126, 125))) && !paired.holds(1), paired.toString());

        // Equal spread and equal numbers: Welch's degrees of freedom are 2 (n - 1) = 4, where t at 95 % is 2.131847.
        double step = 0.01;
        Forks one = Forks.of(Math.exp(-step), 1, Math.exp(step));
        Forks other = Forks.of(Math.exp(1 - step), Math.E, Math.exp(1 + step));
        double error = step * Math.sqrt(2 / 3.0);
        Forks.Interval welch = one.independentRatio(other, 0.9);
        assertEquals(Math.exp(-1 - 2.131847 * error), welch.low(), 1e-8);
        assertEquals(Math.exp(-1 + 2.131847 * error), welch.high(), 1e-8);
    }

    @Test
    void aDriftThatHitsBothAlikeDoesNotWidenAPairedInterval() {
        // The machine slowed down by half over the forks; the ratio stayed at 2.
        Forks.Interval interval = Forks.of(200, 150, 100).pairedRatio(Forks.of(100, 75, 50), 0.95);
        assertEquals(2, interval.low(), 1e-9);
        assertEquals(2, interval.high(), 1e-9);
        Forks.Interval apart = Forks.of(200, 150, 100).independentRatio(Forks.of(100, 75, 50), 0.95);
        assertTrue(apart.low() < 1 && apart.high() > 3, apart.toString());
    }

    /** Simulated with a fixed seed: 2000 experiments, true ratio 2, noise of 2 % between forks. */
    @Test
    void theIntervalsHoldTheTruthAsOftenAsTheySay() {
        for (int forks : new int[] {2, 3, 5, 10}) {
            for (BiFunction<Forks, Forks, Forks.Interval> kind : List.<BiFunction<Forks, Forks, Forks.Interval>>of(
                    (a, b) -> a.pairedRatio(b, 0.95), (a, b) -> a.independentRatio(b, 0.95))) {
                var random = new SplittableRandom(forks);
                int held = 0;
                for (int i = 0; i < 2000; i++) {
                    held += kind.apply(noisy(200, forks, random), noisy(100, forks, random)).holds(2) ? 1 : 0;
                }
                // Welch's is a little wider than it says for two forks.
                assertTrue(held / 2000.0 >= 0.935 && held / 2000.0 <= 0.99, forks + " forks: " + held + " of 2000");
            }
        }
    }

    private static Forks noisy(double mean, int forks, SplittableRandom random) {
        return Forks.of(random.doubles(forks).map(u -> mean * (1 + 0.02 * random.nextGaussian())).toArray());
    }
}
