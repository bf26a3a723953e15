package kit.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;

/** A child whose standard input ends, as it does when its parent is killed. */
@Tag(Lane.UNIT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no POSIX shell")
class WatchedTest {

    private static final int LIMIT_S = 60;
    /** No other process sleeps for as long. */
    private static final String SLEEPS = "sleep 4321.125";

    private static List<ProcessHandle> sleepers(Process child) {
        return child.descendants().filter(one -> one.info().commandLine().orElse("").endsWith(SLEEPS)).toList();
    }

    /** A shell that waits for what it runs ends alone: it does not pass a signal on. */
    @Test
    void itEndsWithAllThatItHasStarted() throws Exception {
        Process child = new ProcessBuilder(Children.watched(List.of("sh", "-c", "sh -c '" + SLEEPS + "; true' & "
                + SLEEPS + "; true"))).start();
        List<ProcessHandle> started = List.of();
        try {
            for (int i = 0; i < 100 * LIMIT_S && started.size() < 2; i++) {
                Thread.sleep(10);
                started = sleepers(child);
            }
            assertEquals(2, started.size(), "one below the child, and one below its own child");
            child.getOutputStream().close();
            assertTrue(child.waitFor(LIMIT_S, TimeUnit.SECONDS), "it ends");
            for (ProcessHandle one : started) {
                one.onExit().get(LIMIT_S, TimeUnit.SECONDS);
            }
        } finally {
            started.forEach(ProcessHandle::destroyForcibly);
            child.destroyForcibly();
        }
    }
}
