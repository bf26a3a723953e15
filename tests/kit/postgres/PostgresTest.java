package kit.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.page.CommandLines;
import kit.service.Database;
import kit.service.Facts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Script;

/** A real PostgreSQL: brought along, or as if it were the user's own. */
@Tag(Lane.STORES)
class PostgresTest {

    private static PostgresProcess theirs;

    @BeforeAll
    static void aServerOfTheUsersOwn() {
        CommandLines.quietLoggers();
        theirs = PostgresProcess.start();
    }

    @AfterAll
    static void ends() {
        theirs.close();
    }

    private static String theirUrl() {
        return theirs.address().url();
    }

    private static void execute(String url, String... commands) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url); var statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    private static List<String> list(String url, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            var all = new ArrayList<String>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        }
    }

    /** As the service does it, by what it is told. */
    private static void store(Database.Schema schema, int rows) throws SQLException {
        var told = schema.properties();
        try (Connection connection = DriverManager.getConnection(told.get("spring.datasource.url"),
                told.get("spring.datasource.username"),
                told.get("spring.datasource.password")); var statement = connection.createStatement()) {
            statement.execute("create table if not exists things(id bigserial primary key)");
            for (int i = 0; i < rows; i++) {
                statement.execute("insert into things default values");
            }
        }
    }

    private static Path folderOf(Database database) {
        String command = database.processes().getFirst().info().commandLine().orElseThrow();
        return Path.of(command.replaceFirst(".* -D (\\S+)/data-\\d+ .*", "$1"));
    }

    @Test
    void whatIsBroughtAlongStoresForGoodIsForThisMachineOnlyAndLeavesNothingBehind() throws Exception {
        List<ProcessHandle> processes;
        Path folder;
        try (Postgres database = Postgres.open(null)) {
            Facts facts = database.facts();
            assertTrue(facts.get("database").startsWith("PostgreSQL 18."), facts.toString());
            assertEquals("on", facts.get("database.fsync"));
            assertEquals("on", facts.get("database.synchronous_commit"));
            assertEquals("on", facts.get("database.full_page_writes"));
            assertEquals("127.0.0.1", facts.get("database.listen_addresses"));
            processes = database.processes();
            // A server for one connection among them may be just ending.
            assertTrue(processes.stream().filter(ProcessHandle::isAlive).count() > 3, processes.toString());
            folder = folderOf(database);
            assertTrue(Files.isDirectory(folder), folder.toString());
            try (Database.Schema schema = database.schema("a-cell")) {
                store(schema, 3);
                assertEquals(3, schema.rows("things"));
                String url = schema.properties().get("spring.datasource.url");
                assertFalse(url.contains("password") || url.contains("user"), url);
                assertThrows(SQLException.class, () -> list(url + "&user=postgres&password=guessed", "select 1"),
                        "it accepts no other user");
                assertTrue(schema.properties().get("spring.r2dbc.url")
                        .matches("r2dbc:postgresql://127.0.0.1:\\d+/postgres\\?schema=vtlab_[0-9a-f]{8}"),
                        schema.properties().toString());
            }
        }
        for (ProcessHandle process : processes) {
            // It has ended; that its parent has taken note of it may take a moment.
            process.onExit().get(5, TimeUnit.SECONDS);
        }
        assertFalse(Files.exists(folder), folder.toString());
    }

    @Test
    void onAServerOfTheUsersOwnOnlyItsOwnSchemaIsMadeAndDropped() throws Exception {
        execute(theirUrl(), "create table if not exists public.things(id int)", "insert into public.things values (1)");
        String all = "select nspname || '.' || coalesce(relname, '') from pg_namespace n left join pg_class c on "
                + "c.relnamespace = n.oid "
                + "where nspname not like 'pg_%' and nspname <> 'information_schema' order by 1";
        List<String> before = list(theirUrl(), all);
        try (Postgres database = Postgres.open(theirUrl())) {
            assertEquals(List.of(), database.processes(), "they are none of the lab's");
            assertEquals(theirs.address().place(), database.facts().get("database.where"));
            try (Database.Schema schema = database.schema("a-cell");
                    Database.Schema other = database.schema("another-cell")) {
                store(schema, 5);
                store(other, 2);
                assertEquals(5, schema.rows("things"));
                assertEquals(2, other.rows("things"));
                assertNotEquals(before, list(theirUrl(), all));
            }
        }
        assertEquals(before, list(theirUrl(), all));
        assertEquals(List.of("1"), list(theirUrl(), "select count(*) from public.things"));
        assertTrue(theirs.address().isAnswering(), "it is not the lab's to end");
        execute(theirUrl(), "drop table public.things");
    }

    @Test
    void aServerThatIsKilledIsToldOfAndItsRowsAreCountedAllTheSame() throws Exception {
        try (Postgres database = Postgres.open(null); Database.Schema schema = database.schema("a-cell")) {
            store(schema, 7);
            var told = new CompletableFuture<String>();
            List<ProcessHandle> before = database.processes();
            try (Database.Watch watch = database.watch(told::complete)) {
                Thread.sleep(1500);
                assertFalse(told.isDone(), "it is there");
                before.getFirst().destroyForcibly();
                String said = told.get(10, TimeUnit.SECONDS);
                assertTrue(said.startsWith("the database has stopped answering: no server listens at 127.0.0.1:"),
                        said);
            }
            assertEquals(7, schema.rows("things"), "what was committed is there");
            assertNotEquals(before.getFirst().pid(), database.processes().getFirst().pid());
            assertEquals(7, schema.rows("things"));
        }
    }

    /** A JVM that opens a database and says which process it is, as a lab does that is about to be killed. */
    static final class Holder {
        public static void main(String[] args) throws Exception {
            CommandLines.quietLoggers();
            System.out.println(Postgres.open(null).processes().getFirst().pid());
            Thread.sleep(60_000);
        }
    }

    /**
     * Its files and those of its program lie in the lab's temporary folder, whose name has spaces and an umlaut. This
     * JVM's locale may be without umlauts, so a shell makes the folder, and a link to it that has none.
     */
    @Test
    void whenTheLabIsKilledItsDatabaseEndsToo(@TempDir Path temp) throws Exception {
        Path script = Files.writeString(temp.resolve("holder.sh"), """
                mkdir "$1/töne und temp" && ln -s "töne und temp" "$1/link" || exit
                export LC_ALL=C.UTF-8
                exec "$2" %s "-Djava.io.tmpdir=$1/töne und temp" -cp "$3" "$4"
                """.formatted(String.join(" ", Script.FOR_SECONDS)));
        Process lab = new ProcessBuilder("sh", script.toString(), temp.toString(),
                ProcessHandle.current().info().command().orElseThrow(), System.getProperty("java.class.path"),
                Holder.class.getName()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        ProcessHandle server;
        Path folder = temp.resolve("link");
        try {
            server = ProcessHandle.of(Long.parseLong(lab.inputReader().readLine())).orElseThrow();
            assertTrue(server.isAlive());
            assertEquals(List.of("embedded-pg", "vtlab-postgres-"), foldersIn(folder));
        } finally {
            lab.destroyForcibly();
        }
        server.onExit().get(15, TimeUnit.SECONDS);
        for (int i = 0; i < 100 && foldersIn(folder).size() > 1; i++) {
            Thread.sleep(100);
        }
        // The program stays for the next lab.
        assertEquals(List.of("embedded-pg"), foldersIn(folder));
    }

    /** The folders in a temporary folder, by their names without numbers. */
    private static List<String> foldersIn(Path temporary) throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(Files::isDirectory).map(file -> file.getFileName().toString().replaceAll("\\d+$", ""))
                    .sorted().toList();
        }
    }

    @Test
    @Tag(Lane.WHOLE)
    void aPortThatWasTakenMeanwhileIsNotTheLastOne() throws Exception {
        try (var taken = new ServerSocket(0, 5, InetAddress.getLoopbackAddress()); var free = new ServerSocket(0)) {
            int open = free.getLocalPort();
            free.close();
            Iterator<Integer> ports = List.of(taken.getLocalPort(), open).iterator();
            try (PostgresProcess process = PostgresProcess.start(ports::next)) {
                assertEquals("127.0.0.1:" + open, process.address().place());
                assertTrue(process.address().isAnswering());
            }
        }
    }

    private static String refused(String url) {
        String message = assertThrows(LabException.class, () -> Postgres.open(url), url).getMessage();
        assertTrue(message.startsWith("--jdbc-url: "), message);
        assertEquals(1, message.lines().count(), message);
        assertFalse(message.contains("secret"), "no password is told: " + message);
        return message;
    }

    @Test
    void anAddressThatIsNoneIsSaidToBeNone() {
        for (String url : List.of("", "postgres://localhost/x", "jdbc:mysql://localhost/x?password=secret",
                "jdbc:postgresql:x",
                "jdbc:postgresql://localhost:notaport/x?password=secret")) {
            assertTrue(
                    refused(url)
                            .contains("Expected form: jdbc:postgresql://HOST:PORT/DATABASE?user=NAME&password=WORD"),
                    refused(url));
        }
        assertTrue(refused("jdbc:postgresql://one,other/x").contains("one server"));
    }

    @Test
    void aServerThatAcceptsNoUserIsSaidTo() throws Exception {
        int port;
        try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        assertTrue(refused("jdbc:postgresql://127.0.0.1:" + port + "/x?user=me&password=secret")
                .endsWith("no server listens at 127.0.0.1:" + port + ": is the server running?"));
        String place = theirs.address().place();
        assertTrue(refused("jdbc:postgresql://" + place + "/postgres?user=postgres&password=secret")
                .contains("check user and password"));
        assertTrue(refused(theirUrl().replace("/postgres?", "/nowhere?")).contains("has no database nowhere"));
        execute(theirUrl(), "create user guest password 'secret'");
        String no = refused("jdbc:postgresql://" + place + "/postgres?user=guest&password=secret");
        assertTrue(no.endsWith("guest may not make schemas in the database postgres: let its owner say "
                + "GRANT CREATE ON DATABASE postgres TO guest"), no);
    }

    @Test
    void whatIsNoPostgresIsSaidToBeNone() throws Exception {
        try (var port = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String url = "jdbc:postgresql://127.0.0.1:" + port.getLocalPort() + "/x?user=me&password=secret";
            // The system accepts the connection, and nothing is answered.
            Repository.contains(refused(url), "does not answer as PostgreSQL does");
            Thread.ofVirtual().start(() -> {
                while (true) {
                    try (Socket socket = port.accept()) {
                        socket.getInputStream().read();
                        socket.getOutputStream()
                                .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    } catch (Exception e) {
                        return;
                    }
                }
            });
            Repository.contains(refused(url), "does not answer as PostgreSQL does");
        }
    }
}
