package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import old.page.LabCommand;
import kit.postgres.PostgresProcess;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** backlog as a user runs it, when its database goes wrong: a clear verdict, nothing hangs, nothing is left behind. */
@Tag(Lane.STORES)
class DatabaseFaultsTest {

    /**
     * Twice as many rows come as a database can store that takes its time: whenever it is gone, rows are left, and the
     * machine has little to do.
     */
    private static final String ASYNC = "platform-async-slow-r160-f1";
    private static final String ASYNC_CELL = "platform-async-slow-r160";
    private static final String NEXT = "platform-async-slow-r160-f2";
    private static final int CONNECTIONS = 32;

    @TempDir
    Path folder;

    private LabProcess lab;

    @BeforeAll
    static void quiet() {
        LabCommand.quietLoggers();
    }

    // ---- a lab, watched ----

    private void start(List<String> jvm, String... options) throws Exception {
        var arguments = new ArrayList<>(List.of("-c", "10", "--aot"));
        arguments.addAll(Arrays.asList(options));
        lab = LabProcess.script(folder, "labs/backlog.java", jvm, arguments);
    }

    /** Nothing is left behind: where a test has failed, the database's keeper is to see that the lab is gone. */
    @AfterEach
    void end() throws Exception {
        if (lab != null) {
            lab.close();
        }
    }

    /** Once a cell's service has booted. */
    private void awaitCell(String cell) throws Exception {
        lab.awaitLog(cell, "Started");
    }

    private Path run() throws IOException {
        return lab.run("backlog");
    }

    private CSVRecord row(String cell) throws Exception {
        Map<String, CSVRecord> rows = lab.cells("backlog");
        assertTrue(rows.containsKey(cell), rows.keySet() + lab.said());
        return rows.get(cell);
    }

    private static long number(CSVRecord row, String column) {
        return (long) Repository.number(row, column);
    }

    // ---- what goes wrong ----

    /** The same of a light service is {@link StoringTest}'s. */
    @Test
    @Tag(Lane.WHOLE)
    void aDatabaseThatIsKilledMidLoadBreaksTheCellOffAndTheRunGoesOn() throws Exception {
        start(List.of(), "--cells", ASYNC_CELL, "--forks", "2", "--duration", "6s", "--warmup", "200ms");
        Path place = lab.databaseFolder();
        ProcessHandle database = lab.database(place);
        awaitCell(ASYNC);
        Thread.sleep(3_000);
        database.destroyForcibly();
        awaitCell(NEXT);
        lab.database(place);
        lab.await("the next load is over",
                () -> lab.out().lines().anyMatch(line -> line.startsWith("[2/2] ") && line.contains("the load is over"))
                        ? true
                        : null);
        lab.interrupt();
        assertEquals(130, lab.exit(), lab.said());
        itsRowsAreReconciled(row(ASYNC));
        CSVRecord next = row(NEXT);
        assertTrue(number(next, "table_rows") > 0, "the database runs again: " + next);
        assertFalse(Files.exists(place), place.toString());
    }

    /** Of a cell whose service had told its users of more rows than its database lived to store. */
    private void itsRowsAreReconciled(CSVRecord row) throws Exception {
        assertEquals("INVALID", row.get("verdict"));
        assertEquals(List.of("database-gone", "rows-lost"),
                Ran.codes(row).stream().filter(code -> code.matches("database.*|rows.*")).toList(),
                row.get("why"));
        CSVRecord last = Repository.csv(run().resolve("timeline.csv")).stream().filter(s -> s.get("cell").equals(ASYNC))
                .toList().getLast();
        long table = number(row, "table_rows");
        long lost = number(row, "lost_rows");
        assertTrue(lost > 0, "they were queued: " + row);
        Matcher said = Pattern.compile("(\\d+) of (\\d+) accepted rows are not in the table").matcher(row.get("why"));
        assertTrue(said.find(), row.get("why"));
        assertEquals(lost, Long.parseLong(said.group(1)), row.get("why"));
        // Of requests that were given up the service may accept some after the last second that it told of.
        long accepted = Long.parseLong(said.group(2));
        assertEquals(accepted, table + lost, row.toString());
        assertTrue(accepted >= number(last, "accepted_rows"), row + " " + last);
        // Of one row on each connection it cannot be known whether it was committed before its database was gone.
        long persisted = number(last, "persisted_rows");
        assertTrue(table >= persisted && table <= persisted + CONNECTIONS, row + " " + last);
        // The client was not told of those whose requests it gave up.
        assertTrue(number(row, "accepted_rows") <= accepted && accepted <= number(row, "client_requests"),
                row + " " + last);
        // The service has named each row that it did not store, with what it gave up in the end, and says why.
        List<String> named;
        try (Stream<String> lines = Files.lines(run().resolve(ASYNC + ".log"))) {
            named = lines.filter(line -> line.matches(".* lost [-0-9a-f]{36}: .*")).toList();
        }
        assertEquals(accepted - persisted, named.size(), row + " " + last);
        assertTrue(row.get("why").contains("the service ended before it was stored ("), row.get("why"));
    }

