package charts.pages.pins;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One virtual thread that held its carrier while it waited: an event jdk.VirtualThreadPinned.
 *
 * @param reason    why it could not leave; null where the JDK did not say (before 24)
 * @param operation what it waited in; null likewise
 * @param carrier   name of the carrier; null likewise
 * @param frame     the line of code that it is put down to, empty where no stack was recorded
 * @param stack     innermost frame first
 */
record Pin(Instant start, Duration duration, String reason, String operation, String carrier, String frame,
        List<String> stack) {

    /** The name of the method that the line of code calls; empty where it is the line itself that waits. */
    String calls() {
        int called = stack.indexOf(frame) - 1;
        return called < 0 ? "" : Place.of(stack.get(called)).name();
    }

    static double ms(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
