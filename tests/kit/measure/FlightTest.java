package kit.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** What holds carriers: pinning, and waits for files. */
@Tag(Lane.UNIT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the slow file is a pipe")
class FlightTest {

    private static final long WAIT_MS = 40;
    /** Shorter than the JDK's own threshold of 20 ms. */
    private static final long SHORT_MS = 5;

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

    /** Its initialiser waits, which pins on every JDK. */
    private static final class Slow {
        static final long MS = waits();

        private static long waits() {
            try {
                Thread.sleep(SHORT_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return SHORT_MS;
        }
    }

    @Test
    void aPinThatIsAsShortAsACallToADatabaseIsRecorded() throws Exception {
        Path flight = folder.resolve("pins.jfr");
        var waited = new AtomicLong();
        Instant before = Instant.now();
        try (var recorder = new FlightRecorder(flight)) {
            recorder.begin("cell");
            Thread.ofVirtual().start(() -> waited.set(Slow.MS)).join();
            recorder.end();
        }
        assertEquals(SHORT_MS, waited.get());
        List<Flight.Pin> pins = Flight.read(flight, List.of(new Flight.Window(before, Instant.now()))).pins().stream()
                .filter(pin -> pin.stack().contains("Slow.waits")).toList();
        assertEquals(1, pins.size(), pins.toString());
        assertTrue(pins.getFirst().duration().compareTo(FlightRecorder.PINNED_THRESHOLD) >= 0, pins.toString());
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
        List<Flight.Pin> files = Flight.read(flight, List.of(new Flight.Window(before, Instant.now()))).files();
        assertEquals(1, files.size(), "not that of the platform thread: " + files);
        assertTrue(files.getFirst().duration().toMillis() >= WAIT_MS / 2, files.toString());
        assertTrue(files.getFirst().frame().contains("readSlowly"), files.toString());
        assertEquals(List.of(), Flight.read(flight, List.of(new Flight.Window(Instant.now(), Instant.now()))).files(),
                "before the measurement");
    }
}
