package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The lab of requests that wait, with few of them: what each takes. */
@Tag(Lane.LABS)
class WaitingTest {

    private static final int USERS = 1000;
    private static final String PLATFORM = "platform-sized-waiting-b250";
    private static final String VIRTUAL = "virtual-waiting-b250";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("waiting").cells(PLATFORM, VIRTUAL).options("-c", String.valueOf(USERS)).run(data);
    }

    @Test
    @Measures
    void aRequestThatWaitsTakesSixThreadsOrNone() {
        run.holdsByAndLarge("platform-sized: a request holds six threads",
                "a waiting request on virtual threads holds no platform thread");
    }

    @Test
    void whatARequestThatWaitsTakesIsLookedAt() {
        Herds.memoryIsLookedAt(run, PLATFORM, VIRTUAL);
        assertEquals(6 * 250, run.value(PLATFORM, "threads_waiting"), 100);
    }
}
