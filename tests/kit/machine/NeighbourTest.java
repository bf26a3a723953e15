package kit.machine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Certain;
import tests.Lane;
import tests.Measures;

/** Who else used the CPUs. */
@Tag(Lane.CLOCK)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the neighbour is a shell")
class NeighbourTest {

    /** It runs for 2.5 s and has ended when it is asked for. One on each CPU: the background gets next to nothing. */
    @Test
    @Measures
    void aNeighbourThatCameAndWentIsNamed() throws Exception {
        Machine.Watch watch = new Machine().watch();
        var neighbours = new ArrayList<Process>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            neighbours.add(new ProcessBuilder("timeout", "2.5", "sh", "-c", "while :; do :; done").start());
        }
        for (Process neighbour : neighbours) {
            Certain.holds(() -> assertTrue(neighbour.waitFor(20, TimeUnit.SECONDS), "the neighbour does not end"));
        }
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
