package kit.machine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.service.AddressedService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;

/** The compilers' part of a JVM's CPU time. */
@Tag(Lane.UNIT)
class CompilersTest {

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "other systems do not tell")
    void theyAreFoundAmongTheThreadsOfThisJvm() {
        var compilers = new Compilers(ProcessHandle.current().pid());
        double seconds = compilers.cpuSeconds();
        double all = CpuUsage.processNanos() / 1e9;
        assertTrue(seconds > 0 && seconds < all, seconds + " of " + all + " s: a JVM that runs tests has compiled");
        assertTrue(compilers.cpuSeconds() < 2 * seconds + 1, "none is counted twice");
    }

    @Test
    void ofAProcessThatIsNotKnownNothingIs() {
        var none = new Compilers(AddressedService.UNKNOWN);
        assertTrue(Double.isNaN(none.cpuSeconds()));
    }
}
