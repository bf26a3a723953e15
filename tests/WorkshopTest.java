package tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The workshop, the way a participant goes: at a terminal, without one, without a network, and away with Ctrl-C. */
@Tag(Lane.SCRIPTS)
class WorkshopTest {

    private static final String HEADER = "lesson,lab,question,guess,rule,measured,verdict,run,hints,at";
    private static final String AT = "2026-01-02T03:04:05Z";

    @TempDir
    Path data;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void nothingOfOursGoesOn() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** The labs in the catalog's order. */
    private static List<String> labs() {
        JsonNode aliases = JsonMapper.shared().readTree(Repository.read("jbang-catalog.json")).path("aliases");
        return aliases.properties().stream().filter(a -> a.getValue().path("script-ref").asString().equals("labs/" + a.getKey() + ".java"))
                .map(a -> a.getKey()).toList();
    }

    private ProcessBuilder command(String... arguments) {
        // What follows -- is not the workshop's.
        var words = new ArrayList<>(List.of("workshop", "--data", data.toString()));
        words.addAll(Arrays.asList(arguments));
        return Repository.jbang(words.toArray(String[]::new));
    }

    private Repository.Ran workshop(String... arguments) throws Exception {
        return Repository.run(command(arguments));
    }

    private Path file() {
        return data.resolve("progress.csv");
    }

    private List<CSVRecord> progress() throws IOException {
        assertEquals(HEADER, Files.readAllLines(file()).getFirst());
        return Repository.csv(file());
    }

    /** Progress in which these labs are done. */
    private void done(List<String> some) throws IOException {
        Files.writeString(file(), HEADER + "\n" + some.stream().map(lab -> (labs().indexOf(lab) + 1) + "," + lab + ",,,,,SURPRISE,20260102-030405,0," + AT
                + "\n" + (labs().indexOf(lab) + 1) + "," + lab + ",\"more, or less?\",2.5,2,1.9,,20260102-030405,," + AT + "\n")
                .collect(Collectors.joining()));
    }

