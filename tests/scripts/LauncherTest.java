package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;

/**
 * The launcher {@code jbang} where a JBang is installed, and what it does with the answer of the JBang that it brought.
 */
@Tag(Lane.SCRIPTS)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherTest extends LauncherStandIns {

    @Test
    void takesTheJBangOnThePathWithItsArgumentsInputAndExitCode() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);
        script(bin.resolve("jbang"), SHOW + "cat\nexit 7\n");

        Ran run = run("labs/a lab.java", "it's", "$HOME *", "");

        assertEquals("<labs/a lab.java>\n<it's>\n<$HOME *>\n<>\ninput\n", run.out());
        assertEquals(7, run.exit());
        assertEquals(0, calls("mvn"));
    }

    /** JBang says of a name only that it is not there. */
    @ParameterizedTest
    @CsvSource({"cpu-ligt, cpu-light", "pinnig, pinning", "decde, decide", "labs/rmap.java, labs/ramp.java"})
    void proposesTheNameThatIsNearest(String typed, String meant) throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("jbang"), SHOW);
        catalog();

        Ran run = run(typed, "--quick");

        assertEquals(2, run.exit(), run.out());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains("'" + typed + "': did you mean " + meant + "?"), run.err());
    }

    /** It may be a command of JBang, a file, an alias of the person, or one of another place. */
    @ParameterizedTest
    @ValueSource(strings = {"cpu-light", "trust", "run", "jdk", "init", "export", "siege", "cpu-ligt@some/where", "ron",
            "tst.java", "labs/ramp.java", "-c", "tset"})
    void leavesAnyOtherNameToJBang(String name) throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("jbang"), SHOW);
        catalog();
        Files.createDirectories(home.resolve(".jbang"));
        Files.writeString(home.resolve(".jbang/jbang-catalog.json"), "{\"aliases\": {\"ron\": {}}}");
        Files.writeString(lab.resolve("tset"), "");

        assertEquals("<" + name + ">\n", run(name).out());
        Path elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
        assertEquals("<cpu-ligt>\n", runAs(elsewhere, List.of("../the lab/jbang", "cpu-ligt")).out());
    }

    private void catalog() throws IOException {
        Files.copy(Repository.root().resolve("jbang-catalog.json"), lab.resolve("jbang-catalog.json"));
        Files.writeString(Files.createDirectories(lab.resolve("labs")).resolve("ramp.java"), "");
    }

    @Test
    void doesNotTakeItselfForAnInstalledJBang() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        Path links = Files.createDirectories(temp.resolve("links"));
        Files.createSymbolicLink(temp.resolve("another name"), Path.of("the lab/jbang"));
        Files.createSymbolicLink(links.resolve("jbang"), Path.of("../another name"));
        Path installed = Files.createDirectories(temp.resolve("installed"));
        script(installed.resolve("jbang"), "echo installed\n");
        environment.put("PATH",
                String.join(":", links.toString(), lab.toString(), installed.toString(), bin.toString()));

        assertEquals("installed\n", runAs(temp, List.of("jbang", "x")).out());
        assertEquals("installed\n", run("x").out());
    }

    @Test
    void bringsItsOwnWhenItIsTheOnlyJBangOnThePath() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);
        environment.put("PATH", lab + ":" + bin);

        Ran run = runAs(temp, List.of("jbang", "x"));

        assertEquals(0, run.exit(), run.err());
        assertEquals(1, calls("mvn"));
        assertEquals(1, calls("java"));
    }

    @Test
    void endsACircleOfScriptsThatCallEachOther() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);
        script(bin.resolve("jbang"), "echo wrapper >> \"$HOME/calls\"\n'" + lab.resolve("jbang") + "' \"$@\"\n");

        Ran run = run("x");

        assertEquals(0, run.exit(), run.err());
        assertEquals(1, calls("mvn"));
        assertTrue(calls("wrapper") >= 1 && calls("wrapper") < 20, "went round " + calls("wrapper") + " times");
    }

    @Test
    void worksFromAnotherFolderAndThroughASymlink() throws Exception {
        script(bin.resolve("jbang"), "pwd\n" + SHOW);
        Path elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
        Files.createSymbolicLink(elsewhere.resolve("link"), Path.of("../the lab/jbang"));
        script(bin.resolve("mvn"), MAVEN);
        jdk("25.0.1", "JAVA_HOME");

        for (String launcher : List.of("../the lab/jbang", "./link")) {
            assertEquals(elsewhere + "\n<x y>\n", runAs(elsewhere, List.of(launcher, "x y")).out(), launcher);
        }
        Files.delete(bin.resolve("jbang"));
        Ran run = runAs(elsewhere, List.of("./link", "x"));
        assertEquals(0, run.exit(), run.err());
        assertEquals(List.of("lib", "pom.xml"), names(lab.resolve(".jbang")),
                "its files belong beside it, not beside the link");
    }

    @Test
    void runsTheCommandThatJBangAnswersWith() throws Exception {
        Path program = script(temp.resolve("a program"),
                SHOW + "cat\necho \"$JBANG_RUNTIME_SHELL $JBANG_LAUNCH_CMD\"\nexit 13\n");
        jdk("25.0.1", "JAVA_HOME", """
                echo 'Picked up JAVA_TOOL_OPTIONS: -Xlog:gc -Dx=$(exit)' >&2
                cat <<'ANSWER'
                [0.004s][info][gc] Using Serial
                '%s' 'a b' 'it'\\''s' '$HOME' x
                [0.213s][info][gc] GC(0) Pause Young (Allocation Failure) 17M->3M(61M) 6.123ms
                ANSWER
                exit 255
                """.formatted(program));
        script(bin.resolve("mvn"), MAVEN);

        Ran run = run("x");

        assertEquals("<a b>\n<it's>\n<$HOME>\n<x>\ninput\nbash " + lab.resolve("jbang") + "\n", run.out());
        assertEquals(13, run.exit());
    }

    /** A signal to the launcher is one to the script: there is no process between. */
    @Test
    void theScriptTakesTheLaunchersPlace() throws Exception {
        Path program = script(temp.resolve("program"), "echo $$\n");
        jdk("25.0.1", "JAVA_HOME", "echo '" + program + "'\nexit 255\n");
        script(bin.resolve("mvn"), MAVEN);
        run("x");

        Process process = start(lab, List.of("./jbang", "x"), "place");
        assertEquals(0, process.waitFor());
        assertEquals(process.pid() + "\n", Files.readString(temp.resolve("place.out")));
    }

    /** A lab's 1 is the verdict SURPRISE. */
    @Test
    void saysInOneLineThatJBangFailedAndDoesNotExitAsASurprise() throws Exception {
        jdk("25.0.1", "JAVA_HOME", "echo '[jbang] [ERROR] Could not read artifact descriptor' >&2\nexit 1\n");
        script(bin.resolve("mvn"), MAVEN);
        run("x");

        Ran run = run("x");
        assertEquals(2, run.exit(), run.err());
        List<String> lines = run.err().lines().filter(line -> !line.startsWith("[jbang] ")).toList();
        assertEquals(1, lines.size(), run.err());
        assertTrue(lines.getFirst().startsWith("jbang: ") && lines.getFirst().contains("check the network"), run.err());
    }

    /** Java cannot open a file with an umlaut in its path where the locale is C, as it is in a container. */
    @ParameterizedTest
    @CsvSource({
            "LC_ALL,C,C.UTF-8,", "LC_ALL,POSIX,C.UTF-8,", "LANG,C,,C.UTF-8", "LC_CTYPE,POSIX,,C.UTF-8",
            "LANG,'',,C.UTF-8",
            "LC_ALL,de_DE.ISO-8859-1,de_DE.ISO-8859-1,", "LANG,tr_TR.UTF-8,,"})
    void choosesAnEncodingWhereAPathNeedsOne(String variable, String value, String all, String type) throws Exception {
        environment.put(variable, value);
        script(bin.resolve("jbang"), "echo \"<${LC_ALL-}> <${LC_CTYPE-}>\"\n");
        // The bytes of an umlaut, written by a shell: this JVM may be without one, too.
        Path shell = Files.write(temp.resolve("call"),
                "exec ./jbang 'daten für alle'\n".getBytes(StandardCharsets.UTF_8));
        Ran run = runAs(lab, List.of("/bin/sh", shell.toString()));

        assertEquals("<" + (all == null ? "" : all) + "> <" + (type == null ? "" : type) + ">\n", run.out());
        assertEquals(
                "<" + (variable.equals("LC_ALL") ? value : "") + "> <" + (variable.equals("LC_CTYPE") ? value : "")
                        + ">\n",
                run("x").out(), "without an umlaut it stays as it is");
    }

    @Test
    void passesOnWhatElseJBangPrintsAndItsExitCode() throws Exception {
        jdk("25.0.1", "JAVA_HOME", "echo 'two  words'\necho more\necho \"${CLICOLOR_FORCE-no colour}\"\nexit 3\n");
        script(bin.resolve("mvn"), MAVEN);

        Ran run = run("alias", "list");

        assertEquals("two  words\nmore\nno colour\n", run.out());
        assertEquals(3, run.exit());
    }
}
