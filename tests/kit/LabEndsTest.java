package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tools.jackson.databind.json.JsonMapper;

/**
 * A lab that is interrupted, and two at once: nothing that was measured is lost, nothing is left running. One that is
 * killed is in {@link LabIsKilledTest}.
 */
@Tag(Lane.FAULTS)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no such signals")
class LabEndsTest {

    private static final String FIRST = "first-c5-f1";
    private static final String SECOND = "second-c5-f1";
    private static final Pattern DECIMAL_COMMA = Pattern.compile("\\d,\\d");

    @TempDir
    Path folder;

    private static void isWhole(CSVRecord row) {
        assertTrue(Long.parseLong(row.get("ok")) >= 50, row.toString());
        assertFalse(row.get("findings").contains("interrupted"), row.toString());
    }

    private void assertIncomplete(LabProcess lab) throws Exception {
        assertEquals(130, lab.exit(), lab.said());
        assertEquals("", lab.err(), "nothing went wrong");
        assertFalse(lab.json("light").get("complete").asBoolean(), lab.said());
        assertTrue(Files.readString(lab.run("light").resolve("notebook.md")).contains("This run is incomplete"),
                lab.said());
    }

    /** Once, or twice in a hurry. */
    @Test
    void ctrlCWhileAServiceStartsEndsEverything() throws Exception {
        for (int times : List.of(1, 2)) {
            Path own = folder.resolve(String.valueOf(times));
            try (var lab = LabProcess.light(own, own.resolve("data"), List.of("-Dlight.fault=HANGS_IN_START"))) {
                lab.awaitLog("second-f1", Light.STARTS);
                for (int i = 0; i < times; i++) {
                    lab.interrupt();
                }
                assertIncomplete(lab);
                lab.cells("light").values().forEach(row -> assertTrue(row.get("findings").contains("interrupted"),
                        row.toString()));
            }
        }
    }

    @Test
    void ctrlCInTheSecondForkKeepsTheFirst() throws Exception {
        try (var lab = LabProcess.light(folder, folder.resolve("data"), List.of(), "--forks", "3")) {
            lab.awaitLog("second-f2", Light.SERVES);
            lab.interrupt();
            assertIncomplete(lab);
            Map<String, CSVRecord> cells = lab.cells("light");
            isWhole(cells.get(FIRST));
            isWhole(cells.get(SECOND));
            assertFalse(cells.containsKey("first-c5-f3"), cells.toString());
        }
    }

    /** One speaks German, whose numbers have commas, the other Turkish, whose small I has no dot. */
    @Test
    void twoRunsOfOneLabAtOnceHaveAFolderEach() throws Exception {
        Path data = folder.resolve("data");
        try (var one = LabProcess.light(folder.resolve("one"), data, speaking("de", "DE"));
                var other = LabProcess.light(folder.resolve("other"), data, speaking("tr", "TR"))) {
            for (LabProcess lab : List.of(one, other)) {
                // On a machine that has other work to do a row may be INVALID, or nothing decided.
                assertTrue(List.of(0, 2, 3).contains(lab.exit()), lab.said());
                assertEquals("", lab.err());
                hasNoTurkishI(lab.out());
            }
        }
        try (Stream<Path> runs = Files.list(data.resolve("light"))) {
            List<Path> all = runs.toList();
            assertEquals(2, all.size(), all.toString());
            for (Path run : all) {
                assertTrue(new JsonMapper().readTree(run.resolve("run.json")).get("complete").asBoolean(), run
                        .toString());
                List<CSVRecord> rows = Repository.csv(run.resolve("summary.csv"));
                assertEquals(Set.of(FIRST, SECOND), Set.copyOf(rows.stream().map(row -> row.get("cell")).toList()));
                for (CSVRecord row : rows) {
                    assertEquals(run.getFileName().toString(), row.get("run"));
                    isWhole(row);
                    // 250/s at most by the rule, less by what this machine's timer was late.
                    double rule = Double.parseDouble(row.get("rule_rps"));
                    assertTrue(rule > 125 && rule <= 250, row.toString());
                }
                isAsInEnglish(run);
            }
        }
    }

    /** What makes a JVM speak that. */
    private static List<String> speaking(String language, String country) {
        return List.of("-Duser.language=" + language, "-Duser.country=" + country);
    }

    /** The files of a run: no number has a comma, and no letter of a column's name or of a code is a Turkish one. */
    private static void isAsInEnglish(Path run) throws IOException {
        var files = new TreeSet<String>();
        try (Stream<Path> all = Files.list(run)) {
            for (Path file : all.filter(one -> one.toString().matches(".*\\.(csv|json|md)")).toList()) {
                hasNoTurkishI(Files.readString(file));
                if (file.toString().endsWith(".csv")) {
                    files.add(file.getFileName().toString());
                    for (CSVRecord line : Repository.csv(file)) {
                        line.forEach(field -> assertFalse(DECIMAL_COMMA.matcher(field).find(),
                                "'" + field + "' in " + file));
                    }
                }
            }
        }
        assertTrue(files.containsAll(List.of("summary.csv", "latency.csv", "timeline.csv", "blocks.csv")),
                files.toString());
    }

    /** A small I without its dot, or a capital I with one. */
    private static void hasNoTurkishI(String text) {
        assertFalse(text.matches("(?s).*[\u0131\u0130].*"), text);
    }
}
