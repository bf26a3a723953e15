package kit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
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
        assertEquals("a\n  spring.threads.virtual.enabled=true\n  b", Columns.hanging("a spring.threads.virtual.enabled=true b", 12, "  "));
    }

    @Test
    void theWidestColumnsGiveWay() {
        assertArrayEquals(new int[] {10, 20}, Columns.fitting(new int[] {10, 20}, 37));
        assertArrayEquals(new int[] {10, 17}, Columns.fitting(new int[] {10, 60}, 34));
        assertArrayEquals(new int[] {14, 14}, Columns.fitting(new int[] {90, 60}, 20), "too narrow to be read is worse than too wide");
    }

    /** The notebook's table has one line for a row: Markdown knows no other. */
    @Test
    void aTableFitsTheTerminalAndStaysWholeInTheNotebook() {
        var terminal = new ByteArrayOutputStream();
        var notebook = new ArrayList<String>();
        String claim = "with as many users as threads, platform and virtual threads serve the same number of requests in a second, "
                + "whatever the machine";
        new Narrator(new PrintStream(terminal, true), notebook::add, false).table(List.of("verdict", "claim", "measured"),
                List.of(List.of("CONFIRMED", claim, "1.002")));
        assertTrue(terminal.toString().lines().allMatch(line -> line.length() <= Columns.WIDEST), terminal.toString());
        assertEquals(claim, terminal.toString().lines().filter(line -> line.startsWith("|")).skip(2)
                .map(line -> line.split("\\|")[2].strip()).reduce((a, b) -> a + " " + b).orElseThrow());
        assertTrue(notebook.getFirst().contains("| " + claim + " |"), notebook.getFirst());
    }
}
