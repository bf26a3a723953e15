package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.contains;

import fixtures.Pinner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;

/** The same pages, tables and lines whatever the language of the machine is. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LocaleTest {

    @TempDir
    static Path temp;

    private static List<List<String>> commands;
    private static Map<String, String> expected;

    @BeforeAll
    static void inNoLanguage() throws Exception {
        Path data = temp.resolve("data");
        Path waits = Waits.lab(data).write();
        Path other = Waits.lab(data).run("20260103-100000").json("{\"jdk\": \"26.0.1 Somebody\"}").write();
        BurstTest.herd(data).write();
        Ramp.lab(data).write();
        StoredRows.lab(data).write();
        ThroughputTest.bounds(data).write();
        Path recording = temp.resolve("my.jfr");
        Ran recorded = Repository.run(new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:StartFlightRecording:filename=" + recording, "-Djdk.reflect.useNativeAccessorOnly=true", "-cp",
                System.getProperty("java.class.path"), Pinner.class.getName()));
        assertEquals(0, recorded.exit(), recorded.err() + recorded.out());
        commands = List.of(List.of("plot", data.toString()), List.of("compare", waits.toString(), other.toString()),
                List.of("room", Repository.root().resolve("data/sample").toString()),
                List.of("pins", recording.toString()));
        expected = run(Locale.ROOT);
        contains(expected.get("compare, printed"), "1.000", "26.0.1 Somebody");
        contains(expected.get("room, printed"), "median 2.00");
        contains(expected.get("pins, printed"), "4 pins");
        assertTrue(
                expected.keySet()
                        .containsAll(List.of("plot, waits.html", "plot, herd.html", "plot, index.html",
                                "compare, compare.html",
                                "room, room.html", "pins, index.html", "pins, pinning.csv")),
                expected.keySet().toString());
    }

    /** What all commands printed and wrote, by command and file. */
    private static Map<String, String> run(Locale locale) throws IOException {
        Locale before = Locale.getDefault();
        Map<String, String> all = new TreeMap<>();
        Path out = temp.resolve("out");
        try {
            Locale.setDefault(locale);
            for (List<String> command : commands) {
                List<String> words = new ArrayList<>(command.subList(1, command.size()));
                words.addAll(List.of("--out", out.resolve(command.getFirst()).toString()));
                Ran ran = Repository.analysis(command.getFirst(), words.toArray(String[]::new));
                all.put(command.getFirst() + ", printed", ran.exit() + "\n" + ran.out() + ran.err());
            }
        } finally {
            Locale.setDefault(before);
        }
        for (List<String> command : commands) {
            try (var files = Files.list(out.resolve(command.getFirst()))) {
                for (Path file : files.filter(file -> !file.endsWith("plotly.js")).toList()) {
                    all.put(command.getFirst() + ", " + file.getFileName(), Files.readString(file));
                    Files.delete(file);
                }
            }
        }
        return all;
    }

    @Test
    void inGermanWhichWritesADecimalComma() throws IOException {
        assertSameAsInNone("de-DE");
    }

    @Test
    void inTurkishWhichHasAnotherSmallLetterOfI() throws IOException {
        assertSameAsInNone("tr-TR");
    }

    @Test
    void inArabicWhichHasDigitsOfItsOwn() throws IOException {
        assertSameAsInNone("ar-EG");
    }

    private static void assertSameAsInNone(String language) throws IOException {
        Map<String, String> here = run(Locale.forLanguageTag(language));
        assertEquals(expected.keySet(), here.keySet());
        expected.forEach((what, text) -> assertSameLines(what + " in " + language, text, here.get(what)));
    }

    /** Says of long texts only the first line that differs. */
    private static void assertSameLines(String what, String expected, String seen) {
        List<String> a = expected.lines().toList();
        List<String> b = seen.lines().toList();
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            assertEquals(a.get(i), b.get(i), what + ", line " + (i + 1));
        }
        assertEquals(a.size(), b.size(), "lines of " + what);
    }
}
