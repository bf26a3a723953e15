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

/** The burst of the herd lab as it was published: 2000 users, and a pool of 500. */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
class HerdWholeTest {

    private static final int USERS = 2000;
    private static final int POOL = 500;
    private static final String PLATFORM = "platform-b2000";
    private static final String VIRTUAL = "virtual-b2000";
    private static final List<String> CELLS = List.of(PLATFORM, VIRTUAL);

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("herd").cells(PLATFORM, VIRTUAL).options("--published").run(data, 9);
    }

    @Test
    @Measures
    void virtualThreadsServeMoreAndTheirResponseTimesDifferLess() {
        run.isValid();
        CELLS.forEach(cell -> Herds.nothingIsFasterThanTheRule(run, cell));
        assertTrue(run.value(VIRTUAL, "rps") > 1.5 * run.value(PLATFORM, "rps"), run.where());
        assertTrue(run.value(PLATFORM, "sd_ms") > 3 * run.value(VIRTUAL, "sd_ms"), run.where());
    }

    /** Without CPU time: 2000 / 4.25 s, and 2000 / 2 s. Few CPUs serve fewer requests of platform threads. */
    @Test
    @Measures
    void theRuleKnowsTheFourWaves() {
        CSVRecord platform = run.row(PLATFORM);
        double rule = number(platform, "rule_rps");
        assertTrue(rule <= 470.65 && rule > 250, run.where(platform));
        assertTrue(List.of("pool", "cpu").contains(platform.get("bound")), run.where(platform));
        assertTrue(number(platform, "rule_ms") >= 2125 && number(platform, "rule_sd_ms") >= 838, run.where(platform));
        assertEquals(1000, run.value(VIRTUAL, "rule_rps"), 20);
    }

    @Test
    void whatWasPublishedStandsBesideTheRows() throws IOException {
        CSVRecord platform = run.row(PLATFORM);
        assertEquals(373.3, number(platform, "published_rps"));
        assertEquals(2296, number(platform, "published_ms"));
        assertEquals(848.0, number(platform, "published_sd_ms"), 0.1);
        assertEquals(665, run.value(VIRTUAL, "published_rps"));
        Repository.contains(run.page(), " 373.3 |", " 665 |");
    }

    @Test
    void everyUserSendsOneRequestAndIsInOneStep() throws Exception {
        for (String cell : CELLS) {
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
