package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import course.SwitchAdvice;
import own.OwnVerdict.Word;
import kit.judge.Bottleneck;
import kit.plan.Station;
import kit.service.PoolUse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** What the measurement makes of the answer by arithmetic. */
@Tag(Lane.UNIT)
class ArithmeticTest {

    private static final String LOCK = "org.example.Desk.locked:17 (monitor)";

    /** Two CPUs and a pool of 200, each with a limit of so many requests a second. */
    private static Arithmetic arithmetic(double rate, double threads, double cpus) {
        return new Arithmetic(new SwitchAdvice(rate, new Station("threads", 200, 200 / threads), List.of(
                new Station("CPUs", 2, 2 / cpus))));
    }

    private static Arithmetic.Seen seen(Bottleneck station, double rps, double cpus) {
        return new Arithmetic.Seen("400 users", new Limit(station, LOCK, new PoolUse(PoolUse.Kind.CONNECTIONS, "",
                10, 10, 50)), rps, cpus);
    }

    @Test
    void aLockThatThePilotDoesNotKnowRefutesItInWords() {
        Optional<String> refuted = arithmetic(100, 2000, 928).refutedBy(seen(Bottleneck.OTHER, 331, 0.42),
                Word.NO_EFFECT);
        for (String words : List.of("CPUs would limit", "928/s", "With 400 users it had 331/s", "42 % busy", LOCK)) {
            assertTrue(refuted.orElse("").contains(words), refuted + " has no " + words);
        }
    }

    @ParameterizedTest
    @CsvSource({
            // The CPUs allow 928/s. Station, requests/s and busy CPUs as measured; whether that refutes it
            "OTHER, 331, 0.42, true", "CARRIERS, 9, 0.05, true", "CONNECTIONS, 100, 0.2, true", "OTHER, 331, NaN, true",
            "CPU, 500, 0.95, false", "OTHER, 900, 0.8, false", "USERS, 331, 0.4, false", "RATE, 100, 0.1, false",
            "GENERATOR, 331, 0.4, false", "UNKNOWN, NaN, NaN, false"})
    void aBottleneckThatIsAnotherOneBelowTheLimitRefutesIt(Bottleneck station, double rps, double cpus,
            boolean refutes) {
        Arithmetic answer = arithmetic(100, 2000, 928);
        assertEquals(refutes, answer.refutedBy(seen(station, rps, cpus), Word.NO_EFFECT).isPresent());
        assertEquals(refutes, answer.refutedBy(seen(station, rps, cpus)).isPresent(), "as it is");
    }

    /** As it is, its pool has the lowest limit. */
    @Test
    void aServiceAsItIsIsHeldAgainstThePool() {
        Arithmetic answer = arithmetic(600, 500, 928);
        assertTrue(answer.refutedBy(seen(Bottleneck.POOL, 300, 0.3)).isEmpty());
        assertTrue(answer.refutedBy(seen(Bottleneck.OTHER, 490, 0.3)).isEmpty(), "the limit was reached");
        assertTrue(answer.refutedBy(seen(Bottleneck.CPU, 300, 0.9)).orElseThrow().contains("threads would limit"));
    }

    @ParameterizedTest
    @CsvSource({"600, Yes, NO_EFFECT, true", "600, Yes, HARMFUL, true", "600, Yes, ENABLE, false",
            "600, Yes, CANNOT_TELL, false", "100, Not yet, ENABLE, true", "100, Not yet, NO_EFFECT, false",
            "100, Not yet, INVALID, false"})
    void aVerdictThatContradictsItIsNamed(double rate, String word, Word verdict, boolean refutes) {
        Arithmetic answer = arithmetic(rate, 500, 928);
        assertEquals(word, answer.advice().word());
        assertEquals(refutes, answer.refutedBy(seen(Bottleneck.USERS, 900, 0.5), verdict).isPresent());
    }
}
