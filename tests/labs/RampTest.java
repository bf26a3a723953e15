package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The lab of the ramp with 50 and 400 users, twice as many as the pool has threads. */
@Tag(Lane.STORES)
class RampTest {

    private static final String PLATFORM_FEW = "platform-c50";
    private static final String VIRTUAL_FEW = "virtual-c50";
    private static final String PLATFORM = "platform-c400";
    private static final String VIRTUAL = "virtual-c400";
    private static final List<String> ALL = List.of(PLATFORM_FEW, VIRTUAL_FEW, PLATFORM, VIRTUAL);

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("ramp").cells(ALL.toArray(String[]::new)).options("-c", "50,400").run(data);
    }

    /** Where CPUs are busy, so short a warm-up leaves the service faster than the rule, which has its CPU time. */
    @Test
    @Measures
    void fewUsersAreServedByTheRuleAndMoreThanThreadsByVirtualThreads() {
        run.isValid();
        run.holdsByAndLarge("platform, c=50: throughput / rule", "virtual, c=50: throughput / rule");
        assertTrue(run.value(VIRTUAL, "rps") > 1.2 * run.value(PLATFORM, "rps"), run.where());
    }

    /** N / S, m / S, k / D and c / h: D and h by the warm-up. In a busy minute each of them may be the lowest. */
    @Test
    void theRuleHasEachLimit() {
        for (String cell : ALL) {
            CSVRecord row = run.row(cell);
            assertTrue(List.of("users", "pool", "cpu", "connections").contains(row.get("bound")), run.where(row));
            double served = Math.min(number(row, "users"), cell.startsWith("platform") ? 200 : 400);
            assertTrue(number(row, "rule_rps") <= 1.02 * served, run.where(row));
            assertTrue(number(row, "rps") < 1.1 * number(row, "users"),
                    "nothing can be much faster than N / S, S being 1 s on average" + run.where(row));
            var connections = run.json.get("cells").get(row.get("cell")).get("demand").get("further").get(0);
            assertEquals("connections", connections.get("name").asString());
            assertEquals(10, connections.get("servers").asDouble());
            double held = connections.get("held_ms").asDouble();
            assertTrue(held > 0 && held < 800, "not held during the call: " + held);
            assertTrue(number(row, "connection_ms") >= 0, run.where(row));
        }
        // Connections are counted at times: fifty users, who need one for a millisecond each, may not be seen with one.
        assertTrue(ALL.stream().anyMatch(cell -> number(run.row(cell), "connection_ms") > 0), run.where());
    }

    @Test
    void theServiceIsAsSpringBootMakesIt() {
        ALL.forEach(cell -> Ramps.service(run, cell, 1000));
        assertEquals("200", run.fact(PLATFORM, "tomcat.threads.max"));
        assertEquals("on", run.json.get("database").get("database.fsync").asString(),
                "a row that is told to be stored is stored");
    }

    @Test
    void eachRowIsCountedInTheTableOfItsVariant() {
        run.mainRows().forEach(row -> assertTrue(number(row, "table_rows") > 0, run.where(row)));
    }
}
