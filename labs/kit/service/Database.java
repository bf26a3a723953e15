package kit.service;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A database server that the services of a lab use. It is there for as long as the lab runs, in processes of its own,
 * and each cell gets an empty schema of its own in it. All of it is called by the lab's JVM, which counts the rows
 * itself rather than ask the service that stored them.
 */
public interface Database extends AutoCloseable {

    /** How a lab comes by one. */
    @FunctionalInterface
    interface Opening {
        /**
         * @param url of a server of the user's own ({@code --jdbc-url}); null where the lab brings one along
         * @throws LabException when there is none to be had; the message says what to do
         */
        Database open(String url);
    }

    /**
     * What it is and how it is set up, for people and for run.json: version, where it runs, what it does at a commit.
     */
    Facts facts();

    /** Connections that can still be opened: where all variants together need more, they do not live side by side. */
    int connectionsLeft();

    /** Makes an empty schema. */
    Schema schema(String cell);

    /**
     * The server's processes as far as they are known: they are neither the service nor a noisy neighbour. Empty for a
     * server of the user's own.
     */
    List<ProcessHandle> processes();

    /**
     * Has it watched from now on.
     *
     * @param tell told once, with a sentence, when the server has stopped answering
     * @return ends the watch
     */
    Watch watch(Consumer<String> tell);

    /** A watch that goes on until it is closed. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /** Ends the server where the lab has brought it along; else only the connections to it. */
    @Override
    void close();

    /** Where one cell stores its rows. */
    interface Schema extends AutoCloseable {

        /** What a Spring Boot service has to be told to use it, JDBC and R2DBC alike. */
        Map<String, String> properties();

        /**
         * Rows in one of its tables. A server that the lab brought along and that was ended is started again for it.
         *
         * @throws LabException where they cannot be counted; the message says why
         */
        long rows(String table);

        /**
         * Drops it with everything in it.
         *
         * @throws LabException where it is left in a server of the user's own; the message says how to remove it
         */
        @Override
        void close();
    }
}
