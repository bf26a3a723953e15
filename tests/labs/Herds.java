package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVRecord;

/** What holds of bursts, measured or waiting, however many users there are and however busy the machine is. */
final class Herds {

    private Herds() {}

    static void everyUserIsInOneStep(LabRun run, String cell, int users) throws IOException {
        CSVRecord row = run.row(cell);
        Collection<List<CSVRecord>> bursts = bursts(run, cell);
        assertEquals(number(row, "blocks"), bursts.size(), run.where(row));
        double seconds = 0;
        for (List<CSVRecord> steps : bursts) {
            assertEquals(users, sum(steps, "started"), cell);
            assertEquals(users, sum(steps, "ended"), cell);
            assertEquals(0, sum(steps, "failed"), cell);
            assertEquals("0", steps.getLast().get("in_flight"), cell);
            seconds += number(steps.getLast(), "ms") / 1000;
        }
        assertEquals(users * bursts.size(), number(row, "requests"), run.where(row));
        assertEquals(number(row, "duration_s"), seconds, 0.021 * bursts.size(), "the last step is the last answer's");
    }

    /** The rule has the CPU time of a request, which is measured, too. */
    static void nothingIsFasterThanTheRule(LabRun run, String cell) {
        CSVRecord row = run.row(cell);
        assertTrue(number(row, "rps") < 1.02 * number(row, "rule_rps"), run.where(row));
    }

    /** Each request holds one of the threads for a second. */
    static void noMoreAreAnsweredThanThePoolAllows(LabRun run, String cell, int pool) throws IOException {
        for (List<CSVRecord> steps : bursts(run, cell)) {
            int ended = 0;
            for (CSVRecord step : steps) {
                ended += Integer.parseInt(step.get("ended"));
                int waves = (int) (number(step, "ms") / 1000);
                assertTrue(ended <= waves * pool, ended + " answers within " + step.get("ms") + " ms" + run.where());
            }
        }
    }

    private static Collection<List<CSVRecord>> bursts(LabRun run, String cell) throws IOException {
        return run.of(cell, "burst.csv").stream()
                .collect(Collectors.groupingBy(step -> step.get("block"), TreeMap::new, Collectors.toList())).values();
    }

    /** While all of them wait, and each platform thread has touched its stack. */
    static void memoryIsLookedAt(LabRun run, String platform, String virtual) {
        for (String cell : List.of(platform, virtual)) {
            CSVRecord row = run.row(cell);
            assertEquals("own-jvm", row.get("generator"), "the client's memory must not be in it" + run.where(row));
            assertEquals(row.get("users"), row.get("waiting"), "all of them waited together" + run.where(row));
            assertTrue(number(row, "heap_kb_per_waiting") > 10, run.where(row));
            assertTrue(number(row, "heap_waiting_mb") < number(row, "rss_waiting_mb"), run.where(row));
        }
        assertTrue(run.value(virtual, "threads_waiting") < 100, run.where(run.row(virtual)));
        assertTrue(run.value(platform, "rss_kb_per_waiting") > 1.2 * run.value(virtual, "rss_kb_per_waiting"),
                run.where());
    }

    private static int sum(List<CSVRecord> steps, String column) {
        return steps.stream().mapToInt(step -> Integer.parseInt(step.get(column))).sum();
    }
}
