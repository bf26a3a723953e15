package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fixtures.Planted;
import fixtures.Planted.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;

/**
 * A claim that cannot turn red claims nothing: here each lab's services have a fault, and its main claim has to notice.
 * Waiting binds in these cells, and a fault makes a factor of two or a wrong count, which is far from what a busy
 * machine makes of them. So these tests may run beside others; where CPUs bind, see {@link ClockMutationTest}. A test
 * whose main claim is a ratio may be tried again.
 */
@Tag(Lane.SERVICES)
class MutationTest {

    @TempDir
    Path data;

    private Path planted;

    @BeforeEach
    void folder() throws IOException {
        planted = Files.createDirectory(data.resolve("planted"));
    }

    /** That each fault took effect: else nothing is shown. */
    static void arePlanted(LabRun run, Fault... faults) throws IOException {
        for (Fault fault : faults) {
            assertTrue(run.log(fault.cell()).contains(Planted.SIGN + fault.cell() + " " + fault.fault()),
                    fault + run.where());
        }
    }

    private LabRun run(LabOrder order, Fault... faults) throws Exception {
        return Certain.result(() -> {
            LabRun run = order.planted(Planted.in(planted, faults), "facts-differ", "rows-lost").run(data);
            arePlanted(run, faults);
            return run;
        });
    }

    @Test
    @Measures
    void cpuLightNoticesASlowBaseline() throws Exception {
        LabRun run = run(LabRun.of("cpu-light").cells("platform-c100", "virtual-c100"),
                Fault.twice("platform", "/demo"));
        run.isRed("100 users, throughput: virtual / platform is", 4, 0.5);
    }

