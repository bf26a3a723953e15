package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.util.List;
import kit.plan.Guess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** What a participant is asked, and how the answer is read. */
@Tag(Lane.UNIT)
class TerminalTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<Guess> guesses = new LittlePage(Options.of("little")).plan().guesses();

    private List<String> answers(String typed) {
        return new Terminal(new PrintStream(out), new BufferedReader(new StringReader(typed)), true, 80).ask(guesses);
    }

    @Test
    void aQuestionIsAskedUntilItIsAnsweredOrSkipped() {
        assertEquals(List.of("2", "b: neither"), answers("many\n2x\nd\nB\n"));
        assertTrue(out.toString().contains("'many' is no answer to this: write a number such as 1.5"), out.toString());
        assertTrue(out.toString().contains("'d' is no answer to this: write a, b or c"), out.toString());
        assertEquals(List.of("", "c: virtual"), answers("\n\nc\n"), "Enter twice skips");
        assertEquals(List.of("", ""), answers(""), "the input ends");
    }

    @Test
    void hintsAreGivenOneAtATime() {
        assertEquals(List.of("1", "a: platform"), answers("?\n?\n1\na\n"));
        assertTrue(out.toString().contains("Hint: count 2\n"), out.toString());
        assertTrue(out.toString().contains("Hint: there are no more hints"), out.toString());
    }

    @Test
    void backReturnsToTheQuestionBefore() {
        assertEquals(List.of("3", "a: platform"), answers("2\nback\n3\na\n"));
    }

    @ParameterizedTest
    @CsvSource({"2, 2.1, true, You were right.", "2, 2.5, false, You were close.",
            "0, 0, true, You were right.",
            "1, 0, false, 'That is not what you expected: look at the rule, and at what your guess left out.'",
            "2, 4, false, 'That is not what you expected: look at the rule, and at what your guess left out.'"})
    void aGuessIsComparedWithWhatWasMeasured(String guessed, double measured, boolean right, String words) {
        Told.Answer answer = Question.judged(guesses.getFirst(), guessed, measured);
        assertEquals(right, answer.right());
        assertEquals(words, Question.compared(answer));
    }

    @ParameterizedTest
    @CsvSource({"0.85, a: platform", "0.95, b: neither", "1.1, b: neither", "1.2, c: virtual"})
    void aChoiceIsRightForItsRange(double measured, String choice) {
        assertTrue(Question.judged(guesses.getLast(), choice, measured).right());
        assertEquals(choice + " (" + measured + ")", Question.inWords(guesses.getLast(), measured));
    }
}
