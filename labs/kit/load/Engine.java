package kit.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import kit.plan.Traffic;
import kit.report.CellReport;

/**
 * A load generator that is no part of this project, and drives in the place of {@link LoadGenerator}. Its text is its
 * name and version.
 */
public interface Engine {

    /** Why it cannot drive on this machine, and what installs it; null where it can. */
    String missing();

    /**
     * Prepares the load of a cell.
     *
     * @param out takes the reports
     * @throws IOException where its files cannot be written
     */
    Run prepare(Job job, Consumer<CellReport> out) throws IOException;

    /**
     * What is to be sent where.
     *
     * @param base   where the service listens
     * @param warmUp how long requests are sent before the measurement
     * @param files  path of its files, without an ending
     */
    record Job(URI base, Traffic stream, Duration warmUp, Path files) {}

    /** The load of a cell. */
    interface Run extends AutoCloseable {

        /**
         * Runs warm-up and measurement, and reports the result.
         *
         * @param begun called when the measurement begins
         * @param over  called when it is over
         * @throws Failing when the engine fails, or too many requests do
         */
        void measure(Runnable begun, Runnable over) throws InterruptedException;

        /** The same load once more, unrecorded, until this returns. */
        void whileItGoesOn(Runnable look) throws InterruptedException;

        /** Ends the load at once, from another thread. */
        void stop();

        /** Removes what it needed; the results stay. */
        @Override
        void close();
    }
}
