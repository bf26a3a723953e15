package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** One cell of the first lab, from the command to its files: what a developer sees of a real run after each change. */
@Tag(Lane.SERVICES)
@Tag(Lane.ALSO_FAST)
class OneCellTest {

    private static final String CELL = "virtual-c50";

    @Test
    void springBootServesOnVirtualThreadsAndEachRequestIsCounted(@TempDir Path data) throws Exception {
        LabRun run = LabRun.of("cpu-light").cells(CELL).options("--seed", "42").run(data);
        assertEquals("virtual", run.fact(CELL, "request.thread"));
        assertEquals(42, run.json.get("seed").asLong());
        assertEquals("125.00", run.row(CELL).get("predicted_rps"));
        assertTrue(run.value(CELL, "min_ms") >= 400, "both waits" + run.where(run.row(CELL)));
        for (String file : new String[] {"-f1.jfr", "-f1.hlog", "-f1.log"}) {
            assertTrue(Files.size(run.folder.resolve(CELL + file)) > 0, file + " is empty" + run.where());
        }
    }
}
