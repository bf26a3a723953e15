package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A walk through the workshop: at a terminal, without one, and left with Ctrl-C. */
@Tag(Lane.SCRIPTS)
class WorkshopWalkTest {

    private static final String PROMPT = "Enter begins, s skips this lab, q leaves, ? shows what comes: ";
    /** It is left in its second fork. */
    private static final String[] LONG_LAB = {"1", "--", "--cells", "platform-c100,virtual-c100", "--warmup", "200ms",
            "--forks", "2", "--duration", "2s"};

    /** progress.csv has numbers as people read them. */
    private static final double ROUNDED = 0.01;

    @TempDir
    Path data;

    private Participant participant;

    @BeforeEach
    void aParticipant() throws Exception {
        participant = new Participant(data, "labs/cpu-light.java");
    }

    private Terminal terminal(String... arguments) throws Exception {
        return new Terminal(data.resolve("screen.txt"), participant.process(arguments));
    }

    private Path pageOf(String said) {
        return Path.of(said.lines().filter(line -> line.startsWith("Its page, with charts: ")).findFirst()
                .orElseThrow(() -> new AssertionError("no page in: " + said)).replaceFirst(".*: ", "").strip());
    }

    /**
     * With nothing between the workshop, the lab and the plot but what a user has; and without a network, where that
     * can be had.
     */
    @Test
    void withoutATerminalNothingIsAskedAndWhatIsLeftIsDone() throws Exception {
        for (String alias : List.of("workshop", "cpu-light", "plot")) {
            assertEquals(0, Course.start(alias).exit(), "is built: " + alias);
        }
        String first = Repository.labs().getFirst();
        List<String> rest = Repository.labs().subList(1, Repository.labs().size());
        participant.done(rest);
        Ran ran = Repository
                .run(Network.without(Repository.jbang("workshop", "--data", data.toString(), "--continue", "--",
                        "--cells", "platform-c10,virtual-c10", "--warmup", "200ms", "-n", "20", "-c", "10",
                        "--forks", "1")));
        assertEquals(0, ran.exit(), "whatever the verdict: " + ran.out() + ran.err());
        assertFalse(ran.out().contains(PROMPT) || ran.out().contains("; Enter skips"), ran.out());
        Path run = Repository.onlyRun(data.resolve(first), ran);
        Repository.servedInEachBlock(20, Repository.cells(run).get("virtual-c10-f1"));
        CSVRecord lesson = participant.progress().getFirst();
        assertEquals(first, lesson.get("lab"));
        assertEquals(run.getFileName().toString(), lesson.get("run"));
        assertEquals(Repository.values(Files.readString(run.resolve("run.json")), "verdict").findFirst().orElseThrow(),
                lesson.get("verdict"));
        assertEquals("", participant.progress().get(1).get("guess"));
        keepsTheRule(run, participant.progress().get(1));
        assertEquals(2 + 2 * rest.size(), participant.progress().size(), "the others' rows are still there");
        assertTrue(Files.readString(pageOf(ran.out())).contains(run.getFileName().toString()), ran.out());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLessonAtATerminalKeepsWhatWasGuessed() throws Exception {
        participant.launcherAnswers("*' analysis/plot.java '*) echo /a/page.html; exit 0 ;;");
        try (var terminal = terminal("1", "--", "--quick", "--warmup", "200ms", "-n", "20", "-c", "10",
                "--cells", "platform-c10,virtual-c10")) {
            terminal.types("?\n", PROMPT);
            terminal.types("x\n", PROMPT);
            terminal.types("\n", "'x' is none of these.");
            terminal.await(() -> terminal.shows().contains("; Enter skips"), "the question");
            assertFalse(terminal.shows().contains("The rule"), "the guess comes first: " + terminal.shows());
            terminal.types("1,5\n", "; Enter skips");
            terminal.types("\n", " starts the measurement");
            assertEquals(0, terminal.ends(), terminal.shows());
            Path run = Repository.onlyRun(data.resolve("cpu-light"));
            CSVRecord lesson = participant.progress().getFirst();
            assertEquals("1", lesson.get("lesson"));
            assertEquals(
                    Repository.values(Files.readString(run.resolve("run.json")), "verdict").findFirst().orElseThrow(),
                    lesson.get("verdict"));
            CSVRecord question = participant.progress().get(1);
            assertEquals("1.5", question.get("guess"));
            keepsTheRule(run, question);
            keeps("measured", run, question);
            assertEquals(run.getFileName().toString(), question.get("run"));
            assertEquals(Path.of("/a/page.html"), pageOf(terminal.shows()));
            assertTrue(participant.started().getLast().endsWith("analysis/plot.java " + run),
                    participant.started().toString());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLabIsSkippedAndTheWorkshopLeftAtThePrompt() throws Exception {
        try (var terminal = terminal("--continue")) {
            terminal.types("s\n", PROMPT);
            terminal.await(() -> terminal.shows().contains("Lesson 2 "), "Lesson 2 ");
            terminal.types("q\n", PROMPT);
            assertEquals(0, terminal.ends(), terminal.shows());
            assertTrue(terminal.shows().contains("Workshop stopped"), terminal.shows());
            assertFalse(Files.exists(participant.file()), "nothing was begun");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void ctrlCAtThePromptLeaves() throws Exception {
        try (var terminal = terminal("1")) {
            terminal.await(() -> terminal.shows().contains(PROMPT), PROMPT);
            terminal.ctrlC();
            assertEquals(130, terminal.ends(), terminal.shows());
            assertTrue(terminal.shows().contains("not done: ./jbang workshop --continue"), terminal.shows());
            assertFalse(Files.exists(participant.file()), "nothing was begun");
        }
    }

    @Test
    @Tag(Lane.WHOLE)
    @EnabledOnOs(OS.LINUX)
    void ctrlCDuringALabKeepsWhatWasMeasured() throws Exception {
        try (var terminal = terminal(LONG_LAB)) {
            terminal.types("\n", PROMPT);
            terminal.types("\n", "; Enter skips");
            terminal.types("\n", "No guess? Enter once more skips");
            terminal.types("\n", " starts the measurement");
            terminal.await(this::isAtItsSecondFork, "the second fork");
            List<ProcessHandle> children = terminal.children();
            terminal.ctrlC();
            assertEquals(130, terminal.ends(), terminal.shows());
            keepsWhatWasMeasured(terminal.shows(), children);
        }
    }

    @Test
    @Tag(Lane.WHOLE)
    @EnabledOnOs(OS.LINUX)
    void aSignalToTheWorkshopAloneEndsTheLabToo() throws Exception {
        Path said = data.resolve("said.txt");
        ProcessBuilder command = participant.process(LONG_LAB);
        ProcessBuilder interruptible = Repository.interruptible(command);
        interruptible.environment().putAll(command.environment());
        Process workshop = interruptible.redirectErrorStream(true).redirectInput(new File("/dev/null"))
                .redirectOutput(said.toFile()).start();
        try {
            Terminal.await(workshop, this::isAtItsSecondFork, () -> "second fork; it said " + Files.readString(said));
            List<ProcessHandle> children = workshop.descendants().toList();
            new ProcessBuilder("kill", "-INT", String.valueOf(workshop.pid())).start().waitFor();
            assertTrue(workshop.waitFor(40, TimeUnit.SECONDS), Files.readString(said));
            assertEquals(130, workshop.exitValue(), Files.readString(said));
            keepsWhatWasMeasured(Files.readString(said), children);
        } finally {
            workshop.descendants().forEach(ProcessHandle::destroyForcibly);
            workshop.destroyForcibly();
        }
    }

    private boolean isAtItsSecondFork() throws IOException {
        Path lab = data.resolve("cpu-light");
        if (!Files.exists(lab)) {
            return false;
        }
        // No deeper than the run: its JVMs delete what they have in folders of their own.
        try (var files = Files.walk(lab, 2)) {
            Path log = files.filter(f -> f.getFileName().toString().equals("virtual-f2.log")).findFirst()
                    .orElse(null);
            return log != null && Files.readString(log).contains("Started");
        }
    }

    /** What must be left of a lab that was interrupted in its second fork: its first, and no process. */
    private void keepsWhatWasMeasured(String said, List<ProcessHandle> children) throws Exception {
        Repository.contains(said, "This run is incomplete", "not done: ./jbang workshop --continue");
        Path run = Repository.onlyRun(data.resolve("cpu-light"));
        assertTrue(Files.readString(run.resolve("run.json")).contains("\"complete\" : false"));
        List<CSVRecord> rows = Repository.csv(run.resolve("summary.csv"));
        assertEquals("platform-c100-f1", rows.getFirst().get("cell"), rows.toString());
        assertTrue(Repository.number(rows.getFirst(), "ok") > 0, rows.toString());
        assertEquals(1, participant.progress().size());
        assertEquals("", participant.progress().getFirst().get("verdict"), "begun and not done");
        assertFalse(children.isEmpty());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        for (ProcessHandle child : children) {
            while (child.isAlive() && System.nanoTime() < end) {
                Thread.sleep(50);
            }
            assertFalse(child.isAlive(), child.info().toString());
        }
    }

    /**
     * 10 users are fewer than the pool of 50: they are the bound of either variant. So the rule is the ratio of both
     * rows' rules, near 1; the timer's lateness and the CPU time beside each variant are in it.
     */
    private static void keepsTheRule(Path run, CSVRecord question) throws IOException {
        CSVRecord platform = Repository.cells(run).get("platform-c10-f1");
        CSVRecord virtual = Repository.cells(run).get("virtual-c10-f1");
        assertEquals("users users", platform.get("bound") + " " + virtual.get("bound"));
        keeps("rule", run, question);
        assertEquals(Repository.number(virtual, "rule_rps") / Repository.number(platform, "rule_rps"),
                Repository.number(question, "rule"), ROUNDED);
    }

    /** The lesson's question has this figure of the run's first guess. */
    private static void keeps(String figure, Path run, CSVRecord question) throws IOException {
        JsonNode guess = JsonMapper.shared().readTree(Files.readString(run.resolve("run.json"))).path("guesses")
                .path(0);
        assertTrue(guess.path(figure).asDouble() > 0, "run.json has " + guess);
        assertEquals(guess.path(figure).asDouble(), Repository.number(question, figure), ROUNDED);
    }
}
