package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The lab of CPU work: a fixed amount of work, and a burn by the clock. */
@Tag(Lane.CLOCK)
class CpuIntensiveTest {

    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    /** As few users as keep the CPUs busy nearly all the time, although they wait in step; fewer than the pool has. */
    private static final int USERS = 12 * CPUS;
    /** What CPUs / 20 ms allow, in requests/s. */
    private static final double LIMIT = 50.0 * CPUS;
    private static final String CLOCK_PLATFORM = "platform-clock-c" + USERS;
    private static final String CLOCK_VIRTUAL = "virtual-clock-c" + USERS;
    private static final String WORK_PLATFORM = "platform-work-c" + USERS;
    private static final String WORK_VIRTUAL = "virtual-work-c" + USERS;
    private static final List<String> CELLS = List.of(CLOCK_PLATFORM, CLOCK_VIRTUAL, WORK_PLATFORM, WORK_VIRTUAL);

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("cpu-intensive").cells(CELLS.toArray(String[]::new)).options("-c", String.valueOf(USERS))
                .run(data);
    }

    @Test
    @Measures
    void theClockMakesWorkOfNothingAndFixedWorkDoesNot() {
        run.holdsByAndLarge();
        assertEquals(List.of("impossible-as-claimed"), LabRun.findings(run.row(CLOCK_PLATFORM)).stream()
                .filter(code -> code.startsWith("impossible")).toList(), "and the row says so" + run.where());
    }

    @Test
    void onlyTheClockIsBelievedToNeedACpu() {
        for (String cell : List.of(CLOCK_PLATFORM, CLOCK_VIRTUAL)) {
            assertEquals(LIMIT, run.value(cell, "limit_rps"), 0.01, cell);
        }
        // To a platform thread the spin is a wait, and there is a thread for each user.
        assertEquals(List.of("users", "cpu", "cpu", "cpu"),
                CELLS.stream().map(cell -> run.row(cell).get("bound")).toList());
    }

    /** By what a request really took in the warm-up: N / S, and N users in step, N D / k + 0.04 s. */
    @Test
    @Measures
    void theRuleKnowsTheCpusAndThatASpinIsAWaitToPlatformThreads() {
        assertEquals(USERS / 0.1, run.value(CLOCK_PLATFORM, "rule_rps"), 0.1 * USERS / 0.1);
        double inStep = USERS / (USERS / LIMIT + 0.04);
        assertEquals(inStep, run.value(CLOCK_VIRTUAL, "rule_rps"), 0.15 * inStep);
    }

    /** More than the CPUs can is impossible; but a block ends with a round of its users. */
    @Test
    @Measures
    void carriersAreCpusAndWorkIsWork() {
        assertTrue(run.value(CLOCK_VIRTUAL, "rps") <= 1.05 * LIMIT, run.where(run.row(CLOCK_VIRTUAL)));
        assertTrue(run.value(CLOCK_PLATFORM, "cpu_us_per_request") < 0.8 * run.value(WORK_PLATFORM,
                "cpu_us_per_request"),
                "the clock moves on while others work" + run.where());
    }

    /** One calibration for all. */
    @Test
    void allCellsDoTheSameWork() {
        assertEquals(1, CELLS.stream().map(cell -> run.fact(cell, "property.demo.work.rounds")).distinct().count(),
                run.where());
        assertTrue(Long.parseLong(run.fact(WORK_VIRTUAL, "property.demo.work.rounds")) > 0, run.where());
    }
}
