package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** The ruler, run for real, as short as it can be. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the stand-in for ab is a shell script")
class RulerTest {

    private static final int JVM = 0;
    private static final int ROUND = 1;
    private static final int AB = 2;
    private static final int DRIVER = 3;
    private static final int RATIO = 4;

    /** The ratio is printed with two decimals, the speeds with none. */
    private static final double ROUNDED = 0.006;
    /**
     * The driver reaches some three quarters of ab. After a second of warm-up, beside other load, it may be far from
     * that.
     */
    private static final double LEAST_RATIO = 0.1;
    private static final double MOST_RATIO = 2;

    @TempDir
    Path temp;

    /** The rows of the ruler's table. */
    private static List<List<String>> rows(Ran ran) {
        return rows(ran, "\\| +\\d.*");
    }

    /** The cells of all lines of a table that match. */
    private static List<List<String>> rows(Ran ran, String matching) {
        return ran.out().lines().filter(line -> line.matches(matching)).map(
                line -> Arrays.stream(line.split("\\|")).map(String::strip).filter(cell -> !cell.isEmpty()).toList())
                .toList();
    }

    private static Ran quick(ProcessBuilder ruler) throws Exception {
        Ran ran = Repository.run(ruler);
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        List<List<String>> rows = rows(ran);
        assertEquals(1, rows.size(), ran.out());
        assertEquals(8, rows.getFirst().size(), ran.out());
        rows.getFirst().forEach(
                figure -> assertTrue(Double.isFinite(Double.parseDouble(figure)), figure + " in " + ran.out()));
        assertTrue(ran.out().contains("--quick") && !ran.out().contains("CONFIRMED"),
                "marked, and no verdict: " + ran.out());
        return ran;
    }

    private static double figure(Ran ran, int column) {
        return Double.parseDouble(rows(ran).getFirst().get(column));
    }

    /** An ab that has sent 2000 requests a second, whatever it is told. */
    private ProcessBuilder withStandIn(ProcessBuilder ruler) throws IOException {
        Path bin = Files.createDirectories(temp.resolve("bin"));
        Path ab = Files.writeString(bin.resolve("ab"), """
                #!/bin/sh
                echo "$*" >> '%s'
                echo 'Complete requests:      2000'
                echo 'Requests per second:    2000.00 [#/sec] (mean)'
                """.formatted(temp.resolve("calls")));
        Files.setPosixFilePermissions(ab, PosixFilePermissions.fromString("rwxr-xr-x"));
        ruler.environment().put("PATH", bin + ":" + ruler.environment().get("PATH"));
        return ruler;
    }

    @Test
    @Tag(Lane.SCRIPTS)
    @Tag(Lane.WHOLE)
    void theRatioIsThatOfTheFiguresBesideIt() throws Exception {
        Ran ran = quick(withStandIn(Script.of("tests/benchmarks/ruler.java").process("--quick", "-c", "5")));
        assertEquals(1, figure(ran, JVM));
        assertEquals(1, figure(ran, ROUND));
        assertEquals(2000, figure(ran, AB));
        assertTrue(figure(ran, DRIVER) > 0, ran.out());
        assertEquals(figure(ran, DRIVER) / 2000, figure(ran, RATIO), ROUNDED);
        List<String> calls = Files.readAllLines(temp.resolve("calls"));
        assertTrue(calls.stream().filter(call -> call.contains(" -k ") && call.contains(" -c 5 ")).count() == 4,
                "a round that does not count and one that does, each with a lead-in: " + calls);
    }

    @Test
    @Tag(Lane.SCRIPTS)
    void withoutAbItIsSkippedWithTheNameOfThePackage() throws Exception {
        ProcessBuilder ruler = Script.of("tests/benchmarks/ruler.java").process("--quick");
        ruler.environment().put("PATH", Files.createDirectories(temp.resolve("empty")).toString());
        Ran ran = Repository.run(ruler);
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        assertTrue(ran.out().startsWith("SKIPPED ") && ran.out().contains("apache2-utils"), ran.out());
    }

    /** A row for each instrument, as ratios to the row without any. */
    @Test
    @Tag(Lane.SCRIPTS)
    @Tag(Lane.WHOLE)
    void instrumentsAreSwitchedOnOneByOne() throws Exception {
        Ran ran = Repository
                .run(Script.of("tests/benchmarks/ruler.java").process("--instruments", "--quick", "-c", "5"));
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        List<List<String>> table = rows(ran, "\\|.*\\d\\.\\d{3} \\|");
        assertEquals(7, table.size(), ran.out());
        assertEquals(List.of("1.000", "1.000", "1.000"), table.getFirst().subList(1, 4), "without any: " + ran.out());
        for (List<String> row : table) {
            row.subList(1, 4).forEach(ratio -> assertTrue(Double.parseDouble(ratio) > 0, ran.out()));
        }
        assertTrue(table.stream().skip(1).anyMatch(row -> !row.subList(1, 4).equals(table.getFirst().subList(1, 4))),
                "something was measured: " + ran.out());
    }

    @Test
    @Tag(Lane.CLOCK)
    @Measures
    void besideTheRealAbTheRatioIsPlausible() throws Exception {
        assumeTrue(Repository.run(new ProcessBuilder("sh", "-c", "command -v ab")).exit() == 0,
                "there is no ab (apache2-utils) on the PATH");
        Ran ran = Certain.result(() -> quick(Script.of("tests/benchmarks/ruler.java").process("--quick")));
        Certain.holds(() -> rows(ran).getFirst()
                .forEach(figure -> assertTrue(Double.parseDouble(figure) > 0, figure + " in " + ran.out())));
        assertTrue(figure(ran, RATIO) > LEAST_RATIO && figure(ran, RATIO) < MOST_RATIO, ran.out());
        Certain.holds(() -> assertEquals(figure(ran, DRIVER) / figure(ran, AB), figure(ran, RATIO), ROUNDED));
    }
}
