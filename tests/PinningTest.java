package tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static tests.Repository.number;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The lab of pinning, run small, once: half of it is about JDK 21, and tested where there is one. */
@Tag(Lane.CLOCK)
class PinningTest {

    /** The routes, and whether a request is pinned on JDKs before 24 and since. */
    private record Route(String name, boolean before, boolean since) {
        boolean isPinned(int jdk) {
            return jdk < 24 ? before : since;
        }
    }

    private static final List<Route> ROUTES = List.of(new Route("plain", false, false), new Route("synchronized", true, false),
            new Route("lock", false, false), new Route("native", true, true), new Route("initializer", true, true));
    private static final Map<String, Integer> CARRIERS = Map.of("one-carrier", 1, "virtual", Runtime.getRuntime().availableProcessors());

    @TempDir
    static Path data;

    private static Repository.Ran said;
    private static Path run;
    private static Map<String, CSVRecord> rows;
    private static List<CSVRecord> pins;

    // Half a minute for each JDK and number of carriers, on a quiet machine.
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        said = Repository.run(Repository.jbang("labs/pinning.java", "--quick", "--data", data.toString()));
        run = Repository.onlyRun(data.resolve("pinning"));
        rows = Repository.cells(run);
        pins = Repository.csv(run.resolve("pinning.csv"));
    }

    /** The JDKs that there were. */
    private static List<Integer> jdks() {
        var jdks = new ArrayList<>(List.of(Runtime.version().feature()));
        if (rows.keySet().stream().anyMatch(name -> name.contains("-jdk21-"))) {
            jdks.addFirst(21);
        }
        return jdks;
    }

    private static int users(String variant) {
        return variant.equals("virtual") ? Math.max(20, 4 * CARRIERS.get("virtual")) : 20;
    }

    private static CSVRecord row(String variant, String route, int jdk) {
        CSVRecord row = rows.get(variant + "-" + route + "-c" + users(variant) + "-jdk" + jdk + "-f1");
        assertTrue(row != null, variant + " " + route + " " + jdk + " is not among " + rows.keySet());
        return row;
    }

    @Test
    void throughputLiesAtOneBoundOrAtTheOther() throws Exception {
        for (int jdk : jdks()) {
            for (String variant : CARRIERS.keySet()) {
                for (Route route : ROUTES) {
                    CSVRecord row = row(variant, route.name, jdk);
                    double pinned = 20.0 * CARRIERS.get(variant);
                    double free = 20.0 * users(variant);
                    assertEquals(pinned, number(row, "pinned_rps"), row.toString());
                    assertEquals(free, number(row, "unpinned_rps"), row.toString());
                    assertEquals(route.isPinned(jdk) ? pinned : free, number(row, "predicted_rps"), row.toString());
                    assertEquals(route.isPinned(jdk) ? "carriers" : "users", row.get("bound"), row.toString());
                    // A busy machine takes a quarter from either; they lie ten times apart.
                    assertEquals(1, number(row, "rps") / number(row, "predicted_rps"), 0.25, row.toString());
                    assertEquals(row.get("client_requests"), row.get("server_requests"), row.toString());
                    assertEquals("0", row.get("errors"), row.toString());
                    assertTrue(row.get("jdk").startsWith(String.valueOf(jdk)), row.toString());
                }
            }
        }
        Repository.verdict(run, said);
    }

    @Test
    void everyPinningPointsAtTheLineThatWaits() throws Exception {
        List<String> source = Files.readAllLines(Repository.root().resolve("apps/Pinning.java"));
        for (int jdk : jdks()) {
            for (String variant : CARRIERS.keySet()) {
                for (Route route : ROUTES) {
                    CSVRecord row = row(variant, route.name, jdk);
                    List<CSVRecord> its = pins.stream().filter(p -> p.get("cell").equals(row.get("cell"))).toList();
                    assertEquals(its.size(), number(row, "pinned"), row.toString());
                    assertEquals(route.isPinned(jdk) ? number(row, "ok") : 0, its.size(), 2 + CARRIERS.get(variant), row.toString());
                    // 50 ms, less what the JVM does before it says that a thread is pinned: it may have to print a stack.
                    assertEquals(route.isPinned(jdk) ? 45 : 0, its.stream().mapToDouble(p -> number(p, "duration_ms")).average().orElse(0), 15);
                    for (CSVRecord pin : its) {
                        assertTrue(pin.get("frame").startsWith("apps.Pinning"), pin.toString());
                        int line = Integer.parseInt(pin.get("frame").replaceAll(".*:", ""));
                        assertTrue(source.get(line - 1).contains("Thread.sleep(WAIT_MS)"), pin.get("frame") + ": " + source.get(line - 1));
                        String on = switch (route.name) {
                            case "synchronized" -> "insideSynchronized";
                            case "native" -> "insideNativeFrame";
                            default -> "insideInitializer";
                        };
                        assertTrue(pin.get("stack").contains("apps.Pinning." + on + ":"), pin.get("stack"));
                        // The event has no such fields before JDK 24.
                        assertEquals(jdk < 24, pin.get("reason").isEmpty(), pin.get("reason"));
                        assertEquals(jdk < 24, pin.get("carrier").isEmpty(), pin.get("carrier"));
                        if (jdk >= 24) {
                            assertTrue(pin.get("reason").contains(route.name.equals("native") ? "Native" : "<clinit>"), pin.get("reason"));
                            assertEquals("LockSupport.park", pin.get("operation"));
                        }
                    }
                }
            }
        }
    }

    @Test
    void theFlagThatPrintsPinnedThreadsIsKnownToOldJdksOnlyAndPrintsIntoTheRunsFolder() throws Exception {
        assertFalse(said.out().contains("<== monitors"), "not to the terminal");
        for (int jdk : jdks()) {
            String log = Files.readString(run.resolve(row("one-carrier", "synchronized", jdk).get("cell") + ".log"));
            assertEquals(jdk < 24, log.contains("apps.Pinning.insideSynchronized") && log.contains("<== monitors:1"), log);
        }
    }

    @Test
    void theDeadlockStopsJdk21ForGoodAndOthersNotAtAll() throws Exception {
        for (int jdk : jdks()) {
            CSVRecord row = row("virtual", "report", jdk);
            Path threads = run.resolve(row.get("cell") + ".threads.txt");
            assertTrue(number(row, "ok") > 0, "it served at first: " + row);
            assertTrue(number(row, "duration_s") < 20, "and it ended in time: " + row);
            assertEquals("CONFIRMED", row.get("verdict"), row.toString());
            if (jdk < 24) {
                assertTrue(number(row, "stalled_s") >= 3, row.toString());
                assertEquals("timeout=" + row.get("errors"), row.get("error_kinds"));
                assertTrue(row.get("why").contains("the service stopped answering"), row.get("why"));
                String dump = Files.readString(threads);
                assertTrue(dump.contains("apps.Pinning.flushes") && dump.contains("parkOnCarrierThread"), dump);
                // Every carrier is held by somebody who waits for the lock, and its owner is without one.
                int carriers = CARRIERS.get("virtual");
                String pinned = carriers == 1 ? "1 virtual thread pinned to a carrier:" : carriers + " virtual threads pinned to a carrier, one of them:";
                for (String told : List.of(said.out(), Files.readString(run.resolve("notebook.md")))) {
                    assertTrue(told.matches("(?s).*" + pinned + "\\s+#\\d+ \"tomcat-handler-\\d+\" virtual.*parkOnCarrierThread.*ReentrantLock.lock.*"
                            + "apps.Pinning.report.*1 virtual thread parked, without a carrier:\\s+#\\d+ \"flush\" virtual.*apps.Pinning.flushes.*"), told);
                }
            } else {
                assertEquals(List.of("0", "0.0"), List.of(row.get("errors"), row.get("stalled_s")), row.toString());
                assertFalse(Files.exists(threads), "nobody asked for its threads");
            }
        }
    }

    /** The way from the lab to one's own service: the same table from one recording alone. */
    @Test
    void aRecordingOfTheLabIsReadAsAnyOther() throws Exception {
        int jdk = jdks().getLast();
        CSVRecord pinned = row("one-carrier", "native", jdk);
        Path out = data.resolve("pins");
        Repository.Ran pins = Repository.run(Repository.jbang("analysis/pins.java", run.resolve(pinned.get("cell") + ".jfr").toString(),
                "--out", out.toString()));
        assertEquals(0, pins.exit(), pins.err());
        assertTrue(pins.out().contains("pins of 20 ms and longer"), pins.out());
        assertTrue(pins.out().contains("apps.Pinning.calledByReflection:") && pins.out().contains("ative"), pins.out());
        // The recording has the warm-up as well.
        assertTrue(Repository.csv(out.resolve("pinning.csv")).size() >= number(pinned, "pinned"), "every pin of the lab's and more");
        Repository.Ran none = Repository.run(Repository.jbang("analysis/pins.java",
                run.resolve(row("one-carrier", "lock", jdk).get("cell") + ".jfr").toString()));
        assertEquals(0, none.exit(), none.err());
        assertTrue(none.out().contains("no virtual thread was pinned for 20 ms or longer"), none.out());
    }

    @Test
    void withoutJdk21TheRestIsSaidAndMeasured() {
        boolean both = jdks().contains(21);
        assertEquals(both, !said.out().contains("there is no JDK 21 on this machine; ./jbang jdk install 21 installs it"), said.out());
        assertEquals(22, rows.size(), rows.toString());
        assertEquals(both ? 0 : 11, rows.values().stream().filter(r -> r.get("verdict").equals("SKIPPED")).count(), rows.toString());
        assumeFalse(said.out().contains("INVALID is the verdict"), "too busy a machine for conclusions: " + said.out());
        assertTrue(said.out().contains("On JDK " + Runtime.version().feature() + " synchronized holds no carrier"), said.out());
        assertTrue(said.out().contains("The flight recording calls these\n\"" + pins.stream().filter(p -> p.get("cell").startsWith("one-carrier-native-")
                && !p.get("reason").isEmpty()).findFirst().orElseThrow().get("reason") + "\" and\n\""), said.out());
        assertEquals(both, said.out().contains("On JDK 21 nobody had an answer in the last"), said.out());
    }
}
