package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the lab of the rows, with ten users. */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
class StoringWholeTest {

    private static final List<String> THREE = List.of("platform-sync-c10", "virtual-sync-c10",
            "reactive-reactive-c10");

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("storing").options("-c", "10").run(data, 9);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    void aRowThatIsStoredWithinTheRequestIsInTheTable() throws Exception {
        run.mainRows().forEach(row -> assertEquals(row.get("accepted_rows"), row.get("table_rows"), run.where(row)));
        SlowRows.database(run);
    }

    @Test
    void publishedFiguresStandWhereTheyWerePublishedAndOnlyThere() {
        Map.of("platform-sync-c10", 5529, "virtual-sync-c10", 5298, "reactive-reactive-c10", 7345)
                .forEach((cell, rps) -> assertEquals(rps.doubleValue(), run.value(cell, "published_rps"), cell));
        assertEquals(2.84, run.value("virtual-sync-c10", "published_p95_ms"));
        run.mainRows().forEach(row -> assertEquals(THREE.contains(LabRun.name(row)), !row.get("published_rps")
                .isEmpty(), run.where(row)));
    }
}
