package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/**
 * A checkout that may only be read, in a path with spaces and umlauts, and so are the data and the temporary folders.
 * The locale is the C of a container. This JVM's locale may be that, too, so paths with umlauts are left to a shell;
 * here they have links without. Only a database puts files into a lab's temporary folder: {@code
 * kit.postgres.PostgresTest} has that.
 */
@Tag(Lane.SCRIPTS)
@EnabledOnOs(OS.LINUX)
class CheckoutTest {

    private static final String LAB = "labs/cpu-light.java --quick --cells virtual-c10 -n 20 -c 10 --warmup 200ms";

    @TempDir
    static Path temp;

    @BeforeAll
    static void aCopyOfWhatIsTracked() throws Exception {
        Ran made = shell(Repository.root(), """
                set -e
                mkdir "$1/mein übungs ordner" "$1/daten für alle" "$1/töne und temp" "$1/verboten"
                ln -s "mein übungs ordner" "$1/checkout"
                ln -s "daten für alle" "$1/data"
                git -c safe.directory='*' ls-files -z | xargs -0 cp --parents -t "$1/checkout"
                if [ -d .jbang/lib ]; then cp -r .jbang/lib "$1/checkout/.jbang/"; fi
                chmod -R a-w "$1/checkout/" "$1/verboten"
                """);
        assertEquals(0, made.exit(), made.err());
    }

    @AfterAll
    static void mayBeDeleted() throws Exception {
        shell(temp, "chmod -R u+w \"$1\"");
    }

    @BeforeEach
    void permissionsHold() throws Exception {
        assumeTrue(shell(temp, "! touch \"$1/verboten/x\" 2>/dev/null").exit() == 0,
                "root may write everywhere, and setpriv cannot take that away here");
    }

    /**
     * Runs a shell's script, with the temporary folder as its argument, for which permissions hold even if it is
     * root's.
     */
    private static Ran shell(Path folder, String text) throws IOException, InterruptedException {
        Path script = Files.write(temp.resolve("script.sh"), text.getBytes(StandardCharsets.UTF_8));
        var words = new ArrayList<String>();
        if ("root".equals(System.getProperty("user.name"))
                && Repository
                        .run(new ProcessBuilder("setpriv", "--bounding-set=-dac_override,-dac_read_search", "true"))
                        .exit() == 0) {
            words.addAll(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
        }
        words.addAll(List.of("sh", script.toString(), temp.toString()));
        var process = new ProcessBuilder(words).directory(folder.toFile());
        process.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
        Repository.withoutC2(process.environment());
        return Repository.run(process);
    }

    /** One line of this program, and no stack trace, and exit code 2. */
    private static void failsInOneLine(Ran ran, String program, String... parts) {
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        assertEquals(1, ran.said(program).size(), ran.err());
        Repository.contains(ran.said(program).getFirst(), parts);
    }

    /** The same sources have the same jar, wherever they lie: another lane may build it. */
    private static Ran plot(String text) {
        return Script.alone("analysis/plot.java", answer -> shell(temp, text));
    }

    @Test
    void aLabRunsAndIsDrawn() throws Exception {
        Ran ran = shell(temp, """
                cd "$1/mein übungs ordner"
                export TMPDIR="$1/töne und temp"
                export JAVA_TOOL_OPTIONS="$JAVA_TOOL_OPTIONS -Djava.io.tmpdir='$TMPDIR'"
                ./jbang %s --data "$1/daten für alle"
                """.formatted(LAB));
        Path run = Repository.onlyRun(temp.resolve("data/cpu-light"), ran);
        Repository.verdict(run, ran);
        Repository.servedInEachBlock(20, Repository.cells(run).get("virtual-c10-f1"));
        assertTrue(Files.readString(run.resolve("notebook.md")).contains("What limits the throughput"), run.toString());
        String flags = RecordingFile.readAllEvents(run.resolve("virtual-f1.jfr")).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.JVMInformation")).findFirst().orElseThrow()
                .getString("jvmArguments");
        assertTrue(flags.matches(".*-Djava\\.io\\.tmpdir=\\S+/daten für alle/cpu-light/\\S+ .*"), flags);
        Ran plot = plot("cd \"$1/mein übungs ordner\" && ./jbang analysis/plot.java \"$1/daten für alle\"");
        assertEquals(0, plot.exit(), plot.err());
        assertTrue(Files.size(temp.resolve("data/charts/cpu-light.html")) > 1000, plot.out());
    }

    /** A whole lab with PostgreSQL's program and files in its temporary folder. */
    @Test
    @Tag(Lane.WHOLE)
    void aLabWithADatabaseRuns() throws Exception {
        Ran ran = shell(temp, """
                mkdir "$1/töne und tabellen"
                cd "$1/mein übungs ordner"
                export JAVA_TOOL_OPTIONS="$JAVA_TOOL_OPTIONS -Djava.io.tmpdir='$1/töne und tabellen'"
                ./jbang labs/storing.java --quick -c 5 --cells virtual-sync-c5 --data "$1/daten für alle"
                """);
        Path run = Repository.onlyRun(temp.resolve("data/storing"), ran);
        Repository.verdict(run, ran);
        Repository.cells(run).forEach((cell, row) -> {
            assertTrue(Repository.number(row, "ok") > 0, cell + " " + row.get("why"));
            assertEquals(row.get("accepted_rows"), row.get("table_rows"), cell + " " + row.get("why"));
        });
        assertTrue(shell(temp, "ls \"$1/töne und tabellen\"").out().contains("embedded-pg"), "they are there");
    }

    @Test
    void aRunHasNoPlaceInTheCheckout() throws Exception {
        failsInOneLine(shell(temp, "cd \"$1/checkout\" && ./jbang " + LAB), "cpu-light", "data/cpu-light",
                "permission denied", "--data");
    }

    @Test
    void aRunHasNoPlaceInADataFolderWithoutPermission() throws Exception {
        failsInOneLine(shell(temp, "cd \"$1/checkout\" && ./jbang " + LAB + " --data \"$1/verboten\""), "cpu-light",
                "verboten", "permission denied", "--data");
    }

    @Test
    void theWorkshopBeginsNothingThatItCannotRemember() throws Exception {
        Ran ran = shell(temp, "cd \"$1/checkout\" && ./jbang workshop --data \"$1/verboten\" 1");
        failsInOneLine(ran, "workshop", "verboten", "progress.csv", "--data");
        assertTrue(!ran.out().contains("Workshop stopped"), "a failure is no leaving: " + ran.out());
    }

    @Test
    void pagesHaveNoPlaceInAFolderWithoutPermission() throws Exception {
        failsInOneLine(plot("cd \"$1/checkout\" && ./jbang plot data/sample --out \"$1/verboten\""), "plot", "verboten",
                "--out");
    }
}
