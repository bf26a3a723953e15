package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import kit.measure.Measurement;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** A lab that is killed while it measures its second fork, with {@code kill -9}: it can do nothing any more itself. */
@Tag(Lane.LABS)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no such signals")
class LabIsKilledTest {

    @TempDir
    Path folder;

    /** Its JVMs notice that it is gone, and end. What the first fork measured is on the disk, and can be read. */
    @Test
    void itsForksSoFarAreThereAndNoProcessIs() throws Exception {
        try (var lab = LabProcess.script(folder, "labs/cpu-light.java", List.of(),
                List.of("-c", "2,4", "--forks", "2"))) {
            lab.awaitLog("platform-f2", "Started VariantMain");
            assertTrue(lab.descendants().count() >= 2, "JVMs of variants");
            lab.kill();
            Path run = lab.run("cpu-light");
            assertTrue(run.getFileName().toString().endsWith(".partial"), run.toString());
            List<CSVRecord> rows = List.copyOf(lab.cells("cpu-light").values());
            assertEquals(5, rows.size(), rows.toString());
            for (CSVRecord row : rows) {
                assertTrue(row.get("cell").endsWith("-f1") && Long.parseLong(row.get("requests")) > 0, row.toString());
            }
            Measurement measured = Measurement.read(run.resolve("measurement.json.gz"));
            assertEquals(1, measured.forks().size());
            assertTrue(measured.forks().getFirst().blocks().size() >= 15, "two rounds, and the warm-up before");
        }
    }
}
