package kit.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** What a machine must allow a cell to have, by given numbers, and that this machine's own can be read. */
@Tag(Lane.UNIT)
class LimitsTest {

    private static Limits limits(Limits.Of of, long room) {
        return new Limits(List.of(new Limits.Limit(of, room, "the limit", "raise it")));
    }

    @Test
    void aConnectionHasTwoEndsAndBothAreInOneProcessUnlessTheClientIsApart() {
        Limits.Need together = Limits.Need.of(10_000, 0, false, 0);
        Limits.Need apart = Limits.Need.of(10_000, 0, true, 0);
        Limits twentyThousand = limits(Limits.Of.FILES, 20_000);
        assertNull(twentyThousand.missing(apart));
        assertEquals("needs 20300 file descriptors in a process, and the limit leaves 20000: raise it",
                twentyThousand.missing(together));
        assertTrue(twentyThousand.missing(Limits.Need.of(20_000, 0, true, 0)).contains("20300"),
                "a service has some at rest");
    }

    @Test
    void aServiceBeyondTakesAnotherConnectionForEachUser() {
        Limits.Need need = Limits.Need.of(2500, 0, false, 1);
        assertEquals("needs 7800 file descriptors in a process, and the limit leaves 7799: raise it",
                limits(Limits.Of.FILES, 7799).missing(need));
        assertTrue(limits(Limits.Of.PORTS, 4999).missing(need).startsWith("needs 5000 ports"));
    }

    @Test
    void threadsPortsAndMemoryAreLimitsToo() {
        Limits.Need need = Limits.Need.of(2000, 12_000, true, 0);
        assertNull(limits(Limits.Of.THREADS, 12_100).missing(need));
        assertTrue(limits(Limits.Of.THREADS, 12_099).missing(need)
                .startsWith("needs 12100 threads, and the limit leaves 12099"));
        assertNull(limits(Limits.Of.PORTS, 2000).missing(need));
        assertTrue(limits(Limits.Of.PORTS, 1999).missing(need).contains("ports"));
        assertNull(limits(Limits.Of.MEMORY, 4000).missing(need));
        assertTrue(limits(Limits.Of.MEMORY, 500).missing(need).contains("MiB of memory"));
    }

    @Test
    void theFirstThatIsTooSmallIsNamed() {
        var limits = new Limits(List.of(new Limits.Limit(Limits.Of.FILES, 100_000, "files", "-"),
                new Limits.Limit(Limits.Of.THREADS, 500, "pids.max of the container", "start it with more")));
        assertEquals("needs 12100 threads, and pids.max of the container leaves 500: start it with more",
                limits.missing(Limits.Need.of(2000, 12_000, true, 0)));
    }

    /** As on macOS and Windows: neither zero nor an error. */
    @Test
    void whereTheSystemHasNoProcNothingIsKnownOfThreadsAndPorts(@TempDir Path nothing) {
        Limits limits = Limits.of(new Machine(), nothing);
        assertEquals(List.of(), limits.all().stream().map(Limits.Limit::of)
                .filter(List.of(Limits.Of.THREADS, Limits.Of.PORTS)::contains).toList());
        assertTrue(limits.tightest(Limits.Of.THREADS).isEmpty());
        assertNull(limits.missing(new Limits.Need(0, 1_000_000, 1_000_000, 0)), "what is not known hinders nobody");
    }

    @Test
    void thisMachineTellsItsOwn() {
        Limits here = Limits.of(new Machine());
        assertTrue(here.all().stream().anyMatch(l -> l.of() == Limits.Of.MEMORY && l.room() > 0), here.toString());
        if (System.getProperty("os.name").equals("Linux")) {
            // A Linux that allows fewer than a thousand of any could not run this test.
            for (String name : List.of("ulimit -n", "kernel.threads-max", "kernel.pid_max", "vm.max_map_count",
                    "net.ipv4.ip_local_port_range")) {
                assertTrue(here.all().stream().anyMatch(l -> l.name().equals(name) && l.room() > 1000),
                        name + " in " + here);
            }
        }
        assertNull(here.missing(Limits.Need.of(20, 0, false, 0)), "twenty users are no burden");
    }
}
