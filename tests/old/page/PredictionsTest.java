package old.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import kit.page.SourceCode;
import old.trust.Results;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;

/** What a participant is asked, may answer, and is shown of the sources. */
@Tag(Lane.UNIT)
class PredictionsTest {

    private static final Choices CHOICES = Choices.below(0.9, "fewer").then(1.1, "as many").beyond("more");

    /** Of the page that was told. */
    private final List<String> notebook = new ArrayList<>();
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    private Narrator narrator(boolean isThere) {
        return new Narrator(new PrintStream(terminal, true), notebook::add, isThere);
    }

    /** Asks with a participant at the terminal. */
    private Question.Answer ask(String typed, Choices choices, String... hints) {
        return typing(typed,
                () -> narrator(true).asks(new Question("How many?", choices, null, List.of(hints)), false));
    }

    /** Narrators are made within: each reads what is typed then. */
    private static <T> T typing(String typed, Supplier<T> within) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
        try {
            return within.get();
        } finally {
            System.setIn(before);
        }
    }

    private String said() {
        return terminal.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aNumberMayHaveACommaAndNonsenseIsAskedAgain() {
        assertEquals(2.5, ask("many\nNaN\n2,5\n", null).number().orElseThrow());
        assertTrue(
                said().contains("'many' is no answer to this: write a number") && said().contains("'NaN' is no answer"),
                said());
    }

    @ParameterizedTest
    @ValueSource(strings = {"2x", "2 x", "x2", "2 times", "2.0", " 2X "})
    void aRatioMayBeWrittenAsPeopleSayIt(String typed) {
        assertEquals(2, ask(typed + "\n", null).number().orElseThrow());
    }

    @Test
    void aChoiceIsALetterOfEitherCase() {
        Question.Answer answer = ask("d\n1\nB\n", CHOICES);
        assertEquals("b: as many", answer.toString());
        assertTrue(answer.number().isEmpty());
        assertTrue(said().contains("'d' is no answer to this: write a, b or c"));
        narrator(true).asked(new Question("How many?", CHOICES, null, List.of()), answer);
        assertEquals(
                List.of("- **How many?**", "  - a: fewer", "  - b: as many", "  - c: more", "  - You said b: as many"),
                notebook);
    }

    /** One Enter too many costs nothing. */
    @Test
    void onlyASecondEnterSkips() {
        assertEquals(7, ask("\n7\n", null).number().orElseThrow());
        assertTrue(said().contains("No guess? Enter once more skips this question"), said());
        assertEquals(7, ask("\n?\n\n7\n", null, "a hint").number().orElseThrow(),
                "a hint between them is not Enter twice");
        assertFalse(ask("\n\n7\n", null).isGiven());
        assertFalse(ask("", CHOICES).isGiven(), "the end of the input");
    }

    /** A participant at a terminal who answers several questions. */
    private Judge judge(String typed, boolean isThere, boolean wanted, String... questions) {
        return typing(typed, () -> {
            var judge = new Judge(narrator(isThere), null, new JdkChoice(List.of()),
                    new Results());
            for (String question : questions) {
                judge.guess(new Question(question, null, null, List.of()), wanted);
            }
            judge.noteGuesses();
            return judge;
        });
    }

    @Test
    void whoGoesBackIsAskedTheQuestionBeforeOnceMore() {
        judge("1\nback\n3\n2\n", true, true, "First?", "Second?");
        assertEquals(List.of("\n## Predictions\n", "- **First?**", "  - You said 3", "- **Second?**", "  - You said 2"),
                notebook);
    }

    @Test
    void beforeTheFirstQuestionThereIsNone() {
        judge("back\n1\n", true, true, "First?");
        assertEquals(List.of("\n## Predictions\n", "- **First?**", "  - You said 1"), notebook);
        assertTrue(said().contains("'back' is no answer"), said());
    }

    @Test
    void withoutAParticipantOrAWishToBeAskedNothingWaits() {
        judge("7\n", false, true, "How many?");
        judge("7\n", true, false, "How many?");
        assertEquals("", said());
        assertEquals(List.of("\n## Predictions\n", "- **How many?**", "\n## Predictions\n", "- **How many?**"),
                notebook);
    }

    @Test
    void hintsComeOneAtATime() {
        assertEquals(3, ask("?\n3\n", null, "the first", "the second").number().orElseThrow());
        assertTrue(said().contains("Hint: the first") && !said().contains("the second"), said());
        ask("?\n?\n?\n\n\n", null, "the first", "the second");
        assertTrue(said().indexOf("the first") < said().indexOf("the second")
                && said().contains("there are no more hints"), said());
    }

    @Test
    void aGuessIsComparedWithWhatWasMeasured() {
        var number = new Question("?", null, null, List.of());
        assertEquals(List.of("You were right.", "You were close.", "You were close."), Stream.of(2.1, 2.5, 1.5)
                .map(guess -> number.compared(number.answer(guess.toString()), 2)).toList());
        assertTrue(number.compared(number.answer("4"), 2).startsWith("That is not what you expected: "));
        assertEquals("", number.compared(number.answer("4"), Double.NaN));
        var choice = new Question("?", CHOICES, null, List.of());
        assertEquals("You were right.", choice.compared(choice.answer("b"), 1));
        assertTrue(choice.compared(choice.answer("a"), 1).startsWith("That is not what you expected: "));
    }

    /** Only Enter alone begins a measurement. */
    @Test
    void nothingIsStartedByAnythingElseThanEnter() {
        typing("?\n\nleft\n", () -> {
            narrator(true).waits();
            return null;
        });
        assertEquals(2, said().split("starts the measurement", -1).length - 1, said());
        assertTrue(said().contains("Nothing was started"), said());
    }

    @Test
    void eachNumberHasOneChoice() {
        assertEquals(List.of("a", "b", "b", "c", "c"),
                List.of(0.0, 0.9, 1.0, 1.1, 1e9).stream().map(v -> CHOICES.of(v).key()).toList());
        assertNull(CHOICES.of(Double.NaN));
        assertEquals("b: as many (1.04)", new Question("?", CHOICES, null, List.of()).inWords(1.04));
        assertThrows(IllegalArgumentException.class, () -> Choices.below(1, "few").then(1, "many"));
    }

    @Test
    void aParagraphOfASourceIsQuotedAtItsOwnMargin() {
        assertEquals("""
                int bound() {
                    return 1;
                }""", SourceCode.paragraph("tests/Quoted.txt", "int bound()"));
        assertEquals("// said above\nint a = 1;", SourceCode.paragraph("tests/Quoted.txt", "a = 1"));
        assertTrue(assertThrows(IllegalStateException.class, () -> SourceCode.paragraph("tests/Quoted.txt", "int"))
                .getMessage().contains("2 paragraphs"));
        assertTrue(assertThrows(IllegalStateException.class, () -> SourceCode.paragraph("tests/None.txt", "int"))
                .getMessage().contains("//FILES source/tests/None.txt.txt"));
    }

    @Test
    void whatToTryIsAListInTheNotebook() {
        new Narrator(new PrintStream(terminal, true), notebook::add, false).suggestions("Add one:", """
                -c 200,400    which claim breaks?
                Your own: then look.""");
        assertEquals(List.of("\nAdd one:\n", "", "- `-c 200,400` which claim breaks?", "- Your own: then look.", ""),
                notebook);
    }
}
