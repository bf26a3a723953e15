package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
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
import tests.Repository;

/** The lab of pinning on one carrier: on the JDK of the tests, and on JDK 21 where there is one. */
@Tag(Lane.LABS)
class PinningTest {

    static final int NOW = Runtime.version().feature();
    private static final String PLAIN = "one-carrier-plain-c5";
    private static final String MONITOR = "one-carrier-synchronized-c5";
    private static final String NATIVE = "one-carrier-native-c5";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("pinning").cells(PLAIN, MONITOR, NATIVE).onJdks(21, NOW).run(data);
    }

    private static boolean hasJdk21() {
        return run.isMeasured(PLAIN + "-jdk21");
    }

    @Test
    @Measures
    void carriersAreTheBoundWhereARequestIsPinnedAndUsersWhereNot() {
        run.holdsByAndLarge();
    }

    @Test
    void whereThereIsNoJdk21ThatHalfIsSkippedAndNothingElse() {
        String home = System.getenv("JAVA_HOME_21");
        assertTrue(home == null || hasJdk21(), "there is one in " + home + run.where());
        run.mainRows().forEach(row -> assertEquals(row.get("cell").contains("-jdk21") && !hasJdk21(),
                LabRun.validity(row).equals("SKIPPED"), run.where(row)));
    }

    @Test
    @Measures
    void theRuleIsOfTheCarriersOrOfTheUsers() {
        PinnedRows.rule(run, PLAIN, NOW, 50, false);
        PinnedRows.rule(run, MONITOR, NOW, 50, false);
        PinnedRows.rule(run, NATIVE, NOW, 10, true);
    }

    @Test
    @Measures
    void theRuleOfJdk21IsThatSynchronizedPinsToo() {
        assumeTrue(hasJdk21(), "there is no JDK 21");
        PinnedRows.rule(run, PLAIN, 21, 50, false);
        PinnedRows.rule(run, MONITOR, 21, 10, true);
        PinnedRows.rule(run, NATIVE, 21, 10, true);
    }

    @Test
    void everyPinningPointsAtTheLineThatWaits() throws Exception {
        PinnedRows.pins(run, PLAIN, NOW, 1, null);
        PinnedRows.pins(run, MONITOR, NOW, 1, null);
        PinnedRows.pins(run, NATIVE, NOW, 1, "insideNativeFrame");
    }

    @Test
    void everyPinningOnJdk21PointsAtTheLineThatWaits() throws Exception {
        assumeTrue(hasJdk21(), "there is no JDK 21");
        PinnedRows.pins(run, PLAIN, 21, 1, null);
        PinnedRows.pins(run, MONITOR, 21, 1, "insideSynchronized");
        PinnedRows.pins(run, NATIVE, 21, 1, "insideNativeFrame");
    }

    @Test
    void onlyTheJvmOfTheNativeRouteHasItsFlag() {
        String flag = "flag -Djdk.reflect.useNativeAccessorOnly=true";
        assertEquals("true", run.fact(NATIVE + "-jdk" + NOW, flag));
        assertEquals(null, run.fact(MONITOR + "-jdk" + NOW, flag));
        assertEquals("1", run.fact(MONITOR + "-jdk" + NOW, "scheduler.parallelism"));
    }

    @Test
    void theFlagThatPrintsPinnedThreadsIsKnownToJdk21AndPrintsIntoTheRunsFolder() throws Exception {
        assumeTrue(hasJdk21(), "there is no JDK 21");
        assertFalse(run.said.out().contains("<== monitors"), "not to the terminal");
        for (int jdk : List.of(21, NOW)) {
            String log = run.log("one-carrier-jdk" + jdk);
            assertEquals(jdk < 24, log.contains("apps.Pinning.insideSynchronized") && log.contains("<== monitors:1"),
                    log);
        }
    }

    /** The way from the lab to one's own service: the same table from one recording alone. */
    @Test
    void aRecordingOfTheLabIsReadAsAnyOther() throws Exception {
        CSVRecord pinned = run.row(NATIVE + "-jdk" + NOW);
        Path out = data.resolve("pins");
        Repository.Ran pins = Repository.analysis("pins",
                run.folder.resolve("one-carrier-native-jdk" + NOW + "-f1.jfr").toString(), "--out", out.toString());
        assertEquals(0, pins.exit(), pins.err());
        List<CSVRecord> read = Repository.csv(out.resolve("pinning.csv"));
        // The recording has the warm-up as well.
        assertTrue(read.size() >= number(pinned, "pinned"), read.size() + " of " + pinned.get("pinned"));
        // The load generator's first request loads classes, which may pin its thread: that is in the recording, too.
        List<String> frames = read.stream().map(pin -> pin.get("frame").replaceAll(":\\d+$", ""))
                .filter(frame -> frame.startsWith("apps.")).distinct().toList();
        assertEquals(List.of("apps.Pinning.calledByReflection"), frames);
    }
}
