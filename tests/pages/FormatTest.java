package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.occurrences;
import static tests.Repository.contains;

import kit.record.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/**
 * Runs of every format are read, on those that a lab of that time wrote; see data/README.md. With a new format, a run
 * of the one before goes to {@code tests/fixtures/formats}.
 */
@Tag(Lane.PAGES)
class FormatTest {

    private static final Path FORMATS = Repository.root().resolve("tests/fixtures/formats");

    @TempDir
    Path temp;

    /** The data folders that labs of a format wrote. */
    private static List<Path> formats() throws IOException {
        try (Stream<Path> folders = Files.list(FORMATS)) {
            return folders.sorted().toList();
        }
    }

    /** The lab that stores rows had another name up to format 2. */
    private static String storing(Path format) {
        return Files.exists(format.resolve("storing")) ? "storing" : "db-insert";
    }

    private static List<Path> runs(Path data) throws IOException {
        try (Stream<Path> files = Files.find(data, 2, (path, is) -> Files.exists(path.resolve("run.json")))) {
            return files.sorted().toList();
        }
    }

    @Test
    void thereAreRunsOfEachOlderFormat() throws IOException {
        assertEquals(Release.FORMAT - Release.UNNUMBERED, formats().size());
        for (Path format : formats()) {
            assertFalse(runs(format).isEmpty(), format.toString());
            int number = Integer.parseInt(format.getFileName().toString());
            for (Path run : runs(format)) {
                String json = Files.readString(run.resolve("run.json"));
                assertEquals(number > Release.UNNUMBERED, json.contains("\"format\" : " + number), run.toString());
            }
        }
    }

    @Test
    void plotDrawsThemWithoutAWord() throws IOException {
        for (Path format : formats()) {
            Path out = temp.resolve(format.getFileName());
            Drawn drawn = Drawn.plot(format, "--out", out.toString());
            assertEquals(0, drawn.exit(), drawn.toString());
            assertEquals(List.of(), drawn.said());
            String cells = Files.readString(out.resolve("cpu-light.html"));
            contains(cells, " of 8 claims held", "id=\"chart_throughput\"", "id=\"chart_latency\"",
                    "<caption>Every cell");
            assertFalse(cells.contains("is the verdict of this run"), "the page tells it where it belongs");
            // Up to format 2 a row said what its rule made of it.
            int rows = Repository.csv(format.resolve("cpu-light").resolve(runs(format).getFirst().getFileName())
                    .resolve("summary.csv")).size();
            assertEquals(rows, occurrences(Drawn.cellsIn(cells), "<span class=\"verdict valid\">VALID</span>"));
            contains(Files.readString(out.resolve(storing(format) + ".html")), "id=\"chart_lag\"");
        }
    }

    /** With a run of today, which the labs' own tests write. */
    @Test
    void compareAndRoomReadThem() throws IOException {
        for (Path format : formats()) {
            for (Path run : runs(format)) {
                Repository.Ran compared = Repository.analysis("compare", run.toString(), run.toString(), "--out",
                        temp.resolve("compare").toString());
                assertEquals(0, compared.exit(), compared.err());
                assertTrue(compared.out().contains("A and B are the same run"), compared.out() + compared.err());
            }
            Repository.Ran room = Repository.analysis("room", format.toString(), "--out",
                    temp.resolve("room").toString());
            assertEquals(0, room.exit(), room.err());
            String page = Files.readString(temp.resolve("room/room.html"));
            contains(page, "cpu-light", storing(format),
                    Files.exists(format.resolve("storing")) ? "chart_room_cpu_light"
                            : "how many times as many requests a second");
        }
    }

    @Test
    void aRunOfALaterFormatIsNamed() throws IOException {
        Path run = Runs.in(temp).json("{\"format\": " + (Release.FORMAT + 1) + "}").write();
        String why = "it has format " + (Release.FORMAT + 1) + ", and version " + Release.VERSION
                + " reads formats up to " + Release.FORMAT;
        contains(String.join("\n", Drawn.plot(temp).said()), run.resolve("run.json").toString(), why,
                "take a newer version");
        contains(Repository.analysis("room", temp.toString()).err(), why);
        contains(Repository.analysis("compare", run.toString(), run.toString()).err(), why);
    }

    @Test
    void whatIsNoNumberOfAFormatIsSaidToBeNone() throws IOException {
        Runs.in(temp).json("{\"format\": \"two\"}").write();
        contains(String.join("\n", Drawn.plot(temp).said()), "its format is 'two'");
    }
}
