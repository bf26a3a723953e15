package kit.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import kit.plan.WarmUp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** When the warm-up of an open loop ends, by a clock that is made up. */
@Tag(Lane.UNIT)
class ArrivalWarmthTest {

    private static final WarmUp FOUR_SECONDS = WarmUp.atLeast(Duration.ofSeconds(4), 0.03);
    private static final int GAP_MS = 10;

    /** A request: when it was sent, and when it is answered, in ms. */
    private record Answer(long sent, long done) {}

    /** When the warm-up ends, in ms, where a request takes so long as a function of the moment when it is sent. */
    private static long endOf(WarmUp warmUp, int gap, LongUnaryOperator lengthAt) {
        var warmth = new ArrivalWarmth(warmUp, 0);
        var underWay = new PriorityQueue<Answer>(Comparator.comparingLong(Answer::done));
        for (long now = 0;; now += gap) {
            while (!underWay.isEmpty() && underWay.peek().done() <= now) {
                Answer answer = underWay.poll();
                warmth.ends(answer.sent() * 1_000_000, answer.done() * 1_000_000);
            }
            if (warmth.isOver(now * 1_000_000)) {
                return now;
            }
            underWay.add(new Answer(now, now + lengthAt.applyAsLong(now)));
        }
    }

    @Test
    void itEndsAtItsLeastWhereTheServiceIsAsFastAsBeforeOrSlower() {
        assertEquals(4000, endOf(FOUR_SECONDS, GAP_MS, now -> 20));
        assertEquals(4000, endOf(FOUR_SECONDS, GAP_MS, now -> now < 3000 ? 20 : 40));
        assertEquals(4000, endOf(FOUR_SECONDS, GAP_MS, now -> now < 1000 ? 40 : 20), "long ago");
    }

    @Test
    void itGoesOnWhileTheServiceBecomesFaster() {
        long end = endOf(FOUR_SECONDS, GAP_MS, now -> now < 3500 ? 40 : 20);
        assertTrue(end > 5500 && end < 7000, "both parts of 1 s have been fast for another: " + end);
        assertEquals(8000, endOf(FOUR_SECONDS, GAP_MS, now -> 1000 - now / 9), "it never stops: the limit");
    }

    /** Requests that wait for 400 ms, and use little CPU: that the rest becomes faster changes nothing. */
    @Test
    void itEndsAtItsLeastWhereRequestsWait() {
        assertEquals(4000, endOf(FOUR_SECONDS, GAP_MS, now -> now < 3500 ? 405 : 402));
    }

    @Test
    void itEndsAtItsLeastWhereNothingCanBeCompared() {
        assertEquals(4000, endOf(FOUR_SECONDS, 100, now -> now < 3500 ? 40 : 20), "ten answers in a part");
        assertEquals(4000, endOf(FOUR_SECONDS, GAP_MS, now -> 5000), "no answer yet");
        assertEquals(4000, endOf(WarmUp.fixed(Duration.ofSeconds(4)), GAP_MS, now -> now < 3500 ? 40 : 20));
    }

    /**
     * Times that differ by chance, exponentially, are no reason to go on. Four looks are taken at two standard errors.
     */
    @Test
    void chanceIsNoChange() {
        var random = new SplittableRandom(3);
        int longer = 0;
        for (int run = 0; run < 400; run++) {
            longer += endOf(FOUR_SECONDS, GAP_MS,
                    now -> 1 + Math.round(-50 * Math.log1p(-random.nextDouble()))) > 4000 ? 1 : 0;
        }
        assertTrue(longer < 40, longer + " of 400 runs");
    }
}
