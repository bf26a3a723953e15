package kit.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.report.CellReport;

/**
 * A load generator that is no part of this project, and sends the requests of the blocks that count in the place of
 * {@link LoadGenerator}. Its text is its name and version.
 */
public interface ExternalGenerator {

    /** Why it cannot be run on this machine, and what installs it; null where it can. */
    String missing();

    /** Whether it can send requests at a constant rate. */
    boolean hasRate();

    /** Whether its connections may begin on another machine: it cannot reach 127.0.0.1 then. */
    boolean isElsewhere();

    /** Why it cannot send these requests, and what can; null where it can. */
    String refuses(Request request);

    /** What it counts in another way than {@link LoadGenerator}; null where that is not known. */
    String differs();

    /**
     * Prepares the load of a block.
     *
     * @param out takes the reports
     * @throws IOException where its files cannot be written
     */
    Run prepare(Job job, Consumer<CellReport> out) throws IOException;

    /**
     * What is to be sent where.
     *
     * @param base    where the service listens
     * @param traffic what is sent, and how it arrives
     * @param length  of the load
     * @param files   path of its files, without an ending
     */
    record Job(URI base, Traffic traffic, Duration length, Path files) {}

    /** The load of a block. */
    interface Run extends AutoCloseable {

        /**
         * Sends the load, and reports the result.
         *
         * @param begun called when the measurement begins
         * @param over  called when it is over
         * @throws Failing when the load generator fails, or too many requests do
         */
        void measure(Runnable begun, Runnable over) throws InterruptedException;

        /** Sends the load once more, unrecorded, until this returns. */
        void whileItGoesOn(Runnable look) throws InterruptedException;

        /** Ends the load at once, from another thread. */
        void stop();

        /** Removes what it needed; the results stay. */
        @Override
        void close();
    }
}
