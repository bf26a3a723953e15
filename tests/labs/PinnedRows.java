package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.io.IOException;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
import tests.Certain;
import tests.Repository;

/** What holds of a row of the pinning lab, and of its lines in pinning.csv, on any JDK. */
final class PinnedRows {

    /** Where the machine is busy, waits end late and CPU time is longer. */
    private static final double LATE = 0.6;

    private PinnedRows() {}

    /**
     * A request keeps its carrier for its wait of 100 ms, and a little. A busy machine may leave too few CPUs for the
     * users to be the bound. For tests that are {@code @Measures}: only the numbers depend on the clock.
     *
     * @param most requests/s if it were 100 ms and nothing more
     */
    static void rule(LabRun run, String cell, int jdk, double most, boolean isPinned) {
        CSVRecord row = run.row(cell + "-jdk" + jdk);
        Certain.holds(() -> {
            assertTrue(row.get("jdk").startsWith(String.valueOf(jdk)), run.where(row));
            assertTrue(isPinned ? row.get("bound").equals("carriers")
                    : List.of("users", "cpu").contains(row.get("bound")), run.where(row));
        });
        double rule = number(row, "rule_rps");
        assertTrue(rule > LATE * most && rule <= most + 0.01, run.where(row));
        // No load makes more of it possible; a part of a round may count for a whole one.
        Certain.holds(() -> assertTrue(number(row, "rps") <= 1.1 * most, run.where(row)));
    }

    /** @param where the method of the service in which each request is pinned; null where none is */
    static void pins(LabRun run, String cell, int jdk, int carriers, String where) throws IOException {
        CSVRecord row = run.row(cell + "-jdk" + jdk);
        List<CSVRecord> pins = run.of(cell + "-jdk" + jdk, "pinning.csv");
        if (where == null) {
            assertEquals(0, pins.size(), run.where(row));
            return;
        }
        // Those that were under way when a block began or ended are of one side or of the other.
        assertEquals(number(row, "ok"), pins.size(), number(row, "blocks") * (2.0 + carriers), run.where(row));
        // 100 ms, less what the JVM does before it says that a thread is pinned: it may have to print a stack.
        assertTrue(pins.stream().mapToDouble(pin -> number(pin, "duration_ms")).average().orElse(0) >= 85,
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
