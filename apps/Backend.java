package apps;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * How a service behaves that the back office calls: it takes its time, and is out of order now and then where it is
 * told to be. Its properties begin with its name: {@code orders.delay-ms}; {@code orders.varies-percent}, by how much
 * it takes less or more; {@code orders.every-second=fails}, or {@code =hangs}; {@code orders.at-once-ms}: for so long,
 * from its first request on, it answers at once.
 */
final class Backend {

    /** Longer than any caller waits. */
    private static final long HANGS_MS = 60_000;

    private final long leastMs;
    private final long mostMs;
    private final String everySecond;
    private final long atOnceNanos;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong began = new AtomicLong();

    Backend(String name, Environment settings, long usualDelayMs) {
        long delayMs = settings.getProperty(name + ".delay-ms", Long.class, usualDelayMs);
        long varies = delayMs * settings.getProperty(name + ".varies-percent", Integer.class, 0) / 100;
        leastMs = delayMs - varies;
        mostMs = delayMs + varies;
        atOnceNanos = 1_000_000 * settings.getProperty(name + ".at-once-ms", Long.class, 0L);
        everySecond = settings.getProperty(name + ".every-second", "works");
    }

    /** Works for as long as a request takes. Every second one fails at once, or hangs, where that was asked for. */
    void works() throws InterruptedException {
        if (atOnceNanos > 0) {
            long now = System.nanoTime();
            began.compareAndSet(0, now);
            if (now - began.get() < atOnceNanos) {
                return;
            }
        }
        boolean second = requests.incrementAndGet() % 2 == 0;
        if (second && everySecond.equals("fails")) {
            throw new ResponseStatusException(HttpStatus.INTERNAL_SERVER_ERROR);
        }
        Thread.sleep(second && everySecond.equals("hangs") ? HANGS_MS
                : ThreadLocalRandom.current().nextLong(leastMs, mostMs + 1));
    }
}
