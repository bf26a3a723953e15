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
        LabRun run = LabRun.of("cpu-light").cells(CELL).options("--duration", "200ms").run(data);
        assertEquals("virtual", run.fact(CELL, "request.thread"));
        assertEquals(0.2, run.json.get("bench").get("block_seconds").asDouble());
        // The timer of a busy machine may be late, and never early.
        assertTrue(run.value(CELL, "rule_rps") <= 125, run.where(run.row(CELL)));
        assertTrue(run.value(CELL, "p50_ms") >= 400, "both waits" + run.where(run.row(CELL)));
        for (String file : new String[] {"virtual-f1.jfr", CELL + "-f1.hlog", "virtual-f1.log"}) {
            assertTrue(Files.size(run.folder.resolve(file)) > 0, file + " is empty" + run.where());
        }
    }
}
