package kit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import contract.CellName;
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
        String measurement = CellName.ofFork(CellName.ofPlan(variant, route, load), jdk, fork);
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
    void whatIsNoNameOfACellIsNone() {
        for (String name : new String[] {"", "virtual", "recording.jfr", "virtual-x100"}) {
            assertTrue(CellName.of(name).isEmpty(), name);
        }
        assertFalse(CellName.of("virtual-c1").orElseThrow().isStage());
    }
}
