package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.MadeCell.burst;
import static pages.MadeCell.closed;
import static pages.Runs.change;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;

/**
 * Files that a spreadsheet or an editor has saved again: they are read rightly, or left out with a reason, never read
 * wrongly.
 */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class SpreadsheetTest {

    private static final List<String> FILES = List.of("summary.csv", "latency.csv", "timeline.csv", "pinning.csv",
            "burst.csv");

    @TempDir
    Path temp;

    private static Path write(Path data, String run) throws IOException {
        return Runs.in(data).lab("saved").run(run).file("notebook.md", "# 1 saved: a question?\n\nA word.\n")
                .cell(closed("platform", 100).rps(120.5).predicted(125.25).pin(10.5, "", "a.Held.here:1"))
                .cell(burst("virtual", 200, 1).rps(90.5).served(50, 0.1)).write();
    }

    /** As a spreadsheet writes UTF-8: with a byte-order mark, and lines that end as on Windows. */
    private static String marked(String text) {
        return "\uFEFF" + text.replace("\n", "\r\n");
    }

    /** As a German spreadsheet saves a CSV: a byte-order mark, semicolons between columns and commas within numbers. */
    private static String german(String text) {
        return marked(records(text).stream()
                .map(row -> row.stream().map(SpreadsheetTest::comma).collect(Collectors.joining(";")))
                .collect(Collectors.joining("\n", "", "\n")));
    }

    private static String comma(String value) {
        return value.matches("\\d+\\.\\d+") ? value.replace('.', ',') : value;
    }

    private static List<CSVRecord> records(String text) {
        try {
            return CSVFormat.RFC4180.parse(new java.io.StringReader(text)).getRecords();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void aByteOrderMarkAndLinesOfWindowsChangeNothing() throws IOException {
        Path run = write(temp, Runs.RUN);
        String before = Drawn.quietly(temp).page("saved");
        contains(before, "120.5", "id=\"chart_burst\"", "id=\"chart_pinning\"");
        for (String file : FILES) {
            change(run.resolve(file), SpreadsheetTest::marked);
        }
        change(run.resolve("run.json"), SpreadsheetTest::marked);
        change(run.resolve("notebook.md"), text -> "\uFEFF" + text);
        assertEquals(before, Drawn.quietly(temp).page("saved"));
    }

    @Test
    void whatHasSemicolonsIsLeftOutAndSaysWhatToDo() throws IOException {
        for (String file : FILES) {
            Path data = temp.resolve(file + "-data");
            Path run = write(data, Runs.RUN);
            change(run.resolve(file), SpreadsheetTest::german);
            Drawn drawn = Drawn.plot(data);
            assertEquals(0, drawn.exit(), drawn.toString());
            assertEquals(1, drawn.said().size(), drawn.toString());
            contains(drawn.said().getFirst(), "skipped " + run.resolve(file), "semicolons",
                    "Take the file as the lab wrote it");
        }
        for (String chart : List.of("latency", "timeline", "pinning", "burst")) {
            assertFalse(new Drawn(0, List.of(), List.of(), temp.resolve(chart + ".csv-data/charts")).hasChart("saved",
                    chart), chart);
        }
        assertFalse(Files.readString(temp.resolve("summary.csv-data/charts/saved.html")).contains("Every cell"));
    }

    @Test
    void aDecimalCommaIsNoThousandsComma() throws IOException {
        Path run = write(temp, Runs.RUN);
        change(run.resolve("summary.csv"), text -> text.replace(",120.5,", ",\"120,5\","));
        Drawn drawn = Drawn.plot(temp);
        assertEquals(1, drawn.said().size(), drawn.toString());
        contains(drawn.said().getFirst(), "skipped " + run.resolve("summary.csv"),
                "row 1 holds no number in column rps");
        assertFalse(drawn.page("saved").contains("1,205"), "which is what the digits are without their comma");
    }

    @Test
    void compareReadsNoSemicolonsEitherAndAByteOrderMarkSilently() throws IOException {
        Path a = write(temp, Runs.RUN);
        Path b = write(temp, "20260102-100000");
        Ran plain = Repository.analysis("compare", a.toString(), b.toString());
        assertEquals(0, plain.exit(), plain.err());
        change(b.resolve("summary.csv"), SpreadsheetTest::marked);
        change(b.resolve("run.json"), SpreadsheetTest::marked);
        assertEquals(plain, Repository.analysis("compare", a.toString(), b.toString()));
        change(b.resolve("summary.csv"), text -> german(text.replace("\uFEFF", "").replace("\r", "")));
        Ran ran = Repository.analysis("compare", a.toString(), b.toString());
        assertEquals(2, ran.exit(), ran.out());
        assertEquals(1, ran.said("compare").size(), ran.err());
        contains(ran.said("compare").getFirst(), b.resolve("summary.csv") + " cannot be used", "semicolons");
        assertTrue(ran.out().isEmpty(), ran.out());
    }
}
