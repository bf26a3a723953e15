package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** Machines that speak German, whose numbers have commas, or Turkish, whose small I has no dot. */
@Tag(Lane.SCRIPTS)
class LocaleTest {

    private static final Pattern DECIMAL_COMMA = Pattern.compile("(?<![\\d,])\\d+,\\d{1,2}(?![\\d,])");
    /** Columns that are numbers in every row. */
    private static final List<String> NUMBERS = List.of("duration_s", "rps", "p50_ms", "max_ms",
            "rule_rps", "rule_ms", "service_cpu_s");

    @TempDir
    Path temp;

    private static ProcessBuilder speaking(String language, String country, ProcessBuilder command) {
        command.environment().putAll(Map.of("LC_ALL", language + "_" + country + ".UTF-8",
                "JAVA_TOOL_OPTIONS", "-Duser.language=" + language + " -Duser.country=" + country));
        return command;
    }

    @Test
    void inTurkishTheLauncherAndALabsOutlineAreAsInEnglish() throws Exception {
        areAsInEnglish("tr", "TR");
    }

    /** Turkish numbers are written like these. */
    @Test
    @Tag(Lane.WHOLE)
    void inGermanTheLauncherAndALabsOutlineAreAsInEnglish() throws Exception {
        areAsInEnglish("de", "DE");
    }

    private static void areAsInEnglish(String language, String country) throws Exception {
        Ran english = Course.start("ramp");
        Ran ran = Repository.run(speaking(language, country, Repository.jbang("ramp", "--outline")));
        assertEquals(0, ran.exit(), ran.err());
        assertEquals(english.out(), ran.out());
    }

    /** What a cell on a light service tells, {@link kit.CellLocaleTest} looks at. */
    @Test
    @Tag(Lane.WHOLE)
    void aLabMeasuresAsInEnglish() throws Exception {
        Ran ran = Repository.run(speaking("tr", "TR",
                Script.of("labs/cpu-light.java").process("--data", temp.toString(), "--quick",
                        "--cells", "virtual-c10", "-n", "20", "-c", "10", "--warmup", "200ms")));
        Path run = Repository.onlyRun(temp.resolve("cpu-light"), ran);
        String verdict = Repository.verdict(run, ran);
        assertTrue(ran.out().contains("Verdict: " + verdict + "."), "the verdict " + verdict + " in " + ran.out());
        assertFalse(DECIMAL_COMMA.matcher(ran.out()).find(), ran.out());
        for (CSVRecord row : Repository.csv(run.resolve("summary.csv"))) {
            Repository.servedInEachBlock(20, row);
            NUMBERS.forEach(column -> assertTrue(Repository.number(row, column) > 0, column + " of " + row));
            // Two waits of 200 ms: a comma that was taken for a thousand's mark would be far away.
            assertTrue(Repository.number(row, "p50_ms") >= 390 && Repository.number(row, "p50_ms") < 40_000,
                    row.toString());
        }
        for (String file : List.of("summary.csv", "latency.csv", "timeline.csv", "blocks.csv", "capacity.csv")) {
            for (CSVRecord row : Repository.csv(run.resolve(file))) {
                row.forEach(field -> assertFalse(DECIMAL_COMMA.matcher(field).find(),
                        "'" + field + "' in " + run.resolve(file)));
            }
        }
    }

    /** The same run, the same page. {@link pages.LocaleTest} has more pages, in a JVM that began in English. */
    @Test
    @Tag(Lane.WHOLE)
    void pagesAreAsInEnglish() throws Exception {
        Path sample = Repository.onlyRun(Repository.root().resolve("data/sample/cpu-light"));
        // Alone, so that nothing else is drawn.
        Path run = Files.createDirectories(temp.resolve("data/cpu-light").resolve(sample.getFileName()));
        try (var files = Files.list(sample)) {
            for (Path file : files.toList()) {
                Files.copy(file, run.resolve(file.getFileName()));
            }
        }
        Script plot = Script.of("analysis/plot.java");
        Ran english = plot.inProcess(run.toString(), "--out", temp.resolve("en").toString());
        assertEquals(0, english.exit(), english.err());
        Ran turkish = Repository
                .run(speaking("tr", "TR", plot.process(run.toString(), "--out", temp.resolve("tr").toString())));
        assertEquals(0, turkish.exit(), turkish.err());
        List<String> pages;
        try (var files = Files.list(temp.resolve("en"))) {
            pages = files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".html")).toList();
        }
        assertFalse(pages.isEmpty(), english.out());
        for (String page : pages) {
            List<String> expected = lines(temp.resolve("en").resolve(page));
            List<String> seen = lines(temp.resolve("tr").resolve(page));
            for (int i = 0; i < Math.min(expected.size(), seen.size()); i++) {
                assertEquals(expected.get(i), seen.get(i), "line " + (i + 1) + " of " + page + " in " + temp);
            }
            assertEquals(expected.size(), seen.size(), "lines of " + page + " in " + temp);
        }
    }

    /**
     * The lines of a page, each with its words sorted: the order of attributes and settings differs between any two
     * pages.
     */
    private static List<String> lines(Path page) throws IOException {
        return Files.readString(page).lines()
                .map(line -> Arrays.stream(line.split("[\\s{}<>,]+")).sorted().collect(Collectors.joining(" ")))
                .toList();
    }
}
