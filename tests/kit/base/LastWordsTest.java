package kit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;

/** Which line of what a command printed is the reason. The lines stand behind each other here, with a bar between. */
@Tag(Lane.UNIT)
class LastWordsTest {

    /** The line that is meant has a star. */
    @ParameterizedTest
    @ValueSource(strings = {"*Error: Could not find or load main class app.Main|Caused by: "
            + "java.lang.ClassNotFoundException: app.Main", "*Error: Unable to access jarfile app.jar",
            "*Unrecognized option: --nonsense|Error: Could not create the Java Virtual Machine.|"
                    + "Error: A fatal exception has occurred. Program will exit.",
            "Error: LinkageError occurred while loading main class app.Main|"
                    + "*java.lang.UnsupportedClassVersionError: app/Main has been compiled by a more recent version",
            "Starting|Exception in thread \"main\" java.lang.IllegalStateException: no|\tat app.Main.main(Main.java:3)|"
                    + "*Caused by: java.io.FileNotFoundException: app.yml|\tat app.Main.read(Main.java:9)|\t... 1 more",
            "2026-01-01 INFO app : Starting|*Exception in thread \"main\" java.lang.IllegalStateException: no port|"
                    + "\tat app.Main.main(Main.java:3)",
            "***************************|APPLICATION FAILED TO START|***************************||Description:||"
                    + "*Web server failed to start. Port 8080 was already in use.||Action:||Identify and stop the "
                    + "process that's listening on port 8080 or configure this application to listen on another port.",
            "node:internal/modules/cjs/loader:1143|  throw err;|  ^||*Error: Cannot find module '/app.js'|"
                    + "    at Module.load (node:internal:1)|  code: 'MODULE_NOT_FOUND',|  requireStack: []|}||"
                    + "Node.js v20",
            "Traceback (most recent call last):|  File \"app.py\", line 1, in <module>|*ModuleNotFoundError: No module "
                    + "named 'flask'",
            "*sh: 1: app: not found",
            "*bind: permission denied|Usage: app [options]|"
                    + "Try 'app --help' for more information.",
            "*ERROR cannot bind|shutting down|bye",
            "Starting|*Started in 1.1 s",
            "FAILURE: Build failed with an exception.|* What went wrong:|*Task 'run' not found in root project 'app'.|"
                    + "* Try:|> Run with --stacktrace option to get the stack trace.|BUILD FAILED in 1s",
            "2026-01-01 INFO app : ErrorController is there|*ready"})
    void theReasonIsFound(String output) {
        String text = output.replace('|', '\n');
        String meant = text.lines().filter(line -> line.matches("\\*[^*\\s].*")).findFirst().orElseThrow().substring(1);
        assertEquals(Optional.of(meant), LastWords.of(text.replace("*" + meant, meant)));
    }

    @ParameterizedTest
    @CsvSource({"'', ", "' \n ', ", "Usage: app [options], Usage: app [options]"})
    void withoutAReasonItIsTheLastLine(String output, String line) {
        assertEquals(Optional.ofNullable(line), LastWords.of(output));
    }

    @Test
    void aStackTraceAloneIsNotLeftOut() {
        assertEquals(Optional.of("at app.Main.main(Main.java:3)"), LastWords.of("\tat app.Main.main(Main.java:3)\n"));
    }
}
