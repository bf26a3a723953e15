package labs;

import fixtures.Planted;
import fixtures.Planted.Fault;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;

/**
 * See {@link MutationTest}: the same of labs whose CPUs are busy, so nothing may run beside them.
 */
@Tag(Lane.CLOCK)
class ClockMutationTest {

    private static final int USERS = 10 * Runtime.getRuntime().availableProcessors();
    private static final String FIXED_WORK = USERS + " users, work, throughput: platform / virtual is";

    @TempDir
    Path data;

    private LabRun run(LabOrder order, Fault... faults) throws Exception {
        return Certain.result(() -> {
            LabRun run = order.planted(Planted.in(data.resolve("planted"), faults)).run(data);
            MutationTest.arePlanted(run, faults);
            return run;
        });
    }

    private static LabOrder fixedWork() {
        String users = String.valueOf(USERS);
        return LabRun.of("cpu-intensive").cells("platform-work-c" + users, "virtual-work-c" + users)
                .options("-c", users);
    }

    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void cpuIntensiveNoticesVirtualThreadsThatWorkTwice() throws Exception {
        run(fixedWork(), Fault.twice("virtual", "/demo")).isRed(FIXED_WORK, 2, 0.25);
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void cpuIntensiveNoticesPlatformThreadsThatWorkTwice() throws Exception {
        run(fixedWork(), Fault.twice("platform", "/demo")).isRed(FIXED_WORK, 0.5, 0.25);
    }

    /**
     * Work in place of the clock: a request then needs as much CPU as one with a fixed amount of work. The claim about
     * throughput is of the rule, which takes the CPU time of a request as it is measured: it goes along with the fault.
     */
    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void cpuIntensiveNoticesThatTheClockIsNoneOnPlatformThreads() throws Exception {
        String users = String.valueOf(USERS);
        run(LabRun.of("cpu-intensive").cells("platform-clock-c" + users, "platform-work-c" + users)
                .options("-c", users),
                Fault.goingTo("platform", "/demo/cpu-intensive", "/demo/cpu-intensive/work"))
                .isRed(users + " users, CPU time of a request: platform (clock) / platform (work) is", 1, 0.25);
    }

    /** A light request that waits on platform threads, too. */
    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void lightRequestNoticesThatPlatformThreadsDoNotHelp() throws Exception {
        String platform = "platform-work-c" + USERS;
        run(LabRun.of("light-request").cells(platform, "virtual-work-c" + USERS)
                .options("-c", String.valueOf(USERS)), Fault.waiting("platform", "/demo/trivial", 500))
                .isRed("median response time: light beside virtual-work-c", 0.3, 0.5);
    }

    /** A light request that is not light beside the pool. */
    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void lightRequestNoticesThatAPoolDoesNotHelp() throws Exception {
        String pooled = "virtual-pooled-c" + USERS;
        LabRun run = run(LabRun.of("light-request").cells("virtual-work-c" + USERS, pooled)
                .options("-c", String.valueOf(USERS)), Fault.waiting("virtual", "/demo/trivial", 500));
        run.isRed("median response time: light beside virtual-pooled-c", 0.9, 0.5);
    }

    /** While 250 users stay, a thread for each is twice a pool of 125, and with two waits of 1 s no more than that. */
    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void herdNoticesVirtualThreadsThatWaitTwice() throws Exception {
        run(LabRun.of("herd").cells("platform-c250", "virtual-c250").options("-c", "250"),
                Fault.twice("virtual", "/non-block")).isRed("250 users, throughput: virtual / platform is", 1, 0.3);
    }

    /** In the burst, 250 users who wait 6 s: 250 / (1 + 6) against 250 / 2.5 by the pool of 125. */
    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void herdNoticesABurstWhoseRequestsWaitLonger() throws Exception {
        run(LabRun.of("herd").cells("platform-b250", "virtual-b250").options("-c", "250"),
                Fault.waiting("virtual", "/non-block", 5000))
                .isRed("250 users in 1 s, throughput: virtual / platform is", 0.36, 0.7);
    }

    /** 10 users whose requests wait 200 ms besides make 50 requests a second, where CPUs allow hundreds. */
    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void storingNoticesVirtualThreadsThatWait() throws Exception {
        run(LabRun.of("storing").cells("platform-sync-c10", "virtual-sync-c10").options("-c", "10", "--duration", "2s"),
                Fault.waiting("virtual", "/person", 200))
                .isRed("10 users, sync, throughput: virtual / platform is", 0.25, 0.5);
    }

    private static LabOrder stages() {
        return LabRun.of("ramp").cells("platform-c250", "virtual-c250").options("-c", "50,250", "--duration", "2s");
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void rampNoticesASlowBaseline() throws Exception {
        // By the rule 3.75 times. Two slow CPUs serve fewer users on virtual threads.
        run(stages(), Fault.waiting("platform", "/user/create", 1000))
                .isRed("250 users, throughput: virtual / platform", 3, 0.3);
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void rampNoticesSlowVirtualThreads() throws Exception {
        run(stages(), Fault.waiting("virtual", "/user/create", 500))
                .isRed("250 users, throughput: virtual / platform", 0.625, 0.25);
    }
}
