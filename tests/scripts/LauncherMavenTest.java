package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;
import tests.Repository.Ran;

/** The launcher {@code jbang} where Maven brings JBang. */
@Tag(Lane.SCRIPTS)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherMavenTest extends LauncherStandIns {

    @Test
    void bringsJBangOnceAndNotAgain() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);

        Ran first = run("x");
        assertEquals("Bringing JBang " + version + " (once)...\n", first.err());
        assertEquals(0, first.exit());
        Ran second = run("a b", "c");
        assertEquals("", second.err());
        assertEquals(0, second.exit());
        assertEquals(1, calls("mvn"));
        assertEquals(2, calls("java"));
        assertEquals(1, names(lib()).size(), "one folder, and nothing left of the making");

        List<String> arguments = Files.readAllLines(home.resolve("java-arguments"));
        int main = arguments.indexOf("dev.jbang.Main");
        assertEquals(List.of("a b", "c"), arguments.subList(main + 1, arguments.size()));
        assertEquals(lib().resolve(names(lib()).get(0)) + "/*", arguments.get(main - 1));
    }

    @Test
    void leavesStandardInputToTheScript() throws Exception {
        jdk("25.0.1", "JAVA_HOME", "cat\n");
        script(bin.resolve("mvn"), MAVEN);

        assertEquals("input\n", run("x").out());
        assertEquals("", Files.readString(home.resolve("mvn-input")));
    }

    @Test
    void bringsItAnewWhenThePomChanged() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);
        run("x");
        Files.writeString(pom(), Files.readString(pom()).replace("2.13.1", "2.13.2"));

        assertEquals(0, run("x").exit());
        assertEquals(2, calls("mvn"));
        version = "9.9.9";
        Files.writeString(pom(), Files.readString(pom()).replaceFirst("<jbang.version>.*<", "<jbang.version>9.9.9<"));
        script(bin.resolve("mvn"), MAVEN);
        assertEquals("Bringing JBang 9.9.9 (once)...\n", run("x").err());
        assertEquals(3, calls("mvn"));
    }

    @Test
    void anInterruptedMavenLeavesNothingBehind() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN + "kill -TERM $PPID\nexit 1\n");

        assertEquals(143, run("x").exit());
        assertEquals(List.of(), names(lib()));
        assertEquals(0, calls("java"));
    }

    @Test
    void anInterruptionThatCannotBeCaughtLeavesNothingThatLooksFinished() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN + "kill -KILL $PPID\nexit 1\n");
        assertEquals(137, run("x").exit());
        script(bin.resolve("mvn"), MAVEN);

        assertEquals(0, run("x").exit());
        assertEquals(2, calls("mvn"));
        assertEquals(1, calls("java"));
    }

    @Test
    void twoFirstStartsAtOnceBothSucceed() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        // each waits until the other is at work too
        script(bin.resolve("mvn"), MAVEN + """
                for turn in 1 2 3 4 5 6 7 8 9 10; do
                  case $(tr -d '\\n' < "$HOME/calls") in mvnmvn*) break ;; esac
                  sleep 0.1
                done
                """);
        Process other = start(lab, List.of("./jbang", "y"), "other");
        Ran run = run("x");

        assertTrue(other.waitFor(10, TimeUnit.SECONDS));
        assertEquals(0, other.exitValue(), Files.readString(temp.resolve("other.err")));
        assertEquals(0, run.exit(), run.err());
        assertEquals(2, calls("mvn"));
        assertEquals(2, calls("java"));
        assertEquals(1, names(lib()).size());
        assertEquals(List.of("jbang-cli-" + version + ".jar"), names(lib().resolve(names(lib()).get(0))));
    }

    @Test
    void tellsMavenAndJBangOfAHomeThatIsNotThePasswordFiles() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);

        run("x");
        assertEquals("'-Duser.home=" + home + "'", Files.readString(home.resolve("mvn-options")).strip());
        assertTrue(Files.readAllLines(home.resolve("java-arguments")).contains("-Duser.home=" + home));

        environment.put("JAVA_TOOL_OPTIONS", "-Duser.home=/chosen");
        run("x");
        assertFalse(Files.readString(home.resolve("java-arguments")).contains("user.home"), "it is chosen already");
    }

    @Test
    void saysInOneLineThatMavenHadNoNetwork() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), """
                echo '[ERROR] Plugin p or one of its dependencies could not be resolved: Could not transfer artifact \
                g:a:1 from central: Unknown host -> [Help 1]'
                echo '[ERROR] To see the full stack trace, use -e'
                exit 1
                """);

        assertFailsInOneLine(run("x"),
                "Maven could not reach its repository (Could not transfer artifact g:a:1 from central: Unknown host).",
                "https://www.jbang.dev/download");
        assertEquals(List.of(), names(lib()));
    }

    @Test
    void saysInOneLineWhatElseWasWrongWithMaven() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), "echo '[ERROR] Non-parseable settings'\nexit 1\n");
        assertFailsInOneLine(run("x"), "Maven failed (Non-parseable settings).", "https://www.jbang.dev/download");

        script(bin.resolve("mvn"), "exit 0\n");
        assertFailsInOneLine(run("x"), "brought no jbang-cli-" + version + ".jar", "https://www.jbang.dev/download");
        assertEquals(List.of(), names(lib()));
    }
}
