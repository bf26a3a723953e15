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

    /** One fork alone decides none of them. */
    @Test
    @Measures
    void allItsClaimsHold() {
        run.holdsByAndLarge();
    }

    @Test
    void whatWasPublishedStandsBesideTheFiveCells() {
        Map.of("platform-c50", "112.33", "virtual-c50", "111.75", "platform-c100", "117.14", "virtual-c100", "212.74",
                "platform-sized-c100", "")
                .forEach((cell, rps) -> assertEquals(rps, run.row(cell).get("published_rps"), cell));
    }
}
