package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kit.engine.EngineByRecipe;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** Labs that another load generator drives. */
@Tag(Lane.CLOCK)
class LabEngineTest {

    @TempDir
    Path data;

    /** The rows of a quick run, by their cells. */
    private Map<String, CSVRecord> rows(String name, String... arguments) throws Exception {
        var words = new ArrayList<>(List.of("--quick", "--aot", "--duration", "5s", "--data", data.toString()));
        words.addAll(List.of(arguments));
        Ran ran = Script.of("labs/" + name + ".java").run(words.toArray(String[]::new));
        // One short fork decides little, and the figure of a claim may miss.
        assertTrue(List.of(0, 1, 3).contains(ran.exit()), ran.out() + ran.err());
        return Repository.cells(Repository.onlyRun(data.resolve(name)));
    }

    /** @param seconds response time of a request, and {@code served} of them at a time */
    private static void assertDriven(CSVRecord row, String engine, int served, double seconds) {
        assertEquals("VALID", row.get("verdict"), row.toString());
        assertTrue(row.get("driver").startsWith(engine + " "), row.toString());
        assertEquals("0", row.get("errors"), row.toString());
        double byRule = served / seconds;
        double rps = number(row, "rps");
        assertTrue(rps > 0.6 * byRule && rps < 1.05 * byRule, rps + " of " + byRule + ": " + row);
    }

    @Test
    @Measures
    void wrkDrivesCpuLight() throws Exception {
        Map<String, CSVRecord> rows = rows("cpu-light", "--engine", "wrk", "--cells", "platform-c100,virtual-c100");
        assertDriven(rows.get("platform-c100-f1"), "wrk", 50, 0.4);
        assertDriven(rows.get("virtual-c100-f1"), "wrk", 100, 0.4);
    }

    /** As the published ramp was driven: by a master and three workers. */
    @Test
    @Measures
    void locustDrivesAStageOfRamp() throws Exception {
        EngineByRecipe locust = EngineByRecipe.named("locust");
        assumeTrue(locust.missing() == null, locust.missing());
        Map<String, CSVRecord> rows = rows("ramp", "--engine", "locust", "--variant", "virtual", "-c", "40");
        CSVRecord row = rows.get("virtual-stages-f1~40-users");
        assertDriven(row, "locust", 40, 0.5);
        CSVRecord all = rows.get("virtual-stages-f1");
        assertEquals("VALID", all.get("verdict"), all.toString());
        assertEquals(List.of(all.get("ok"), all.get("rps")), List.of(row.get("ok"), row.get("rps")), "it is one load");
        assertTrue(number(all, "table_rows") >= number(all, "ok"), "what was counted is stored: " + all);
        assertEquals(List.of("", "0"), List.of(all.get("accepted_rows"), all.get("lost_rows")), all.toString());
        assertTrue(number(row, "cpu_us_per_request") > 0, row.toString());
    }
}