    /** The run that such a row names: a claim that held, one that did not, and something to try. */
    private void ran(String lab) throws IOException {
        Path run = Files.createDirectories(data.resolve(lab).resolve("20260102-030405"));
        Files.writeString(run.resolve("run.json"), """
                {"complete": true, "verdict": "SURPRISE", "claims": [
                  {"text": "this held", "verdict": "CONFIRMED", "hint": "look elsewhere"},
                  {"text": "this failed", "verdict": "SURPRISE", "hint": "look at summary.csv"}]}
                """);
        Files.writeString(run.resolve("notebook.md"), "# 1 a page\n\n## Try it\n\n-c 7   more users\n\n- **SURPRISE** is the verdict of this run.\n");
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void everyLabTellsWhatItIsAboutAndMeasuresNothing() throws Exception {
        for (String lab : labs()) {
            Repository.Ran ran = Repository.run(Repository.jbang("--quiet", "labs/" + lab + ".java", "--outline", "--step", "--data", data.toString()));
            assertEquals(0, ran.exit(), lab + ": " + ran.err());
            assertEquals(1, ran.out().lines().count(), "one JSON object and nothing else: " + ran.out());
            JsonNode outline = JsonMapper.shared().readTree(ran.out());
            assertEquals(lab, outline.path("lab").asString());
            assertEquals(labs().indexOf(lab) + 1, outline.path("number").asInt(), "the catalog's order is the workshop's");
            assertEquals(outline.path("number").asInt() + " " + lab, outline.path("title").asString());
            assertFalse(outline.path("question").asString().isBlank() || outline.path("rule").asString().isBlank(), ran.out());
            assertTrue(outline.path("predictions").size() > 0 && outline.path("claims").size() > 0, ran.out());
            outline.path("predictions").forEach(p -> {
                assertFalse(p.path("question").asString().isBlank() || p.path("hints").isEmpty(), ran.out());
                // They stand alone in --hint, in progress.csv and on the room's page.
                assertTrue(p.path("question").asString().matches("(?!(And|But|Both|Then|So) ).{30,}[?]"), "no question by itself: " + p);
            });
            int skipped = outline.path("skipped").valueStream().mapToInt(s -> s.path("cells").size()).sum();
            assertTrue(outline.path("cells").asInt() + skipped > 1, ran.out());
            assertTrue(outline.path("seconds").asInt() > 5 * outline.path("cells").asInt(), ran.out());
            assertTrue(outline.path("needs").path("files").asInt() > 0, ran.out());
        }
        try (var files = Files.list(data)) {
            assertEquals(List.of(), files.toList(), "nothing is written");
        }
    }

    @Test
    void anOutlineTellsWhatThisMachineCannotMeasureAndWhatWouldHelp() throws Exception {
        Repository.Ran ran = Repository.run(Repository.jbang("--quiet", "labs/" + labs().getFirst() + ".java", "--outline", "--jdk", "87"));
        assertEquals(0, ran.exit(), ran.err());
        JsonNode skipped = JsonMapper.shared().readTree(ran.out()).path("skipped").path(0);
        assertTrue(skipped.path("why").asString().contains("./jbang jdk install 87"), ran.out());
        assertTrue(skipped.path("cells").size() > 1, ran.out());
        assertEquals(0, JsonMapper.shared().readTree(ran.out()).path("cells").asInt());
    }

    @Test
    void everyColumnIsInTheContract() {
        String contract = Repository.read("data/README.md");
        String section = contract.substring(contract.indexOf("\n## progress.csv"));
        section = section.substring(0, section.indexOf("\n## ", 5));
        assertEquals(HEADER, Pattern.compile("^\\| ([a-z, ]+) \\|", Pattern.MULTILINE).matcher(section).results()
                .map(m -> m.group(1).replace(", ", ",")).filter(c -> !c.equals("column")).collect(Collectors.joining(",")));
    }

    @Test
    @Timeout(value = 8, unit = TimeUnit.MINUTES)
    void theListTellsHowFarSomebodyIs() throws Exception {
        done(List.of(labs().get(0), labs().get(2)));
        Repository.Ran ran = workshop("--list");
        assertEquals(0, ran.exit(), ran.err());
        List<String> lines = ran.out().lines().toList();
        assertEquals(labs().size(), lines.size(), ran.out());
        for (String lab : labs()) {
            int at = labs().indexOf(lab);
            assertTrue(lines.get(at).matches((at + 1) + " " + lab + " +\\d+ min .*[?]"), lines.get(at));
            assertEquals(at == 0 || at == 2, lines.get(at).contains("SURPRISE 2026-01-02"), lines.get(at));
            assertEquals(at == 1, lines.get(at).contains(" next "), lines.get(at));
        }
    }

    @Test
    void continuingWhereAllIsDoneMeasuresNothing() throws Exception {
        done(labs());
        Repository.Ran ran = workshop("--continue");
        assertEquals(0, ran.exit(), ran.err());
        assertTrue(ran.out().contains("All lessons are done") && ran.out().contains("--reset"), ran.out());
        assertTrue(ran.out().contains("| more, or less? |   2.5 |    2 |      1.9 |"), ran.out());
        assertFalse(ran.out().contains("INVALID"), ran.out());
        Files.writeString(file(), Files.readString(file()).replaceFirst("(?m)^(3,.*)SURPRISE", "$1INVALID"));
        assertTrue(workshop("--continue").out().contains("Lab 3 " + labs().get(2) + " was INVALID: ./jbang workshop 3 repeats it."), "done, and of no use");
    }

    @Test
    void whatWasDoneIsForgottenAndTheRunsStay() throws Exception {
        done(labs().subList(0, 3));
        ran(labs().getFirst());
        Repository.Ran ran = workshop("--reset");
        assertEquals(0, ran.exit(), ran.err());
        assertTrue(ran.out().contains("3 lessons done, 3 guesses"), ran.out());
        assertFalse(Files.exists(file()));
        assertTrue(Files.exists(data.resolve(labs().getFirst()).resolve("20260102-030405/run.json")));
        assertTrue(workshop("--reset").out().contains("nothing to forget"));
    }

    @Test
    void hintsComeOneAtATimeUntilThereAreNoMore() throws Exception {
        String lab = labs().get(1);
        done(labs().subList(0, 2));
        Files.writeString(file(), Files.readString(file()).replaceAll("(?m)^(2,.*),2026-01-02T", "$1,2026-01-03T"));
        ran(lab);
        int all = JsonMapper.shared().readTree(Repository.run(Repository.jbang("--quiet", "labs/" + lab + ".java", "--outline")).out())
                .path("predictions").valueStream().mapToInt(p -> p.path("hints").size()).sum() + 2;
        var said = new ArrayList<String>();
        for (int i = 1; i <= all; i++) {
            Repository.Ran ran = workshop("--hint");
            assertEquals(0, ran.exit(), ran.err());
            assertTrue(ran.out().startsWith("Lab 2 " + lab + ", hint " + i + " of " + all + ". "), "the lesson that was touched last: " + ran.out());
            said.add(ran.out());
            assertEquals(String.valueOf(i), progress().get(2).get("hints"));
        }
        assertTrue(said.get(all - 2).contains("\"this failed\" did not hold: look at summary.csv"), said.toString());
        assertTrue(said.get(all - 1).contains("-c 7   more users") && !said.get(all - 1).contains("verdict"), said.toString());
        assertFalse(said.toString().contains("look elsewhere"), "a claim that held needs no hint");
        assertTrue(workshop("--hint").out().contains("there are no more hints."));
        assertEquals(4, progress().size(), "nothing else has changed");
    }

    @Test
    void twoAtOnceLoseNothingOfEachOther() throws Exception {
        List<String> some = labs().subList(0, 4);
        done(some);
        var all = new ArrayList<Process>();
        for (String lab : some) {
            ran(lab);
        }
        for (String lab : some) {
            all.add(command("--hint", lab).redirectInput(new File("/dev/null")).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start());
        }
        started.addAll(all);
        for (Process one : all) {
            assertTrue(one.waitFor(3, TimeUnit.MINUTES));
            assertEquals(0, one.exitValue());
        }
        assertEquals(List.of("1", "1", "1", "1"), progress().stream().filter(r -> r.get("question").isEmpty()).map(r -> r.get("hints")).toList());
        assertEquals(8, progress().size());
    }

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
            "-- --data here    | --data may stand before it",
            "-- --outline      | do not belong there"})
    void badUsage(String arguments, String words) throws Exception {
        Repository.Ran ran = workshop(arguments.strip().split(" "));
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        List<String> said = ran.err().lines().filter(line -> !line.startsWith("[jbang]")).toList();
        assertEquals(1, said.size(), "one line: " + ran.err());
        assertTrue(said.getFirst().startsWith("workshop: ") && said.getFirst().contains(words.strip()), ran.err());
    }

    @Test
    void outsideTheProjectThereAreNoLabs() throws Exception {
        Repository.Ran ran = Repository.run(Repository.jbang(Repository.root().resolve("labs/kit/workshop.java").toString(), "--list")
                .directory(data.toFile()));
        assertEquals(2, ran.exit());
        assertTrue(ran.err().contains("there are no labs in " + data.toRealPath()) && ran.err().contains("change to"), ran.err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "1,cpu-light          | its header is not",
            "HEADER/1,cpu-light  | row 1 has 2 fields instead of 10",
            "HEADER/one,cpu-light,,,,,,,0,2026-01-02T03:04:05Z  | lesson of row 1 is 'one'",
            "HEADER/1,cpu-light,,,,,,,0,yesterday               | at of row 1 is 'yesterday'",
            "HEADER/1,\"cpu-light,,,,,,,0                       | progress.csv"})
    void progressThatCannotBeReadIsLeftAsItIs(String text, String words) throws Exception {
        String damaged = text.strip().replace("HEADER", HEADER).replace("/", "\n");
        Files.writeString(file(), damaged);
        Repository.Ran ran = workshop("--continue");
        assertEquals(2, ran.exit(), ran.out());
        List<String> said = ran.err().lines().filter(line -> !line.startsWith("[jbang]")).toList();
        assertEquals(1, said.size(), "one line: " + ran.err());
        assertTrue(said.getFirst().contains("cannot read " + file()) && said.getFirst().contains(words.strip())
                && said.getFirst().contains("--reset"), ran.err());
        assertEquals(damaged, Files.readString(file()));
        assertEquals(0, workshop("--reset").exit());
        assertFalse(Files.exists(file()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void lessonZeroTellsWhatWillBeSkippedAndHowToMendIt() throws Exception {
        var words = new ArrayList<>(List.of("sh", "-c", "ulimit -n 3000 && exec \"$@\"", "sh"));
        words.addAll(command("--check").command());
        Repository.Ran ran = Repository.run(new ProcessBuilder(words).directory(Repository.root().toFile()));
        assertEquals(0, ran.exit(), ran.err());
        assertTrue(ran.out().contains("\nok       JDK " + Runtime.version().feature() + " with a compiler"), ran.out());
        assertTrue(ran.out().contains("\nmissing  3000 file descriptors in a process (ulimit -n): lab 6 herd and lab 7 ramp would have"), ran.out());
        assertTrue(ran.out().lines().anyMatch(line -> line.matches("SKIPPED lab 6 herd: \\d+ of \\d+ cells.*: needs \\d+ file descriptors.*ulimit -n 65536.*")),
                ran.out());
        assertFalse(Files.exists(file()), "nothing was begun");
    }

    @Test
    @Timeout(value = 8, unit = TimeUnit.MINUTES)
    void withoutATerminalNothingIsAskedAndWhatIsLeftIsDone() throws Exception {
        List<String> rest = labs().subList(1, labs().size());
        done(rest);
        Repository.Ran ran = workshop("--continue", "--", "--quick", "--variant", "virtual");
        assertEquals(0, ran.exit(), "whatever the verdict: " + ran.out() + ran.err());
        assertFalse(ran.out().contains("Enter begins") || ran.out().contains("; Enter skips"), ran.out());
        Path run = Repository.onlyRun(data.resolve(labs().getFirst()));
        CSVRecord lesson = progress().getFirst();
        assertEquals(labs().getFirst(), lesson.get("lab"));
        assertEquals(run.getFileName().toString(), lesson.get("run"));
        assertEquals(Repository.values(Files.readString(run.resolve("run.json")), "verdict").findFirst().orElseThrow(), lesson.get("verdict"));
        assertEquals("", progress().get(1).get("guess"));
        assertEquals("2", progress().get(1).get("rule"));
        assertEquals(2 + 2 * rest.size(), progress().size(), "the others' rows are still there");
        String page = ran.out().lines().filter(line -> line.startsWith("Its page, with charts: ")).findFirst().orElseThrow(() ->
                new AssertionError(ran.out() + ran.err()));
        assertTrue(Files.size(Path.of(page.substring(page.indexOf(": ") + 2))) > 1000, page);
    }

    /** A pseudo-terminal with a workshop in it. */
    private final class Terminal {
        private final Process process;
        private final Path screen = data.resolve("screen.txt");

        Terminal(String... arguments) throws Exception {
            assumeTrue(Repository.run(new ProcessBuilder("script", "--version")).exit() == 0, "there is no script(1)");
            String line = command(arguments).command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
            process = Repository.interruptible(new ProcessBuilder("script", "-qefc", line, "/dev/null").directory(Repository.root().toFile()))
                    .redirectErrorStream(true).redirectOutput(screen.toFile()).start();
            started.add(process);
        }

        String shows() throws IOException {
            return Files.exists(screen) ? Files.readString(screen, StandardCharsets.UTF_8) : "";
        }

        /** Types, once these words are on the screen (behind those that were waited for before). */
        void types(String keys, String once) throws Exception {
            await(() -> shows().contains(once), once);
            type(keys);
        }

        void type(String keys) throws IOException {
            process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        }

        void await(Callable<Boolean> condition, String what) throws Exception {
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
            while (!condition.call()) {
                assertTrue(process.isAlive(), "ended before: " + what + "\n" + shows());
                assertTrue(System.nanoTime() < end, "waited in vain for: " + what + "\n" + shows());
                Thread.sleep(100);
            }
        }

        int ends() throws Exception {
            assertTrue(process.waitFor(3, TimeUnit.MINUTES), shows());
            return process.exitValue();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(value = 8, unit = TimeUnit.MINUTES)
    void aLessonAtATerminalKeepsWhatWasGuessed() throws Exception {
        var terminal = new Terminal("1", "--", "--quick");
        terminal.types("\n", "Enter begins, s skips this lab, q leaves: ");
        terminal.types("1,5\n", "; Enter skips");
        terminal.types("\n", " starts the measurement");
        assertEquals(0, terminal.ends(), terminal.shows());
        CSVRecord lesson = progress().getFirst();
        assertEquals("1", lesson.get("lesson"));
        assertTrue(Set.of("CONFIRMED", "SURPRISE", "INVALID").contains(lesson.get("verdict")), lesson.toString());
        CSVRecord question = progress().get(1);
        assertEquals("1.5", question.get("guess"));
        assertEquals("2", question.get("rule"));
        // Two waves are too few for more than that.
        assertEquals(2, Repository.number(question, "measured"), 0.6);
        assertEquals(Repository.onlyRun(data.resolve("cpu-light")).getFileName().toString(), question.get("run"));
        assertTrue(terminal.shows().contains("Its page, with charts: "), terminal.shows());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLabIsSkippedAndTheWorkshopLeftAtThePrompt() throws Exception {
        var terminal = new Terminal("--continue");
        terminal.types("s\n", "Enter begins, s skips this lab, q leaves: ");
        terminal.types("q\n", "Lesson 2 ");
        assertEquals(0, terminal.ends(), terminal.shows());
        assertTrue(terminal.shows().contains("--continue goes on"), terminal.shows());
        assertFalse(Files.exists(file()), "nothing was begun");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void ctrlCAtThePromptLeaves() throws Exception {
        var terminal = new Terminal("1");
        terminal.types("\u0003", "Enter begins, s skips this lab, q leaves: ");
        assertEquals(130, terminal.ends(), terminal.shows());
        assertTrue(terminal.shows().contains("./jbang workshop --continue goes on"), terminal.shows());
        assertFalse(Files.exists(file()), "nothing was begun");
    }

    private boolean isMeasuring() throws IOException {
        Path lab = data.resolve("cpu-light");
        if (!Files.exists(lab)) {
            return false;
        }
        try (var files = Files.walk(lab)) {
            Path log = files.filter(f -> f.getFileName().toString().equals("virtual-c50-f1.log")).findFirst().orElse(null);
            return log != null && Files.readString(log).contains("Started");
        }
    }

    /** What is to be left when somebody went in the middle of a lab. */
    private void keepsWhatWasMeasured(String said, List<ProcessHandle> children) throws Exception {
        assertTrue(said.contains("This run is incomplete") && said.contains("./jbang workshop --continue goes on"), said);
        Path run = Repository.onlyRun(data.resolve("cpu-light"));
        assertTrue(Files.readString(run.resolve("run.json")).contains("\"complete\" : false"));
        assertEquals(1, progress().size());
        assertEquals("", progress().getFirst().get("verdict"), "begun and not done");
        assertFalse(children.isEmpty());
        for (ProcessHandle child : children) {
            for (int i = 0; i < 100 && child.isAlive(); i++) {
                Thread.sleep(100);
            }
            assertFalse(child.isAlive(), child.info().toString());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void ctrlCDuringALabKeepsWhatWasMeasured() throws Exception {
        var terminal = new Terminal("1", "--", "--variant", "virtual", "--duration", "60s");
        terminal.types("\n", "Enter begins, s skips this lab, q leaves: ");
        terminal.types("\n", "; Enter skips");
        terminal.types("\n", " starts the measurement");
        terminal.await(this::isMeasuring, "the measurement");
        Thread.sleep(5000);
        List<ProcessHandle> children = terminal.process.descendants().toList();
        terminal.type("\u0003");
        assertEquals(130, terminal.ends(), terminal.shows());
        keepsWhatWasMeasured(terminal.shows(), children);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aSignalToTheWorkshopAloneEndsTheLabToo() throws Exception {
        Path said = data.resolve("said.txt");
        Process workshop = Repository.interruptible(command("1", "--", "--variant", "virtual", "--duration", "60s")).redirectErrorStream(true)
                .redirectInput(new File("/dev/null")).redirectOutput(said.toFile()).start();
        started.add(workshop);
        for (int i = 0; i < 1200 && !isMeasuring(); i++) {
            assertTrue(workshop.isAlive(), Files.readString(said));
            Thread.sleep(100);
        }
        Thread.sleep(5000);
        List<ProcessHandle> children = workshop.descendants().toList();
        new ProcessBuilder("kill", "-INT", String.valueOf(workshop.pid())).start().waitFor();
        assertTrue(workshop.waitFor(40, TimeUnit.SECONDS), Files.readString(said));
        assertEquals(130, workshop.exitValue(), Files.readString(said));
        keepsWhatWasMeasured(Files.readString(said), children);
    }

    /** In a network of its own, in which there is nobody but this machine. */
    private static Repository.Ran withoutNetwork(ProcessBuilder command) throws Exception {
        var words = new ArrayList<>(List.of("unshare", "-rn", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh"));
        words.addAll(command.command());
        return Repository.run(new ProcessBuilder(words).directory(Repository.root().toFile()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(value = 25, unit = TimeUnit.MINUTES)
    void onceItIsPreparedEverythingRunsWithoutANetwork() throws Exception {
        assumeTrue(Repository.run(new ProcessBuilder("unshare", "-rn", "sh", "-c", "ip link set lo up")).exit() == 0,
                "this machine does not let one do without its network (unshare -rn)");
        Repository.Ran prepared = Repository.run(command("--prepare"), 10);
        assertEquals(0, prepared.exit(), prepared.out() + prepared.err());
        assertTrue(prepared.out().contains("The labs run without a network now."), prepared.out());
        assertFalse(prepared.out().contains("NOT ready"), prepared.out());
        Repository.Ran away = withoutNetwork(new ProcessBuilder("curl", "-sS", "-m", "5", "https://example.org/"));
        assertNotEquals(0, away.exit(), "there is a network after all");
        Repository.Ran list = withoutNetwork(command("--list"));
        assertEquals(0, list.exit(), list.err());
        assertEquals(labs().size(), list.out().lines().filter(line -> line.contains(" min ")).count(), list.out());
        Repository.Ran check = withoutNetwork(command("--check"));
        assertEquals(0, check.exit(), check.err());
        assertTrue(check.out().contains("everything is fetched and built"), check.out());
        Repository.Ran lesson = withoutNetwork(command("1", "--", "--quick", "--variant", "virtual"));
        assertEquals(0, lesson.exit(), lesson.out() + lesson.err());
        assertTrue(lesson.out().contains("Its page, with charts: "), lesson.out() + lesson.err());
        // What else has much to fetch: a database of its own, and WebFlux.
        Repository.Ran database = withoutNetwork(command("8", "--", "--quick", "-c", "10", "--variant", "reactive"));
        assertEquals(0, database.exit(), database.out() + database.err());
        CSVRecord reactive = Repository.csv(Repository.onlyRun(data.resolve("db-insert")).resolve("summary.csv")).stream()
                .filter(row -> row.get("variant").equals("reactive")).findFirst().orElseThrow();
        assertTrue(Repository.number(reactive, "ok") > 0 && Repository.number(reactive, "table_rows") > 0, reactive.toString());
        // And what looks at the runs.
        Path run = Repository.onlyRun(data.resolve("cpu-light"));
        String pages = data.resolve("pages").toString();
        for (List<String> look : List.of(List.of("compare", run.toString(), run.toString()), List.of("room", data.toString()))) {
            var words = new ArrayList<>(look);
            words.set(0, "analysis/" + look.getFirst() + ".java");
            words.addAll(List.of("--out", pages));
            Repository.Ran looked = withoutNetwork(Repository.jbang(words.toArray(String[]::new)));
            assertEquals(0, looked.exit(), look + ": " + looked.out() + looked.err());
            Path page = Path.of(looked.out().lines().toList().getLast());
            assertTrue(Files.size(page) > 1000 && page.startsWith(pages), looked.out());
        }
        // Whether anything was pinned there is no matter, and without a pin there is no page.
        Repository.Ran pins = withoutNetwork(Repository.jbang("analysis/pins.java", recording(run).toString(), "--out", pages));
        assertEquals(0, pins.exit(), pins.err());
        assertTrue(pins.out().contains(" 20 ms "), pins.out());
    }

    private static Path recording(Path run) throws IOException {
        try (var files = Files.list(run)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".jfr")).findFirst().orElseThrow();
        }
    }
}
