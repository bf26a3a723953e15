package kit.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import kit.base.Finding;
import kit.base.Finding.Code;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What makes a block not count. */
@Tag(Lane.UNIT)
class DisturbanceTest {

    private static final int CPUS = 2;

    private static List<Code> of(double busy, double compiling, double allowed) {
        double jitCpus = busy * CPUS * compiling / (1 + compiling);
        return Disturbance.of(Instant.EPOCH, 2, List.of(), busy, Disturbance.compiling(jitCpus, busy * CPUS, CPUS,
                allowed), Block.Surroundings.UNKNOWN).stream().map(Finding::code).toList();
    }

    @Test
    void compilersThatTakeHalfOfWhatACellAllowsDisturbItWhereTheCpusAreBusy() {
        assertEquals(List.of(Code.STILL_COMPILING), of(0.95, 0.06, 0.1));
        assertEquals(List.of(), of(0.95, 0.04, 0.1));
        assertEquals(List.of(), of(0.95, 0.06, 0.25), "a cell that allows more");
        assertEquals(List.of(), of(0.5, 0.06, 0.1), "CPUs are free for them");
        assertEquals(List.of(), of(0.95, Double.NaN, 0.1), "the system does not tell");
    }
}
