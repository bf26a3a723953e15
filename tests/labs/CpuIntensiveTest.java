package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
    void onlyTheClockOnPlatformThreadsIsBelievedToNeedACpu() {
        assertEquals(List.of(LIMIT), CELLS.stream().map(cell -> run.row(cell).get("limit_rps"))
                .filter(limit -> !limit.isEmpty()).map(Double::valueOf).toList());
        assertEquals(LIMIT, run.value(CLOCK_PLATFORM, "limit_rps"));
        // To a platform thread the spin is a wait, and there is a thread for each user.
        assertEquals("users", run.row(CLOCK_PLATFORM).get("bound"));
        // Beside other processes a spin by the clock takes less CPU time.
        assertEquals(List.of("cpu", "cpu"), Stream.of(WORK_PLATFORM, WORK_VIRTUAL)
                .map(cell -> run.row(cell).get("bound")).toList());
    }

    /**
     * N / S, and of users in step N / (N D / k + 0.04 s): by the timer and the CPU time of a request, as the warm-up
     * measured them. Other processes make a spin cheaper, and a fixed amount of work not.
     */
    @Test
    @Measures
    void theRuleKnowsTheCpusAndThatASpinIsAWaitToPlatformThreads() {
        double waits = run.value(CLOCK_PLATFORM, "rule_rps");
        assertTrue(waits > 1.5 * LIMIT && waits <= USERS / 0.1, run.where(run.row(CLOCK_PLATFORM)));
        double inStep = USERS / (USERS / LIMIT + 0.04);
        assertEquals(inStep, run.value(WORK_VIRTUAL, "rule_rps"), 0.2 * inStep);
        double spins = run.value(CLOCK_VIRTUAL, "rule_rps");
        assertTrue(spins > 0.8 * inStep && spins < 1.5 * inStep, run.where(run.row(CLOCK_VIRTUAL)));
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
