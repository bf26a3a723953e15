package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static tests.Repository.contains;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** The peak of production, which is asked for at a terminal. */
@Tag(Lane.UNIT)
class PeakTest {

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private Double answered(String typed) throws IOException {
        return new Peak(new BufferedReader(new StringReader(typed)), new PrintStream(said, true,
                StandardCharsets.UTF_8), 20_000).ask();
    }

    @Test
    void aNumberIsTheRate() throws IOException {
        assertEquals(150, answered("150\n"));
        assertEquals(0.5, answered(" 0.5 \n"));
    }

    @Test
    void nothingMeansThatItIsNotKnown() throws IOException {
        assertNull(answered("\n"));
        assertNull(answered(""));
    }

    @Test
    void whatIsNoRateIsAskedForAgain() throws IOException {
        assertEquals(20_000, answered("many\n-1\n0\nNaN\n20001\n20000\n"));
        String all = said.toString(StandardCharsets.UTF_8);
        for (String wrong : new String[] {"many", "-1", "0", "NaN", "20001"}) {
            contains(all, "'" + wrong + "' is no rate: type a number up to 20000, such as 150");
        }
    }
}
