package kit.machine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Certain;
import tests.Lane;
import tests.Measures;

/** Who else used the CPUs. */
@Tag(Lane.QUIET)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the neighbour is a shell")
class NeighbourTest {

    /** It runs for 2.5 s and has ended when it is asked for. */
    @Test
    @Measures
    void aNeighbourThatCameAndWentIsNamed() throws Exception {
        Machine.Watch watch = new Machine().watch();
        Process neighbour = new ProcessBuilder("timeout", "2.5", "sh", "-c", "while :; do :; done").start();
        Certain.holds(() -> assertTrue(neighbour.waitFor(20, TimeUnit.SECONDS), "the neighbour does not end"));
        TimeUnit.MILLISECONDS.sleep(200);
        Machine.Others others = watch.end();
        assertTrue(others.neighbour().matches("(sh|dash|bash|busybox) .*"), others.toString());
        assertTrue(others.cpus() > 0.3, others.toString());
    }

    /** An engine starts workers: they are the lab's own, as all that it has started. */
    @Test
    void aGrandchildIsNoNeighbour() throws Exception {
        Machine.Watch watch = new Machine().watch(ProcessHandle.current().pid());
        Process child = new ProcessBuilder("timeout", "20", "sh", "-c", "while :; do :; done").start();
        try {
            TimeUnit.MILLISECONDS.sleep(2500);
            Machine.Others others = watch.end();
            assertTrue(!others.neighbour().matches("(sh|dash|bash|busybox) .*"), others.toString());
        } finally {
            Children.kill(child);
        }
    }
}
