package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** The command {@code ./jbang test} itself: what is tried again, what may be skipped, and its exit codes. */
@Tag(Lane.SCRIPTS)
class RunnerTest {

    /** Environment variable with the file that has a line for each attempt of a test. */
    private static final String ATTEMPTS = "RUNNER_TEST_ATTEMPTS";

    @TempDir
    Path folder;

    /** A test of each outcome. */
    @Tag(Lane.SELF)
    static class MixedTest {

        @TempDir
        Path folder;

        @Test
        void passes() {}

        @Test
        void countsAndFails() throws IOException {
            attempt("counts");
            Files.writeString(folder.resolve("seen"), "1 row");
            fail("2 rows expected, 1 seen");
        }

        @Test
        @Measures
        void measuresAndPassesInTheEnd() throws IOException {
            assertEquals(2, attempt("measures"));
        }

        @Test
        @Measures
        void measuresAndFails() throws IOException {
            attempt("fails");
            fail("100/s expected, 50 seen");
        }

        @Test
        @Measures
        void measuresAndMiscounts() throws IOException {
            attempt("miscounts");
            Certain.holds(() -> fail("3 rows expected, 2 seen"));
        }

        @Test
        void mayBeSkipped() {
            assumeTrue(false, "there is no tool");
        }

        @ParameterizedTest
        @ValueSource(strings = {"listed", "unlisted"})
        void isSkippedWithout(String tool) {
            assumeTrue(false, "there is no " + tool + " tool");
        }

        @Test
        void mustNotBeSkipped() {
            assumeTrue(false, "there is no other tool");
        }

        /** @return which one it is of this test */
        private static long attempt(String test) throws IOException {
            Path file = Path.of(System.getenv(ATTEMPTS));
            Files.writeString(file, test + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return Files.readAllLines(file).stream().filter(test::equals).count();
        }
    }

    /** Nothing is left of its lane. */
    @Tag(Lane.SELF)
    static class DyingTest {
        @Test
        void endsItsJvm() {
            Runtime.getRuntime().halt(7);
        }
    }

    private Ran runner(boolean ci, String... arguments) throws Exception {
        var words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        words.addAll(Script.FOR_SECONDS);
        words.addAll(List.of("-Djava.io.tmpdir=" + folder, "-cp", System.getProperty("java.class.path"), "tests.Test"));
        words.addAll(List.of(arguments));
        var command = new ProcessBuilder(words);
        command.environment().put(ATTEMPTS, folder.resolve("attempts").toString());
        command.environment().remove("CI");
        if (ci) {
            command.environment().put("CI", "true");
        }
        return Repository.run(command);
    }

    private static List<String> told(Ran ran, String outcome) {
        return ran.out().lines().filter(line -> line.startsWith(outcome + " ")).map(line -> line.split("\\s+")[2])
                .toList();
    }

    @Test
    void onlyATimingIsTriedAgainAndOnlyWhatIsListedMayBeSkippedInCi() throws Exception {
        Ran ran = runner(true, "--lane", "self", "Mixed");
        assertEquals(1, ran.exit(), ran.out() + ran.err());
        String mixed = "RunnerTest$MixedTest.";
        assertEquals(List.of(mixed + "measuresAndFails()", mixed + "measuresAndFails()",
                mixed + "measuresAndPassesInTheEnd()"), told(ran, "again").stream().sorted().toList(), ran.out());
        assertEquals(List.of("counts", "fails", "fails", "fails", "measures", "measures", "miscounts"),
                Files.readAllLines(folder.resolve("attempts")).stream().sorted().toList());
        assertEquals(List.of(mixed + "measuresAndPassesInTheEnd()", mixed + "passes()"), told(ran, "passed").stream()
                .sorted().toList());
        assertEquals(List.of(mixed + "isSkippedWithout([1]", mixed + "mayBeSkipped()"), told(ran, "skipped").stream()
                .sorted().toList());
        Repository.contains(ran.out(), "FAILED " + mixed + "countsAndFails(): 2 rows expected, 1 seen",
                "FAILED " + mixed + "measuresAndMiscounts(): 3 rows expected, 2 seen",
                "FAILED " + mixed + "measuresAndFails(): 100/s expected, 50 seen",
                "FAILED " + mixed + "mustNotBeSkipped(): skipped in CI (there is no other tool)",
                "FAILED " + mixed
                        + "isSkippedWithout([2] tool = \"unlisted\"): skipped in CI (there is no unlisted tool)");
        assertEquals("2 passed, 5 failed, 2 skipped", ran.out().lines().toList().getLast());
        assertEquals(Map.of("countsAndFails()", List.of("seen"), "measuresAndFails()", List.of(),
                "measuresAndMiscounts()", List.of()), filesOf(ran, mixed));
    }

    /** The files of tests that failed, by the test's name: they stay where the last lines say. */
    private static Map<String, List<String>> filesOf(Ran ran, String mixed) throws IOException {
        var files = new TreeMap<String, List<String>>();
        for (String line : ran.out().lines().filter(line -> line.startsWith("FAILED " + mixed) && line.endsWith("]"))
                .toList()) {
            Path place = Path.of(line.substring(line.lastIndexOf('[') + 1, line.lastIndexOf(']')));
            try (Stream<Path> there = Files.list(place)) {
                files.put(line.substring(("FAILED " + mixed).length(), line.indexOf(':')), there.map(file -> file
                        .getFileName().toString()).toList());
            }
        }
        return files;
    }

    @Test
    void aLaneThatDiesFails() throws Exception {
        Ran ran = runner(false, "--lane", "self", "Dying");
        assertEquals(1, ran.exit(), ran.out() + ran.err());
        Repository.contains(ran.out(), "FAILED lane self: its JVM ended with exit code 7");
        assertEquals("0 passed, 1 failed", ran.out().lines().toList().getLast());
    }

    @Test
    void aMethodIsAskedForByAPartOfItsName() throws Exception {
        Ran ran = runner(false, "--lane", "self", "Mixed#passes", "Mixed#mayBe");
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        assertEquals("1 passed, 0 failed, 1 skipped", ran.out().lines().toList().getLast());
    }

    @Test
    void whereNoTestIsFoundTheExitCodeTellsSo() throws Exception {
        for (String name : List.of("NoSuchClass", "Mixed#noSuchMethod")) {
            Ran ran = runner(false, "--lane", "self", name);
            assertEquals(2, ran.exit(), ran.out() + ran.err());
            assertTrue(ran.err().contains("no test has a name that contains " + name), ran.err());
        }
    }
}
