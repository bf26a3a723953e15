package kit.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import kit.base.Folders;
import kit.base.LabException;

/**
 * A PostgreSQL that the lab brings along: real binaries, in processes and a folder of their own, both gone when the lab
 * is.
 *
 * <p>A shell keeps watch over them. The lab holds its standard input, which ends when the lab closes it and also when
 * the lab is killed; then the shell ends PostgreSQL and deletes the folder. PostgreSQL cannot be held by its own
 * standard input, and a shutdown hook does not run in a JVM that is killed. Windows has no such shell: there the lab
 * itself ends PostgreSQL, and who kills the lab has to end it, too.
 *
 * <p>The shell is not one of {@link kit.machine.Children}, which are killed with everything that they have started: it
 * has to outlive the lab until its work is done.
 */
public final class PostgresProcess implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final String USER = "postgres";
    private static final Duration STARTS = Duration.ofSeconds(15);
    /** A port that was free may be taken before PostgreSQL takes it. */
    private static final int ATTEMPTS = 3;
    /** Room that is given free before PostgreSQL is started again: where the disk is full, it could not recover. */
    private static final int SPARE_BYTES = 48 << 20;

    /** Ends the process that the folder belongs to, if it still is that process, then deletes the folder. */
    private static final String KEEPER = """
            trap '' HUP INT TERM
            cat >/dev/null
            folder=$1
            command_line() { ps -o args= -p "$1" 2>/dev/null || tr '\\0' ' ' <"/proc/$1/cmdline" 2>/dev/null; }
            runs() { case "$(command_line "$1")" in *"$folder"*) return 0 ;; esac; return 1; }
            for file in "$folder"/data-*/postmaster.pid; do
              [ -f "$file" ] || continue
              pid=$(head -n 1 "$file")
              runs "$pid" || continue
              kill -QUIT "$pid" 2>/dev/null
              tries=0
              while runs "$pid" && [ $tries -lt 100 ]; do
                sleep 0.1 || sleep 1
                tries=$((tries + 1))
              done
              runs "$pid" && kill -KILL "$pid" 2>/dev/null
            done
            rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }
            """;

    private final Path folder;
    /** Null on Windows. */
    private final Process keeper;
    private final String password = UUID.randomUUID().toString();
    private Path data;
    private int port;
    private EmbeddedPostgres server;
    private PostgresAddress address;
    private List<ProcessHandle> lastSeen = List.of();
    private boolean closed;

    private PostgresProcess(Path folder, Process keeper) {
        this.folder = folder;
        this.keeper = keeper;
    }

    public static PostgresProcess start() {
        return start(PostgresProcess::freePort);
    }

    /** @param ports tells a port that ought to be free */
    public static PostgresProcess start(IntSupplier ports) {
        PostgresProcess process = null;
        try {
            Path folder = Files.createTempDirectory("vtlab-postgres-");
            process = new PostgresProcess(folder, keeper(folder));
            for (int attempt = 1;; attempt++) {
                process.data = folder.resolve("data-" + attempt);
                process.port = ports.getAsInt();
                try {
                    process.first();
                    return process;
                } catch (IOException | SQLException | RuntimeException e) {
                    if (attempt == ATTEMPTS || !process.log().contains("could not bind")) {
                        throw new LabException(process.whyNot(e), e);
                    }
                }
            }
        } catch (IOException e) {
            throw new LabException(
                    "there is no room for a database in " + System.getProperty("java.io.tmpdir") + ": " + e.getMessage()
                            + ". Name another folder (-Djava.io.tmpdir=DIR), or a server of your own (--jdbc-url)",
                    e);
        } finally {
            if (process != null && process.address == null) {
                process.close();
            }
        }
    }

    private static Process keeper(Path folder) throws IOException {
        return File.separatorChar == '\\' ? null
                : new ProcessBuilder("/bin/sh", "-c", KEEPER, "keeper", folder.toString())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void first() throws IOException, SQLException {
        Files.write(folder.resolve("spare"), new byte[SPARE_BYTES]);
        launch();
        var theirs = PostgresAddress
                .of("jdbc:postgresql://" + HOST + ":" + port + "/postgres?user=" + USER + "&password=" + password);
        try (Connection connection = theirs.connect(); Statement statement = connection.createStatement()) {
            try (var rows = statement.executeQuery("show data_directory")) {
                rows.next();
                if (!Path.of(rows.getString(1)).toRealPath().equals(data.toRealPath())) {
                    // It is another lab's, which was faster. At first, that one accepts every user, too.
                    throw new IOException("could not bind: another PostgreSQL is at port " + port);
                }
            }
            // It accepts every user of this machine as a superuser. From here on, only the lab and its services.
            statement.execute("alter user " + USER + " password '" + password + "'");
            Files.writeString(data.resolve("pg_hba.conf"), "host all all " + HOST + "/32 scram-sha-256\n");
            statement.execute("select pg_reload_conf()");
        }
        address = theirs;
        processes();
    }

    /**
     * Starts PostgreSQL in {@link #data}, in a new folder after making it. Made for tests, the library switches off
     * what makes a commit lasting: it is switched on again, since a service that stores rows pays for it.
     */
    private void launch() throws IOException {
        // A lock of an earlier start in this JVM; the library would not take it a second time.
        Files.deleteIfExists(data.resolve("epg-lock"));
        File log = folder.resolve("server.log").toFile();
        server = EmbeddedPostgres.builder()
                .setDataDirectory(data).setCleanDataDirectory(false).setRegisterShutdownHook(false)
                .setPort(port).setPGStartupWait(STARTS)
                .setConnectConfig("password", password).setConnectConfig("loginTimeout", "5")
                .setConnectConfig("socketTimeout", "5")
                .setServerConfig("fsync", "on").setServerConfig("synchronous_commit", "on")
                .setServerConfig("listen_addresses", HOST).setServerConfig("unix_socket_directories", "")
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log))
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log))
                .start();
    }

    /** Where it answers. */
    public PostgresAddress address() {
        return address;
    }

    /** The server and all that it has started; empty when it is gone. */
    synchronized List<ProcessHandle> processes() {
        Optional<ProcessHandle> first = pid().flatMap(ProcessHandle::of).filter(ProcessHandle::isAlive);
        if (first.isEmpty()) {
            return List.of();
        }
        lastSeen = Stream.concat(first.stream(), first.get().descendants()).toList();
        return lastSeen;
    }

    private Optional<Long> pid() {
        try (Stream<String> lines = Files.lines(data.resolve("postmaster.pid"))) {
            return lines.findFirst().map(line -> Long.parseLong(line.strip()));
        } catch (IOException | UncheckedIOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Starts it again where it has ended. It recovers what had been committed.
     *
     * @throws LabException where it does not start any more
     */
    synchronized void startAgain() {
        if (closed) {
            throw new LabException("the database is closed");
        }
        try {
            // It may be that only the first of its processes was killed. The others notice that, and until then they
            // use the memory.
            CompletableFuture.allOf(lastSeen.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            // It will say itself what is in its way.
        }
        try {
            server.close();
            Files.deleteIfExists(folder.resolve("spare"));
            launch();
        } catch (IOException | RuntimeException e) {
            throw new LabException("the database cannot be started again: " + whyNot(e), e);
        }
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("server.log"));
        } catch (IOException e) {
            return "";
        }
    }

    /** In its own words, where it has any. */
    private String whyNot(Exception e) {
        List<String> said = log().lines().toList();
        String last = said.stream().filter(line -> line.matches(".*(PANIC|FATAL|initdb: error): .*"))
                .reduce((a, b) -> b)
                .or(() -> said.stream().filter(line -> line.contains("rror")).findFirst())
                .orElse(String.valueOf(e.getMessage()));
        String what = last.replaceFirst(".*?((PANIC|FATAL|initdb: error): )", "");
        if (what.contains("run as root")) {
            return "PostgreSQL does not run as root, and `unshare -U`, which would help, is not allowed here: run the "
                    + "lab as another user, "
                    + "or name a server of your own (--jdbc-url)";
        }
        return "PostgreSQL says: " + what + " (its folder is " + folder.getParent()
                + "; --jdbc-url takes a server of your own)";
    }

    /** Ends it at once: its folder is not needed any more. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (keeper == null) {
                if (server != null) {
                    server.close();
                }
            } else {
                keeper.getOutputStream().close();
                keeper.waitFor(20, TimeUnit.SECONDS);
            }
        } catch (IOException e) {
            // The shell has ended already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        processes().forEach(ProcessHandle::destroyForcibly);
        Folders.delete(folder);
    }
}
