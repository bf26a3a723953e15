package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;

/** The lab of requests that wait, with few of them: what each takes. */
@Tag(Lane.LABS)
class WaitingTest {

    private static final int USERS = 1000;
    /** With --quick a quarter of them. */
    private static final int WAITING = USERS / 4;
    private static final String PLATFORM = "platform-sized-waiting-b" + WAITING;
    private static final String VIRTUAL = "virtual-waiting-b" + WAITING;

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("waiting").cells(PLATFORM, VIRTUAL).options("-c", String.valueOf(USERS)).run(data);
    }

    /**
     * A client that gets no CPU sends its burst too late, and then some requests are answered before the last ones
     * arrive. Where the burst is not spoilt, all of this is counted.
     */
    @Test
    @Measures
    void aRequestThatWaitsTakesSixThreadsOrNone() {
        run.isValid();
        Certain.holds(() -> {
            Herds.memoryIsLookedAt(run, PLATFORM, VIRTUAL);
            assertEquals(6 * WAITING, run.value(PLATFORM, "threads_waiting"), 100);
            run.holdsByAndLarge("platform-sized: a request holds six threads",
                    "a waiting request on virtual threads holds no platform thread");
        });
    }
}
