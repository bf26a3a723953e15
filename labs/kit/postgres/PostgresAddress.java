package kit.postgres;

import java.net.ConnectException;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.LabException;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Where a PostgreSQL is and who may come in, for JDBC and R2DBC, and in words in which the password is never told.
 *
 * @param url   for JDBC, as it was given
 * @param parts of it, as the driver reads them
 */
public record PostgresAddress(String url, Properties parts) {

    private static final String FORM = "jdbc:postgresql://HOST:PORT/DATABASE?user=NAME&password=WORD";
    /** The longest wait for a server that says nothing, in s. */
    private static final String PATIENCE = "5";
    /**
     * What the driver says of an address is in the exception. Referenced here, because a logger without a reference may
     * lose its level.
     */
    private static final Logger DRIVER = Logger.getLogger("org.postgresql");

    static {
        DRIVER.setLevel(Level.OFF);
    }

    /** @throws LabException when this is no address of a PostgreSQL server */
    static PostgresAddress of(String url) {
        // The driver takes an address without the slashes for the name of a database.
        Properties parts = url.startsWith("jdbc:postgresql://") ? Driver.parseURL(url, new Properties()) : null;
        if (parts == null) {
            throw new LabException("--jdbc-url: not the address of a PostgreSQL server. Expected form: " + FORM);
        }
        if (parts.getProperty(PGProperty.PG_HOST.getName()).contains(",")) {
            throw new LabException(
                    "--jdbc-url: the lab measures one server, not several. Its address looks like " + FORM);
        }
        return new PostgresAddress(url, parts);
    }

    String place() {
        return get(PGProperty.PG_HOST) + ":" + get(PGProperty.PG_PORT);
    }

    String database() {
        return get(PGProperty.PG_DBNAME);
    }

    String user() {
        // As the driver does it.
        return parts.getProperty(PGProperty.USER.getName(), System.getProperty("user.name"));
    }

    String password() {
        return parts.getProperty(PGProperty.PASSWORD.getName(), "");
    }

    private String get(PGProperty part) {
        return part.getOrDefault(parts);
    }

    /** The lab's own way in, not that of the services: it gives up soon. */
    Connection connect() throws SQLException {
        var settings = new Properties();
        settings.setProperty("loginTimeout", PATIENCE);
        settings.setProperty("connectTimeout", PATIENCE);
        // To count millions of rows takes a while.
        settings.setProperty("socketTimeout", "60");
        settings.setProperty("ApplicationName", "virtual-thread-lab");
        return new Driver().connect(url, settings);
    }

    boolean isAnswering() {
        try (Connection connection = connect()) {
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /**
     * For a service that is to see this schema only. Without user and password, for Hibernate writes addresses into its
     * log.
     */
    String jdbcUrl(String schema) {
        String[] halves = url.split("\\?", 2);
        return halves[0] + "?" + Stream.concat(
                Stream.of(halves.length == 1 ? new String[0] : halves[1].split("&"))
                        .filter(part -> !part.matches("(user|password|currentSchema)=.*")),
                Stream.of("currentSchema=" + schema)).collect(Collectors.joining("&"));
    }

    String r2dbcUrl(String schema) {
        String sslMode = parts.getProperty(PGProperty.SSL_MODE.getName());
        return "r2dbc:postgresql://" + place() + "/" + URLEncoder.encode(database(), StandardCharsets.UTF_8)
                + "?schema=" + schema
                + (sslMode == null ? "" : "&sslMode=" + sslMode);
    }

    /** Whether there is no server at all. One that starts or recovers takes connections, and says so. */
    static boolean nothingListens(SQLException e) {
        return first(e) instanceof ConnectException;
    }

    private static Throwable first(Throwable e) {
        return e.getCause() == null ? e : first(e.getCause());
    }

    /** Why it could not be reached or used, and what to look at. */
    String why(SQLException e) {
        String said = String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
        String state = String.valueOf(e.getSQLState());
        if (nothingListens(e)) {
            return "no server listens at " + place() + ": is the server running?";
        }
        if (first(e) instanceof UnknownHostException) {
            return "there is no host " + get(PGProperty.PG_HOST);
        }
        return switch (state) {
        case "28P01", "28000" ->
            "the server at " + place() + " does not let " + user() + " in (" + said + "): check user and password";
        case "3D000" -> "the server at " + place() + " has no database " + database() + ": name one that is there";
        // The protocol is not spoken, or not to its end.
        case "08P01", "08001", "08004", "08006" ->
            "what listens at " + place() + " does not answer as PostgreSQL does (" + said
                    + "): check host and port";
        default -> said + " (" + state + ", at " + place() + ")";
        };
    }
}
