package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.MadeMeasurement;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.plan.Claim;
import kit.plan.Metric;
import kit.record.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** What a build may require of virtual threads, held against a measurement that was made up. */
@Tag(Lane.UNIT)
class RequirementTest {

    @Test
    void itsWordsAreRead() {
        Requirement tail = Requirement.of(" P99 <= 1.1 x platform ");
        assertEquals(Metric.P99, tail.metric());
        assertTrue(tail.atMost());
        assertEquals(1.1, tail.factor());
        assertEquals("P99 <= 1.1 x platform", tail.text());
        assertEquals(Claim.Range.of(0, 1.1), tail.range());
    }

    private static Requirement.Outcome judged(String text, double factor, boolean isOrdered) {
        Requirement requirement = Requirement.of(text);
        Under load = MadeLoads.waiting(Role.DECIDES);
        JudgedRun run = MadeLoads.judged(load, requirement.claim(load), factor);
        return requirement.judged(run, load, run.plan().bench().jdks().getFirst(), isOrdered);
    }

    @ParameterizedTest
    @CsvSource({
            // throughput as a multiple of that on platform threads, limit, verdict
            "1.2, >= 1.1, CONFIRMED", "1, >= 1.1, SURPRISE", "1.1, >= 1.1, UNDECIDED", "1, <= 1.1, CONFIRMED",
            "1.2, <= 1.1, SURPRISE"})
    void theThroughputIsHeldAgainstItsLimit(double factor, String limit, Verdict expected) {
        Requirement.Outcome outcome = judged("throughput " + limit + " x platform", factor, false);
        assertEquals(expected, outcome.verdict(), outcome::why);
        assertEquals(factor, outcome.ratio(), 0.01);
        assertEquals("throughput " + limit + " x platform with 10 users", outcome.name());
    }

    /** Where requests queue, their order decides a percentile: it is no reason for a build to fail. */
    @Test
    void aPercentileOfRequestsThatQueueDecidesNothing() {
        assertEquals(Verdict.SURPRISE, judged("p50 <= 1.1 x platform", 0.5, false).verdict());
        assertEquals(Verdict.UNDECIDED, judged("p50 <= 1.1 x platform", 0.5, true).verdict());
        assertEquals(Verdict.CONFIRMED, judged("throughput >= 0.4 x platform", 0.5, true).verdict());
    }

    /** Such as a row that was not measured. */
    @Test
    void whatIsNotKnownHasNotHeld() {
        Requirement requirement = Requirement.of("throughput >= 0.1 x platform");
        Under load = MadeLoads.waiting(Role.DECIDES);
        JudgedRun run = Judge.judge(MadeLoads.plan(load, requirement.claim(load)),
                MadeMeasurement.nothing(MadeLoads.plan(load)));
        assertEquals(Verdict.INVALID, requirement.judged(run, load, run.plan().bench().jdks().getFirst(), false)
                .verdict());
    }
}
