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

    private static final int USERS = 250;
    private static final int POOL = 125;
    private static final String PLATFORM = "platform-b250";
    private static final String VIRTUAL = "virtual-b250";

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
        run.holdsByAndLarge("250 users in 1 s, throughput: virtual / platform is",
                "platform, 250 users in 1 s: standard deviation / mean of response times / rule is",
                "virtual, 250 users in 1 s: standard deviation / mean of response times is");
    }

    /**
     * The first 125 are answered after 1 s. Number 125 + i begins when number i is done, half a second after it was
     * due. The rule has the CPU time of a request, too, and the lateness of the timer.
     */
    @Test
    @Measures
    void theRuleKnowsTheWaves() {
        CSVRecord row = run.row(PLATFORM);
        assertEquals(List.of("burst", "250", "1", "pool"),
                List.of(row.get("load"), row.get("users"), row.get("ramp_s"), row.get("bound")));
        assertEquals(USERS / 2.496, number(row, "rule_rps"), 3);
        assertEquals(1250, number(row, "rule_ms"), 40);
        assertEquals(250, number(row, "rule_sd_ms"), 10);
        assertEquals(USERS / 1.996, run.value(VIRTUAL, "rule_rps"), 3);
        assertTrue(run.value(VIRTUAL, "rule_sd_ms") < 10, run.where(run.row(VIRTUAL)));
        assertEquals("users", run.row(VIRTUAL).get("bound"));
        List.of(PLATFORM, VIRTUAL).forEach(cell -> Herds.nothingIsFasterThanTheRule(run, cell));
        run.mainRows().forEach(r -> assertEquals("", r.get("published_rps"), "what was published is of 2000 users"
                + run.where(r)));
    }

    @Test
    void everyUserSendsOneRequestAndIsInOneStepOfItsBurst() throws Exception {
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            Herds.everyUserIsInOneStep(run, cell, USERS);
            assertTrue(run.value(cell, "generator_busy_pct") > 0, run.where(run.row(cell)));
            assertTrue(run.row(cell).get("waiting").isEmpty(), "its memory is not looked at");
        }
    }

    @Test
    void behindThePoolTheHerdIsServedInWaves() throws Exception {
        Herds.noMoreAreAnsweredThanThePoolAllows(run, PLATFORM, POOL);
        assertTrue(run.value(PLATFORM, "max_ms") >= 1400, "the second wave waits for the first"
                + run.where(run.row(PLATFORM)));
        assertTrue(run.value(PLATFORM, "platform_threads_peak") > 2 * POOL, run.where(run.row(PLATFORM)));
        assertTrue(run.value(VIRTUAL, "platform_threads_peak") < 100, run.where(run.row(VIRTUAL)));
    }
}
