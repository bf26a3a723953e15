package apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;
import tests.Measures;

/** The work that requests of cpu-intensive do. */
@Tag(Lane.CLOCK)
class WorkTest {

    /** Threads that share a CPU share its time, not its work: by CPU time nothing changes. */
    @Test
    @Measures
    void onAllCpusItIsAtMostWhatItIsOnOne() {
        int cpus = Runtime.getRuntime().availableProcessors();
        double share = Work.calibrate(Duration.ofMillis(20), cpus) / (double) Work.calibrate(Duration.ofMillis(20));
        assertTrue(share > 0.3 && share < 1.3, "all CPUs beside one: " + share);
        assertEquals(1, Work.calibrate(Duration.ofMillis(20), 1) / (double) Work.calibrate(Duration.ofMillis(20)), 0.3);
    }

    @Test
    @Measures
    void takesTheTimeThatItWasCalibratedFor() {
        long rounds = Work.calibrate(Duration.ofMillis(20));
        assertTrue(rounds > 100_000, "rounds " + rounds);
        // The median of several tries, twice: on a busy machine they part by less than this.
        assertEquals(20, Work.time(rounds).toNanos() / 1e6, 10);
        assertEquals(2, Work.time(2 * rounds).toNanos() / (double) Work.time(rounds).toNanos(), 0.8, "twice the work");
    }
}
