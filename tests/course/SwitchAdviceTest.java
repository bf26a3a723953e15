package course;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import kit.plan.Station;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;
import tests.Repository;

/** The rule of the labs, applied to numbers of a service. */
@Tag(Lane.UNIT)
class SwitchAdviceTest {

    private static String answer(double rate, double response, double cpu, int pool) {
        return new SwitchAdvice(rate, new Station("threads", pool, response),
                List.of(new Station("CPUs", 4, cpu), new Station("connections", 10, 0.01)))
                .answer();
    }

    @Test
    void theLowestLimitIsTheBottleneck() {
        assertEquals(
                "Yes. The pool of threads is the bottleneck. With virtual threads the limit is 800/s (CPUs) instead of "
                        + "500/s.",
                answer(450, 0.4, 0.005, 200));
        assertEquals(
                "Not yet. The pool of threads has the lowest limit, but at the peak 48 of 200 threads are busy. With "
                        + "virtual threads the limit is 800/s (CPUs) instead of 500/s. A larger pool does the same.",
                answer(120, 0.4, 0.005, 200));
        assertEquals(
                "No. The bottleneck is CPUs (200/s), on any kind of thread. Virtual threads raise only the limit of "
                        + "the pool, which is 500/s.",
                answer(120, 0.4, 0.02, 200));
        assertEquals(
                "No. The bottleneck is connections (1000/s), on any kind of thread. Virtual threads raise only the "
                        + "limit of the pool, which is 4000/s.",
                answer(120, 0.05, 0.001, 200));
    }

    @Test
    void numbersThatCannotBeTrueAreNamed() {
        String answer = answer(600, 0.4, 0.005, 200);
        assertTrue(answer.startsWith("The numbers contradict each other: threads allow 500/s, and the peak is 600/s."),
                answer);
        assertTrue(answer.contains("If so: Yes."), answer);
    }

    private static String run(int exit, String... arguments) {
        Repository.Ran ran = Repository.captured(() -> Decide.commandLine().execute(arguments));
        assertEquals(exit, ran.exit(), ran.out() + ran.err());
        return ran.out() + ran.err();
    }

    @Test
    void theCommandShowsHowBusyEverythingIsAndTheAnswer() {
        String said = run(0, "--rate", "120", "--response", "400ms", "--cpu", "5ms", "--cpus", "4", "--connections",
                "10",
                "--held", "10ms");
        for (String words : List.of("| threads ", "200 |", "48 |", "500/s", "| CPUs ", "0.6 |", "800/s", "1.2 |",
                "1000/s", "Not yet.", "Measure before you switch.")) {
            assertTrue(said.contains(words), words + " in " + said);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "--rate 120 | Missing required option",
            "--rate 0 --response 400ms --cpu 5ms | --rate must be a number greater than 0",
            "--rate 120 --response soon --cpu 5ms | 'soon' is not a time",
            "--rate 120 --response 400 --cpu 5ms | it has no unit. Write 400ms or 400s",
            "--rate 120 --response 400ms --cpu 5 | it has no unit. Write 5ms or 5s",
            "--rate 120 --response 400ms --cpu 5ms --connections 10 --held 10 | it has no unit. Write 10ms or 10s",
            "--rate 120 --respons 400ms --cpu 5ms | (did you mean --response?)",
            "--rate Infinity --response 400ms --cpu 5ms | --rate must be a number greater than 0",
            "--rate 120 --response 400ms --cpu 5ms --connections 10 | --connections and --held belong together",
            "--rate 120 --response 400ms --cpu 5ms --pool 0 | --pool must be a number greater than 0"})
    void badInputIsOneLine(String arguments, String words) {
        String said = run(2, arguments.strip().split(" "));
        assertEquals(1, said.lines().count(), said);
        assertTrue(said.startsWith("decide: ") && said.contains(words.strip()), said);
    }
}
