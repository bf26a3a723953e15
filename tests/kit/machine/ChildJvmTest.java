package kit.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** How a child JVM starts, and how it ends. */
@Tag(Lane.UNIT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "what the child starts is sleep")
class ChildJvmTest {

    @TempDir
    Path folder;

    /** Starts a child of its own, says what it is, and waits. */
    static final class Waiting {

        public static void main(String[] args) throws Exception {
            new ProcessBuilder("sleep", args[1]).start();
            System.out.println(System.getProperty("flag") + " " + System.getenv("PATH") + " "
                    + Path.of("").toAbsolutePath());
            if (args[0].equals("with-parent")) {
                Children.endWithParent();
            }
            Thread.sleep(Duration.ofMinutes(2));
        }
    }

    /** Waits until there is no such process. What is killed takes a moment to go. */
    static void awaitNone(Predicate<ProcessHandle> such) {
        for (int tries = 0; ProcessHandle.allProcesses().anyMatch(such); tries++) {
            assertTrue(tries < 500,
                    () -> "left: " + ProcessHandle.allProcesses().filter(such).map(p -> p.pid() + " " + p
                            .info()).toList());
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void awaitNoSleep(String seconds) {
        awaitNone(p -> p.info().commandLine().orElse("").endsWith("sleep " + seconds));
    }

    private static ChildJvm waiting(String how, String seconds) {
        return ChildJvm.onThisJdk(List.of("-Dflag=set"), Waiting.class, List.of(how, seconds));
    }

    @Test
    void itEndsWithItsParentAndSoDoesWhatItStarted() throws Exception {
        Process child = waiting("with-parent", "100.8").start();
        assertTrue(child.inputReader().readLine().startsWith("set "));
        // What a parent that is killed leaves behind: a pipe without a writer.
        child.getOutputStream().close();
        assertTrue(child.waitFor(30, TimeUnit.SECONDS));
        awaitNoSleep("100.8");
    }

    @Test
    void oneThatDoesNotHeedItsInputIsKilledWithWhatItStarted() throws Exception {
        Process child = waiting("alone", "100.9").start();
        assertTrue(child.inputReader().readLine().startsWith("set "));
        Children.end(child, Duration.ofMillis(50));
        assertFalse(child.isAlive());
        awaitNoSleep("100.9");
    }

    @Test
    void itsOutputGoesToItsLogAndTheEnvironmentStaysOutside() throws Exception {
        Path log = folder.resolve("log");
        Process child = waiting("alone", "101.1").start(log,
                List.of("PATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")::contains);
        while (child.isAlive() && !Files.readString(log).endsWith("\n")) {
            Thread.sleep(20);
        }
        Children.end(child, Duration.ZERO);
        assertEquals("set null " + folder.toRealPath(), Files.readString(log).strip());
        awaitNoSleep("101.1");
    }
}
