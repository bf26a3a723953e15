package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;
import tests.Repository;

/** All cells of the herd lab, with 2000 users as published. */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
class HerdWholeTest {

    private static final int USERS = 2000;
    private static final int POOL = 500;
    private static final String PLATFORM = "platform-500-b2000";
    private static final String VIRTUAL = "virtual-b2000";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("herd").run(data, 9);
    }

    @Test
    @Measures
    void virtualThreadsServeMoreInTheBurstAndFarMoreWhereTheUsersStay() {
        run.isValid();
        for (String cell : List.of(PLATFORM, VIRTUAL, "platform-sized-b2000")) {
            Herds.nothingIsFasterThanTheRule(run, cell);
        }
        assertTrue(run.value(VIRTUAL, "rps") > 1.5 * run.value(PLATFORM, "rps"), run.where());
        assertTrue(run.value("virtual-c2000", "rps") > 2 * run.value("platform-500-c2000", "rps"), run.where());
        assertTrue(run.value(PLATFORM, "sd_ms") > 3 * run.value(VIRTUAL, "sd_ms"), run.where());
    }

    @Test
    void ruleAndPublishedFiguresStandBesideTheBurstsAndOnlyThere() throws IOException {
        CSVRecord platform = run.row(PLATFORM);
        assertEquals(470.65, number(platform, "predicted_rps"), 0.5);
        assertEquals(2125, number(platform, "predicted_ms"), 1);
        assertEquals(838.5, number(platform, "predicted_sd_ms"), 0.1);
        assertEquals(373.3, number(platform, "published_rps"));
        assertEquals(848.0, number(platform, "published_sd_ms"), 0.1);
        CSVRecord virtual = run.row(VIRTUAL);
        assertEquals(1000, number(virtual, "predicted_rps"), 1);
        assertEquals(665, number(virtual, "published_rps"));
        run.mainRows().forEach(row -> assertEquals(List.of(platform, virtual).contains(row), !row.get("published_rps")
                .isEmpty(), run.where(row)));
        Repository.contains(run.page(), "373.3/s, 2296 ± 848 ms");
    }

    @Test
    void everyUserSendsOneRequestAndIsInOneStep() throws Exception {
        for (String cell : List.of(PLATFORM, VIRTUAL, "platform-sized-b2000")) {
            Herds.everyUserIsInOneStep(run, cell, USERS);
        }
    }

    @Test
    void behindThePoolTheHerdIsServedInFourWaves() throws Exception {
        Herds.noMoreAreAnsweredThanThePoolAllows(run, PLATFORM, POOL);
        assertTrue(run.value(PLATFORM, "max_ms") > 3000, "the fourth wave waits for three"
                + run.where(run.row(PLATFORM)));
    }
}
