package kit;

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
import org.junit.jupiter.api.Tag;
import tests.Lane;
import org.junit.jupiter.api.Test;

/** What a participant is asked, may answer, and is shown of the sources. */
@Tag(Lane.UNIT)
class PredictionsTest {

    private static final Choices CHOICES = Choices.below(0.9, "fewer").then(1.1, "as many").beyond("more");

    /** Of the page that was told. */
    private final List<String> notebook = new ArrayList<>();
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    private Question.Answer ask(boolean step, boolean somebodyIsThere, String typed, Choices choices, String... hints) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
        try {
            var narrator = new Narrator(new PrintStream(terminal, true), notebook::add, somebodyIsThere);
            return narrator.asks(new Question("How many?", choices, null, List.of(hints)), step);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void aNumberMayHaveACommaAndNonsenseIsAskedAgain() {
        assertEquals(2.5, ask(true, true, "many\nNaN\n2,5\n", null).number().orElseThrow());
        String said = terminal.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("'many' is no answer to this: write a number") && said.contains("'NaN' is no answer"), said);
        assertEquals(List.of("- **How many?**", "  - You said 2.5"), notebook);
    }

    @Test
    void aChoiceIsALetterOfEitherCase() {
        Question.Answer answer = ask(true, true, "d\n1\nB\n", CHOICES);
        assertEquals("b: as many", answer.toString());
        assertTrue(answer.number().isEmpty());
        assertTrue(terminal.toString(StandardCharsets.UTF_8).contains("'d' is no answer to this: write a, b or c"));
        assertEquals(List.of("- **How many?**", "  - a: fewer", "  - b: as many", "  - c: more", "  - You said b: as many"), notebook);
    }

    @Test
    void enterSkipsAndSoDoesTheEndOfInput() {
        assertFalse(ask(true, true, "\n7\n", null).isGiven());
        assertFalse(ask(true, true, "", CHOICES).isGiven());
    }

    @Test
    void nobodyIsWaitedForWhoIsNotThereOrDoesNotWantToBeAsked() {
        assertFalse(ask(true, false, "7\n", null).isGiven());
        assertFalse(ask(false, true, "7\n", null).isGiven());
        assertEquals("", terminal.toString(StandardCharsets.UTF_8));
        assertEquals(List.of("- **How many?**", "- **How many?**"), notebook);
    }

    @Test
    void hintsComeOneAtATime() {
        assertEquals(3, ask(true, true, "?\n3\n", null, "the first", "the second").number().orElseThrow());
        String said = terminal.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("Hint: the first") && !said.contains("the second"), said);
        ask(true, true, "?\n?\n?\n\n", null, "the first", "the second");
        said = terminal.toString(StandardCharsets.UTF_8);
        assertTrue(said.indexOf("the first") < said.indexOf("the second") && said.contains("there are no more hints"), said);
    }

    @Test
    void eachNumberHasOneChoice() {
        assertEquals(List.of("a", "b", "b", "c", "c"), List.of(0.0, 0.9, 1.0, 1.1, 1e9).stream().map(v -> CHOICES.of(v).key()).toList());
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
                .getMessage().contains("//FILES source/tests/None.txt"));
    }

    @Test
    void whatToTryIsAListInTheNotebook() {
        new Narrator(new PrintStream(terminal, true), notebook::add, false).suggestions("""
                -c 200,400    which claim breaks?
                Your own: then look.""");
        assertEquals(List.of("", "- `-c 200,400` which claim breaks?", "- Your own: then look.", ""), notebook);
    }
}
