package kit.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import kit.base.LabException;
import org.apache.commons.csv.CSVFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** Rows of a CSV file, as a library reads them. */
@Tag(Lane.UNIT)
class CsvRowsTest {

    @TempDir
    Path folder;

    private List<List<String>> read(String text) throws IOException {
        var all = new ArrayList<List<String>>();
        try (var rows = new CsvRows(Files.writeString(folder.resolve("a.csv"), text), ',')) {
            while (rows.next()) {
                all.add(rows.texts());
            }
        }
        return all;
    }

    @Test
    void quotedFieldsMayHaveSeparatorsQuotesAndLineEnds() throws IOException {
        assertEquals(List.of(List.of("a", "b", ""), List.of("1,2", "say \"x\"\nand y", "ü")),
                read("a,b,\r\n\"1,2\",\"say \"\"x\"\"\nand y\",ü\n"));
        assertEquals(List.of(List.of("a", "b")), read("\uFEFFa,b"), "a byte order mark, and no line end at the end");
        assertEquals(List.of(), read(""));
    }

    /** 500 made-up files that another library wrote; some rows are longer than the reader's buffer. */
    @Test
    void whatALibraryWroteIsReadAsItReadsIt() throws IOException {
        var random = new Random(7);
        String alphabet = "ab\",\n\r 1";
        for (int i = 0; i < 500; i++) {
            var text = new StringBuilder();
            var rows = new ArrayList<List<String>>();
            for (int r = random.nextInt(4); r >= 0; r--) {
                var row = new ArrayList<String>();
                for (int f = random.nextInt(4); f >= 0; f--) {
                    var field = new StringBuilder("x");
                    for (int c = random.nextInt(i % 50 == 0 ? 100_000 : 6); c > 0; c--) {
                        field.append(alphabet.charAt(random.nextInt(alphabet.length())));
                    }
                    row.add(field.toString());
                }
                text.append(CSVFormat.RFC4180.format(row.toArray())).append("\r\n");
                rows.add(row);
            }
            assertEquals(rows, read(text.toString()));
        }
    }

    @Test
    void fieldsAreNumbersOrTheirPlaceIsTold() throws IOException {
        Path file = Files.writeString(folder.resolve("n.csv"), "1763874000123,-5,1.25,N/A,,true\n12x,1.2.3,,,,\n");
        try (var rows = new CsvRows(file, ',')) {
            assertTrue(rows.next());
            assertEquals(1763874000123L, rows.whole(0));
            assertEquals(-5, rows.whole(1));
            assertEquals(1.25, rows.number(2));
            assertEquals(Double.NaN, rows.number(3));
            assertEquals(Double.NaN, rows.number(4));
            assertTrue(rows.is(5, "true") && rows.begins(5, "tr") && !rows.is(5, "tru") && !rows.begins(5, "truer"));
            assertTrue(rows.next());
            assertTrue(refused(() -> rows.whole(0)).contains("line 2 has '12x' in field 1"));
            assertTrue(refused(() -> rows.number(1)).contains("line 2 has '1.2.3' in field 2"));
            assertTrue(refused(() -> rows.whole(2)).contains("line 2"));
            assertFalse(rows.next());
        }
    }

    private static String refused(org.junit.jupiter.api.function.Executable read) {
        return assertThrows(LabException.class, read).getMessage();
    }

    @Test
    void theSameTextHasTheSameHash() throws IOException {
        try (var rows = new CsvRows(Files.writeString(folder.resolve("h.csv"), "user-1,user-2,user-1\n"), ',')) {
            rows.next();
            assertEquals(rows.hash(0), rows.hash(2));
            assertTrue(rows.hash(0) != rows.hash(1));
        }
    }
}
