package old.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import kit.base.Histograms;
import kit.load.Exchanges;
import kit.plan.Burst;
import kit.plan.ClosedLoop;
import kit.plan.GeneratorMode;
import kit.plan.Load;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.CellSpec;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What the percentiles of a stream say of requests that were given up, and of one disturbance. */
@Tag(Lane.UNIT)
class OutcomeTest {

    private static final long MS = 1_000_000;
    private static final int TIMEOUT_MS = 5_000;

    private static Outcome.OfStream empty(Load load) {
        var stream = new Traffic("", Request.get("/").timeout(Duration.ofMillis(TIMEOUT_MS)), load);
        var outcome = new Outcome(new CellSpec("a-c1-f1", Variant.virtual("a", OutcomeTest.class), List.of(stream),
                WarmUp.fixed(Duration.ZERO), GeneratorMode.OWN_SCHEDULER, ""), 1, 25);
        return outcome.main();
    }

    /** A second with requests that took 20 ms, some that took 900, and some that were given up. */
    private static void second(Outcome.OfStream stream, int number, int usual, int slow, long givenUp) {
        Histogram h = Histograms.empty();
        h.recordValueWithCount(20 * MS, usual);
        if (slow > 0) {
            h.recordValueWithCount(900 * MS, slow);
        }
        byte[] bytes = Histograms.encode(h);
        stream.add(new CellReport.LoadSecond("", number, 1, Instant.EPOCH, usual + slow,
                givenUp == 0 ? Map.of() : Map.of(Exchanges.TIMEOUT, givenUp), 0, 0, 0, bytes, bytes, bytes));
    }

    private static Outcome.OfStream hanging(int usual, long givenUp) {
        Outcome.OfStream stream = empty(ClosedLoop.of(1, 100));
        for (int number = 1; number <= 10; number++) {
            second(stream, number, usual, 0, givenUp);
        }
        return stream;
    }

    @Test
    void aRequestThatWasGivenUpTookAsLongAsItsTimeout() {
        Outcome.OfStream many = hanging(985, 15);
        assertEquals(20, many.percentileMs(0.95), 0.1);
        assertEquals(TIMEOUT_MS, many.percentileMs(0.99), 10, "1.5 % hang");
        Outcome.OfStream few = hanging(1982, 18);
        assertEquals(20, few.percentileMs(0.99), 0.1, "0.9 % hang");
        assertEquals(TIMEOUT_MS, few.percentileMs(0.999), 10);
        assertEquals(20, few.response.getMaxValue() / MS, "of those that were answered");
    }

    /** A hundred slow ones in a second or two; in three they are a habit. */
    @Test
    void whatBeginsAPercentileMustComeFromThreeSeconds() {
        Outcome.OfStream stream = empty(ClosedLoop.of(1, 100));
        for (int number = 1; number <= 10; number++) {
            second(stream, number, 900, number <= 2 ? 100 : 0, 0);
        }
        assertEquals(20, stream.percentileMs(0.5), 0.1);
        assertTrue(Double.isNaN(stream.percentileMs(0.99)), "2 % of all, in two seconds");
        second(stream, 11, 900, 100, 0);
        assertEquals(900, stream.percentileMs(0.99), 1);
    }

    @Test
    void aBurstIsOneDisturbanceByIntent() {
        Outcome.OfStream stream = empty(Burst.of(1000, Duration.ofSeconds(1)));
        second(stream, 1, 900, 0, 0);
        second(stream, 2, 900, 100, 0);
        assertEquals(900, stream.percentileMs(0.99), 1);
    }

    @Test
    void ofAMeasurementOfTwoSecondsBothAreEnough() {
        Outcome.OfStream stream = empty(ClosedLoop.of(1, 100));
        second(stream, 1, 900, 100, 0);
        second(stream, 2, 900, 100, 0);
        assertEquals(900, stream.percentileMs(0.99), 1);
    }
}
