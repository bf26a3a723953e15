package kit.load;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import kit.plan.Burst;
import kit.plan.WarmUp;
import kit.report.CellReport;

/** Sends the bursts of a stream. */
final class Bursts {

    /**
     * After a burst's last request has been sent the service has this long to take it in before its memory is looked
     * at.
     */
    private static final Duration SETTLES = Duration.ofSeconds(1);

    private final Exchanges exchanges;
    private final LoadScheduler scheduler;
    private final StreamRecorder.Window window;
    private final WarmUp warmup;

    /** @param window of the measurement, which the burst that counts begins and ends */
    Bursts(Exchanges exchanges, LoadScheduler scheduler, StreamRecorder.Window window, WarmUp warmup) {
        this.exchanges = exchanges;
        this.scheduler = scheduler;
        this.window = window;
        this.warmup = warmup;
    }

    /**
     * Sends bursts that are not recorded, one after the other, until the service is warm. Then sends the one that
     * counts.
     *
     * @param start of the warm-up, by {@link System#nanoTime()}
     * @param look  looks at the service's memory, and returns when that is done
     * @return the thread that keeps the schedule; it ends with the last request
     */
    Thread start(StreamRecorder recorder, Burst burst, long start, Consumer<CellReport.Moment> look) {
        // As in an open loop, a platform thread keeps the schedule.
        return scheduler.startPlatform("arrivals", () -> {
            if (burst.looksAtMemory()) {
                look.accept(CellReport.Moment.REST);
            } else {
                warmUp(recorder, burst, start);
            }
            long begin = System.nanoTime() + LoadGenerator.HEAD_START.toNanos();
            var last = new AtomicLong(begin);
            window.begin(begin);
            CountDownLatch ended = send(recorder, burst, begin, done -> last.accumulateAndGet(done, Math::max));
            if (burst.looksAtMemory() && !window.isOver()) {
                Exchanges.parkUntil(begin + burst.ramp().toNanos() + SETTLES.toNanos());
                look.accept(CellReport.Moment.WAITING);
            }
            await(ended);
            window.end(last.get());
        });
    }

    private void warmUp(StreamRecorder recorder, Burst burst, long start) {
        var warmth = new Warmth(warmup, start, burst.users());
        do {
            await(send(recorder, burst, System.nanoTime(), warmth::ends));
        } while (!warmth.isOver(System.nanoTime()) && !window.isOver());
    }

    /**
     * Sends the requests of a burst, each when it is due.
     *
     * @param ended told the moment at which each ended, before it is recorded
     * @return open once all are recorded
     */
    private CountDownLatch send(StreamRecorder recorder, Burst burst, long begin, LongConsumer ended) {
        Supplier<HttpRequest> requests = exchanges.requests(recorder.stream().request());
        var left = new CountDownLatch(burst.users());
        for (int i = 0; i < burst.users() && !window.isOver(); i++) {
            long due = begin + burst.due(i);
            Exchanges.parkUntil(due);
            scheduler.start("arrival", () -> {
                exchanges.send(recorder, requests, exchanges.timeouts(), due, ended);
                left.countDown();
            });
        }
        return left;
    }

    /** Waits for the end of a burst, or of everything. */
    private void await(CountDownLatch left) {
        try {
            boolean all = false;
            while (!all && !window.isOver()) {
                all = left.await(100, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
