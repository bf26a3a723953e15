package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tests.Repository.number;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The lab of the deadlock: on the JDK of the tests, and on JDK 21 where there is one. */
@Tag(Lane.LABS)
class DeadlockTest {

    private static final int CARRIERS = Runtime.getRuntime().availableProcessors();
    /** Enough for the deadlock, and so few that other lanes disturb no measurement. */
    static final String USERS = String.valueOf(4 * CARRIERS);
    static final String REPORT = "virtual-report-c" + USERS;
    static final String LOCK = "virtual-report-lock-c" + USERS;

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("deadlock").cells(REPORT).options("-c", USERS).onJdks(21, PinningTest.NOW)
                .failing(REPORT + "-jdk21").run(data);
    }

    private static boolean hasJdk21() {
        return run.isMeasured(REPORT + "-jdk21");
    }

    @Test
    @Measures
    void noMeasurementIsSpoiltAndWhatIsClaimedHolds() {
        run.holdsByAndLarge();
    }

    @Test
    void theDeadlockStopsJdk21ForGood() throws Exception {
        assumeTrue(hasJdk21(), "there is no JDK 21");
        CSVRecord row = run.row(REPORT + "-jdk21");
        assertTrue(number(row, "stalled_s") >= 3, run.where(row));
        assertTrue(LabRun.findings(row).contains("stalled"), run.where(row));
        assertEquals("timeout=" + row.get("errors"), row.get("error_kinds"));
        assertTrue(number(row, "duration_s") < 20, "it ended in time" + run.where(row));
        String dump = Files.readString(run.folder.resolve(row.get("cell") + ".threads.txt"));
        assertTrue(dump.contains("apps.Pinning.flushes") && dump.contains("parkOnCarrierThread"), dump);
        // Every carrier is held by a request that waits for the lock, and the lock's owner is without one.
        String pinned = CARRIERS == 1 ? "1 virtual thread pinned to a carrier:"
                : CARRIERS
                        + " virtual threads pinned to a carrier, one of them:";
        for (String told : List.of(run.said.out(), run.page())) {
            assertTrue(told.matches("(?s).*" + pinned
                    + "\\s+#\\d+ \"tomcat-handler-\\d+\" virtual.*parkOnCarrierThread.*ReentrantLock.lock.*"
                    + "apps.Pinning.report.*1 virtual thread parked, without a carrier:\\s+#\\d+ \"flush\" "
                    + "virtual.*apps.Pinning.flushes.*"),
                    told);
        }
    }

    @Test
    void theDeadlockIsNoneOnThisJdk() {
        CSVRecord row = run.row(REPORT + "-jdk" + PinningTest.NOW);
        assertEquals(List.of("0", "0.0"), List.of(row.get("errors"), row.get("stalled_s")), run.where(row));
        assertFalse(Files.exists(run.folder.resolve(row.get("cell") + ".threads.txt")), "no dump was needed");
    }

    /** On JDK 21 too: it is the monitor that pins, and not the lock. */
    @Test
    @Tag(Lane.WHOLE)
    void withoutAMonitorThereIsNoDeadlock(@TempDir Path other) throws Exception {
        LabRun locks = LabRun.of("deadlock").cells(LOCK).options("-c", USERS).onJdks(21, PinningTest.NOW).run(other);
        for (int jdk : hasJdk21() ? List.of(21, PinningTest.NOW) : List.of(PinningTest.NOW)) {
            CSVRecord row = locks.row(LOCK + "-jdk" + jdk);
            assertEquals(List.of("0", "0.0"), List.of(row.get("errors"), row.get("stalled_s")), locks.where(row));
        }
    }
}
