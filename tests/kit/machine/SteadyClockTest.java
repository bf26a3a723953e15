package kit.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

@Tag(Lane.UNIT)
class SteadyClockTest {

    @Test
    void aWallClockThatIsSetBackChangesNoTime() {
        Instant begun = Instant.parse("2026-01-02T03:04:05Z");
        var wall = new AtomicReference<>(begun);
        // The nanoseconds of a JVM may be negative.
        var nanos = new AtomicLong(-500_000_000);
        var clock = new SteadyClock(wall::get, nanos::get);
        assertEquals(begun, clock.time());
        wall.set(begun.minus(Duration.ofHours(1)));
        nanos.addAndGet(1_000_000_000);
        assertEquals(begun.plusSeconds(1), clock.time());
    }
}
