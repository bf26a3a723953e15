package kit.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** JDKs of this machine. */
@Tag(Lane.UNIT)
class JdksTest {

    @Test
    void aJvmIsKnownByItsProgramOnAnySystem() {
        Optional<Path> home = Optional.of(Path.of("/jdks/25"));
        assertEquals(home, Jdks.homeOf(Path.of("/jdks/25/bin/java")));
        assertEquals(home, Jdks.homeOf(Path.of("/jdks/25/bin/java.exe")));
        assertEquals(home, Jdks.homeOf(Path.of("/jdks/25/bin/Java.EXE")));
        assertEquals(Optional.empty(), Jdks.homeOf(Path.of("/usr/bin/javac")));
        assertEquals(Optional.empty(), Jdks.homeOf(Path.of("java")));
        assertEquals(Optional.of(ProcessHandle.current().info().command().map(command -> Path.of(command).getParent()
                .getParent()).orElseThrow()), Jdks.homeOf(ProcessHandle.current()));
    }
}
