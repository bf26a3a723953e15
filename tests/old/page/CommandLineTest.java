package old.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import old.plan.Cell;
import kit.plan.Demand;
import kit.plan.Request;
import org.junit.jupiter.api.Tag;
import kit.page.CommandLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;

/** Bad input gets one clear line and exit code 2, before anything is measured or written. */
@Tag(Lane.UNIT)
class CommandLineTest {

    @TempDir
    Path data;

    /** A lab of one cell, run from its command line. */
    private Ran lab(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        if (!all.contains("--data")) {
            all.addAll(List.of("--data", data.toString()));
        }
        return Repository.captured(() -> Lab.run("little", all.toArray(String[]::new), page -> {
            page.title(1, "does it?");
            Cell cell = page.cell(Light.virtual("virtual"), Request.get("/wait"), page.load(2, 10),
                    Demand.waiting(Duration.ofMillis(20)));
            page.measure(cell);
            page.conclude();
        }));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "--nonsense                | --nonsense",
            "-n 0                      | greater than 0",
            "-n many                   | 'many' is not a long",
            "-c -1                     | greater than 0",
            "-c 5,x                    | 'x'",
            "--rate 0                  | greater than 0",
            "--forks 0                 | greater than 0",
            "--duration soon           | 'soon' is not a time",
            "--duration 0s             | longer than 0",
            "--duration -5s            | not a time",
            "--duration 5x             | '5x' is not a time",
            "--duration s              | 's' is not a time",
            "--driver elsewhere        | own-jvm, PLATFORM_THREADS, platform-threads, SHARED",
            "--jdk 17                  | need JDK 21",
            "--jdk 87                  | --jdk 87 leaves nothing to measure: there is no JDK 87 on this machine; "
                    + "./jbang jdk install 87",
            "--jdk 87,88               | --jdk 87,88 leaves nothing to measure",
            "--variant nobody          | unknown variant 'nobody'",
            "--cells no-*              | there is no cell 'no-*'",
            "--part 1                  | nothing to measure in part 1: this page has no numbered parts",
            "--part two                | 'two'",
            "--backends own-jvm        | calls no other",
            "--c2                      | compiled with C2 anyway",
            "--jdbc-url jdbc:postgresql://127.0.0.1/test | stores nothing",
            "-n 10 --duration 5s       | cannot be combined",
            "--rate 5 -c 5             | cannot be combined",
            "--variant virtuel         | unknown variant 'virtuel' (did you mean virtual?): this lab has virtual",
            "--cells virtual-c3        | no cell 'virtual-c3' (did you mean virtual-c2?): this lab has virtual-c2",
            "--fork 3                  | Unknown option '--fork' (did you mean --forks?)",
            "--duration 5              | it has no unit. Write 5ms or 5s",
            "--warmup 5                | it has no unit. Write 5ms or 5s",
            "stray                     | stray"})
    void badInput(String arguments, String words) throws Exception {
        Ran ran = lab(arguments.strip().split(" "));
        assertEquals(2, ran.exit(), ran.err());
        assertEquals(1, ran.err().lines().count(), "one line: " + ran.err());
        assertTrue(ran.err().startsWith("little: ") && ran.err().contains(words.strip()), ran.err());
        try (var files = Files.list(data)) {
            assertEquals(0, files.count(), "nothing is written");
        }
    }

    @Test
    void aDataFolderThatCannotBeWritten() throws Exception {
        // A file where a folder is needed: root may write anywhere else.
        Path file = Files.writeString(data.resolve("file"), "x");
        Ran ran = lab("--data", file.toString());
        assertEquals(2, ran.exit());
        assertEquals(1, ran.err().lines().count(), ran.err());
        assertTrue(ran.err().contains("cannot write to " + file) && ran.err().contains("--data"), ran.err());
    }

    @Test
    void anErrorOfTheLabItselfIsOneLineAndNoSurprise() {
        var err = new ByteArrayOutputStream();
        PrintStream real = System.err;
        System.setErr(new PrintStream(err, true));
        try {
            int exit = Lab.run("little", new String[] {"--data", data.toString()}, page -> {
                throw new IllegalStateException("a cell without a name");
            });
            assertEquals(2, exit);
        } finally {
            System.setErr(real);
        }
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().contains("a cell without a name"), err.toString());
    }

    /** A page whose users become more. */
    private String stages(String... arguments) {
        var err = new ByteArrayOutputStream();
        PrintStream real = System.err;
        System.setErr(new PrintStream(err, true));
        try {
            var all = new ArrayList<>(List.of(arguments));
            all.addAll(List.of("--data", data.toString()));
            assertEquals(2, Lab.run("little", all.toArray(String[]::new), page -> page.stages(50, 500)));
            return err.toString();
        } finally {
            System.setErr(real);
        }
    }

    @Test
    void stagesTakeUsersWhoBecomeMoreAndATime() {
        assertTrue(stages("-c", "500,50").contains("-c: users must become more from stage to stage, not [500, 50]"));
        assertTrue(stages("--rate", "5").contains("--rate: ") && stages("--rate", "5").contains("take --duration"));
        assertTrue(stages("-n", "5").startsWith("little: -n: "));
    }

    @Test
    void helpListsEveryOption() {
        Ran ran = lab("--help");
        assertEquals(0, ran.exit());
        for (String option : List.of("--requests", "--concurrency", "--duration", "--rate", "--forks", "--warmup",
                "--variant", "--cells", "--part", "--jdk",
                "--driver", "--backends", "--jdbc-url", "--published", "--quick", "--aot", "--step", "--outline",
                "--data", "--help")) {
            assertTrue(ran.out().contains(option), option + " is missing in the help");
        }
        assertFalse(Files.exists(data.resolve("little")));
    }

    @ParameterizedTest
    @CsvSource({"20s, 20000000", "1m30s, 90000000", "2m, 120000000", "500ms, 500000", "0.5s, 500000", "1.5ms, 1500",
            "400 ms, 400000", "1h 5m, 3900000000", "20S, 20000000", "80us, 80", "0s, 0"})
    void times(String text, long micros) {
        assertEquals(1000 * micros, CommandLines.time(text).toNanos());
    }

    /** 400 are milliseconds to one reader and seconds to another. */
    @ParameterizedTest
    @ValueSource(strings = {"20", "0.5", "400", "0", "-5", "1m30", "5x", "", " ", "s", "ms", "1e3s", ".5s", "5s!",
            "99999999999h"})
    void aNumberWithoutAUnitIsNoTime(String text) {
        assertThrows(TypeConversionException.class, () -> CommandLines.time(text));
    }
}
