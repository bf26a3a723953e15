package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tests.Repository.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kit.engine.EngineByRecipe;
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
 * Labs that another load generator drives. What is counted fails at once; what is timed may be tried again. The same of
 * {@code own}, with wrk and ab, is in {@code kit.engine.EnginesTest}.
 */
@Tag(Lane.OWN)
@Tag(Lane.WHOLE)
class LabEngineTest {

    private static final List<String> BY_WRK = List.of("platform-c100-f1", "virtual-c100-f1");
    private static final String STAGE = "virtual-stages-f1~40-users";

    @TempDir
    static Path data;

    /** Null where there is no wrk. */
    private static Map<String, CSVRecord> byWrk;
    /** As the published ramp was driven: by a master and three workers. Null until a test asks for it. */
    private static Map<String, CSVRecord> byLocust;

    @BeforeAll
    static void runs() throws Exception {
        if (EngineByRecipe.named("wrk").missing() == null) {
            byWrk = rows("cpu-light", BY_WRK, "--engine", "wrk", "--cells", "platform-c100,virtual-c100");
        }
    }

    /**
     * The rows of a quick run, by their cells: these must be there. A run that is INVALID has counted nothing, so there
     * is one more.
     */
    private static Map<String, CSVRecord> rows(String name, List<String> cells, String... arguments)
            throws Exception {
        var words = new ArrayList<>(List.of("--quick", "--aot", "--duration", "5s"));
        words.addAll(List.of(arguments));
        Path folder = data.resolve("first");
        Ran ran = run(name, words, folder);
        if (ran.exit() == 2 && isComplete(folder.resolve(name), ran)) {
            folder = data.resolve("second");
            ran = run(name, words, folder);
        }
        String said = ran.out() + ran.err();
        // One short fork decides little, and the figure of a claim may miss.
        assertTrue(List.of(0, 1, 3).contains(ran.exit()), said);
        Map<String, CSVRecord> rows = Repository.cells(Repository.onlyRun(folder.resolve(name), ran));
        assertTrue(rows.keySet().containsAll(cells), () -> cells + " are not among " + rows + said);
        return rows;
    }

    /** Whether a run came to its end. One that did not may have its exit code for an error. */
    private static boolean isComplete(Path lab, Ran ran) throws IOException {
        return Files.isDirectory(lab) && new JsonMapper().readTree(Repository.onlyRun(lab, ran).resolve("run.json"))
                .get("complete").asBoolean();
    }

    private static Ran run(String name, List<String> words, Path folder) throws Exception {
        return Script.of("labs/" + name + ".java")
                .run(Stream.concat(words.stream(), Stream.of("--data", folder.toString())).toArray(String[]::new));
    }

    private static void assertCounted(CSVRecord row, String engine) {
        assertTrue(row.get("driver").startsWith(engine + " "), row.toString());
        assertEquals("0", row.get("errors"), row.toString());
        assertTrue(number(row, "ok") > 0 && number(row, "cpu_us_per_request") > 0, row.toString());
    }

    /** @param seconds response time of a request, and {@code served} of them at a time */
    private static void assertDriven(CSVRecord row, int served, double seconds) {
        assertEquals("VALID", row.get("verdict"), row.toString());
        double byRule = served / seconds;
        double rps = number(row, "rps");
        assertTrue(rps > 0.6 * byRule && rps < 1.05 * byRule, rps + " of " + byRule + ": " + row);
    }

    private static void hasWrk() {
        assumeTrue(byWrk != null, "there is no wrk");
    }

    @Test
    void wrkSendsTheRequestsOfCpuLight() {
        hasWrk();
        BY_WRK.forEach(cell -> assertCounted(byWrk.get(cell), "wrk"));
    }

    @Test
    @Measures
    void wrkDrivesCpuLight() {
        hasWrk();
        assertDriven(byWrk.get(BY_WRK.getFirst()), 50, 0.4);
        assertDriven(byWrk.get(BY_WRK.getLast()), 100, 0.4);
    }

    private static void hasLocust() throws Exception {
        assumeTrue(EngineByRecipe.named("locust").missing() == null, "there is no Locust");
        if (byLocust == null) {
            byLocust = Certain.result(() -> rows("ramp", List.of(STAGE), "--engine", "locust", "--variant", "virtual",
                    "-c", "40"));
        }
    }

    @Test
    void whatLocustCountedIsStored() throws Exception {
        hasLocust();
        CSVRecord row = byLocust.get(STAGE);
        CSVRecord all = byLocust.get("virtual-stages-f1");
        assertCounted(row, "locust");
        assertEquals(List.of(all.get("ok"), all.get("rps")), List.of(row.get("ok"), row.get("rps")), "it is one load");
        assertTrue(number(all, "table_rows") >= number(all, "ok"), "what was counted is stored: " + all);
        assertEquals(List.of("", "0"), List.of(all.get("accepted_rows"), all.get("lost_rows")), all.toString());
    }

    @Test
    @Measures
    void locustDrivesAStageOfRamp() throws Exception {
        hasLocust();
        assertDriven(byLocust.get(STAGE), 40, 0.5);
        assertEquals("VALID", byLocust.get("virtual-stages-f1").get("verdict"), byLocust.toString());
    }
}
