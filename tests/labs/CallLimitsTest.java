package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The lab of what limits concurrent calls: few connections, and the common pool. */
@Tag(Lane.LABS)
class CallLimitsTest {

    static final String OWN_POOL = "virtual-common-pool-c" + 2 * ForkJoinPool.getCommonPoolParallelism();
    private static final String TEN = "virtual-10-c20";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("call-limits").cells(OWN_POOL, TEN).options("-c", "20").run(data);
    }

    @Test
    @Measures
    void workersAndConnectionsAreTheLimit() {
        run.holdsByAndLarge();
    }

    /** A request holds workers for 0.4 s in all, and connections too. */
    @Test
    void theRuleOfEachLimit() {
        int workers = Integer.parseInt(run.fact(OWN_POOL, "common-pool.parallelism"));
        assertEquals(workers / 0.4, run.value(OWN_POOL, "rule_rps"), 0.01 * workers);
        assertEquals("common pool", run.row(OWN_POOL).get("bound"));
        // A connection is held during the CPU time of cold code, too.
        assertTrue(run.value(TEN, "rule_rps") <= 25 && run.value(TEN, "rule_rps") > 15, run.where(run.row(TEN)));
        assertEquals("connections", run.row(TEN).get("bound"));
        assertEquals("10", run.fact(TEN, "http.connections"));
    }

    @Test
    void theTablesHaveTheConnectionsAndWorkersThatWereReadBack() throws Exception {
        assertTrue(run.page().contains("| connections | workers |"), run.where());
        assertTrue(run.page().matches("(?s).*\\| virtual-10, c=20 +\\| +[\\d.]+ +\\| +10 .*"), run.where());
    }

    /** Before JDK 25, supplyAsync used no common pool of one worker. The rule of {@code own-pool} is of the JDK. */
    @Test
    @Tag(Lane.WHOLE)
    void onJdk21TheCommonPoolOfOneWorkerIsNotTheBound(@TempDir Path other) throws Exception {
        String own = OWN_POOL;
        LabRun both = LabRun.of("call-limits").cells(own).onJdks(21, PinningTest.NOW)
                .options("--jdk", "21," + PinningTest.NOW).run(other);
        assertEquals("common pool", both.row(own + "-jdk" + PinningTest.NOW).get("bound"));
        assumeTrue(both.isMeasured(own + "-jdk21"), "there is no JDK 21");
        int workers = Integer.parseInt(both.fact(own + "-jdk21", "common-pool.parallelism"));
        assertEquals(List.of("21", workers == 1 ? "users" : "common pool"),
                List.of(both.row(own + "-jdk21").get("jdk").split("\\.")[0], both.row(own + "-jdk21").get("bound")));
        // One worker would serve 2.5 requests a second, since each needs it for 0.4 s; two users without it 10.
        assertTrue(workers > 1 || both.value(own + "-jdk21", "rps") > 6, both.where());
    }
}
