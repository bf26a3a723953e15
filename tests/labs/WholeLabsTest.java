package labs;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;

/** All cells of the labs that have no class of their own for that: no measurement is spoilt, and all claims hold. */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
@Timeout(600)
class WholeLabsTest {

    private static final int MINUTES = 9;

    @TempDir
    Path data;

    @ParameterizedTest
    @ValueSource(strings = {"event-broker", "first-requests", "light-request"})
    @Measures
    void everyClaimHoldsByAndLarge(String lab) {
        Certain.result(() -> LabRun.of(lab).run(data, MINUTES)).holdsByAndLarge();
    }

    @Test
    @Measures
    void everyClaimOfTheDeadlockHoldsOnBothJdks() throws Exception {
        Repository.assumeJdk21();
        Certain.result(() -> LabRun.of("deadlock").onJdks(21, PinningTest.NOW).failing("virtual-report-c")
                .run(data, MINUTES)).holdsByAndLarge();
    }
}
