package kit.machine;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** A wall clock that does not step: the times of a cell fit together even where the system's clock is set meanwhile. */
public final class SteadyClock {

    private static final SteadyClock OF_THIS_JVM = new SteadyClock(InstantSource.system(), System::nanoTime);

    private final Instant begun;
    private final LongSupplier nanos;
    private final long begunNanos;

    /** @param wall is looked at once */
    SteadyClock(InstantSource wall, LongSupplier nanos) {
        this.begun = wall.instant();
        this.nanos = nanos;
        this.begunNanos = nanos.getAsLong();
    }

    /** The wall clock as it was when this JVM began, and the time since then. */
    public static Instant now() {
        return OF_THIS_JVM.time();
    }

    Instant time() {
        return begun.plusNanos(nanos.getAsLong() - begunNanos);
    }
}
