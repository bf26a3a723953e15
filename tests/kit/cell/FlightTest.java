package kit.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** What holds carriers beside pinning. */
@Tag(Lane.UNIT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the slow file is a pipe")
class FlightTest {

    private static final long WAIT_MS = 40;

    @TempDir
    Path folder;

    /** A byte comes after a while. */
    private void readSlowly(RandomAccessFile pipe, boolean virtual) throws Exception {
        Thread reader = (virtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(() -> {
            try {
                pipe.read();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        Thread.sleep(WAIT_MS);
        pipe.write('x');
        reader.join();
    }

    @Test
    void aVirtualThreadThatWaitsForAFileHoldsItsCarrier() throws Exception {
        Path file = folder.resolve("pipe");
        Repository.run(new ProcessBuilder("mkfifo", file.toString()));
        Path flight = folder.resolve("files.jfr");
        Instant before = Instant.now();
        try (var pipe = new RandomAccessFile(file.toFile(), "rw"); var recording = new Recording()) {
            recording.enable("jdk.FileRead").withThreshold(Duration.ofMillis(1)).withStackTrace();
            recording.start();
            readSlowly(pipe, true);
            readSlowly(pipe, false);
            recording.stop();
            recording.dump(flight);
        }
        List<Flight.Pin> files = Flight.read(flight, before, Instant.now()).files();
        assertEquals(1, files.size(), "not that of the platform thread: " + files);
        assertTrue(files.getFirst().duration().toMillis() >= WAIT_MS / 2, files.toString());
        assertTrue(files.getFirst().frame().contains("readSlowly"), files.toString());
        assertEquals(List.of(), Flight.read(flight, Instant.now(), Instant.now()).files(), "before the measurement");
    }
}
