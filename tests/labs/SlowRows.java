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
import tests.Repository;

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
    static void queued(LabRun run, String cell, double most) throws IOException {
        CSVRecord row = run.row(cell);
        // Counted over the drain too, for which there is as much to do; the last second may be a part of one.
        List<CSVRecord> its = run.of(cell, "timeline.csv");
        CSVRecord first = its.getFirst();
        CSVRecord last = its.get(its.size() - 2);
        double seconds = number(last, "second") - number(first, "second");
        assertTrue(number(last, "persisted_rows") - number(first, "persisted_rows") <= 1.1 * most * seconds
                + CONNECTIONS,
                "no more than 32 connections can store: " + its);
        assertTrue(number(row, "drain_s") > 0.9 * number(row, "lag_rows") / most, "the rest is stored no faster"
                + run.where(row));
        assertTrue(number(row, "lag_rows") > most / 2, "twice as much came" + run.where(row));
    }

    static void timeline(LabRun run, String cell) throws IOException {
        List<CSVRecord> seconds = run.of(cell, "timeline.csv");
        for (CSVRecord second : seconds) {
            assertTrue(number(second, "persisted_rows") <= number(second, "accepted_rows"), second.toString());
            // Nothing looks between the end of the load and the last answer.
            assertTrue(second.get("connections_active").isEmpty()
                    || number(second, "connections_active") <= CONNECTIONS, second.toString());
        }
        CSVRecord last = seconds.getLast();
        assertEquals("0", last.get("lag_rows"), last.toString());
        assertEquals(run.row(cell).get("table_rows"), last.get("persisted_rows"), run.where(run.row(cell)));
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
