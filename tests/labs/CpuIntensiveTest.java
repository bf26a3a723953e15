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
import tools.jackson.databind.JsonNode;

/** The lab of CPU work: a burn by the clock, and a fixed amount of work. */
@Tag(Lane.CLOCK)
class CpuIntensiveTest {

    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    /** As few users as keep the CPUs busy nearly all the time, although they wait in step. */
    private static final int USERS = 12 * CPUS;
    /** For the CPUs to do the work of all, 0.1 s each. */
    private static final double ALL_WORK_S = 0.1 * USERS / CPUS;
    /** A round of the users on virtual threads: they begin with a wait of 0.2 s. */
    private static final double ROUND_S = ALL_WORK_S + 0.2;
    private static final String CLOCK_PLATFORM = "platform-clock-c" + USERS;
    private static final String CLOCK_VIRTUAL = "virtual-clock-c" + USERS;
    private static final String WORK_PLATFORM = "platform-work-c" + USERS;
    private static final String TAIL = "virtual-clock-tail-c" + USERS;
    private static final List<String> CELLS = List.of(CLOCK_PLATFORM, CLOCK_VIRTUAL, WORK_PLATFORM);

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("cpu-intensive")
                .cells(CELLS.toArray(String[]::new))
                .options("-c", String.valueOf(USERS), "-n", String.valueOf(USERS))
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
    void theRuleKnowsTheCpusAndThatASpinIsAWaitToPlatformThreads() {
        for (String cell : CELLS) {
            assertEquals(10.0 * CPUS, run.value(cell, "limit_rps"), cell);
        }
        // m threads, S = 0.5 s.
        int pool = Math.max(50, 25 * CPUS);
        assertEquals(Math.min(USERS, pool) / 0.5, run.value(CLOCK_PLATFORM, "predicted_rps"), 0.01);
        assertEquals(USERS / ROUND_S, run.value(CLOCK_VIRTUAL, "predicted_rps"), 0.01);
        assertEquals(10.0 * CPUS, run.value(WORK_PLATFORM, "predicted_rps"), 0.01);
        assertEquals(List.of(USERS > pool ? "pool" : "users", "cpu", "cpu"),
                CELLS.stream().map(cell -> run.row(cell).get("bound")).toList());
    }

    /**
     * More than the CPUs can is impossible; but the window is one round of the users, and other load bends when a round
     * ends.
     */
    @Test
    @Measures
    void carriersAreCpusAndWorkIsWork() {
        assertTrue(run.value(CLOCK_VIRTUAL, "rps") <= 1.01 * 10 * CPUS, run.where(run.row(CLOCK_VIRTUAL)));
        assertTrue(run.value(CLOCK_PLATFORM, "cpu_us_per_request") < 0.8 * run.value(WORK_PLATFORM,
                "cpu_us_per_request"),
                "the clock moves on while others work" + run.where());
    }

    /** S = 0.5 s, and twice the work of all others. In step it is once, and 0.2 s. */
    @Test
    @Tag(Lane.WHOLE)
    void noRequestStandsInLineMoreThanTwiceByTheRule(@TempDir Path other) throws Exception {
        LabRun tail = LabRun.of("cpu-intensive").cells(TAIL)
                .options("--all-cells", "-c", String.valueOf(USERS), "-n", String.valueOf(USERS)).run(other);
        JsonNode claim = tail.claim("by the clock, virtual: the longest request takes about twice the mean at most");
        assertEquals(1.1 * (0.5 + 2 * (ALL_WORK_S - 0.1 / CPUS)) / ROUND_S, claim.get("most").asDouble(), 0.01);
        assertEquals(tail.value(TAIL, "max_ms") / tail.value(TAIL, "predicted_ms"), claim.get("value").asDouble(), 0.01,
                tail.where(tail.row(TAIL)));
    }

    /** One calibration for all, and what the same work takes in each JVM is told. */
    @Test
    void allCellsDoTheSameWork() {
        assertEquals(1, CELLS.stream().map(cell -> run.fact(cell, "property.demo.work.rounds")).distinct().count(),
                run.where());
        for (String cell : CELLS) {
            assertTrue(Double.parseDouble(run.fact(cell, "demo.work.ms")) > 0, cell);
        }
    }
}
