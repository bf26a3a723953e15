package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import kit.postgres.PostgresProcess;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** held-connection as a user runs it, when its database goes wrong: one clear line, and nothing is left behind. */
@Tag(Lane.STORES)
class DatabaseLabFaultsTest {

    private static final String LAB = "held-connection";
    private static final String CELL = "virtual-call-first-c20";

    @TempDir
    Path folder;

    private LabProcess lab;

    private void start(List<String> jvm, String... options) throws Exception {
        var arguments = new ArrayList<>(List.of("-c", "20", "--cells", CELL));
        arguments.addAll(List.of(options));
        lab = LabProcess.script(folder, "labs/held-connection.java", jvm, arguments);
    }

    /** Where a test has failed, the database's keeper is to see that the lab is gone. */
    @AfterEach
    void end() throws Exception {
        if (lab != null) {
            lab.close();
        }
    }

    private CSVRecord row(String cell) throws Exception {
        var rows = lab.cells(LAB);
        assertTrue(rows.containsKey(cell), rows.keySet() + lab.said());
        return rows.get(cell);
    }

    @Test
    void aLabThatIsKilledTakesItsDatabaseWithIt() throws Exception {
        start(List.of());
        Path place = lab.databaseFolder();
        ProcessHandle server = lab.database(place);
        lab.awaitLog("virtual-f1", "Started VariantMain");
        lab.kill();
        LabProcess.until("the server ends", () -> server.isAlive() ? null : true);
        LabProcess.until("the folder is gone", () -> Files.exists(place) ? null : true);
    }

    /** The next fork has the server again, with what was committed. */
    @Test
    void aDatabaseThatIsKilledBreaksItsForkOffAndTheRunGoesOn() throws Exception {
        start(List.of(), "--forks", "2");
        Path place = lab.databaseFolder();
        ProcessHandle server = lab.database(place);
        lab.awaitLog("virtual-f1", "Started VariantMain");
        Thread.sleep(1_500);
        server.destroyForcibly();
        lab.awaitLog("virtual-f2", "Started VariantMain");
        lab.database(place);
        assertTrue(List.of(0, 1, 3).contains(lab.exit()), "the other fork counts: " + lab.said());
        CSVRecord gone = row(CELL + "-f1");
        assertEquals("INVALID", gone.get("validity"));
        assertTrue(gone.get("findings").startsWith("database-gone"), gone.toString());
        CSVRecord next = row(CELL + "-f2");
        assertTrue(Repository.number(next, "table_rows") > 0, next.toString());
        assertEquals(next.get("accepted_rows"), next.get("table_rows"), next.toString());
        LabProcess.until("the folder is gone", () -> Files.exists(place) ? null : true);
    }

    @Test
    void ctrlCEndsEverythingAndKeepsWhatWasMeasured() throws Exception {
        start(List.of(), "--forks", "3");
        Path place = lab.databaseFolder();
        lab.database(place);
        lab.awaitLog("virtual-f2", "Started VariantMain");
        lab.interrupt();
        assertEquals(130, lab.exit(), lab.said());
        assertTrue(Repository.number(row(CELL + "-f1"), "table_rows") > 0);
        LabProcess.until("the folder is gone", () -> Files.exists(place) ? null : true);
    }

    @Test
    void ctrlCWhilePostgresStartsEndsItWithoutAWord() throws Exception {
        start(List.of());
        Path place = lab.databaseFolder();
        lab.await("PostgreSQL's files are being made", () -> Files.exists(place.resolve("data-1")) ? true : null);
        lab.interrupt();
        assertEquals(130, lab.exit(), lab.said());
        assertEquals("", lab.err());
        assertFalse(lab.out().contains("SKIPPED"), lab.out());
        assertFalse(Files.exists(folder.resolve("data").resolve(LAB)), "nothing was measured");
        LabProcess.until("the folder is gone", () -> Files.exists(place) ? null : true);
    }

    @Test
    void withoutARoomForADatabaseTheCellsAreSkippedWithALineThatSaysWhatToDo() throws Exception {
        Path nowhere = folder.resolve("nowhere");
        start(List.of("-Djava.io.tmpdir=" + nowhere));
        assertEquals(0, lab.exit(), lab.said());
        List<String> skipped = lab.out().lines().filter(line -> line.contains("SKIPPED")).toList();
        assertEquals(1, skipped.size(), lab.said());
        assertTrue(lab.out().contains("--jdbc-url"), lab.out());
        assertFalse(Files.exists(folder.resolve("data").resolve(LAB)), "nothing was measured");
    }

    @Test
    void anAddressWithNothingBehindItIsOneLine() throws Exception {
        int free;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        start(List.of(), "--jdbc-url", "jdbc:postgresql://127.0.0.1:" + free + "/x?user=me&password=secret");
        assertEquals(2, lab.exit(), lab.said());
        assertEquals(1, lab.err().lines().count(), lab.err());
        assertTrue(lab.err().startsWith(LAB + ": --jdbc-url: "), lab.err());
        assertFalse(lab.said().contains("secret"), lab.said());
        assertFalse(Files.exists(folder.resolve("data").resolve(LAB)), "nothing was measured");
    }

    /** Nothing is known of its CPU time; its rows are counted, and nothing of them is left. */
    @Test
    void aServerOfTheUsersOwnIsLeftAsItWas() throws Exception {
        try (PostgresProcess theirs = PostgresProcess.start()) {
            String url = theirs.address().url();
            start(List.of(), "--jdbc-url", url);
            assertTrue(List.of(0, 1, 3).contains(lab.exit()), lab.said());
            CSVRecord row = row(CELL + "-f1");
            assertEquals("", row.get("database_cpu_s"));
            assertTrue(Repository.number(row, "table_rows") > 0, row.toString());
            assertEquals(row.get("accepted_rows"), row.get("table_rows"), row.toString());
            assertTrue(lab.json(LAB).get("database").get("database.where").asString().contains("127.0.0.1"));
            String password = url.split("password=")[1].split("&")[0];
            try (var files = Files.list(lab.run(LAB))) {
                for (Path file : files.filter(one -> one.toString().matches(".*\\.(json|log|md|csv)")).toList()) {
                    assertFalse(Files.readString(file).contains(password), file.toString());
                }
            }
            try (Connection connection = DriverManager.getConnection(url);
                    var rows = connection.createStatement()
                            .executeQuery("select count(*) from pg_namespace where nspname like 'vtlab%'")) {
                rows.next();
                assertEquals(0, rows.getInt(1), "their server is left as it was");
            }
        }
    }
}
