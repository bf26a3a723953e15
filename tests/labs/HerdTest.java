package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The lab of the herd with half of its users: two waves. */
@Tag(Lane.CLOCK)
class HerdTest {

    private static final int USERS = 1000;
    private static final int POOL = 500;
    private static final String PLATFORM = "platform-500-b1000";
    private static final String VIRTUAL = "virtual-b1000";
    /** Both services run, and each is sent a burst. */
    private static final String BOTH = "platform-500-both-b1000";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("herd").cells(PLATFORM, VIRTUAL).options("-c", String.valueOf(USERS)).run(data);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    @Measures
    void aPoolServesInWaves() {
        // To make 500 threads costs CPU that the rule does not know: the rows of platform threads are below it.
        run.holdsByAndLarge("in the burst, throughput of virtual / platform threads is");
    }

    /**
     * The first 500 are answered after 1 s; who comes as number 500 + i begins when number i is done, half a second
     * after being due.
     */
    @Test
    void theRuleKnowsTheWaves() {
        CSVRecord row = run.row(PLATFORM);
        assertEquals(List.of("burst", "1000", "1", "pool"),
                List.of(row.get("load"), row.get("users"), row.get("ramp_s"), row.get("bound")));
        assertEquals(USERS / 2.499, number(row, "predicted_rps"), 0.1);
        assertEquals(1250, number(row, "predicted_ms"), 1);
        assertEquals(250, number(row, "predicted_sd_ms"), 1);
        assertEquals(USERS / 1.999, run.value(VIRTUAL, "predicted_rps"), 0.1);
        assertEquals(List.of("0.000", "users"),
                List.of(run.row(VIRTUAL).get("predicted_sd_ms"), run.row(VIRTUAL).get("bound")));
        run.mainRows().forEach(r -> assertEquals("", r.get("published_rps"), "what was published is of 2000 users"
                + run.where(r)));
    }

    @Test
    void everyUserSendsOneRequestAndIsInOneStep() throws Exception {
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            Herds.everyUserIsInOneStep(run, cell, USERS);
            assertTrue(run.value(cell, "driver_busy_pct") > 0, "its load generator, in the lab's JVM, has carriers of "
                    + "its own" + run.where(run.row(cell)));
        }
    }

    @Test
    void behindThePoolTheHerdIsServedInWaves() throws Exception {
        Herds.noMoreAreAnsweredThanThePoolAllows(run, PLATFORM, POOL);
        assertTrue(run.value(PLATFORM, "max_ms") >= 1500, "the second wave waits for the first"
                + run.where(run.row(PLATFORM)));
        assertTrue(run.value(PLATFORM, "platform_threads_peak") > 2 * POOL, run.where(run.row(PLATFORM)));
        assertTrue(run.value(VIRTUAL, "platform_threads_peak") < 100, run.where(run.row(VIRTUAL)));
    }

    /** Each is counted by its own service, and is as long as its own requests take. */
    @Test
    @Tag(Lane.WHOLE)
    void bothServicesAreSentTheirBurstAtTheSameMoment(@TempDir Path other) throws Exception {
        LabRun both = LabRun.of("herd").cells(BOTH).options("--all-cells", "-c", String.valueOf(USERS)).run(other);
        CSVRecord beside = both.row(BOTH + "~virtual");
        assertEquals(List.of("burst", "1000", "1000"), List.of(beside.get("load"), beside.get("users"),
                beside.get("ok")), both.where(beside));
        assertEquals(run.value(VIRTUAL, "predicted_rps"), number(beside, "predicted_rps"), 0.1);
        assertEquals("virtual", both.fact(BOTH, "virtual.request.thread"));
        assertTrue(Integer.parseInt(both.fact(BOTH, "virtual.requests")) >= 2 * USERS, "with a burst to warm it up");
        assertTrue(number(beside, "duration_s") < both.value(BOTH, "duration_s"), both.where(beside));
        Herds.everyUserIsInOneStep(both, BOTH, USERS);
        Herds.noMoreAreAnsweredThanThePoolAllows(both, BOTH, POOL);
    }

    @Test
    void aBurstThatIsMeasuredIsNotStoppedForItsMemory() {
        assertTrue(run.row(PLATFORM).get("waiting").isEmpty(), run.where(run.row(PLATFORM)));
    }
}
