package old.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.record.Verdict;
import old.own.Comparison.Under;
import old.plan.Cell;
import old.trust.MadeRows;
import old.trust.Metric;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** What a build may require of virtual threads, held against rows that were made up. */
@Tag(Lane.UNIT)
class RequirementTest extends MadeRows {

    private static final int JDK = 25;

    /** Whether requests queue at the bottleneck. */
    private boolean isOrdered;

    private Verdict verdict(String text, Cell platform, Cell virtual) {
        return Requirement.of(text)
                .judge(new Under("1 user", "", platform.load(), Role.DECIDES, platform, virtual, null,
                        null), JDK, results, isOrdered)
                .verdict();
    }

    @Test
    void itsWordsAreRead() {
        Requirement tail = Requirement.of(" P99 <= 1.1 x platform ");
        assertEquals(Metric.P99, tail.metric());
        assertTrue(tail.atMost());
        assertEquals(1.1, tail.factor());
        assertEquals("P99 <= 1.1 x platform", tail.text());
    }

    /** One fork: others are assumed to differ by 1 %, so 2 % beside the limit decides nothing. */
    @ParameterizedTest
    @CsvSource({
            // requests/s on virtual threads (100 on platform threads), limit, verdict
            "120, >= 1.1, CONFIRMED", "100, >= 1.1, SURPRISE", "111, >= 1.1, UNDECIDED", "109, >= 1.1, UNDECIDED",
            "100, <= 1.1, CONFIRMED", "120, <= 1.1, SURPRISE"})
    void theThroughputIsHeldAgainstItsLimit(long rps, String limit, Verdict expected) {
        assertEquals(expected, verdict("throughput " + limit + " x platform", measured(cell("platform"), JDK, 100),
                measured(cell("virtual"), JDK, rps)));
    }

    /** Where requests queue, their order decides a percentile: it is no reason for a build to fail. */
    @Test
    void aPercentileOfRequestsThatQueueDecidesNothing() {
        Cell platform = measured(cell("platform"), JDK, 100);
        Cell virtual = measured(cell("virtual"), JDK, 100);
        responds(platform, "", 0, 100);
        responds(virtual, "", 0, 200);
        assertEquals(Verdict.SURPRISE, verdict("p50 <= 1.1 x platform", platform, virtual));
        isOrdered = true;
        assertEquals(Verdict.UNDECIDED, verdict("p50 <= 1.1 x platform", platform, virtual));
        assertEquals(Verdict.CONFIRMED, verdict("throughput >= 0.9 x platform", platform, virtual));
    }

    /** Such as a percentile for which there are too few values, or a row that was not measured. */
    @Test
    void whatIsNotKnownHasNotHeld() {
        Cell platform = measured(cell("platform"), JDK, 100);
        assertEquals(Verdict.INVALID, verdict("p99 <= 1.1 x platform", platform, measured(cell("virtual"), JDK, 100)));
        assertEquals(Verdict.INVALID, verdict("throughput >= 0.1 x platform", platform, cell("elsewhere")));
    }
}