    @Test
    @Tag(Lane.WHOLE)
    void cpuLightNoticesAPoolThatIsNotAsAsked() throws Exception {
        LabRun run = run(LabRun.of("cpu-light").cells("virtual-c100", "platform-sized-c100"),
                Fault.property("platform-sized", "server.tomcat.threads.max", 60));
        run.isInvalid("platform-sized-c100", "facts-differ");
        Certain.holds(() -> assertEquals("60", run.fact("platform-sized-c100", "tomcat.threads.max")));
        run.isNotConfirmed("100 users, throughput: platform-sized / virtual is");
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void cpuLightNoticesSlowVirtualThreads() throws Exception {
        LabRun run = run(LabRun.of("cpu-light").cells("platform-c100", "virtual-c100"),
                Fault.twice("virtual", "/demo"));
        run.isRed("100 users, throughput: virtual / platform is", 1, 0.5);
    }

    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void monoVsNodeNoticesASlowCarrier() throws Exception {
        LabRun run = run(LabRun.of("mono-vs-node").cells("virtual-1-carrier-burn-c20", "node-burn-c20"),
                Fault.twice("virtual-1-carrier", "/demo"));
        if (run.isMeasured("node-burn-c20")) {
            run.isRed("20 users, burn, throughput: virtual-1-carrier / node is", 0.5, 0.5);
        }
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void monoVsNodeNoticesASlowNode() throws Exception {
        Files.createDirectories(planted.resolve("apps"));
        String slow = Repository.read("apps/demo.js").replace("await route();", "await route();\n  await route();");
        assertTrue(slow.contains("await route();\n  await route();"), slow);
        Files.writeString(planted.resolve("apps/demo.js"), slow);
        LabRun run = Certain.result(() -> LabRun.of("mono-vs-node").cells("virtual-1-carrier-burn-c20", "node-burn-c20")
                .planted(planted).run(data));
        assumeTrue(run.isMeasured("node-burn-c20"), "there is no Node.js");
        run.isRed("20 users, burn, throughput: virtual-1-carrier / node is", 2, 0.5);
    }

    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void pinningNoticesASlowMonitorAndALockThatPins() throws Exception {
        LabRun run = run(LabRun.of("pinning")
                .cells("one-carrier-plain-c5", "one-carrier-synchronized-c5", "one-carrier-lock-c5")
                .options("-c", "5", "--jdk", String.valueOf(PinningTest.NOW)),
                Fault.twice("one-carrier", "/pinning/synchronized"), Fault.pinned("one-carrier", "/pinning/lock"));
        run.isRed("one-carrier (synchronized), c=5: throughput / rule is", 0.5, 0.5);
        run.isRed("throughput: one-carrier (lock) / one-carrier (plain) is", 0.2, 0.5);
        double pinned = run.value("one-carrier-lock-c5", "pinned");
        Certain.holds(() -> {
            assertEquals(run.value("one-carrier-lock-c5", "ok"), pinned, 6, "each request once" + run.where());
            run.isRed("c=5: pinned threads is", pinned, 0.01);
        });
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void pinningNoticesASlowBaseline() throws Exception {
        LabRun run = run(LabRun.of("pinning").cells("one-carrier-plain-c5", "one-carrier-lock-c5")
                .options("-c", "5", "--jdk", String.valueOf(PinningTest.NOW)),
                Fault.twice("one-carrier", "/pinning/plain"));
        run.isRed("throughput: one-carrier (lock) / one-carrier (plain) is", 2, 0.5);
    }

    /** Twice the time on one side, four times on the other: the ratio of both notices, too. */
    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void fanOutNoticesEitherSide() throws Exception {
        LabRun run = run(LabRun.of("fan-out").cells("platform-sequential-c20", "virtual-concurrent-c20")
                .options("-c", "20"),
                Fault.twice("platform", "/backoffice"), Fault.waiting("virtual", "/backoffice", 600));
        run.isRed("platform (sequential), c=20: throughput / rule is", 0.5, 0.5);
        run.isRed("virtual (concurrent), c=20: throughput / rule is", 0.25, 0.5);
        run.isRed("20 users, throughput: virtual (concurrent) / platform (sequential) is", 2, 0.5);
    }

    /** Each request goes the way of the other cell: with the monitor nothing stops, and without it the service does. */
    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void deadlockNoticesThatTheMonitorMakesNoDifference() throws Exception {
        Repository.assumeJdk21();
        LabRun run = run(LabRun.of("deadlock").cells(DeadlockTest.REPORT, DeadlockTest.LOCK)
                .options("--jdk", "21", "-c", DeadlockTest.USERS)
                .failing(DeadlockTest.LOCK),
                Fault.goingTo(DeadlockTest.REPORT, "/pinning/report", "/pinning/report-lock"),
                Fault.goingTo(DeadlockTest.LOCK, "/pinning/report-lock", "/pinning/report"));
        run.isRed("virtual (report), c=" + DeadlockTest.USERS + ": time without an answer at the end", 0, 0);
        run.isRed("virtual (report-lock), c=" + DeadlockTest.USERS + ": time without an answer at the end", 6, 0.5);
    }

    @Test
    @Tag(Lane.WHOLE)
    void callLimitsNoticesConnectionsThatAreNotAsAsked() throws Exception {
        LabRun run = run(LabRun.of("call-limits").cells("virtual-10-c20").options("-c", "20"),
                Fault.property("virtual-10", "http.connections", 25));
        run.isInvalid("virtual-10-c20", "facts-differ");
        run.isNotConfirmed("virtual-10, c=20: throughput / rule");
    }

    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void firstRequestsNoticesASlowServiceAndFirstRequestsThatAreFarSlower() throws Exception {
        String published = "virtual-published-c20";
        String first = "virtual-first-c20";
        LabRun run = run(LabRun.of("first-requests").cells("virtual-warm-c20", first, published)
                .options("-c", "20", "-n", "100"), Fault.twice("virtual", "/demo"),
                Fault.waiting(first, "/demo", 1200));
        run.isRed("virtual (published), c=20: throughput / rule", 0.5, 0.5);
        // 1.6 s in place of 0.8 s a round.
        run.isRed("20 users, throughput after the first round / throughput: virtual (first) / virtual (warm)", 0.5,
                0.5);
    }

    /** A call that hangs where it should fail at once: then a scope has nothing to cancel. */
    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void failingCallNoticesASlowScopeAndCallsThatAreNotCancelled() throws Exception {
        String failing = "virtual-failing-sequential-r10";
        LabRun run = run(LabRun.of("failing-call").cells("virtual-scopeFork-c20", failing)
                .options("-c", "20").failing(failing),
                Fault.twice("virtual", "/backoffice"),
                Fault.property("virtual-failing", "products.every-second", "hangs"));
        run.isRed("virtual (scopeFork), c=20: throughput / rule", 0.5, 0.5);
        run.isRed("virtual-failing (scopeFork), 10/s: calls cancelled / requests failed", 0, 0);
    }

    @Test
    @Tag(Lane.WHOLE)
    void waitingNoticesThreadsThatAreNotAsAsked() throws Exception {
        LabRun run = run(LabRun.of("waiting").cells("virtual-b50").options("-c", "50"),
                Fault.property("virtual", "spring.threads.virtual.enabled", false));
        run.isInvalid("virtual-b50", "facts-differ");
        run.isNotConfirmed("virtual, 50 users in 5 s: platform threads for each request that waits is");
    }

    /** The limit is Tomcat's, and no thread's: with another limit, another number of requests waits. */
    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void waitingNoticesAnotherLimitOfConnections() throws Exception {
        String limited = "virtual-defaults-b10000";
        LabRun run = run(LabRun.of("waiting").cells(limited).failing(limited),
                Fault.property("virtual-defaults", "server.tomcat.max-connections", 4000));
        run.isRed("virtual-defaults, 10000 users in 5 s: requests that wait together is", 4000, 0.1);
    }

    private LabOrder slowRows() {
        return LabRun.of("storing").cells("platform-slow-sync-c10", "virtual-slow-sync-c10")
                .options("-c", "10", "--duration", "2s");
    }

    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void storingNoticesSlowVirtualThreads() throws Exception {
        LabRun run = run(slowRows(), Fault.waiting("virtual-slow", "/person", 200));
        run.isRed("virtual-slow (sync), c=10: throughput / rule", 0.5, 0.5);
        run.isRed("throughput: virtual-slow / platform-slow", 0.5, 0.5);
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void storingNoticesASlowBaseline() throws Exception {
        LabRun run = run(slowRows(), Fault.waiting("platform-slow", "/person", 200));
        run.isRed("platform-slow (sync), c=10: throughput / rule", 0.5, 0.5);
        run.isRed("throughput: virtual-slow / platform-slow", 2, 0.5);
    }

    @Test
    @Tag(Lane.WHOLE)
    void backlogNoticesLostRowsAndConnectionsThatAreNotAsAsked() throws Exception {
        String platform = "platform-slow-async-r160";
        String virtual = "virtual-slow-async-r160";
        LabRun run = run(LabRun.of("backlog").cells(platform, virtual).failing(platform),
                Fault.forgetting("platform-slow", "/person"),
                Fault.property("virtual-slow", "spring.datasource.hikari.maximum-pool-size", 16));
        run.isInvalid(platform, "rows-lost");
        assertTrue(run.value(platform, "lost_rows") > 0, run.where());
        run.isNotConfirmed("platform-slow (async), 160/s: growth of the backlog / rule");
        run.isInvalid(virtual, "facts-differ");
        run.isNotConfirmed("backlog at the end of the load: virtual-slow / platform-slow");
    }

    /** Each request stores its row before it is answered: then no row waits. */
    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void backlogNoticesThatNoRowWaits() throws Exception {
        LabRun run = run(LabRun.of("backlog").cells("platform-slow-async-r160", "virtual-slow-async-r160"),
                Fault.goingTo("platform-slow", "/person/async", "/person/sync"));
        run.isRed("platform-slow (async), 160/s: growth of the backlog / rule", 0, 0);
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void eventBrokerNoticesASlowService() throws Exception {
        LabRun run = run(LabRun.of("event-broker").cells("platform-late-event-c50", "virtual-late-event-c50")
                .options("-c", "50"), Fault.waiting("virtual", "/person", 1000));
        run.isRed("virtual (late-event), c=50: throughput / rule", 0.5, 0.5);
        run.isRed("throughput: virtual / platform", 0.5, 0.5);
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void eventBrokerNoticesABrokerThatAnswersAtOnce() throws Exception {
        String platform = "platform-late-event-c50";
        LabRun run = run(LabRun.of("event-broker").cells(platform).options("-c", "50"),
                Fault.goingTo("platform", "/person/event", "/person/sync"));
        run.isNotConfirmed("platform (late-event), c=50: throughput / rule");
    }

    @Test
    @Tag(Lane.WHOLE)
    void heldConnectionNoticesConnectionsThatAreNotAsAskedAndLostRows() throws Exception {
        String held = "virtual-in-transaction-c40";
        String late = "virtual-lazy-in-transaction-c40";
        LabRun run = run(LabRun.of("held-connection").cells(held, late).failing(held, late),
                Fault.property("virtual", "spring.datasource.hikari.maximum-pool-size", 20),
                Fault.forgetting("virtual-lazy", "/user/create"));
        run.isInvalid(held, "facts-differ");
        run.isNotConfirmed("virtual (in-transaction), c=40: throughput / rule");
        run.isInvalid(late, "rows-lost");
        assertTrue(run.value(late, "lost_rows") > 0, run.where());
    }

    /** It calls first: 80 requests a second are more than 10 connections can hold for 0.5 s each. */
    @Test
    @Tag(Lane.WHOLE)
    void heldConnectionNoticesAConnectionThatIsNotHeld() throws Exception {
        String held = "virtual-in-transaction-c40";
        LabRun run = run(LabRun.of("held-connection").cells(held).failing(held),
                Fault.goingTo("virtual", "/user/create/in-transaction", "/user/create"));
        run.isInvalid(held, "utilisation-law");
        run.isNotConfirmed("virtual (in-transaction), c=40: throughput / rule");
    }

    /** A call that takes ten times as long: 8 requests a second, fewer than where a connection is held. */
    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void heldConnectionNoticesASlowCall() throws Exception {
        String callFirst = "virtual-call-first-c40";
        run(LabRun.of("held-connection").cells(callFirst), Fault.waiting("virtual", "/user/create", 4500))
                .isRed("virtual (call-first), c=40: throughput / rule", 0.1, 0.5);
    }
}
