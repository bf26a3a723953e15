package audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import kit.results.Fixtures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;

/** The command line of jbang audit: exit codes, and one line for bad input. */
@Tag(Lane.UNIT)
class AuditCommandTest {

    @TempDir
    Path folder;

    private static Ran audit(String... words) {
        return AuditHere.run(words);
    }

    /** What is corrected for coordinated omission has a bound: else this takes years. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aResponseTimeOfYearsEnds() throws IOException {
        String damaged = Files.readString(Fixtures.file("k6.csv")).replace(",23.128385,", ",99999999999999999999999,");
        Ran ran = audit(Files.writeString(folder.resolve("years.csv"), damaged).toString());
        assertTrue(ran.exit() >= 1 && ran.exit() <= 3, ran.out() + ran.err());
    }

    /** Names of fixtures become their paths. */
    private static Ran auditFixtures(String words) {
        return audit(Arrays.stream(words.split(" ")).map(word -> Arrays.stream(word.split(","))
                .map(one -> one.matches(".+\\.(jtl|csv|txt|json)") ? Fixtures.file(one).toString() : one)
                .reduce((a, b) -> a + "," + b).orElseThrow()).toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", value = {
            "k6.csv --users 4 => 0",
            "k6.csv --users 4 --cpus 2 --demand 1ms --rate 93 => 0",
            "k6.csv --users 10 => 1",
            "k6.csv --cpus 2 --demand 50ms => 1",
            "wrk.txt => 3",
            "wrk.txt wrk-stall.txt => 1",
            "k6.csv --against k6.csv => 3",
            "wrk2.txt => 3",
            "wrk2.txt --rate 400 --users 20 --think 0ms => 3",
            "wrk2-over.txt --rate 2000 => 1",
            "LOG --unit ns => 3",
            "LOG => 3",
            "LOG --unit ms => 1"})
    void theExitCodeIsTheAnswer(String words, int exit) {
        Ran ran = auditFixtures(
                words.replace("LOG", Fixtures.sample("storing", "virtual-sync-c100-f1.hlog").toString()));
        assertEquals(exit, ran.exit(), ran.out() + ran.err());
        assertEquals("", ran.err());
    }

    @Test
    void aFindingHasItsCodeItsNumberAndWhatToDo() {
        String out = auditFixtures("jmeter-stall.jtl").out().replaceAll("\\s+", " ");
        Repository.contains(out, "JMeter, 1603 requests",
                "- WRONG, coordinated-omission: no request started in 3 pauses",
                "Measure with an open loop", "- ok, failed-requests", "- not asked, utilisation-law",
                "--cpus 4 --demand 5ms");
        assertTrue(out.indexOf("WRONG") < out.indexOf("- ok,"), out);
    }

    @Test
    void aFileThatCannotBeCheckedSaysWhy() {
        String out = auditFixtures("wrk.txt").out().replaceAll("\\s+", " ");
        Repository.contains(out, "- cannot be checked, warm-up: because the file has one figure for the whole load");
    }

    // ---- two sides ----

    private Path wrk(String name, double rate) throws IOException {
        return Files.writeString(folder.resolve(name), Files.readString(Fixtures.file("wrk.txt"))
                .replace("956.57", String.valueOf(rate)).replace("50 connections", "20 connections"));
    }

    @Test
    void oneRunOnASideShowsNoDifference() throws IOException {
        Ran ran = audit(wrk("a", 950).toString(), "--against", wrk("b", 970).toString());
        assertEquals(3, ran.exit(), ran.out());
        Repository.contains(ran.out().replaceAll("\\s+", " "),
                "single-runs: because throughput: 950 against 970, ratio 0.979. With one run on a side");
    }

    @Test
    void severalRunsHaveAnInterval() throws IOException {
        Ran ran = audit(wrk("a1", 950).toString(), wrk("a2", 955).toString(), wrk("a3", 952).toString(), "--against",
                wrk("b1", 970) + "," + wrk("b2", 975) + "," + wrk("b3", 972));
        String out = ran.out().replaceAll("\\s+", " ");
        // ln of the means 952.33 and 972.33: 0.9794; Welch with standard deviations of 2.5 of 952 each.
        Repository.contains(out, "ok, single-runs: throughput: 952.3 against 972.3, ratio 0.979, 95 % interval [0.97",
                "(3 and 3 runs): the sides differ");
        Ran same = audit(wrk("a1", 950).toString(), wrk("a2", 975).toString(), "--against", wrk("b1", 970) + ","
                + wrk("b2", 955));
        Repository.contains(same.out().replaceAll("\\s+", " "), "It contains 1, so this does not show a difference");
        assertEquals(3, same.exit());
    }

    // ---- bad input ----

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '"', value = {
            "none.txt                          => there is no such file",
            "README.md                         => is not a result that can be read",
            "labs                              => it is a folder without summary.csv",
            "wrk.txt --users 0                 => --users must be greater than 0",
            "wrk.txt --users many              => many",
            "wrk.txt --think soon              => 'soon' is not a time",
            "wrk.txt --cpus 2                  => --cpus and --demand belong together",
            "wrk.txt --demand 5ms              => --cpus and --demand belong together",
            "wrk.txt --demand 0ms --cpus 2     => --demand must be greater than 0",
            "wrk.txt --against none.txt        => there is no such file",
            "wrk.txt --against SAMPLE => compares files of one load each",
            "--users 5                         => FILE",
            "wrk.txt --nonsense                => --nonsense",
            "wrk.txt --unit s                  => --unit"})
    void badInputIsOneLine(String words, String part) {
        Ran ran = auditFixtures(
                words.strip().replace("SAMPLE", Fixtures.sample("cpu-light", "summary.csv").toString()));
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        assertEquals("", ran.out(), "nothing is told");
        assertEquals(1, ran.err().lines().count(), ran.err());
        assertTrue(ran.err().startsWith("audit: ") && ran.err().contains(part.strip()), ran.err());
    }

    @Test
    void theHelpHasAnExampleAndTheExitCodes() {
        Ran ran = audit("--help");
        assertEquals(0, ran.exit());
        Repository.contains(ran.out().replaceAll("\\s+", " "), "Example: jbang audit results.jtl", "Exit code: 0",
                "labs/AUDIT.md");
        assertFalse(ran.out().contains("\tat "));
    }

    @ParameterizedTest
    @EnumSource(Check.class)
    void eachCodeIsDescribed(Check check) {
        assertTrue(Repository.read("labs/AUDIT.md").contains("\n| " + check + " | "),
                check + " is not in labs/AUDIT.md");
    }
}
