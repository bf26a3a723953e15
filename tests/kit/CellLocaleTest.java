package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import fixtures.Light;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
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

/** A cell whose JVM speaks German or Turkish. The options of the lab's own JVM do not reach it. */
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

    private void areAsInEnglish(String language, String country) throws Exception {
        String flag = "-Duser.language=" + language;
        Variant speaking = Light.virtual("virtual").flags(flag, "-Duser.country=" + country);
        Ran ran = Ran.lab(data, page -> page.measure(page.cell(speaking, Request.get("/wait"), ClosedLoop.of(4, 60),
                Demand.waiting(Duration.ofMillis(20)))));
        CSVRecord row = ran.row("virtual-c4-f1");
        assertEquals("true", ran.found("virtual-c4-f1", Facts.FLAG + flag));
        assertEquals(List.of("60", "0", "200.00"), List.of(row.get("ok"), row.get("errors"), row.get("predicted_rps")));
        // A comma that was taken for a thousand's mark would be far away.
        assertTrue(number(row, "min_ms") >= 19 && number(row, "min_ms") < 2000, row.toString());
        assertTrue(number(row, "service_cpu_s") > 0 && number(row, "heap_peak_mb") > 0, row.toString());
        for (String file : List.of("summary.csv", "latency.csv", "timeline.csv")) {
            List<CSVRecord> lines = ran.rows(file, "virtual-c4-f1");
            assertFalse(lines.isEmpty(), file);
            lines.forEach(line -> line.forEach(field -> assertFalse(DECIMAL_COMMA.matcher(field).find(),
                    "'" + field + "' in " + file)));
        }
    }
}
