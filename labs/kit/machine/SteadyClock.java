package kit.machine;

import java.time.Instant;

/** A wall clock that does not step: the times of a cell fit together even where the system's clock is set meanwhile. */
public final class SteadyClock {

    private static final Instant CLOCK = Instant.now();
    private static final long CLOCK_NANOS = System.nanoTime();

    private SteadyClock() {}

    /** The wall clock as it was when this JVM began, and the time since then. */
    public static Instant now() {
        return CLOCK.plusNanos(System.nanoTime() - CLOCK_NANOS);
    }
}
