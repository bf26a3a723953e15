package kit.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.LabException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;

/** Files into which several runs were written, one after the other. */
@Tag(Lane.UNIT)
class SeveralResultsTest {

    private static final String SHELL = "$ echo \"the next one\"\nthe next one\n";

    @TempDir
    Path folder;

    /** The contents of fixtures, with what a shell prints between them. */
    private Path joined(String between, String... names) throws IOException {
        return Files.writeString(folder.resolve("out.txt"), Stream.of(names).map(Fixtures::file).map(file -> {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }).collect(Collectors.joining(between)));
    }

    private static String complaint(Path file) {
        String message = assertThrows(LabException.class, () -> ResultFile.read(file)).getMessage();
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    /** Each figure is of its own run. */
    @ParameterizedTest
    @CsvSource({"wrk.txt, wrk-stall.txt", "ab.txt, ab-broken.txt", "hey.txt, hey-broken.txt", "wrk2.txt, wrk2-over.txt",
            "wrk2.txt, wrk.txt"})
    void whatIsPrintedIsReadOneByOne(String first, String second) throws IOException {
        for (String between : List.of("", SHELL)) {
            List<LoadResult> results = ResultFile.read(joined(between, first, second, first));
            assertEquals(3, results.size());
            for (int i = 0; i < 3; i++) {
                LoadResult alone = Fixtures.read(i == 1 ? second : first);
                assertEquals(alone.counts(), results.get(i).counts());
                assertEquals(alone.times(), results.get(i).times());
                assertEquals(alone.tool(), results.get(i).tool());
                assertTrue(results.get(i).name().endsWith("result " + (i + 1) + " of 3"), results.get(i).name());
            }
        }
    }

    /** ab may be copied without its first lines. */
    @Test
    void abWithoutItsBannerIsReadOneByOne() throws IOException {
        Path file = joined(SHELL, "ab.txt", "ab-broken.txt");
        Files.writeString(file, Files.readString(file).replaceAll("This is ApacheBench.*", ""));
        assertEquals(List.of(3000.0, 2000.0), ResultFile.read(file).stream().map(result -> result.counts().requests())
                .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrk.txt", "ab.txt", "hey.txt"})
    void aRunThatDidNotEndIsNotLeftOut(String name) throws IOException {
        Path file = joined("", name);
        String whole = Files.readString(file);
        Files.writeString(file, whole + whole.substring(0, whole.length() / 2));
        String message = complaint(file);
        assertTrue(message.contains("result 2 of 2 was cut off"), message);
    }

    @Test
    void resultsOfTwoToolsAreNotMixed() throws IOException {
        String message = complaint(joined(SHELL, "wrk.txt", "ab.txt"));
        assertTrue(message.contains("more than one result"), message);
    }

    /** Here the lines of two runs cannot be told apart, or would count as one load. */
    @ParameterizedTest
    @ValueSource(
            strings = {"jmeter.jtl", "jmeter-xml.jtl", "k6.csv", "k6-few.json", "k6-summary.json", "hyperfoil.json",
                    "locust_stats.csv", "locust_stats_history.csv", "ab-each.tsv", "ab-curve.csv", "hey.csv", "oha.csv",
                    "oha.json", "vegeta.json", "bombardier.json", "gatling-stats.json"})
    void otherFilesAreRefused(String name) throws IOException {
        String message = complaint(joined("", name, name));
        assertTrue(message.contains("holds more than one result"), message);
    }

    @Test
    void twoLogsOfHistogramsAreRefused() throws IOException {
        String log = Files.readString(Fixtures.sample("cpu-light", "virtual-c50-f1.hlog"));
        String message = complaint(Files.writeString(folder.resolve("two.hlog"), log + log));
        assertTrue(message.contains("2 logs begin in it"), message);
    }
}
