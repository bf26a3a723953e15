package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
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
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import tests.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Repository;

/** db-insert as a user runs it, when its database goes wrong: a clear verdict, nobody hangs, nothing is left behind. */
@Tag(Lane.SERVICES)
class DatabaseFaultsTest {

    private static final String SYNC = "platform-sync-c10-f1";
    private static final String ASYNC = "platform-async-c10-f1";
    private static final String NEXT = "platform-sync-slow-c10-f1";
    private static final int USERS = 10;
    private static final int CONNECTIONS = 32;

    @TempDir
    Path folder;

    private Process started;
    /** All that the lab was ever seen to have started. */
    private final List<ProcessHandle> seen = new ArrayList<>();

    @BeforeAll
    static void quiet() {
        Lab.quietLoggers();
    }

    // ---- a lab, watched ----

    private void start(List<String> jbang, String... options) throws Exception {
        var arguments = new ArrayList<>(jbang);
        arguments.addAll(List.of("labs/db-insert.java", "--data", folder.resolve("data").toString()));
        arguments.addAll(Arrays.asList(options));
        started = Repository.interruptible(Repository.jbang(arguments.toArray(String[]::new))).redirectInput(new java.io.File("/dev/null"))
                .redirectOutput(folder.resolve("out").toFile()).redirectError(folder.resolve("err").toFile()).start();
    }

    private void start(String... options) throws Exception {
        start(List.of("run"), options);
    }

    private String said(String where) throws IOException {
        return Files.readString(folder.resolve(where));
    }

    /** A lab that goes on without end fails the test, and is ended after it. */
    private int exit() throws Exception {
        assertTrue(started.waitFor(4, TimeUnit.MINUTES), () -> "it does not end");
        return started.exitValue();
    }

    @AfterEach
    void nothingIsLeftBehind() throws Exception {
        if (started != null && started.isAlive()) {
            // Its database's keeper is to see that, and to end the database.
            started.destroyForcibly();
        }
        for (ProcessHandle process : seen) {
            await(process.info().commandLine() + " ends", () -> process.isAlive() ? null : true);
        }
    }

    private static <T> T await(String what, Callable<T> found) throws Exception {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        while (System.nanoTime() < limit) {
            T value = found.call();
            if (value != null) {
                return value;
            }
            Thread.sleep(100);
        }
        throw new AssertionError("waited in vain: " + what);
    }

    /** The folder of its PostgreSQL, which the shell that keeps it was told. */
    private Path databaseFolder() throws Exception {
        Path place = await("PostgreSQL is kept", () -> started.descendants().map(p -> p.info().arguments()).flatMap(Optional::stream)
                .filter(words -> words.length > 1 && words[words.length - 2].equals("keeper"))
                .map(words -> Path.of(words[words.length - 1]))
                .findFirst().orElse(null));
        assertTrue(Files.isDirectory(place), place.toString());
        return place;
    }

    private ProcessHandle database(Path place) throws Exception {
        ProcessHandle first = await("PostgreSQL runs", () -> {
            try (Stream<String> lines = Files.lines(place.resolve("data-1/postmaster.pid"))) {
                return ProcessHandle.of(Long.parseLong(lines.findFirst().orElseThrow().strip())).orElse(null);
            } catch (IOException | RuntimeException e) {
                return null;
            }
        });
        seen.add(first);
        return first;
    }

