package kit.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import kit.judge.Spread.Kind;
import kit.record.Undecided;
import kit.record.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What evidence decides of a claim. */
@Tag(Lane.UNIT)
class DecisionTest {

    private static final Looks LOOKS = Looks.usual();
    private static final Bounds WITHIN_5_PERCENT = Bounds.within(0.05);

    private static Evidence evidence(Kind kind, double... ratios) {
        var spread = new Spread(kind, 0.003, 0.003, 10, 5, LocalDate.EPOCH, "a machine");
        return new Evidence(spread,
                DoubleStream.of(ratios).mapToObj(ratio -> Collections.nCopies(3, Math.log(ratio))).toList(),
                Variance.UNKNOWN, 0);
    }

    private static Decision decide(Kind kind, double... ratios) {
        return Decision.ofRatio(evidence(kind, ratios), WITHIN_5_PERCENT, LOOKS, 1);
    }

    private static OptionalInt forksThatWouldDecide(Kind kind, double... ratios) {
        return Decision.forksThatWouldDecide(evidence(kind, ratios), WITHIN_5_PERCENT, 1);
    }

    @Test
    void whatLiesInsideIsConfirmedAndWhatLiesOutsideIsASurprise() {
        for (Kind kind : Kind.values()) {
            assertEquals(Verdict.CONFIRMED, decide(kind, 1, 1.002, 0.999).verdict());
            assertEquals(Verdict.SURPRISE, decide(kind, 1.2, 1.202, 1.199).verdict());
            assertEquals(Verdict.SURPRISE, decide(kind, 0.8, 0.802, 0.799).verdict());
            assertEquals(Verdict.UNDECIDED, decide(kind, 1.05, 1.052, 1.049).verdict());
            assertEquals(Verdict.UNDECIDED, decide(kind, 0.95, 0.952, 0.949).verdict());
        }
        Decision confirmed = decide(Kind.WAITING, 1, 1.002, 0.999);
        assertNull(confirmed.undecided());
        assertEquals(evidence(Kind.WAITING, 1, 1.002, 0.999).interval(0.95), confirmed.interval().orElseThrow());
    }

    @Test
    void oneForkDecidesOnlyWhereRequestsWait() {
        assertEquals(Verdict.CONFIRMED, decide(Kind.WAITING, 1).verdict());
        assertEquals(Verdict.SURPRISE, decide(Kind.WAITING, 1.3).verdict());
        assertEquals(Verdict.UNDECIDED, decide(Kind.CPU, 1).verdict());
        assertEquals(Undecided.ONE_FORK, decide(Kind.CPU, 1).undecided());
        assertEquals(OptionalInt.of(3), forksThatWouldDecide(Kind.CPU, 1));
        assertEquals(Undecided.ONE_FORK, decide(Kind.WAITING, 1.04).undecided());
        assertEquals(Undecided.SPREAD, decide(Kind.WAITING, 1.05, 1.05, 1.05).undecided());
    }

    @Test
    void aBoundThatIsMissingIsNeverMissed() {
        var atLeast = new Bounds(1.5, Double.POSITIVE_INFINITY);
        assertEquals(Verdict.CONFIRMED,
                Decision.ofRatio(evidence(Kind.CPU, 2, 2.01, 1.99), atLeast, LOOKS, 1).verdict());
        assertEquals(Verdict.SURPRISE,
                Decision.ofRatio(evidence(Kind.CPU, 1, 1.01, 0.99), atLeast, LOOKS, 1).verdict());
        var atMost = new Bounds(0, 1.5);
        assertEquals(Verdict.CONFIRMED,
                Decision.ofRatio(evidence(Kind.CPU, 1, 1.01, 0.99), atMost, LOOKS, 1).verdict());
        assertEquals(Verdict.SURPRISE, Decision.ofRatio(evidence(Kind.CPU, 2, 2.01, 1.99), atMost, LOOKS, 1).verdict());
    }

    /** The load generator was late, so the ratio may be wrong by a share. */
    @Test
    void whatIsDecidedHoldsWithTheErrorToo() {
        Bounds bounds = Bounds.within(0.1);
        assertEquals(Verdict.CONFIRMED, late(1, bounds, 0.05).verdict());
        assertEquals(Verdict.SURPRISE, late(0.8, bounds, 0.05).verdict());
        assertEquals(Verdict.SURPRISE, late(1.25, bounds, 0.05).verdict());
        for (double ratio : new double[] {1, 0.8, 1.25}) {
            assertEquals(Undecided.CLIENT_LATE, late(ratio, bounds, 0.15).undecided(), () -> "x " + ratio);
        }
        assertEquals(Undecided.SPREAD, late(1.1, bounds, 0.15).undecided(), "neither without the error");
    }

