package kit.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kit.judge.Spread.Kind;
import kit.record.Forks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What is known of a ratio, by figures that were calculated by hand. */
@Tag(Lane.UNIT)
class EvidenceTest {

    private static final Spread SPREAD = spread(0.01, 0.02);

    private static Spread spread(double blockSd, double forkSd) {
        return new Spread(Kind.CPU, blockSd, forkSd, 10, 5, LocalDate.EPOCH, "a machine");
    }

    private static Evidence evidence(List<List<Double>> forks) {
        return new Evidence(SPREAD, forks, Variance.UNKNOWN, 0);
    }

    @Test
    void oneForkHasTheMeasuredSpreadAndItsOwnRounds() {
        Estimate estimate = evidence(List.of(List.of(0.0, 0.02))).estimate();
        assertEquals(Math.exp(0.01), estimate.ratio(), 1e-12);
        // Rounds: (8 x (1.5 x 0.01)^2 + 1 x 0.0002) / 9 / 2 with 9 degrees. Forks: (1.5 x 0.02)^2 with 8.
        double rounds = (8 * 0.000225 + 0.0002) / 9 / 2;
        double forks = 0.0009;
        assertEquals(rounds + forks, estimate.squaredError().value(), 1e-12);
        assertEquals((rounds + forks) * (rounds + forks) / (rounds * rounds / 9 + forks * forks / 8),
                estimate.squaredError().freedom(), 1e-9);
    }

    @Test
    void roundsOfOtherRatiosCountForOneWithFewRounds() {
        Evidence one = evidence(List.of(List.of(0.0)));
        Evidence noisy = evidence(List.of(List.of(0.0, 0.2), List.of(0.1, 0.3)));
        // Two forks with one degree of freedom each.
        assertEquals(new Variance(0.02, 2), Evidence.roundsOf(List.of(one, noisy)));
        Variance error = one.withRounds(new Variance(0.02, 2)).estimate().squaredError();
        assertEquals(0.0009 + (8 * 0.000225 + 2 * 0.02) / 10, error.value(), 1e-12);
        assertTrue(one.estimate().squaredError().value() < error.value());
    }

    @Test
    void forksAndMeasuredSpreadAreCombined() {
        Evidence three = evidence(List.of(List.of(-0.1), List.of(0.0), List.of(0.1)));
        double prior = 0.0009 + 0.000225;
        double degrees = prior * prior / (0.0009 * 0.0009 / 8 + 0.000225 * 0.000225 / 8);
        Variance error = three.estimate().squaredError();
        assertEquals(degrees + 2, error.freedom(), 1e-9);
        // The forks' own variance is 0.01, with 2 degrees of freedom.
        assertEquals((degrees * prior + 2 * 0.01) / (degrees + 2) / 3, error.value(), 1e-12);
    }

    @Test
    void forksThatAgreeByChanceAreNotTakenForCertain() {
        Evidence same = evidence(List.of(List.of(0.0), List.of(0.0), List.of(0.0)));
        assertTrue(same.interval(0.9).low() < Math.exp(-0.02 * 1.64 / Math.sqrt(3)), same.interval(0.9).toString());
    }

    @Test
    void ofManyForksOnlyTheirOwnVarianceCounts() {
        List<Double> figures = IntStream.range(0, 400).mapToObj(i -> i % 2 == 0 ? 1.2 : 1 / 1.2).toList();
        Evidence many = evidence(figures.stream().map(x -> List.of(Math.log(x))).toList());
        var student = Forks.of(figures.stream().mapToDouble(x -> x).toArray())
                .pairedRatio(Forks.of(figures.stream().mapToDouble(x -> 1).toArray()), 0.95);
        assertEquals(Math.log(student.high()), Math.log(many.interval(0.95).high()), 0.02 * Math.log(student.high()));
    }

    @Test
    void forksCountEquallyWhateverTheirRounds() {
        assertEquals(Math.exp(0.15), evidence(List.of(List.of(0.1, 0.1, 0.1), List.of(0.2))).ratio(), 1e-12);
    }

    @Test
    void theIntervalIsStudents() {
        // With 8 degrees of freedom, t at 97.5 % is 2.306004.
        var interval = new Estimate(Math.log(2), new Variance(0.0004, 8)).interval(0.95);
        assertEquals(2 * Math.exp(-2.306004 * 0.02), interval.low(), 1e-6);
        assertEquals(2 * Math.exp(2.306004 * 0.02), interval.high(), 1e-6);
    }

    /** Decisions ask for the confidence, and people see the interval. */
    @Test
    void confidenceAndIntervalAgree() {
        Estimate estimate = evidence(List.of(List.of(0.3, 0.4), List.of(0.5, 0.2))).estimate();
        var interval = estimate.interval(0.9);
        assertEquals(0.95, estimate.confidenceAbove(interval.low()), 1e-9);
        assertEquals(0.95, estimate.confidenceBelow(interval.high()), 1e-9);
        assertEquals(0.05, estimate.confidenceAbove(interval.high()), 1e-9);
        assertEquals(0.5, estimate.confidenceAbove(estimate.ratio()), 1e-9);
        assertEquals(List.of(1.0, 1.0, 1.0, 0.0), List.of(estimate.confidenceAbove(0),
                estimate.confidenceAbove(Double.NEGATIVE_INFINITY), estimate.confidenceBelow(Double.POSITIVE_INFINITY),
                estimate.confidenceBelow(0)));
    }

    @Test
    void whatIsMissingIsRefusedAndWhatIsGivenIsCopied() {
        assertThrows(IllegalArgumentException.class, () -> evidence(List.of()));
        assertThrows(IllegalArgumentException.class, () -> evidence(List.of(List.of(0.1), List.of())));
        assertThrows(IllegalArgumentException.class, () -> evidence(List.of(List.of(0.1, Double.NaN))));
        List<List<Double>> growing = IntStream.range(0, 2).mapToObj(i -> new ArrayList<>(List.of(0.1)))
                .collect(Collectors.toCollection(ArrayList::new));
        Evidence two = evidence(growing);
        growing.getFirst().add(5.0);
        growing.removeLast();
        assertEquals(evidence(List.of(List.of(0.1), List.of(0.1))), two);
    }

    @Test
    void variancesAddUpAsWelchAndSatterthwaiteSay() {
        assertEquals(new Variance(0.5, 1), Variance.of(List.of(1.0, 2.0)));
        assertEquals(Variance.UNKNOWN, Variance.of(List.of(1.0)));
        assertEquals(new Variance(2, 8), new Variance(1, 4).plus(new Variance(1, 4)));
        assertEquals(new Variance(2.5, 4), Variance.pooled(List.of(new Variance(1, 1), new Variance(3, 3))));
        assertEquals(Variance.UNKNOWN, Variance.pooled(List.of(Variance.UNKNOWN)));
    }

    @Test
    void everyKindOfCellHasOneMeasuredSpread() {
        assertEquals(List.of(Kind.values()), Spread.table().stream().map(Spread::kind).sorted().toList());
        for (Kind kind : Kind.values()) {
            assertEquals(kind, Spread.of(kind).kind());
            assertEquals(Spread.of(kind), Evidence.of(kind, List.of(List.of(0.0))).spread());
        }
        assertThrows(IllegalArgumentException.class, () -> spread(0.01, 0));
        assertThrows(IllegalArgumentException.class, () -> spread(Double.NaN, 0.01));
    }
}
