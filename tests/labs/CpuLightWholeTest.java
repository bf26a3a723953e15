package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the first lab. */
@Tag(Lane.LABS)
@Tag(Lane.WHOLE)
class CpuLightWholeTest {

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("cpu-light").run(data);
    }

    @Test
    @Measures
    void allItsClaimsHold() {
        run.isConfirmed();
    }

    @Test
    void whatWasPublishedStandsBesideTheFiveCells() {
        Map.of("platform-c50", "112.3", "virtual-c50", "111.8", "platform-c100", "117.1", "virtual-c100", "212.7",
                "platform-sized-c100", "")
                .forEach((cell, rps) -> assertEquals(rps, run.row(cell).get("published_rps"), cell));
    }
}
