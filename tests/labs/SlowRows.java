package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;

/**
 * What holds of the cells of storing and backlog with the slow database. It takes 200 or 400 ms for each row: 32
 * connections store 160 or 80 rows a second.
 */
final class SlowRows {

    private static final int CONNECTIONS = 32;
    /** In an address, or as a value of JSON or of a property: that of a server which the lab starts is a UUID. */
    private static final Pattern PASSWORD = Pattern.compile("(?i)password=|password\"?\\s*[=:]\\s*\"?[0-9a-f]{8}-");

    private SlowRows() {}

    /**
     * Rows come at twice the rate at which they can be stored.
     *
     * @param most rows that the connections can store in a second
     */
    static void queued(LabRun run, String cell, double most) {
        CSVRecord row = run.row(cell);
        double each = number(row, "duration_s") / number(row, "blocks");
        double growth = (number(row, "lag_rows") - number(row, "lag_begin_rows")) / each;
        assertEquals(most, growth, 0.25 * most, run.where(row));
        assertTrue(number(row, "stored_rows") <= number(row, "blocks") * (1.1 * most * each + CONNECTIONS),
                "no more than 32 connections can store" + run.where(row));
        assertTrue(number(row, "drain_s") > 0.9 * number(row, "lag_rows") / most,
                "the rest is stored no faster" + run.where(row));
    }

    /** @param growth of the backlog by the rule, in rows/s */
    static void timeline(LabRun run, String cell, double growth) throws IOException {
        List<CSVRecord> seconds = run.of(cell, "timeline.csv");
        for (CSVRecord second : seconds) {
            assertTrue(number(second, "lag_rows") >= 0, second.toString());
            assertTrue(number(second, "connections_active") <= CONNECTIONS, second.toString());
        }
        CSVRecord first = seconds.getFirst();
        assertEquals(growth, number(first, "rule_lag_rows") - number(run.row(cell), "lag_begin_rows"), 0.6 * growth,
                "a second of it: " + first);
        assertFalse(run.row(cell).get("drain_s").isEmpty(), run.where(run.row(cell)));
    }

    static void database(LabRun run) throws IOException {
        assertEquals("on", run.json.get("database").get("database.fsync").asString());
        assertEquals("on", run.json.get("database").get("database.synchronous_commit").asString());
        try (Stream<Path> files = Files.list(run.folder)) {
            for (Path file : files.filter(f -> f.toString().matches(".*\\.(json|log|md|csv)")).toList()) {
                assertFalse(PASSWORD.matcher(Files.readString(file)).find(), file.toString());
            }
        }
    }
}
