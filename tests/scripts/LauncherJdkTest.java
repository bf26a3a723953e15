package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;
import tests.Repository.Ran;

/** The JDK that the launcher {@code jbang} chooses. */
@Tag(Lane.SCRIPTS)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherJdkTest extends LauncherStandIns {

    @Test
    void findsAnInstalledJdkWithoutStartingOne() throws Exception {
        Path jdk = jdk("25.0.1", "JAVA_HOME_25");
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME\"\n");

        assertEquals(jdk + "\n", run("x").out());
        assertEquals(0, calls("java"));
    }

    @Test
    void readsTheVariablesOfHostedRunners() throws Exception {
        jdk("21.0.8", "JAVA_HOME_21_X64");
        Path jdk = jdk("25.0.1", "JAVA_HOME_25_X64");
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME\"\n");

        assertEquals(jdk + "\n", run("x").out());
    }

    @Test
    void findsTheJdkBehindTheJavaOnThePath() throws Exception {
        Path jdk = jdk("25.0.1", null);
        Files.createSymbolicLink(temp.resolve("alternative"), jdk.resolve("bin/java"));
        Files.createSymbolicLink(bin.resolve("java"), Path.of("../alternative"));
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME\"\n");

        assertEquals(jdk + "\n", run("x").out());
    }

    @Test
    void takesTheLowestVersionThatWillDoButKeepsAJavaHomeThatDoes() throws Exception {
        jdk("26-ea", "JAVA_HOME_26");
        Path lowest = jdk("25", "JAVA_HOME_25");
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME\"\n");

        assertEquals(lowest + "\n", run("x").out());
        Path present = jdk("27.0.1", "JAVA_HOME");
        assertEquals(present + "\n", run("x").out());
    }

    @Test
    void replacesAJavaHomeThatIsTooOldAndRemembersIt() throws Exception {
        Path old = jdk("17.0.15", "JAVA_HOME");
        Path jdk = jdk("25.0.1", "JAVA_HOME_25");
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME $JAVA_HOME_17\"\n");

        assertEquals(jdk + " " + old + "\n", run("x").out());
    }

    @Test
    void doesNotTakeARuntimeWithoutCompilerForAJdk() throws Exception {
        Path runtime = jdk("25.0.1", "JAVA_HOME_25");
        Files.delete(runtime.resolve("bin/javac"));
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME\"\n");

        Ran run = run("x");
        assertEquals(0, run.exit(), run.err());
        assertNotEquals(runtime + "\n", run.out());
    }
}
