package kit.own;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import kit.machine.Jdks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The one verdict that needs no quiet machine, in seconds; {@link OwnSpringTest} has all of them. */
@Tag(Lane.OWN)
class OwnSpringPoolTest {

    @TempDir
    Path folder;

    /** Requests wait for 200 ms, and 40 users have 20 threads. */
    @Test
    @Measures
    void aPoolThatIsTooSmall() throws IOException {
        OwnVerdicts.assertAre(folder, List.of("enable, pool", 0), OwnVerdicts.NOW, "/wait", "-c", "40", "--quick",
                "--jvm", Jdks.C1_ONLY, "--switch", OwnVerdicts.UNSIZED, "--", "--server.tomcat.threads.max=20");
    }
}
