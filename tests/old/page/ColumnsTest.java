package old.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import kit.page.Columns;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What is made fit for the terminal's width. */
@Tag(Lane.UNIT)
class ColumnsTest {

    @Test
    void aParagraphIsDividedAnewAndListsAndCodeKeepTheirShape() {
        assertEquals("""
                one two three
                four five

                - an item
                  that is long
                - another

                    code stays as it is, however long it may be
                | a | table |""", Columns.wrap("""
                one two
                three four five

                - an item
                  that is long
                - another

                    code stays as it is, however long it may be
                | a | table |
                """, 14));
    }

    @Test
    void aWordIsNeverBroken() {
        assertEquals("a\n  spring.threads.virtual.enabled=true\n  b",
                Columns.hanging("a spring.threads.virtual.enabled=true b", 12, "  "));
    }

    @Test
    void theWidestColumnsGiveWayDownToTheirLongestWord() {
        int[] least = {9, 12};
        assertArrayEquals(new int[] {10, 20}, Columns.fitting(new int[] {10, 20}, least, 37));
        assertArrayEquals(new int[] {10, 17}, Columns.fitting(new int[] {10, 60}, least, 34));
        assertArrayEquals(least, Columns.fitting(new int[] {90, 60}, least, 20),
                "too wide is better than broken words");
        assertEquals(List.of(12, 8), List.of(Columns.natural(List.of("measured /s", "virtual-c100")),
                Columns.least(List.of("measured /s", "1.0"))));
    }

    @Test
    void columnsThatMatterLessGoFirst() {
        var terminal = new ByteArrayOutputStream();
        var notebook = new ArrayList<String>();
        String name = "x".repeat(Columns.WIDEST - 20);
        new Narrator(new PrintStream(terminal, true), notebook::add, false).table(
                List.of("cell", "carriers", "p99 ms", "verdict"),
                List.of(List.of(name, "2", "400", "CONFIRMED")), List.of("carriers", "p99 ms"));
        assertEquals(List.of("cell", "verdict"),
                terminal.toString().lines().filter(line -> line.startsWith("| cell")).findFirst()
                        .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).filter(word -> !word.isEmpty())
                                .toList())
                        .orElseThrow());
        assertTrue(notebook.getFirst().contains("carriers") && notebook.getFirst().contains("p99 ms"),
                notebook.getFirst());
    }

    /** The notebook's table has one line for a row: Markdown knows no other. */
    @Test
    void aTableFitsTheTerminalAndStaysWholeInTheNotebook() {
        var terminal = new ByteArrayOutputStream();
        var notebook = new ArrayList<String>();
        String claim = "with as many users as threads, platform and virtual threads serve the same number of requests "
                + "in a second, "
                + "whatever the machine";
        new Narrator(new PrintStream(terminal, true), notebook::add, false).table(
                List.of("verdict", "claim", "measured"),
                List.of(List.of("CONFIRMED", claim, "1.002")));
        assertTrue(terminal.toString().lines().allMatch(line -> line.length() <= Columns.WIDEST), terminal.toString());
        assertEquals(claim, terminal.toString().lines().filter(line -> line.startsWith("|")).skip(2)
                .map(line -> line.split("\\|")[2].strip()).reduce((a, b) -> a + " " + b).orElseThrow());
        assertTrue(notebook.getFirst().contains("| " + claim + " |"), notebook.getFirst());
    }
}
