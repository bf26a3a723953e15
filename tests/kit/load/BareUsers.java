package kit.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import kit.plan.Request;

/**
 * Users who send requests without a pause and note how long each took, and nothing else: the load generator without its
 * recorders. What these cost is the difference.
 */
public final class BareUsers {

    /** Response times that a user can note at first. */
    private static final int SOME = 4096;

    private final Exchanges exchanges;
    private final LoadScheduler scheduler;
    private final HttpRequest request;
    private final ConcurrentLinkedQueue<long[]> noted = new ConcurrentLinkedQueue<>();
    private volatile boolean counts;
    private volatile boolean over;

    private BareUsers(URI base, Request request, LoadScheduler scheduler) {
        this.exchanges = new Exchanges(base, scheduler);
        this.scheduler = scheduler;
        this.request = exchanges.requests(request).get();
    }

    /**
     * Sends requests for a while.
     *
     * @param users  who send one after the other
     * @param leadIn for so long nothing counts
     * @param time   and for so long the requests count that begin then
     * @param begun  called when the time begins
     * @param ended  called when it is over
     * @return the response times, in ns, ascending
     */
    public static long[] run(URI base, Request request, int users, Duration leadIn, Duration time,
            LoadScheduler scheduler, Runnable begun, Runnable ended) throws InterruptedException {
        var bare = new BareUsers(base, request, scheduler);
        try {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < users; i++) {
                threads.add(scheduler.start("bare-" + i, bare::send));
            }
            Thread.sleep(leadIn);
            begun.run();
            bare.counts = true;
            Thread.sleep(time);
            bare.counts = false;
            ended.run();
            bare.over = true;
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            bare.exchanges.stop();
        }
        return bare.noted.stream().flatMapToLong(LongStream::of).sorted().toArray();
    }

    private void send() {
        long[] took = new long[SOME];
        int count = 0;
        try {
            while (!over) {
                boolean isCounted = counts;
                long sent = System.nanoTime();
                long done = exchanges.sendOnly(request);
                if (isCounted) {
                    took = count < took.length ? took : Arrays.copyOf(took, 2 * count);
                    took[count++] = done - sent;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        noted.add(Arrays.copyOf(took, count));
    }
}
