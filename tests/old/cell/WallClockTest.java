package old.cell;

import kit.measure.Flight;
import kit.measure.FlightRecorder;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** The wall clock is set while a cell runs: what was recorded in its measurement is found all the same. */
@Tag(Lane.UNIT)
class WallClockTest {

    @TempDir
    Path folder;

    /** Waits while the JVM initialises it, under a frame of the JVM's own: that pins a virtual thread. */
    private static final class Pins {
        static {
            pause();
        }

        private static final class Again {
            static {
                pause();
            }
        }

        private static final class AndAgain {
            static {
                pause();
            }
        }

        private static void pause() {
            try {
                Thread.sleep(2 * FlightRecorder.PINNED_THRESHOLD.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void pin(Class<?> type) throws InterruptedException {
        Thread.ofVirtual().start(() -> {
            try {
                Class.forName(type.getName());
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }).join();
    }

    @Test
    void aRecordingTellsItsMeasurementWhateverTheWallClockSays() throws Exception {
        Path with = folder.resolve("with.jfr");
        Instant from = Instant.now();
        try (var recorder = new FlightRecorder(with)) {
            pin(Pins.class);
            recorder.begin("cell");
            pin(Pins.Again.class);
            recorder.end();
            pin(Pins.AndAgain.class);
        }
        Instant to = Instant.now();
        for (Duration step : List.of(Duration.ZERO, Duration.ofHours(1), Duration.ofHours(-1))) {
            Flight flight = Flight.read(with, from.plus(step), to.plus(step));
            assertEquals(1, flight.pins().size(),
                    "of three, the one in the measurement; the clock was set by " + step + ": " + flight.pins());
        }
    }

    @Test
    void whereItDoesNotTheLabsClockHasToDo() throws Exception {
        Path without = folder.resolve("without.jfr");
        Instant from = Instant.now();
        try (var recorder = new FlightRecorder(without)) {
            pin(Last.class);
        }
        Instant to = Instant.now();
        assertEquals(1, Flight.read(without, from, to).pins().size());
        assertEquals(0, Flight.read(without, from.plusSeconds(3600), to.plusSeconds(3600)).pins().size());
    }

    private static final class Last {
        static {
            Pins.pause();
        }
    }
}
