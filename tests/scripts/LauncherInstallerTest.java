package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;
import tests.Repository.Ran;

/** The launcher {@code jbang} where JBang comes with its own installer. */
@Tag(Lane.SCRIPTS)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherInstallerTest extends LauncherStandIns {

    private static final String INSTALLER = "#!/bin/sh\n" + SHOW + """
            mkdir -p "$HOME/.jbang/bin"
            { echo '#!/bin/sh'; echo 'echo installed "$@"'; } > "$HOME/.jbang/bin/jbang"
            chmod +x "$HOME/.jbang/bin/jbang"
            echo "$JBANG_DOWNLOAD_VERSION"
            exit 9
            """;

    @Test
    void callsTheInstallerWhereThereIsNoMavenAndThenWhatItInstalled() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        tool("chmod");
        download("curl", "-o", INSTALLER);

        Ran first = run("a b", "c");
        assertEquals("<a b>\n<c>\n" + version + "\n", first.out());
        assertEquals(9, first.exit(), first.err());
        assertEquals("installed a b\n", run("a b").out());
        assertEquals(1, calls("curl https://sh.jbang.dev"));
        assertEquals(List.of(), names(temp.resolve("tmp")), "the download is gone");
    }

    @Test
    void fetchesTheInstallerWithWgetWhereThereIsNoCurl() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        tool("chmod");
        download("wget", "-O", INSTALLER);

        assertEquals("<x>\n" + version + "\n", run("x").out());
        assertEquals(1, calls("wget https://sh.jbang.dev"));
    }

    @Test
    void saysInOneLineThatTheInstallerCouldNotBeFetched() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("curl"), "echo 'curl: (6) Could not resolve host' >&2\nexit 6\n");

        assertFailsInOneLine(run("x"), "found no Maven",
                "https://sh.jbang.dev could not be fetched (curl: (6) Could not resolve host)",
                "https://www.jbang.dev/download");
        assertEquals(List.of(), names(temp.resolve("tmp")));
    }

    @Test
    void doesNotRunALogInPage() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        download("curl", "-o", "<html>\necho ran\n");

        Ran run = run("x");
        assertFailsInOneLine(run, "is not a script", "https://www.jbang.dev/download");
        assertEquals("", run.out());
    }

    @Test
    void saysSoWhenTheInstallerFails() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        download("curl", "-o", "#!/bin/sh\nexit 22\n");

        assertFailsInOneLine(run("x"), "its installer stopped with exit code 22", "https://www.jbang.dev/download");
    }

    @Test
    void saysInOneLineThatThereIsNothingToBringItWith() throws Exception {
        jdk("25.0.1", "JAVA_HOME");

        assertFailsInOneLine(run("x"), "found no Maven, and neither curl nor wget", "https://www.jbang.dev/download");
    }
}
