package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** The disk of the run's folder becomes full while a lab measures. */
@Tag(Lane.FAULTS)
class FullDiskTest {

    @TempDir
    Path folder;

    private Path small;

    @BeforeEach
    void aSmallDisk() throws Exception {
        small = Files.createDirectory(folder.resolve("small"));
        var mount = Repository
                .run(new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", small.toString()));
        assumeTrue(mount.exit() == 0, "no small disk can be mounted here: " + mount.err().strip());
    }

    @AfterEach
    void gone() throws Exception {
        Repository.run(new ProcessBuilder("umount", "-l", small.toString()));
    }

    private static void fill(Path file) {
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            byte[] block = new byte[4096];
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            // That was the last of it.
        }
    }

    /** Fills the disk of {@code file}, and again whenever something on it is deleted, until the answer is closed. */
    static AutoCloseable keepFull(Path file) {
        fill(file);
        var timer = Executors.newSingleThreadScheduledExecutor();
        timer.scheduleWithFixedDelay(() -> fill(file), 50, 50, TimeUnit.MILLISECONDS);
        return timer;
    }

    @Test
    void whatWasMeasuredBeforeIsThereAndOneLineSaysWhatToDo() throws Exception {
        try (var lab = LabProcess.light(folder, small.resolve("data"), List.of(), "--forks", "20")) {
            lab.awaitOut("after fork 1");
            fill(small.resolve("filler"));
            assertEquals(2, lab.exit(), lab.said());
            assertEquals(1, lab.err().lines().count(), lab.err());
            Path run = lab.run("light");
            assertFalse(run.getFileName().toString().startsWith("."), "it has its name: " + run);
            Repository.contains(lab.err(), "light: ", "No space left on device", run.toString(), "--data");
            List<CSVRecord> rows = Repository.csv(run.resolve("summary.csv"));
            assertEquals("first-c5-f1", rows.getFirst().get("cell"));
            assertTrue(Long.parseLong(rows.getFirst().get("ok")) >= 50, rows.toString());
            assertTrue(rows.size() < 40, "it broke off: " + rows.size());
            for (String file : List.of("summary.csv", "latency.csv", "timeline.csv", "pinning.csv")) {
                for (CSVRecord row : Repository.csv(run.resolve(file))) {
                    assertTrue(row.isConsistent(), "no half row in " + file + ": " + row);
                }
            }
            assertFalse(lab.json("light").get("complete").asBoolean());
            assertFalse(Files.exists(run.resolve(".spare")));
        }
    }
}