    /** Once a cell's service has booted. */
    private void awaitCell(String cell) throws Exception {
        await(cell + " serves", () -> {
            try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
                Path log = files.filter(f -> f.endsWith(cell + ".log")).findFirst().orElse(null);
                return log != null && Files.readString(log).contains("Started") ? log : null;
            } catch (IOException | java.io.UncheckedIOException e) {
                return null;
            }
        });
        seen.addAll(started.descendants().toList());
    }

    private CSVRecord row(String cell) throws Exception {
        Map<String, CSVRecord> rows = Repository.cells(Repository.onlyRun(folder.resolve("data/db-insert")));
        assertTrue(rows.containsKey(cell), rows.keySet() + said("out") + said("err"));
        return rows.get(cell);
    }

    private static long number(CSVRecord row, String column) {
        assertFalse(row.get(column).isEmpty(), column + " of " + row);
        return Long.parseLong(row.get(column));
    }

    // ---- what goes wrong ----

    @Test
    void aDatabaseThatIsKilledMidLoadBreaksTheCellOffAndTheRunGoesOn() throws Exception {
        // Long enough on either side of the middle of the load, for a machine that has other things to do as well.
        start("--variant", "platform", "-c", "10", "--duration", "8s", "--warmup", "1s", "--quick");
        Path place = databaseFolder();
        ProcessHandle database = database(place);
        awaitCell(SYNC);
        awaitCell(ASYNC);
        Thread.sleep(5_000);
        long killed = System.nanoTime();
        database.destroyForcibly();
        awaitCell(NEXT);
        assertTrue(System.nanoTime() - killed < TimeUnit.SECONDS.toNanos(60), "the cell does not wait for what will not come");
        database(place);
        assertEquals(2, exit(), said("out") + said("err"));
        CSVRecord before = row(SYNC);
        assertEquals(before.get("accepted_rows"), before.get("table_rows"), before.toString());
        itsRowsAreReconciled(row(ASYNC));
        CSVRecord next = row(NEXT);
        assertTrue(number(next, "accepted_rows") > 0, next.toString());
        assertEquals(next.get("accepted_rows"), next.get("table_rows"), "the database runs again: " + next);
        assertFalse(Files.exists(place), place.toString());
    }

    /** Of a cell whose service had told its users of more rows than its database lived to store. */
    private void itsRowsAreReconciled(CSVRecord row) throws Exception {
        assertEquals("INVALID", row.get("verdict"));
        assertTrue(row.get("why").contains("the database has stopped answering: nobody listens at 127.0.0.1:"), row.get("why"));
        Path run = Repository.onlyRun(folder.resolve("data/db-insert"));
        CSVRecord last = Repository.csv(run.resolve("timeline.csv")).stream().filter(s -> s.get("cell").equals(ASYNC)).toList().getLast();
        long accepted = number(last, "accepted_rows");
        long table = number(row, "table_rows");
        long lost = number(row, "lost_rows");
        assertTrue(lost > 0, "they were queued: " + row);
        assertEquals(accepted, table + lost, row.toString());
        // Of a row on each connection nobody can tell whether it was committed before its database was gone.
        assertTrue(table >= number(last, "persisted_rows") && table <= number(last, "persisted_rows") + CONNECTIONS, row + " " + last);
        // The client was not told of those whose requests it gave up.
        assertTrue(number(row, "accepted_rows") <= accepted && number(row, "accepted_rows") >= accepted - USERS, row + " " + last);
        // The service has named each row that it did not store, with what it gave up in the end, and says why.
        List<String> named;
        try (Stream<String> lines = Files.lines(run.resolve(ASYNC + ".log"))) {
            named = lines.filter(line -> line.matches(".* lost [-0-9a-f]{36}: .*")).toList();
        }
        assertEquals(accepted - number(last, "persisted_rows"), named.size(), row + " " + last);
        assertTrue(row.get("why").contains(lost + " of " + accepted + " accepted rows are not in the table ("), row.get("why"));
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
            for (String url : List.of("jdbc:postgresql://127.0.0.1:" + other.getLocalPort() + "/x?user=me&password=secret",
                    "jdbc:postgresql://127.0.0.1:1/x?user=me&password=secret", "postgres://me:secret@127.0.0.1/x")) {
                start("--jdbc-url", url);
                assertEquals(2, exit(), said("out"));
                List<String> errors = said("err").lines().filter(line -> !line.startsWith("[jbang]")).toList();
                assertEquals(1, errors.size(), errors.toString());
                assertTrue(errors.getFirst().startsWith("db-insert: --jdbc-url: "), errors.toString());
                assertFalse(errors.getFirst().contains("secret"), errors.toString());
                assertFalse(Files.exists(folder.resolve("data/db-insert")), "nothing was measured");
            }
        }
    }

    @Test
    void aDiskThatIsFullLosesRowsAndTheLabSaysHowManyAndWhy() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        var mount = Repository.run(new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", small.toString()));
        assumeTrue(mount.exit() == 0, "no small disk can be mounted here: " + mount.err().strip());
        try {
            // The binaries stay where they are for other labs; only what PostgreSQL stores is on the small disk.
            String binaries = "-R-Dot.epg.working-dir=" + System.getProperty("java.io.tmpdir") + "/embedded-pg";
            start(List.of("run", "-R-Djava.io.tmpdir=" + small, binaries),
                    "--variant", "platform", "-c", "10", "--duration", "8s", "--quick");
            Path place = databaseFolder();
            assertTrue(place.startsWith(small), place.toString());
            database(place);
            awaitCell(ASYNC);
            Thread.sleep(3_000);
            fill(small.resolve("filler"));
            assertEquals(2, exit(), said("out") + said("err"));
            CSVRecord row = row(ASYNC);
            assertEquals("INVALID", row.get("verdict"));
            long lost = number(row, "lost_rows");
            assertTrue(lost > 0, row.toString());
            assertEquals(lost, number(row, "accepted_rows") - number(row, "table_rows"));
            assertTrue(row.get("why").contains(lost + " of " + row.get("accepted_rows") + " accepted rows are not in the table "
                    + "(53100 could not extend file (" + lost + "))"), row.get("why"));
            Path log = Repository.onlyRun(folder.resolve("data/db-insert")).resolve(ASYNC + ".log");
            try (Stream<String> lines = Files.lines(log)) {
                assertEquals(lost, lines.filter(line -> line.matches(".* lost [-0-9a-f]{36}: 53100 could not extend file")).count(),
                        "each is named");
            }
            assertFalse(Files.exists(place), place.toString());
        } finally {
            if (started != null && started.isAlive()) {
                started.descendants().forEach(ProcessHandle::destroyForcibly);
                started.destroyForcibly().waitFor();
                Thread.sleep(2_000);
            }
            Repository.run(new ProcessBuilder("umount", "-l", small.toString()));
        }
    }

    private static void fill(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] block = new byte[4096];
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            // That was the last of it.
        }
    }

    @Test
    void ctrlCWhileTheRestIsStoredEndsEverythingAndSaysWhatIsLost() throws Exception {
        try (PostgresProcess theirs = PostgresProcess.start()) {
            String url = theirs.address().url();
            start("--jdbc-url", url, "--variant", "platform", "-c", "10", "--duration", "4s", "--quick");
            awaitCell(ASYNC);
            try (Connection connection = DriverManager.getConnection(url); var statement = connection.createStatement()) {
                // Nobody can store anything more, and everybody is told that it will be.
                String schema = await("the table", () -> {
                    try (var rows = statement.executeQuery("select schemaname from pg_tables where tablename = 'customers'")) {
                        return rows.next() ? rows.getString(1) : null;
                    }
                });
                connection.setAutoCommit(false);
                statement.execute("lock table " + schema + ".customers in share mode");
                await("the load ends", () -> said("out").contains("the load is over, and ") ? true : null);
                seen.addAll(started.descendants().toList());
                interrupt();
                Thread.sleep(1_000);
                connection.rollback();
            }
            assertEquals(130, exit(), said("out") + said("err"));
            CSVRecord row = row(ASYNC);
            assertEquals("INVALID", row.get("verdict"));
            assertTrue(row.get("why").contains("interrupted"), row.get("why"));
            assertTrue(number(row, "lost_rows") > 0, row.toString());
            assertEquals(number(row, "lost_rows"), number(row, "accepted_rows") - number(row, "table_rows"));
            assertTrue(row.get("why").contains(row.get("lost_rows") + " of " + row.get("accepted_rows")
                    + " accepted rows are not in the table"), row.get("why"));
            assertTrue(said("out").contains("This run is incomplete."), said("out"));
            try (Connection connection = DriverManager.getConnection(url); var statement = connection.createStatement();
                 var rows = statement.executeQuery("select count(*) from pg_namespace where nspname like 'vtlab%'")) {
                rows.next();
                assertEquals(0, rows.getInt(1), "their server is left as it was");
            }
        }
    }

    /** As a terminal does it: everybody in the foreground is told. */
    private void interrupt() throws Exception {
        var all = Stream.concat(Stream.of(started.toHandle()), started.descendants()).map(p -> String.valueOf(p.pid())).toList();
        var command = new ArrayList<>(List.of("kill", "-INT"));
        command.addAll(all);
        Repository.run(new ProcessBuilder(command));
    }

    @Test
    void aLabThatIsKilledTakesItsDatabaseWithIt() throws Exception {
        start("--variant", "platform", "-c", "10");
        Path place = databaseFolder();
        database(place);
        awaitCell(SYNC);
        // The launcher has become the lab's JVM.
        started.destroyForcibly();
        await("the folder is gone", () -> Files.exists(place) ? null : true);
    }
}
