package kit.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import kit.plan.ClosedLoop;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.WarmUp;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Certain;
import tests.Lane;
import tests.Measures;

/** A warm-up goes on as long as the service becomes faster, within its limit. */
@Tag(Lane.WAITS)
class WarmUpTest extends DrivenServer {

    @BeforeEach
    void isWarm() throws InterruptedException {
        warmUpOnce();
    }

    /**
     * Answers after so many ms, and after 5 ms from 0.8 s on. @return when the first request came; 0: it is still to
     * come
     */
    private AtomicLong becomesFast(int slowMs) {
        var first = new AtomicLong();
        route("/becomes-fast", 200, () -> {
            first.compareAndSet(0, System.nanoTime());
            Thread.sleep(System.nanoTime() - first.get() < 800_000_000 ? slowMs : 5);
        });
        return first;
    }

    @Test
    @Measures
    void aServiceThatBecomesFasterIsMeasuredWhenItIsFast() throws Exception {
        AtomicLong first = becomesFast(30);
        var stream = new Traffic("", Request.get("/becomes-fast"), ClosedLoop.of(4, 150));
        Outcome warm = drive(List.of(stream), WarmUp.atLeast(Duration.ofSeconds(1), 0.1), () -> {}, moment -> {});
        assertTrue(warm.warmupSeconds > 1.1 && warm.warmupSeconds < 2.1, "it went on: " + warm.warmupSeconds);
        first.set(0);
        Outcome cold = drive(List.of(stream), WarmUp.fixed(Duration.ofMillis(500)), () -> {}, moment -> {});
        assertEquals(0.5, cold.warmupSeconds, 0.2);
        assertTrue(cold.main().duration() > 1.3 * warm.main().duration(),
                "the same requests: " + cold.main().duration() + " and " + warm.main().duration());
    }

    /** At a constant rate, response times tell; and the rate is kept when the measurement begins later. */
    @Test
    @Measures
    void aServiceThatBecomesFasterIsMeasuredLaterAtAConstantRateToo() throws Exception {
        AtomicLong first = becomesFast(40);
        var stream = new Traffic("", Request.get("/becomes-fast"), new OpenLoop(200, Duration.ofSeconds(1)));
        Outcome warm = drive(List.of(stream), WarmUp.atLeast(Duration.ofSeconds(1), 0.1), () -> {}, moment -> {});
        assertTrue(warm.warmupSeconds > 1.1 && warm.warmupSeconds < 2.1, "it went on: " + warm.warmupSeconds);
        Certain.holds(() -> assertEquals(200, warm.main().response.getTotalCount(), 1, "the rate x the duration"));
        first.set(0);
        Outcome cold = drive(List.of(stream), WarmUp.fixed(Duration.ofMillis(500)), () -> {}, moment -> {});
        assertEquals(0.5, cold.warmupSeconds, 0.2);
        Certain.holds(() -> assertEquals(200, cold.main().response.getTotalCount(), 1));
    }
}
