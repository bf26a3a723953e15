package kit.service;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** A service that has been started in, or from, this JVM. */
public interface RunningService extends AutoCloseable {

    /** Where it listens: {@code http://127.0.0.1:port}. */
    URI address();

    /** Where the external services listen that were started with it, by their names. */
    default Map<String, URI> externals() {
        return Map.of();
    }

    /** What is true of it now, as read back from it rather than from what was asked. See {@link Facts}. */
    Facts facts();

    /** Requests that the server itself counted since it started, or -1 where it cannot. */
    long requestsCounted();

    /** Requests that the server itself has under way now, or -1 where it cannot tell. */
    default long requestsUnderWay() {
        return -1;
    }

    /**
     * Numbers that change while it works, by name (see {@link Gauges}); asked ten times a second, so to be told
     * quickly.
     */
    default Map<String, Double> gauges() {
        return Map.of();
    }

    /**
     * What it counts itself, by name: totals since it started, which only grow. They are asked before and after a
     * block, so that the difference is what was counted in the block. A service that counts each of its routes apart
     * tells {@code <route>.<name>}.
     */
    default Map<String, Long> counts() {
        return Map.of();
    }

    /**
     * CPU time of processes other than this JVM that serve on its behalf, in seconds; 0 where there are none, NaN where
     * it cannot be told.
     */
    default double cpuSecondsElsewhere() {
        return 0;
    }

    /** The process that serves: this JVM, unless the service is one of its own. */
    default long pid() {
        return ProcessHandle.current().pid();
    }

    /** What became true of it while it closed, such as why rows were given up then. To be asked when it is closed. */
    default Facts lastFacts() {
        return Facts.none();
    }

    /** The flight recording of its own process, once that has ended; null where there is none. */
    default Path recording() {
        return null;
    }

    /** Home of the JDK that runs its process, where it has one of its own and is Java; else null. */
    default Path javaHome() {
        return null;
    }

    /**
     * Connects to what tells how much of its pools is used: to be closed. {@link PoolFigures#NONE} where nothing does.
     *
     * @throws IOException where a person named a place, and nothing tells it there
     */
    default PoolFigures figures() throws IOException {
        return PoolFigures.NONE;
    }

    @Override
    void close();
}
