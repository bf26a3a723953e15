package kit.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** A message that quotes a file which may be damaged. */
@Tag(Lane.UNIT)
class OneLineTest {

    @Test
    void aShortMessageStaysAsItIs() {
        assertEquals("a.jtl: line 3 has 'x' in field 2. Copy it again",
                OneLine.of("a.jtl: line 3 has 'x' in field 2. Copy it again"));
    }

    @Test
    void linesAndControlCharactersAreGone() {
        assertEquals("a b ?[31mred", OneLine.of("a\r\n\tb \u001b[31mred\n"));
        assertEquals("null", OneLine.of(null));
    }

    @Test
    void ofALongQuotationTheBeginningIsLeftAndTheMessageIsBounded() {
        String message = OneLine.of("line 3 has '" + "9".repeat(1_000_000) + "', which is no number");
        assertEquals("line 3 has '" + "9".repeat(120) + "...', which is no number", message);
        String bounded = OneLine.of("begins " + "x".repeat(1_000_000) + " ends");
        assertTrue(bounded.length() < 2000 && bounded.startsWith("begins ") && bounded.endsWith(" ends"), bounded);
    }
}
