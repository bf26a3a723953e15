package kit.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;

/** Programs that answer and end. */
@Tag(Lane.UNIT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs are shell scripts")
class ProgramTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void outputErrorsAndExitCodeAreTold() throws Exception {
        Program.Ran ran = Program.run(LONG, "sh", "-c", "echo said; echo complained >&2; exit 3");
        assertEquals(new Program.Ran(3, "said\n", "complained\n"), ran);
        assertFalse(ran.ok());
    }

    @Test
    void moreOutputThanAPipeHoldsDoesNotStopIt() throws Exception {
        Program.Ran ran = Program.run(LONG, "sh", "-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2");
        assertTrue(ran.ok());
        assertEquals(300_000, ran.out().length());
        assertEquals(300_000, ran.err().length());
    }

    @Test
    void itsInputIsEmpty() throws Exception {
        assertEquals("", Program.run(LONG, "cat").out());
    }

    @Test
    void oneThatDoesNotEndIsKilledWithWhatItStarted() {
        IOException e = assertThrows(IOException.class,
                () -> Program.run(Duration.ofSeconds(1), "sh", "-c", "sleep 100.7 & wait"));
        assertTrue(e.getMessage().startsWith("sh did not end within 1 s"), e.getMessage());
        ChildJvmTest.awaitNone(p -> p.info().commandLine().orElse("").endsWith("sleep 100.7"));
    }

    @Test
    void oneThatIsNotThereCannotBeStarted() {
        assertThrows(IOException.class, () -> Program.run(LONG, "no-such-program"));
        assertFalse(Program.isOnPath("no-such-program"));
        assertTrue(Program.isOnPath("sh"));
    }
}
