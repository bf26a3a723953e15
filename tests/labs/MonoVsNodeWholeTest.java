package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the lab of one carrier and Node.js, with the route that only waits. */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
class MonoVsNodeWholeTest {

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("mono-vs-node").options("-c", "20").run(data, 9);
    }

    @Test
    @Measures
    void allItsClaimsHold() {
        // Where CPUs are the bottleneck, one fork confirms no claim that is as narrow as these.
        run.holdsByAndLarge();
    }

    @Test
    void requestsThatWaitAreServedTheSameByTheRule() {
        for (String cell : List.of("virtual-mono-light-c20", "node-light-c20", "virtual-tomcat-1-light-c20")) {
            if (run.isMeasured(cell)) {
                assertEquals(List.of("50.00", "users"),
                        List.of(run.row(cell).get("predicted_rps"), run.row(cell).get("bound")), cell);
            }
        }
    }
}
