package kit.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import kit.plan.Burst;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Stages;
import kit.plan.Traffic;
import kit.report.CellReport;

/**
 * A load generator that is no part of this project, and drives in the place of {@link LoadGenerator}. Its text is its
 * name and version.
 */
public interface Engine {

    /** Why it cannot drive on this machine, and what installs it; null where it can. */
    String missing();

    /** Whether it can send requests at a constant rate. */
    boolean hasRate();

    /** Whether its connections may begin on another machine: it cannot reach 127.0.0.1 then. */
    boolean isElsewhere();

    /** Why it cannot send these requests, and what can; null where it can. */
    String refuses(Request request);

    /**
     * Why it cannot send the streams of a cell; null where it can.
     *
     * @param streams the main one is the first; a single stage has one of its own
     */
    default String cannot(List<Traffic> streams) {
        Load load = streams.getFirst().load();
        if (load instanceof Burst) {
            return this + " sends no bursts";
        }
        if (load instanceof Stages stages && stages.stages().size() > 1) {
            return this + " has no stages: choose one number of users with -c";
        }
        if (streams.size() > (load instanceof Stages ? 2 : 1)) {
            return this + " sends one stream of requests, and this cell has several";
        }
        return load instanceof OpenLoop && !hasRate() ? this + " cannot start requests at a constant rate"
                : refuses(streams.getFirst().request());
    }

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
     * @param base    where the service listens
     * @param streams the main one, and where that is a single stage, the stage: it is the same load
     * @param warmUp how long requests are sent before the measurement
     * @param files  path of its files, without an ending
     */
    record Job(URI base, List<Traffic> streams, Duration warmUp, Path files) {

        /** The main one. */
        public Traffic stream() {
            return streams.getFirst();
        }
    }

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
