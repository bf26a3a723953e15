package kit.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import kit.base.LabException;
import kit.service.Database;
import kit.service.Facts;

/**
 * A PostgreSQL for the services of a lab: one that the lab brings along, starts and ends ({@link PostgresProcess}), or
 * a server of the user's own. There a cell gets a schema with a name that no other has, and nothing outside it is
 * touched.
 *
 * <p>It is not among the kit's own sources, so that labs without a database do not fetch one: a lab that needs it names
 * this file.
 */
public final class Postgres implements Database {

    /** How often a server is asked whether it is still there. */
    private static final Duration WATCH = Duration.ofMillis(500);
    /** A server of the user's own that has gone, or one that recovers, may be coming back. */
    private static final Duration COMES_BACK = Duration.ofSeconds(10);
    private static final String NO_SUCH_TABLE = "42P01";
    /** What the figures depend on. */
    private static final List<String> SETTINGS = List.of("fsync", "synchronous_commit", "full_page_writes",
            "wal_sync_method",
            "shared_buffers", "max_connections", "listen_addresses");

    /** Null where it is a server of the user's own. */
    private final PostgresProcess process;
    private final PostgresAddress address;
    private final Facts facts;

    private Postgres(PostgresProcess process, PostgresAddress address) {
        this.process = process;
        this.address = address;
        this.facts = read(process, address);
    }

    /**
     * Opens one.
     *
     * @param url of a server of the user's own, or null to start one
     */
    public static Postgres open(String url) {
        if (url != null) {
            return new Postgres(null, PostgresAddress.of(url));
        }
        PostgresProcess process = PostgresProcess.start();
        try {
            return new Postgres(process, process.address());
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    private static Facts read(PostgresProcess process, PostgresAddress address) {
        try (Connection connection = address.connect(); Statement statement = connection.createStatement()) {
            if (!text(statement, "select has_database_privilege(current_database(), 'CREATE')").equals("t")) {
                throw new LabException(
                        "--jdbc-url: " + address.user() + " may not make schemas in the database " + address.database()
                                + ": let its owner say GRANT CREATE ON DATABASE " + address.database() + " TO "
                                + address.user());
            }
            Facts facts = Facts.none().with("database", "PostgreSQL " + text(statement, "show server_version"))
                    .with("database.where",
                            process == null ? address.place() : "in processes of its own, ended with the lab");
            for (String setting : SETTINGS) {
                facts = facts.with("database." + setting, text(statement, "show " + setting));
            }
            return facts;
        } catch (SQLException e) {
            throw new LabException((process == null ? "--jdbc-url: " : "the database: ") + address.why(e), e);
        }
    }

    private static String text(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Override
    public Facts facts() {
        return facts;
    }

    @Override
    public List<ProcessHandle> processes() {
        return process == null ? List.of() : process.processes();
    }

    @Override
    public int connectionsLeft() {
        return (int) patiently("its connections cannot be counted", () -> {
            try (Connection connection = address.connect(); Statement statement = connection.createStatement()) {
                return Long.parseLong(text(statement, "select current_setting('max_connections')::int "
                        + "- current_setting('superuser_reserved_connections')::int - count(*) "
                        + "from pg_stat_activity where backend_type = 'client backend'"));
            }
        });
    }

    @Override
    public Schema schema(String cell) {
        var schema = new OneSchema("vtlab_" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()));
        patiently("no schema could be made for " + cell, () -> {
            execute("create schema " + schema.name);
            return 0L;
        });
        return schema;
    }

    /**
     * Asks a server once more, for some time, that may be coming back. One that the lab brought along is started again
     * where it is gone.
     */
    private long patiently(String orElse, Question asked) {
        long limit = System.nanoTime() + COMES_BACK.toNanos();
        while (true) {
            try {
                return asked.answer();
            } catch (SQLException e) {
                if (NO_SUCH_TABLE.equals(e.getSQLState()) || System.nanoTime() > limit) {
                    throw new LabException(orElse + ": " + address.why(e), e);
                }
                if (process != null && PostgresAddress.nothingListens(e)) {
                    // It says itself why it cannot be started.
                    process.startAgain();
                }
                LockSupport.parkNanos(WATCH.toNanos());
            }
        }
    }

    /** A question to the server. */
    @FunctionalInterface
    private interface Question {
        long answer() throws SQLException;
    }

    private void execute(String command) throws SQLException {
        try (Connection connection = address.connect(); Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    @Override
    public Watch watch(Consumer<String> tell) {
        return Thread.ofPlatform().daemon().name("lab-watch-database").start(() -> watchAndTell(tell))::interrupt;
    }

    /**
     * A connection may break for reasons of its own: only when a new one cannot be made either, or breaks at once, is
     * the server gone.
     */
    private void watchAndTell(Consumer<String> tell) {
        Connection connection = null;
        SQLException before = null;
        try {
            while (true) {
                Thread.sleep(WATCH);
                try {
                    connection = connection == null ? address.connect() : connection;
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("select 1");
                    }
                    before = null;
                } catch (SQLException e) {
                    quietlyClose(connection);
                    connection = null;
                    if (before != null && !Thread.interrupted()) {
                        tell.accept("the database has stopped answering: " + address.why(e));
                        return;
                    }
                    before = e;
                }
            }
        } catch (InterruptedException e) {
            // The answer is not needed any more.
        } finally {
            quietlyClose(connection);
        }
    }

    private static void quietlyClose(Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // It was broken anyway.
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }

    private final class OneSchema implements Schema {
        private final String name;

        OneSchema(String name) {
            this.name = name;
        }

        @Override
        public Map<String, String> properties() {
            var properties = new LinkedHashMap<String, String>();
            properties.put("spring.datasource.url", address.jdbcUrl(name));
            properties.put("spring.datasource.username", address.user());
            properties.put("spring.datasource.password", address.password());
            properties.put("spring.r2dbc.url", address.r2dbcUrl(name));
            properties.put("spring.r2dbc.username", address.user());
            properties.put("spring.r2dbc.password", address.password());
            return properties;
        }

        @Override
        public long rows(String table) {
            return patiently("the rows of " + table + " cannot be counted", () -> {
                try (Connection connection = address.connect(); Statement statement = connection.createStatement()) {
                    return Long.parseLong(text(statement, "select count(*) from " + name + "."
                            + statement.enquoteIdentifier(table, false)));
                }
            });
        }

        @Override
        public void close() {
            try {
                execute("drop schema if exists " + name + " cascade");
            } catch (SQLException e) {
                // With the server that the lab brought along, all of it goes.
                if (process == null) {
                    throw new LabException("the schema " + name + " is still there: " + address.why(e)
                            + ". Once the server answers again: drop schema " + name + " cascade", e);
                }
            }
        }
    }
}