    @Test
    void anAddressWithNoPostgresBehindItEndsTheLabBeforeAnythingIsMeasured() throws Exception {
        try (var other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                while (true) {
                    try (var socket = other.accept()) {
                        socket.getOutputStream().write("220 mail.example ESMTP\r\n".getBytes());
                    } catch (IOException e) {
                        return;
                    }
                }
            });
            start(List.of(), "--jdbc-url",
                    "jdbc:postgresql://127.0.0.1:" + other.getLocalPort() + "/x?user=me&password=secret");
            assertEquals(2, lab.exit(), lab.said());
            assertEquals(1, lab.err().lines().count(), lab.err());
            assertTrue(lab.err().startsWith("backlog: --jdbc-url: "), lab.err());
            assertFalse(lab.said().contains("secret"), lab.said());
            assertFalse(Files.exists(folder.resolve("data/backlog")), "nothing was measured");
        }
    }

    @Test
    @Tag(Lane.WHOLE)
    void aDiskThatIsFullLosesRowsAndTheLabSaysHowManyAndWhy() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        var mount = Repository
                .run(new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", small.toString()));
        assumeTrue(mount.exit() == 0, "no small disk can be mounted here: " + mount.err().strip());
        try {
            // The binaries stay where they are for other labs; only what PostgreSQL stores is on the small disk.
            String binaries = "-Dot.epg.working-dir=" + System.getProperty("java.io.tmpdir") + "/embedded-pg";
            start(List.of("-Djava.io.tmpdir=" + small, binaries), "--cells", ASYNC_CELL, "--duration", "5s", "--warmup",
                    "200ms");
            Path place = lab.databaseFolder();
            assertTrue(place.startsWith(small), place.toString());
            lab.database(place);
            awaitCell(ASYNC);
            // Before many rows are stored: what is left of the last page takes some of those that follow.
            try (var full = FullDiskTest.keepFull(small.resolve("filler"))) {
                assertEquals(2, lab.exit(), lab.said());
            }
            CSVRecord row = row(ASYNC);
            assertEquals("INVALID", row.get("verdict"));
            assertTrue(Ran.codes(row).contains("rows-lost"), row.toString());
            long lost = number(row, "lost_rows");
            assertTrue(lost > 0, row.toString());
            assertEquals(lost, number(row, "accepted_rows") - number(row, "table_rows"));
            assertTrue(row.get("why").contains("(53100 could not extend file (" + lost + "))"),
                    "PostgreSQL's own reason: " + row.get("why"));
            try (Stream<String> lines = Files.lines(run().resolve(ASYNC + ".log"))) {
                assertEquals(lost,
                        lines.filter(line -> line.matches(".* lost [-0-9a-f]{36}: 53100 could not extend file"))
                                .count(),
                        "each is named");
            }
            assertFalse(Files.exists(place), place.toString());
        } finally {
            end();
            Repository.run(new ProcessBuilder("umount", "-l", small.toString()));
        }
    }

    @Test
    @Tag(Lane.WHOLE)
    void ctrlCWhileTheRestIsStoredEndsEverythingAndSaysWhatIsLost() throws Exception {
        try (PostgresProcess theirs = PostgresProcess.start()) {
            String url = theirs.address().url();
            start(List.of(), "--jdbc-url", url, "--cells", ASYNC_CELL, "--duration", "3s", "--warmup", "200ms");
            awaitCell(ASYNC);
            try (Connection connection = DriverManager.getConnection(url);
                    var statement = connection.createStatement()) {
                // Nothing can be stored any more, and the users are told that it will be.
                String schema = lab.await("the table", () -> {
                    try (var rows = statement
                            .executeQuery("select schemaname from pg_tables where tablename = 'customers'")) {
                        return rows.next() ? rows.getString(1) : null;
                    }
                });
                connection.setAutoCommit(false);
                statement.execute("lock table " + schema + ".customers in share mode");
                lab.awaitOut("the load is over, and ");
                lab.interrupt();
                Thread.sleep(1_000);
                connection.rollback();
            }
            assertEquals(130, lab.exit(), lab.said());
            CSVRecord row = row(ASYNC);
            assertEquals("INVALID", row.get("verdict"));
            assertTrue(Ran.codes(row).containsAll(List.of("interrupted", "rows-lost")), row.get("findings"));
            assertTrue(number(row, "lost_rows") > 0, row.toString());
            assertEquals(number(row, "lost_rows"), number(row, "accepted_rows") - number(row, "table_rows"));
            assertFalse(lab.json("backlog").get("complete").asBoolean());
            try (Connection connection = DriverManager.getConnection(url);
                    var statement = connection.createStatement();
                    var rows = statement
                            .executeQuery("select count(*) from pg_namespace where nspname like 'vtlab%'")) {
                rows.next();
                assertEquals(0, rows.getInt(1), "their server is left as it was");
            }
        }
    }

    @Test
    void ctrlCWhilePostgresStartsEndsItWithoutAWord() throws Exception {
        start(List.of());
        Path place = lab.databaseFolder();
        lab.await("PostgreSQL's files are being made", () -> Files.exists(place.resolve("data-1")) ? true : null);
        lab.interrupt();
        assertEquals(130, lab.exit(), lab.said());
        assertEquals("", lab.err(), "that it cannot be used any more is no news");
        assertFalse(Files.exists(folder.resolve("data/backlog")), "nothing was measured");
        LabProcess.until("the folder is gone", () -> Files.exists(place) ? null : true);
    }

    @Test
    @Tag(Lane.WHOLE)
    void aLabThatIsKilledTakesItsDatabaseWithIt() throws Exception {
        start(List.of(), "--cells", ASYNC_CELL);
        Path place = lab.databaseFolder();
        lab.database(place);
        awaitCell(ASYNC);
        lab.kill();
        LabProcess.until("the folder is gone", () -> Files.exists(place) ? null : true);
    }
}
