package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import old.engine.EngineByRecipe;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;
import tools.jackson.databind.json.JsonMapper;

/**
 * Labs that another load generator drives. An engine that gets no CPU may spoil a run, and then has counted nothing: so
 * each test may be tried again. What a run counted that is not spoilt fails at once. The same of {@code own}, with wrk
 * and ab, is in {@code old.engine.EnginesTest}.
 */
@Tag(Lane.OWN)
@Tag(Lane.WHOLE)
class LabEngineTest {

    private static final List<String> BY_WRK = List.of("virtual-10-connections-c20-f1", "virtual-connections-c20-f1");

    @TempDir
    static Path data;

    /** Null where there is no wrk. */
    private static Map<String, CSVRecord> byWrk;

    @BeforeAll
    static void runs() throws Exception {
        byWrk = EngineByRecipe.named("wrk").missing() != null ? null
                : rows("call-limits", BY_WRK, "--engine", "wrk", "-c", "20", "--cells",
                        "virtual-10-connections-c20,virtual-connections-c20");
    }

    /** The rows of a quick run, by their cells: these must be there. */
    private static Map<String, CSVRecord> rows(String name, List<String> cells, String... arguments)
            throws Exception {
        var words = new ArrayList<>(List.of("--quick", "--aot", "--duration", "5s"));
        words.addAll(List.of(arguments));
        words.addAll(List.of("--data", data.toString()));
        Ran ran = Script.of("labs/" + name + ".java").run(words.toArray(String[]::new));
        String said = ran.out() + ran.err();
        Path run = Repository.onlyRun(data.resolve(name), ran);
        // One short fork decides little, and the figure of a claim may miss: any verdict will do.
        Repository.verdict(run, ran);
        assertTrue(new JsonMapper().readTree(run.resolve("run.json")).get("complete").asBoolean(), said);
        Map<String, CSVRecord> rows = Repository.cells(run);
        assertTrue(rows.keySet().containsAll(cells), () -> cells + " are not among " + rows + said);
        return rows;
    }

    /** A row of a measurement that was not spoilt. */
    private static CSVRecord valid(Map<String, CSVRecord> rows, String cell) {
        CSVRecord row = rows.get(cell);
        assertEquals("VALID", row.get("verdict"), row.toString());
        return row;
    }

    private static void assertCounted(CSVRecord row, String engine) {
        Certain.holds(() -> {
            assertTrue(row.get("driver").startsWith(engine + " "), row.toString());
            assertEquals("0", row.get("errors"), row.toString());
            assertTrue(number(row, "ok") > 0 && number(row, "cpu_us_per_request") > 0, row.toString());
        });
    }

    /** @param seconds response time of a request, and {@code served} of them at a time */
    private static void assertDriven(CSVRecord row, int served, double seconds) {
        double byRule = served / seconds;
        double rps = number(row, "rps");
        assertTrue(rps > 0.6 * byRule && rps < 1.05 * byRule, rps + " of " + byRule + ": " + row);
    }

    private static void hasWrk() {
        assumeTrue(byWrk != null, "there is no wrk");
    }

    @Test
    @Measures
    void wrkSendsTheRequestsOfCallLimits() {
        hasWrk();
        BY_WRK.forEach(cell -> assertCounted(valid(byWrk, cell), "wrk"));
    }

    /** A request holds connections for 0.4 s in all, and takes 0.2 s where there are enough. */
    @Test
    @Measures
    void wrkDrivesCallLimits() {
        hasWrk();
        assertDriven(valid(byWrk, BY_WRK.getFirst()), 10, 0.4);
        assertDriven(valid(byWrk, BY_WRK.getLast()), 20, 0.2);
    }
}
