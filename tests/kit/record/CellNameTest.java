package kit.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.record.CellName;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** What is composed can be read again. */
@Tag(Lane.UNIT)
class CellNameTest {

    @ParameterizedTest
    @CsvSource({"virtual,'',c100,0,1,'',100", "platform-500,burn,c100,25,3,'',100", "virtual,'',r12.5,21,1,probe,12.5",
            "one-carrier,native,b2000,0,2,'',2000", "virtual,'',stages,0,1,'',NaN",
            "virtual,'',stages,0,1,500-users,500"})
    void whatIsComposedCanBeReadAgain(String variant, String route, String load, int jdk, int fork, String stream,
            double size) {
        String measurement = CellName.ofFork(CellName.ofPlan(variant, route, load), jdk, fork, 1);
        String whole = CellName.ofStream(measurement, stream);
        CellName read = CellName.of(whole).orElseThrow();
        assertEquals(route, read.routeBehind(variant));
        assertEquals(load, read.load());
        assertEquals(jdk == 0 ? "" : String.valueOf(jdk), read.jdk());
        assertEquals(fork, read.fork());
        assertEquals(stream, read.stream());
        assertEquals(stream, CellName.streamIn(whole));
        assertEquals(measurement, CellName.whole(whole));
        assertEquals(size, read.size());
        assertEquals(stream.equals(CellName.ofStage(500)), read.isStage());
    }

    @Test
    void ofAFurtherAttemptTheNameSaysSo() {
        String again = CellName.ofStream(CellName.ofFork("virtual-c100", 25, 3, 2), "probe");
        assertEquals("virtual-c100-jdk25-f3-a2~probe", again);
        assertEquals(List.of(3, "probe", "c100"), List.of(CellName.of(again).orElseThrow().fork(),
                CellName.of(again).orElseThrow().stream(), CellName.of(again).orElseThrow().load()));
        String first = CellName.ofStream(CellName.ofFork("virtual-c100", 25, 3, 1), "probe");
        assertEquals(first, CellName.ofAnyAttempt(again));
        assertEquals(first, CellName.ofAnyAttempt(first));
    }

    @Test
    void whatIsNoNameOfACellIsNone() {
        for (String name : new String[] {"", "virtual", "recording.jfr", "virtual-x100"}) {
            assertTrue(CellName.of(name).isEmpty(), name);
        }
        assertFalse(CellName.of("virtual-c1").orElseThrow().isStage());
    }
}
