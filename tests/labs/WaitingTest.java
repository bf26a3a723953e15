package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
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

    private static final int WAITING = 250;
    private static final String PLATFORM = "platform-sized-b" + WAITING;
    private static final String VIRTUAL = "virtual-b" + WAITING;

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("waiting").cells(PLATFORM, VIRTUAL).options("-c", String.valueOf(WAITING)).run(data);
    }

    /**
     * A client that gets no CPU sends its burst too late, and then some requests are answered before the last ones
     * arrive. Where the burst is not spoilt, all of this is counted.
     */
    @Test
    @Measures
    void aRequestThatWaitsTakesSixThreadsOrNone() {
        run.isValid();
        List.of(PLATFORM, VIRTUAL).forEach(cell -> Herds.nothingIsFasterThanTheRule(run, cell));
        Certain.holds(() -> {
            Herds.memoryIsLookedAt(run, PLATFORM, VIRTUAL);
            assertEquals(6 * WAITING, run.value(PLATFORM, "threads_waiting"), 100);
            run.holdsByAndLarge("platform-sized, 250 users in 5 s: platform threads for each request that waits is",
                    "virtual, 250 users in 5 s: platform threads for each request that waits is",
                    "memory (RSS) for each request that waits: platform-sized / virtual is");
        });
    }

    @Test
    void eachBurstIsTheOnlyOneOfItsJvm() throws Exception {
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            Herds.everyUserIsInOneStep(run, cell, WAITING);
            assertEquals(1, run.of(cell, "blocks.csv").size(), "no burst comes before it, which would leave memory");
        }
    }
}