    private static Decision late(double ratio, Bounds bounds, double error) {
        return Decision.ofRatio(evidence(Kind.CPU, ratio, ratio, ratio), bounds, error, LOOKS, 1);
    }

    /** Of many claims, one is further off by chance. */
    @Test
    void theMoreClaimsARunHasTheMoreIsAskedOfASurprise() {
        Evidence off = evidence(Kind.WAITING, 1.062, 1.062, 1.062);
        assertEquals(Verdict.SURPRISE, Decision.ofRatio(off, WITHIN_5_PERCENT, LOOKS, 1).verdict());
        assertEquals(Verdict.UNDECIDED, Decision.ofRatio(off, WITHIN_5_PERCENT, LOOKS, 20).verdict());
    }

    /** A planned end after three forks leaves more of the error to this look. */
    @Test
    void aLastLookDecidesMore() {
        Evidence near = evidence(Kind.CPU, 1.044, 1.044, 1.044);
        assertEquals(Verdict.UNDECIDED, Decision.ofRatio(near, WITHIN_5_PERCENT, LOOKS, 1).verdict());
        assertEquals(Verdict.CONFIRMED, Decision.ofRatio(near, WITHIN_5_PERCENT, new Looks(3), 1).verdict());
    }

    @Test
    void theNumberOfForksThatWouldDecideDoesDecide() {
        double[] near = {1.04, 1.045, 1.05};
        assertEquals(Verdict.UNDECIDED, decide(Kind.CPU, near).verdict());
        int enough = forksThatWouldDecide(Kind.CPU, near).orElseThrow();
        assertTrue(enough > near.length, () -> enough + " forks");
        double[] more = IntStream.range(0, enough).mapToDouble(i -> near[i % 3]).toArray();
        assertEquals(Verdict.CONFIRMED,
                Decision.ofRatio(evidence(Kind.CPU, more), WITHIN_5_PERCENT, new Looks(enough), 1).verdict());
        assertEquals(OptionalInt.empty(), forksThatWouldDecide(Kind.CPU, 1.05, 1.05, 1.05));
    }

    /** It has no logarithm, so no interval; and a mean may lie within bounds that no round meets. */
    @Test
    void aRatioOfAFigureThatMayBe0IsDecidedOnlyIfAllRoundsAgree() {
        var bounds = new Bounds(0.5, 2);
        assertEquals(OptionalInt.empty(), forksThatWouldDecide(Kind.CPU, 0, 1, 1));
        assertEquals(new Decision(Verdict.SURPRISE, Optional.empty(), null),
                Decision.ofRatio(evidence(Kind.CPU, 0, 0, 3), bounds, LOOKS, 1));
        assertEquals(new Decision(Verdict.UNDECIDED, Optional.empty(), Undecided.SPREAD),
                Decision.ofRatio(evidence(Kind.CPU, 0, 1, 1), bounds, LOOKS, 1));
        assertEquals(Verdict.CONFIRMED,
                Decision.ofRatio(evidence(Kind.CPU, 0, 1, 2), new Bounds(0, 2.01), LOOKS, 1).verdict());
    }

    @Test
    void whatMustBeExactHoldsInEveryFork() {
        var nothing = new Bounds(Double.NEGATIVE_INFINITY, 0);
        assertEquals(Verdict.CONFIRMED, Decision.ofEach(List.of(0.0, 0.0, 0.0), nothing).verdict());
        assertEquals(Verdict.SURPRISE, Decision.ofEach(List.of(0.0, 1.0, 0.0), nothing).verdict());
        var one = new Bounds(1, 1);
        assertEquals(Verdict.CONFIRMED, Decision.ofEach(List.of(1.0, 1.0), one).verdict());
        assertEquals(Verdict.SURPRISE, Decision.ofEach(List.of(1.0, 2.0), one).verdict());
        assertEquals(Verdict.SURPRISE, Decision.ofEach(List.of(1.0, Double.NaN), one).verdict());
        assertThrows(IllegalArgumentException.class, () -> Decision.ofEach(List.of(), one));
    }

    @Test
    void boundsHaveAnOrder() {
        assertThrows(IllegalArgumentException.class, () -> new Bounds(2, 1));
        assertThrows(IllegalArgumentException.class, () -> new Bounds(Double.NaN, 1));
        assertEquals(new Bounds(0.97, 1.03), Bounds.within(0.03));
    }
}
