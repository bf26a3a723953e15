package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import fixtures.Light;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.Request;
import kit.plan.Variant;
import kit.service.Facts;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/**
 * A cell whose JVM speaks German or Turkish. The options of the lab's own JVM do not reach it. A lab that speaks them
 * is in {@link LabEndsTest}.
 */
@Tag(Lane.FAULTS)
class CellLocaleTest {

    private static final Pattern DECIMAL_COMMA = Pattern.compile("\\d,\\d");

    @TempDir
    Path data;

    @Test
    void inTurkishItsNumbersAreAsInEnglish() throws Exception {
        areAsInEnglish("tr", "TR");
    }

    /** Turkish numbers are written like these. */
    @Test
    @Tag(Lane.WHOLE)
    void inGermanItsNumbersAreAsInEnglish() throws Exception {
        areAsInEnglish("de", "DE");
    }

    /** What makes a JVM speak that. */
    static List<String> speaking(String language, String country) {
        return List.of("-Duser.language=" + language, "-Duser.country=" + country);
    }

    /** The files of a run: no number has a comma, and no letter of a column's name or of a code is a Turkish one. */
    static void isAsInEnglish(Path run) throws IOException {
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
        assertTrue(files.containsAll(List.of("summary.csv", "latency.csv", "timeline.csv")), files.toString());
    }

    /** A small I without its dot, or a capital I with one. */
    static void hasNoTurkishI(String text) {
        assertFalse(text.matches("(?s).*[\u0131\u0130].*"), text);
    }

    private void areAsInEnglish(String language, String country) throws Exception {
        List<String> flags = speaking(language, country);
        String flag = flags.getFirst();
        Variant speaking = Light.virtual("virtual").flags(flags.toArray(String[]::new));
        Ran ran = Ran.lab(data, page -> page.measure(page.cell(speaking, Request.get("/wait"), ClosedLoop.of(4, 60),
                Demand.waiting(Duration.ofMillis(20)))));
        CSVRecord row = ran.row("virtual-c4-f1");
        assertEquals("true", ran.found("virtual-c4-f1", Facts.FLAG + flag));
        assertEquals(List.of("60", "0", "200.00"), List.of(row.get("ok"), row.get("errors"), row.get("predicted_rps")));
        // A comma that was taken for a thousand's mark would be far away.
        assertTrue(number(row, "min_ms") >= 19 && number(row, "min_ms") < 2000, row.toString());
        assertTrue(number(row, "service_cpu_s") > 0 && number(row, "heap_peak_mb") > 0, row.toString());
        for (String file : List.of("summary.csv", "latency.csv", "timeline.csv")) {
            assertFalse(ran.rows(file, "virtual-c4-f1").isEmpty(), file);
        }
        isAsInEnglish(ran.folder());
    }
}
