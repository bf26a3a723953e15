package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.io.IOException;
import java.util.List;
import org.apache.commons.csv.CSVRecord;

/** What holds of bursts, measured or waiting, however many users there are and however busy the machine is. */
final class Herds {

    private Herds() {}

    static void everyUserIsInOneStep(LabRun run, String cell, int users) throws IOException {
        CSVRecord row = run.row(cell);
        List<CSVRecord> steps = run.of(cell, "burst.csv");
        assertEquals(users, number(row, "requests"), run.where(row));
        assertEquals(users, sum(steps, "started"), cell);
        assertEquals(users, sum(steps, "ended"), cell);
        assertEquals(0, sum(steps, "failed"), cell);
        assertEquals("0", steps.getLast().get("in_flight"), cell);
        assertEquals(number(row, "duration_s"), number(steps.getLast(), "ms") / 1000, 0.021,
                "the last step is the last answer's");
        assertTrue(number(row, "rps") < 1.02 * number(row, "predicted_rps"), "nothing can be faster than the rule"
                + run.where(row));
        assertTrue(number(row, "min_ms") >= 1000, run.where(row));
    }

    /** Each request holds one of the threads for a second. */
    static void noMoreAreAnsweredThanThePoolAllows(LabRun run, String cell, int pool) throws IOException {
        int ended = 0;
        for (CSVRecord step : run.of(cell, "burst.csv")) {
            ended += Integer.parseInt(step.get("ended"));
            int waves = (int) (number(step, "ms") / 1000);
            assertTrue(ended <= waves * pool, ended + " answers within " + step.get("ms") + " ms" + run.where());
        }
    }

    /** While all of them wait, and each platform thread has touched its stack. */
    static void memoryIsLookedAt(LabRun run, String platform, String virtual) {
        for (String cell : List.of(platform, virtual)) {
            CSVRecord row = run.row(cell);
            assertEquals("own-jvm", row.get("driver"), "the client's memory must not be in it" + run.where(row));
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
