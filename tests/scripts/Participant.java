package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import course.WorkshopHere;
import org.apache.commons.csv.CSVRecord;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** A participant of the workshop: a data folder, and the commands that are given there. */
final class Participant {

    static final String HEADER = "lesson,lab,question,guess,rule,measured,verdict,run,hints,at,quick";
    private static final String AT = "2026-01-02T03:04:05Z";
    private static final String RUN = "20260102-030405";

    final Path data;
    private final Path launcher;

    /** @param scripts those that the workshop is to start without JBang */
    Participant(Path data, String... scripts) throws IOException {
        this.data = data;
        this.launcher = Course.launcher(data.resolve("launcher"), scripts);
    }

    /**
     * Gives the launcher other answers: branches of a shell's {@code case} over all that it was called with, spaces
     * around.
     */
    void launcherAnswers(String branches) throws IOException {
        Files.writeString(launcher, Files.readString(launcher).replace("\nscript=\n",
                "\ncase \" $* \" in\n" + branches + "\nesac\nscript=\n"));
    }

    /** The workshop in this JVM. */
    Ran workshop(String... arguments) {
        return WorkshopHere.run(launcher, words(arguments));
    }

    /** The workshop as a process, not yet started. */
    ProcessBuilder process(String... arguments) {
        ProcessBuilder process = Script.of("labs/workshop.java").process(words(arguments));
        process.environment().put("JBANG_LAUNCH_CMD", launcher.toString());
        return process;
    }

    /** What follows -- is not the workshop's, so its own come first. */
    private String[] words(String... arguments) {
        return Stream.concat(Stream.of("--data", data.toString()), Arrays.stream(arguments)).toArray(String[]::new);
    }

    /** What the workshop has started, a command a line. */
    List<String> started() throws IOException {
        Path calls = launcher.resolveSibling("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    Path file() {
        return data.resolve("progress.csv");
    }

    List<CSVRecord> progress() throws IOException {
        assertEquals(HEADER, Files.readAllLines(file()).getFirst());
        return Repository.csv(file());
    }

    /** Progress in which these labs are done, each with one question. */
    void done(List<String> labs) throws IOException {
        var lines = new ArrayList<>(List.of(HEADER));
        for (String lab : labs) {
            int number = Repository.labs().indexOf(lab) + 1;
            lines.add(number + "," + lab + ",,,,,SURPRISE," + RUN + ",0," + AT + ",no");
            lines.add(number + "," + lab + ",\"more, or less?\",2.5,2,1.9,," + RUN + ",," + AT + ",no");
        }
        Files.writeString(file(), lines.stream().collect(Collectors.joining("\n", "", "\n")));
    }

    /** The run that such a row names: a claim that held, one that did not, and something to try. */
    Path ran(String lab) throws IOException {
        Path run = Files.createDirectories(data.resolve(lab).resolve(RUN));
        Files.writeString(run.resolve("run.json"), """
                {"complete": true, "verdict": "SURPRISE", "claims": [
                  {"text": "this held", "verdict": "CONFIRMED", "hint": "look elsewhere"},
                  {"text": "this failed", "verdict": "SURPRISE", "hint": "look at summary.csv"}]}
                """);
        Files.writeString(run.resolve("notebook.md"),
                "# 1 a page\n\n## Try it\n\n-c 7   more users\n\n- Verdict: **SURPRISE**. Files: here\n");
        return run;
    }
}
