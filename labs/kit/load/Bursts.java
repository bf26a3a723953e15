package kit.load;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import kit.plan.Burst;
import kit.plan.WarmUp;
import kit.report.CellReport;

/** Sends the bursts of one stream, or of several at the same time. */
final class Bursts {

    /**
     * After a burst's last request has been sent the service has this long to take it in before its memory is looked
     * at.
     */
    private static final Duration SETTLES = Duration.ofSeconds(1);

    private final Exchanges exchanges;
    private final LoadScheduler scheduler;
    private final WarmUp warmup;
    private final boolean warm;

    /** @param warm whether the service is warm already */
    Bursts(Exchanges exchanges, LoadScheduler scheduler, WarmUp warmup, boolean warm) {
        this.exchanges = exchanges;
        this.scheduler = scheduler;
        this.warmup = warmup;
        this.warm = warm;
    }

    /**
     * Sends bursts that are not recorded, one after the other, until the service is warm. Then sends the one that
     * counts, from its beginning to its last answer. Bursts of several streams begin at the same moment.
     *
     * @param streams the main one first: its service decides how long the warm-up lasts
     * @param start of the warm-up, by {@link System#nanoTime()}
     * @param look  looks at the service's memory, and returns when that is done
     * @return the thread that keeps the schedule; it ends with the last request
     */
    Thread start(List<StreamRecorder> streams, long start, Consumer<CellReport.Moment> look) {
        StreamRecorder main = streams.getFirst();
        Burst burst = burst(main);
        // As in an open loop, a platform thread keeps the schedule.
        return scheduler.startPlatform("arrivals", () -> {
            if (burst.looksAtMemory()) {
                look.accept(CellReport.Moment.REST);
            } else if (!warm) {
                warmUp(streams, start);
            }
            long begin = System.nanoTime() + LoadGenerator.HEAD_START.toNanos();
            List<Thread> others = beside(streams, other -> count(other, begin, () -> {}));
            count(main, begin, () -> {
                if (burst.looksAtMemory() && !main.window().isOver()) {
                    Exchanges.parkUntil(begin + burst.ramp().toNanos() + SETTLES.toNanos());
                    look.accept(CellReport.Moment.WAITING);
                }
            });
            LoadGenerator.join(others);
        });
    }

    private static Burst burst(StreamRecorder recorder) {
        return (Burst) recorder.stream().load();
    }

    /** Does this for each stream but the main one, in a thread of its own. */
    private List<Thread> beside(List<StreamRecorder> streams, Consumer<StreamRecorder> what) {
        return streams.stream().skip(1)
                .map(other -> scheduler.startPlatform("arrivals", () -> what.accept(other))).toList();
    }

    /** @param sent called when its last request has been sent */
    private void count(StreamRecorder recorder, long begin, Runnable sent) {
        var last = new AtomicLong(begin);
        recorder.window().begin(begin);
        CountDownLatch ended = send(recorder, begin, done -> last.accumulateAndGet(done, Math::max));
        sent.run();
        await(recorder, ended);
        recorder.window().end(last.get());
    }

    private void warmUp(List<StreamRecorder> streams, long start) {
        StreamRecorder main = streams.getFirst();
        var warmth = new Warmth(warmup, start, burst(main).users());
        do {
            long begin = System.nanoTime();
            List<Thread> others = beside(streams, other -> await(other, send(other, begin, done -> {})));
            await(main, send(main, begin, warmth::ends));
            LoadGenerator.join(others);
        } while (!warmth.isOver(System.nanoTime()) && !main.window().isOver());
    }

    /**
     * Sends the requests of a burst, each when it is due.
     *
     * @param ended told the moment at which each ended, before it is recorded
     * @return open once all are recorded
     */
    private CountDownLatch send(StreamRecorder recorder, long begin, LongConsumer ended) {
        Burst burst = burst(recorder);
        Supplier<HttpRequest> requests = exchanges.requests(recorder.stream().request());
        var left = new CountDownLatch(burst.users());
        for (int i = 0; i < burst.users() && !recorder.window().isOver(); i++) {
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
    private static void await(StreamRecorder recorder, CountDownLatch left) {
        try {
            boolean all = false;
            while (!all && !recorder.window().isOver()) {
                all = left.await(100, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
