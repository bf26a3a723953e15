package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.io.IOException;
import org.apache.commons.csv.CSVRecord;

/** What holds of the cells of ramp and held-connection, however busy the machine is. */
final class Ramps {

    private static final int CONNECTIONS = 10;

    private Ramps() {}

    static void held(LabRun run, String cell) throws IOException {
        CSVRecord row = run.row(cell);
        // A connection is held during the CPU time of cold code, too.
        assertTrue(number(row, "rule_rps") <= 20 && number(row, "rule_rps") > 15, run.where(row));
        assertEquals("connections", row.get("bound"));
        assertEquals("", row.get("rule_ms"), "of requests that fail the rule knows no time");
        // 10 answers each 0.5 s. One lot of them may end just when a block begins, and one when it ends.
        assertTrue(number(row, "ok") <= 10 * (number(row, "duration_s") / 0.5 + number(row, "blocks")),
                "10 connections and 0.5 s" + run.where(row));
        assertTrue(row.get("error_kinds").matches("http-503=\\d+"), run.where(row));
        assertTrue(Integer.parseInt(run.fact(cell, "connection-timeouts")) >= number(row, "errors"),
                "all of them waited for a connection" + run.where(row));
        assertEquals("1000", run.fact(cell, "hikari.connection-timeout-ms"));
        run.of(cell, "timeline.csv").forEach(second -> assertTrue(second.get("connections_active").isEmpty()
                || number(second, "connections_active") <= CONNECTIONS, second.toString()));
    }

    static void service(LabRun run, String cell, int callMs) {
        assertEquals(String.valueOf(CONNECTIONS), run.fact(cell, "hikari.maximum-pool-size"));
        assertEquals("30000", run.fact(cell, "hikari.connection-timeout-ms"), "Spring Boot's default");
        assertEquals(String.valueOf(callMs), run.fact(cell, "score.property.score.delay-ms"));
        assertEquals("virtual", run.fact(cell, "score.request.thread"));
    }
}
