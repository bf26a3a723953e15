package kit.machine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** How a hiccup meter finds that its JVM was stopped. */
@Tag(Lane.UNIT)
class HiccupsTest {

    private static final Duration STOP = Duration.ofMillis(400);

    /** Where it asks for the CPU time, it does not sleep. */
    @Test
    void aStopBetweenTwoSleepsIsFound() throws InterruptedException {
        var asked = new AtomicInteger();
        var over = new CountDownLatch(1);
        Hiccups meter = Hiccups.on(work -> Thread.ofPlatform().daemon().start(work), () -> {
            int times = asked.incrementAndGet();
            if (times == 5) {
                LockSupport.parkNanos(STOP.toNanos());
            } else if (times == 7) {
                over.countDown();
            }
            return 0;
        });
        try {
            assertTrue(over.await(10, TimeUnit.SECONDS), "it goes on");
            assertFalse(meter.stops().isEmpty());
        } finally {
            meter.stop();
        }
    }
}
