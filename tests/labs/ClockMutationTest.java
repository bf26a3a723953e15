package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fixtures.Planted;
import fixtures.Planted.Fault;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** See {@link MutationTest}: the same of labs whose CPUs are busy. Nothing may run beside them, but a factor of two needs no second try. */
@Tag(Lane.CLOCK)
class ClockMutationTest {

    private static final int CPUS = Runtime.getRuntime().availableProcessors();

    @TempDir
    Path data;

    private LabRun run(LabRun.Order order, Fault... faults) throws Exception {
        LabRun run = order.planted(Planted.in(data.resolve("planted"), faults)).run(data);
        MutationTest.arePlanted(run, faults);
        return run;
    }

    private static LabRun.Order fixedWork() {
        String users = String.valueOf(30 * CPUS);
        return LabRun.of("cpu-intensive").cells("platform-work-c" + users, "virtual-work-c" + users).options("-c", users, "-n", users);
    }

    @Test
    void cpuIntensiveNoticesVirtualThreadsThatWorkTwice() throws Exception {
        run(fixedWork(), Fault.twice("virtual-work-c" + 30 * CPUS, "/demo")).isRed("with fixed work, platform and virtual", 2, 0.25);
    }

    @Test
    @Tag(Lane.WHOLE)
    void cpuIntensiveNoticesPlatformThreadsThatWorkTwice() throws Exception {
        run(fixedWork(), Fault.twice("platform-work-c" + 30 * CPUS, "/demo")).isRed("with fixed work, platform and virtual", 0.5, 0.25);
    }

    /** In the burst of 1000 users a thread for each is 1.25 times a pool of 500; with two waits of 1 s it is 0.83 times. */
    @Test
    void herdNoticesVirtualThreadsThatWaitTwice() throws Exception {
        LabRun run = run(LabRun.of("herd").cells("platform-500-b1000", "virtual-b1000").options("-c", "1000"),
                Fault.twice("virtual-b1000", "/non-block"));
        assertEquals("SURPRISE", run.claim("in the burst, virtual threads serve as many times more").get("verdict").asString(), run.where());
        assertEquals(0.5, run.value("virtual-b1000", "rps") / run.value("virtual-b1000", "predicted_rps"), 0.2, run.where());
    }

    private static LabRun.Order stages() {
        return LabRun.of("ramp").cells("platform-stages", "virtual-stages").options("-c", "250", "--duration", "2s");
    }

    @Test
    void rampNoticesASlowBaseline() throws Exception {
        run(stages(), Fault.waiting("platform-stages", "/user/create", 500))
                .isRed("with 250 users virtual threads serve as many times more", 2.5, 0.25);
    }

    @Test
    @Tag(Lane.WHOLE)
    void rampNoticesSlowVirtualThreads() throws Exception {
        run(stages(), Fault.waiting("virtual-stages", "/user/create", 500))
                .isRed("with 250 users virtual threads serve as many times more", 0.625, 0.25);
    }
}
