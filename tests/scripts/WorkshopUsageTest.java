package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** The workshop's command line, its check of the machine, and what it prepares. */
@Tag(Lane.SCRIPTS)
class WorkshopUsageTest {

    /** The stand-in for a JVM writes a log where it is not told to write none. */
    private static final String LOGS = "*' -R=-Xlog:disable '*) ;;\n"
            + "*' --outline '*) echo '[0.004s][info][gc] Using Serial' ;;";

    @TempDir
    Path data;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "--nonsense        | --nonsense",
            "99                | no lesson '99'",
            "cpu-heavy         | no lesson 'cpu-heavy'",
            "1 2               | '2'",
            "--list --check    | cannot be combined",
            "--list 3          | leave '3' out",
            "-- --rate 0       | greater than 0",
            "-- --forks x      | 'x'",
            "-- --aot          | '--aot'",
            "1 -- --aot        | '--aot'",
            "1 -- --rate 0     | greater than 0",
            "1 -- --help       | not allowed there",
            "-- --data here    | put --data before --",
            "-- --outline      | not allowed there"})
    void badUsage(String arguments, String words) throws Exception {
        var participant = new Participant(data);
        Ran ran = participant.workshop(arguments.strip().split(" "));
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        assertEquals(1, ran.err().lines().count(), "one line: " + ran.err());
        assertTrue(ran.err().startsWith("workshop: ") && ran.err().contains(words.strip()), ran.err());
        assertEquals(List.of(), participant.started());
    }

    @Test
    void theGlossaryHasEachTermOnceInOrder() throws Exception {
        var participant = new Participant(data);
        Ran ran = participant.workshop("--glossary");
        assertEquals(0, ran.exit(), ran.err());
        List<String> terms = Repository.read("labs/GLOSSARY.md").lines().filter(line -> line.startsWith("| "))
                .map(line -> line.split("\\|")[1].strip()).skip(1).toList();
        assertEquals(terms.stream().distinct().sorted(String.CASE_INSENSITIVE_ORDER).toList(), terms);
        for (String term : terms) {
            assertTrue(ran.out().contains("| " + term), term);
        }
        assertEquals(List.of(), participant.started());
    }

    @Test
    void outsideTheProjectThereAreNoLabs() throws Exception {
        Ran ran = Repository.run(Script.of("labs/workshop.java").process("--list").directory(data.toFile()));
        assertEquals(2, ran.exit());
        assertTrue(ran.err().contains("there are no labs in " + data.toRealPath()) && ran.err().contains("change to"),
                ran.err());
    }

    @Test
    void aLogThatTheEnvironmentAsksForIsNoPartOfAnOutline() throws Exception {
        var participant = new Participant(data);
        participant.launcherAnswers(LOGS);
        Ran ran = participant.workshop("--list");
        assertEquals(0, ran.exit(), ran.err());
        List<String> unknown = ran.out().lines().filter(line -> line.matches("\\d+ [\\w-]+ +\\? .*")).toList();
        assertEquals(List.of(), unknown, ran.out());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void lessonZeroShowsWhatWillBeSkippedAndHowToMendIt() throws Exception {
        var participant = new Participant(data, "analysis/plot.java");
        // What a lab will skip it says itself, so this one is asked under the same limit.
        participant.launcherAnswers(
                "*labs/waiting.java*) exec " + Course.quoted(Script.of("labs/waiting.java").command("--outline"))
                        + " ;;");
        ProcessBuilder check = participant.process("--check");
        var words = new ArrayList<>(List.of("sh", "-c", "ulimit -n 3000 && exec \"$@\"", "sh"));
        words.addAll(check.command());
        check.command(words);
        Ran ran = Repository.run(check);
        assertEquals(0, ran.exit(), ran.err());
        assertTrue(ran.out().contains("\nok       JDK " + Runtime.version().feature() + " with a compiler"), ran.out());
        assertTrue(ran.out().contains(
                "\nmissing  3000 file descriptors in a process (ulimit -n); needed: up to 20300, by lab 8 waiting.\n"),
                ran.out());
        assertTrue(
                ran.out().replace("\n    ", " ").lines().anyMatch(line -> line.matches(
                        "SKIPPED lab 8 waiting: \\d+ of \\d+ cells.*: needs \\d+ file descriptors.*ulimit -n 65536.*")),
                ran.out());
        assertTrue(ran.out().contains("everything is fetched and built"), ran.out());
        assertFalse(Files.exists(participant.file()), "nothing was begun");
    }

    /** The builds themselves are those of {@link StartTest}. */
    @Test
    void everythingIsBuiltAndThenTriedWithoutTheNetwork() throws Exception {
        var participant = new Participant(data);
        participant.launcherAnswers("*' build '*) exit 0 ;;\n*' jdk install '*) exit 1 ;;\n" + LOGS);
        Ran ran = participant.workshop("--prepare");
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        assertFalse(ran.out().contains("NOT ready"), ran.out());

        Set<String> wanted = new TreeSet<>(Repository.aliases().values());
        wanted.removeIf(script -> script.startsWith("tests/"));
        wanted.addAll(StartTest.services());
        assertEquals(wanted,
                participant.started().stream().filter(call -> call.contains(" build "))
                        .map(call -> call.replaceAll(".* ", ""))
                        .collect(Collectors.toCollection(TreeSet::new)));
        assertEquals(Repository.labs(),
                participant.started().stream().filter(call -> call.contains("--offline") && call.contains("--outline"))
                        .map(call -> call.replaceAll(".*labs/(.*)[.]java.*", "$1")).toList());
        assertTrue(
                ran.out()
                        .contains((wanted.size() + Repository.labs().size()) + " of "
                                + (wanted.size() + Repository.labs().size()) + " are ready"),
                ran.out());
    }

    @Test
    void whatCannotBeBuiltIsNotReady() throws Exception {
        var participant = new Participant(data);
        participant.launcherAnswers("""
                *' build labs/herd.java '*) echo '[jbang] [ERROR] no such library' >&2; exit 1 ;;
                *' build '*) exit 0 ;;
                *' jdk install '*) exit 1 ;;""");
        Ran ran = participant.workshop("--prepare");
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        Repository.contains(ran.out(), "labs/herd.java is NOT ready: no such library\n",
                "Not ready: labs/herd.java. Check the network");
    }
}
