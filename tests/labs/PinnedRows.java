package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.io.IOException;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
import tests.Certain;
import tests.Repository;

/** What holds of a row of the pinning lab, and of its lines in pinning.csv, on any JDK. */
final class PinnedRows {

    /** Where the machine is busy, the pilot's wait ends late. */
    private static final double LATE = 0.6;

    private PinnedRows() {}

    /**
     * A request keeps its carrier for as long as a pilot took: its wait of 50 ms, and a little. A busy machine may
     * leave too few CPUs to the pilot for the users to be the bound, or may spoil it. For tests that are
     * {@code @Measures}: only the figures of the pilot depend on the clock.
     *
     * @param bound and free in requests/s with 50 ms, where each request is pinned and where none is
     */
    static void rule(LabRun run, String cell, int jdk, double bound, double free, boolean isPinned)
            throws IOException {
        CSVRecord row = run.row(cell + "-jdk" + jdk);
        Certain.holds(() -> assertTrue(row.get("jdk").startsWith(String.valueOf(jdk)), run.where(row)));
        Pilot pilot = Pilot.of(run, row.get("jdk"));
        Pilot newest = Pilot.of(run, run.row(cell + "-jdk" + PinningTest.NOW).get("jdk"));
        for (String column : List.of("bound", "pinned_rps")) {
            assertFalse(row.get(column).isEmpty(), () -> "a pilot was spoilt" + run.where(row));
        }
        Certain.holds(() -> {
            boolean isCpuBound = pilot.cpus < pilot.share * free;
            assertEquals(isPinned ? "carriers" : isCpuBound ? "cpu" : "users", row.get("bound"), run.where(row));
            pilot.predicts(run, row, "predicted_rps", isPinned ? bound : free);
            // These two are by the pilot on the newest JDK.
            newest.predicts(run, row, "pinned_rps", bound);
            newest.predicts(run, row, "unpinned_rps", free);
            // No load makes more of either possible; a part of a round may count for a whole one.
            assertTrue(number(row, "rps") <= 1.1 * (isPinned ? bound : free), run.where(row));
        });
    }

    /**
     * What a pilot tells.
     *
     * @param share 50 ms as a share of what a request took alone
     * @param cpus  requests/s that the CPUs can do
     */
    private record Pilot(double share, double cpus) {

        static Pilot of(LabRun run, String jdk) throws IOException {
            List<CSVRecord> rows = Repository.csv(run.folder.resolve("pilot.csv")).stream()
                    .filter(pilot -> pilot.get("jdk").equals(jdk)).toList();
            CSVRecord alone = rows.stream().filter(pilot -> pilot.get("users").equals("1")).findFirst().orElseThrow();
            double share = 50 / number(alone, "mean_ms");
            assertTrue(share > LATE && share < 1, alone.toString());
            return new Pilot(share,
                    Runtime.getRuntime().availableProcessors() / number(rows.getLast(), "cpu_ms") * 1000);
        }

        /** @param most requests/s with 50 ms; fewer are predicted where the CPUs cannot do as many */
        void predicts(LabRun run, CSVRecord row, String column, double most) {
            double rule = share * most;
            double seen = number(row, column);
            assertTrue(cpus < rule ? seen <= 1.01 * cpus : Math.abs(seen - rule) <= 0.01 * rule, () -> column + ": "
                    + rule + " expected" + run.where(row));
        }
    }

    /** @param where the method of the service in which each request is pinned; null where none is */
    static void pins(LabRun run, String cell, int jdk, int carriers, String where) throws IOException {
        CSVRecord row = run.row(cell + "-jdk" + jdk);
        List<CSVRecord> pins = run.of(cell + "-jdk" + jdk, "pinning.csv");
        if (where == null) {
            assertEquals(0, pins.size(), run.where(row));
            return;
        }
        // Those that were under way when the measurement began or ended are of one side or of the other.
        assertEquals(number(row, "ok"), pins.size(), 2.0 + carriers, run.where(row));
        // 50 ms, less what the JVM does before it says that a thread is pinned: it may have to print a stack.
        assertTrue(pins.stream().mapToDouble(pin -> number(pin, "duration_ms")).average().orElse(0) >= 35,
                run.where(row));
        List<String> source = Repository.read("apps/Pinning.java").lines().toList();
        for (CSVRecord pin : pins) {
            assertTrue(pin.get("frame").startsWith("apps.Pinning"), pin.toString());
            int line = Integer.parseInt(pin.get("frame").replaceAll(".*:", ""));
            assertTrue(source.get(line - 1).contains("Thread.sleep(WAIT_MS)"), pin.get("frame") + ": "
                    + source.get(line - 1));
            assertTrue(pin.get("stack").contains("apps.Pinning." + where + ":"), pin.get("stack"));
            // The event has no such fields before JDK 24.
            assertEquals(jdk < 24, pin.get("reason").isEmpty(), pin.get("reason"));
            assertEquals(jdk < 24, pin.get("carrier").isEmpty(), pin.get("carrier"));
            if (jdk >= 24) {
                assertTrue(pin.get("reason").contains(where.equals("insideNativeFrame") ? "Native" : "<clinit>"),
                        pin.get("reason"));
                assertEquals("LockSupport.park", pin.get("operation"));
            }
        }
    }
}
