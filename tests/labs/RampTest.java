package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The lab of the ramp up to 400 users, twice as many as the pool has threads. */
@Tag(Lane.STORES)
class RampTest {

    private static final int FEW = 50;
    private static final int MANY = 400;
    private static final String PLATFORM = "platform-stages";
    private static final String VIRTUAL = "virtual-stages";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("ramp").cells(PLATFORM, VIRTUAL)
                .options("-c", FEW + "," + MANY, "--duration", "2s", "--warmup", "1s").run(data);
    }

    @Test
    @Measures
    void noMeasurementIsSpoilt() {
        run.isValid();
    }

    @Test
    @Measures
    void fewUsersAreServedByTheRuleAndThreadsAreNotShort() throws Exception {
        run.holdsByAndLarge("50 users, platform: throughput as predicted",
                "50 users, virtual: throughput as predicted");
        Ramps.isBoundBy(run, PLATFORM + "~50-users", "users");
        Ramps.isBoundBy(run, VIRTUAL + "~50-users", "users");
    }

    /**
     * By the rule twice, where CPUs allow it. In so short a run they are the limit on virtual threads, and the rule
     * knows it: this shows no more than that neither side is served half. RampWholeTest has a longer warm-up.
     */
    @Test
    @Measures
    void usersWithoutAThreadOfThePoolAreServedAsTheRuleSays() {
        run.holdsByAndLarge("400 users: throughput of virtual / platform threads is the");
    }

    /** Where others keep the CPUs busy, a pilot serves too few requests to tell what the rule needs. */
    @Test
    @Measures
    void aStageHasItsRule() throws Exception {
        for (int users : List.of(FEW, MANY)) {
            Ramps.ruled(run, "platform", users, Math.min(users, 200));
            Ramps.ruled(run, "virtual", users, users);
        }
    }

    @Test
    void aStageHasARow() {
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            Ramps.stages(run, cell, 2, FEW, MANY);
        }
    }

    @Test
    void theTimelineMarksTheStages() throws Exception {
        Ramps.timeline(run, PLATFORM, true, 2, FEW, MANY);
        Ramps.timeline(run, VIRTUAL, false, 2, FEW, MANY);
    }

    @Test
    void theServiceIsAsSpringBootMakesItAndTheExternalOneIsCalledOncePerUser() {
        for (String cell : List.of(PLATFORM, VIRTUAL)) {
            Ramps.service(run, cell);
        }
        assertEquals("200", run.fact(PLATFORM, "tomcat.threads.max"));
        assertEquals("on", run.json.get("database").get("database.fsync").asString(),
                "a row that is told to be stored is stored");
    }

    @Test
    void aRowOfAStageCountsNoRowsOfTheTable() {
        run.mainRows().forEach(row -> assertTrue(number(row, "table_rows") > 0, run.where(row)));
        for (String part : List.of(PLATFORM + "~50-users", VIRTUAL + "~400-users")) {
            assertEquals("", run.row(part).get("table_rows"), part);
        }
    }
}
