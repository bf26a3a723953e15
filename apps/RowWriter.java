package apps;

import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Stores rows that a service has accepted, after it has answered. */
final class RowWriter implements AutoCloseable {

    private static final String ENDED = "the service ended before it was stored";

    private final ExecutorService executor;
    private final Semaphore room;
    private final Consumer<Person> store;
    private final RowTally tally;
    private final Map<String, Object> facts;

    private RowWriter(ExecutorService executor, Semaphore room, Consumer<Person> store, RowTally tally,
            Map<String, Object> facts) {
        this.executor = executor;
        this.room = room;
        this.store = store;
        this.tally = tally;
        this.facts = facts;
    }

    /**
     * A pool of platform threads, with a queue for any number of rows: no request is slowed; memory is the limit.
     */
    static RowWriter fixed(int threads, Consumer<Person> store, RowTally tally) {
        var pool = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        return new RowWriter(pool, new Semaphore(Integer.MAX_VALUE), store, tally,
                Map.of("writer", "fixed", "writer.threads", pool.getMaximumPoolSize(), "writer.queue", "unbounded"));
    }

    /**
     * A virtual thread for each row, of which there are no more than so many: a request with another row waits for
     * room.
     */
    static RowWriter bounded(int rows, Consumer<Person> store, RowTally tally) {
        return new RowWriter(Executors.newVirtualThreadPerTaskExecutor(), new Semaphore(rows), store, tally,
                Map.of("writer", "bounded", "writer.threads", "virtual", "writer.queue", rows));
    }

    Map<String, Object> facts() {
        return facts;
    }

    /**
     * Accepts a row, once there is room for it.
     *
     * @throws RejectedExecutionException where nothing is accepted any more
     */
    void accept(Person person) throws InterruptedException {
        room.acquire();
        tally.accepted();
        try {
            executor.execute(new Row(person));
        } catch (RejectedExecutionException | Error e) {
            // An error where there is no memory for a thread: the caller gets the failure.
            tally.refused();
            room.release();
            throw e;
        }
    }

    private final class Row implements Runnable {
        private final Person person;

        Row(Person person) {
            this.person = person;
        }

        @Override
        public void run() {
            try {
                store.accept(person);
                tally.persisted();
            } catch (RuntimeException | Error e) {
                // Where there is no memory the row is as lost as where there is no database.
                if (executor.isShutdown()) {
                    tally.lost(person.externalId(), ENDED);
                } else {
                    tally.lost(person.externalId(), e);
                }
            } finally {
                room.release();
            }
        }
    }

    /**
     * What is still queued is not stored any more, and who waits for the database waits no longer; all that is lost is
     * told one by one.
     */
    @Override
    public void close() {
        executor.shutdownNow().forEach(queued -> tally.lost(((Row) queued).person.externalId(), ENDED));
        try {
            executor.awaitTermination(3, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
