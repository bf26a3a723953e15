package tests;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What is printed of a test that failed. */
@Tag(Lane.UNIT)
class FailureTextTest {

    private static final String LONG = IntStream.rangeClosed(1, 500).mapToObj(i -> "line " + i)
            .collect(Collectors.joining("\n"));

    private static FailureText of(Executable fails) {
        return new FailureText(assertThrows(AssertionError.class, fails));
    }

    @Test
    void whatWasExpectedAndSeenComesBeforeALongMessage() {
        FailureText text = of(() -> assertEquals(2, 3, LONG));
        assertTrue(text.brief().startsWith("expected: <2> but was: <3> (line 1 line 2 "), text.brief());
        List<String> lines = text.whole().lines().toList();
        assertTrue(lines.getFirst().endsWith(": expected: <2> but was: <3>"), lines.getFirst());
        assertTrue(lines.get(1).contains("at tests.FailureTextTest."), lines.get(1));
        assertEquals("line 500", lines.getLast(), "how a process ended is at its end");
        assertTrue(lines.contains("line 1") && !lines.contains("line 250"), text.whole());
    }

    @Test
    void soDoesWhereItWasSeenWhereThatIsLong() {
        List<String> lines = of(() -> assertEquals("", LONG)).whole().lines().toList();
        assertEquals("line 500>", lines.stream().filter(line -> line.startsWith("line ")).toList().getLast());
        assertTrue(lines.getLast().contains("at tests."), lines.getLast());
    }

    @Test
    void aMessageWithoutBothIsWhole() {
        assertEquals("2 rows, not 3", of(() -> fail("2 rows, not 3")).brief());
        assertEquals("null", new FailureText(new AssertionError()).brief());
        assertEquals("null", new FailureText(null).brief());
    }

    @Test
    void ofSeveralEachIsTold() {
        Executable both = () -> assertAll(() -> assertEquals(1, 2, "one"), () -> assertEquals(3, 4, "other"));
        Repository.contains(of(both).whole(), "one ==> expected: <1> but was: <2>",
                "other ==> expected: <3> but was: <4>");
    }

    @Test
    void whatBreaksInATimingIsToldInTheSameWay() {
        assertEquals("expected: <1> but was: <2> (rows)",
                of(() -> Certain.holds(() -> assertEquals(1, 2, "rows"))).brief());
    }
}
