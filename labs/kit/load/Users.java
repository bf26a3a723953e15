package kit.load;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import kit.plan.ClosedLoop;

/** Users of a stream, each of whom sends one request after the other on a virtual thread until the load is over. */
final class Users {

    private final StreamRecorder recorder;
    private final Exchanges exchanges;
    private final LoadScheduler scheduler;
    private final long seed;
    private final BooleanSupplier isOver;
    private final Supplier<HttpRequest> requests;

    /**
     * @param seed   of the moments at which users set out
     * @param isOver whether no further request is to be sent
     */
    Users(StreamRecorder recorder, Exchanges exchanges, LoadScheduler scheduler, long seed, BooleanSupplier isOver) {
        this.seed = seed;
        this.recorder = recorder;
        this.exchanges = exchanges;
        this.scheduler = scheduler;
        this.isOver = isOver;
        this.requests = exchanges.requests(recorder.stream().request());
    }

    /**
     * All users of a closed loop, who set out at random moments of its spread.
     *
     * @param ended told the moment at which each request ended, before it is recorded
     */
    List<Thread> start(ClosedLoop loop, long start, LongConsumer ended) {
        var users = new ArrayList<Thread>();
        long spread = loop.spread().toNanos();
        var random = new SplittableRandom(seed);
        for (int i = 1; i <= loop.users(); i++) {
            long from = start + (spread == 0 ? 0 : random.nextLong(spread));
            users.add(start("user-" + i, from, loop.think(), () -> false, ended));
        }
        return users;
    }

    /** One user sends a request alone. When it is answered, all the others set out, too. */
    List<Thread> startAfterTheFirst(ClosedLoop loop, long start, LongConsumer ended) {
        var answered = new CountDownLatch(1);
        var users = new ArrayList<Thread>();
        users.add(start("user-1", start, loop.think(), () -> false, done -> {
            ended.accept(done);
            answered.countDown();
        }));
        for (int i = 2; i <= loop.users(); i++) {
            users.add(scheduler.start("user-" + i, () -> {
                try {
                    answered.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
                long now = System.nanoTime();
                recorder.thinks(start, now);
                send(now, loop.think(), () -> false, ended);
            }));
        }
        return users;
    }

    /**
     * A user who comes at that time and sends one request after the other until the load is over, or it is enough.
     *
     * @param ended told the moment at which each ended, before it is recorded
     */
    Thread start(String name, long from, Duration think, BooleanSupplier enough, LongConsumer ended) {
        return scheduler.start(name, () -> {
            Exchanges.parkUntil(from);
            send(from, think, enough, ended);
        });
    }

    private void send(long from, Duration think, BooleanSupplier enough, LongConsumer ended) {
        RequestTimeouts.OfThread timeouts = exchanges.timeouts();
        long free = from;
        while (!isOver.getAsBoolean() && !enough.getAsBoolean()) {
            long answered = exchanges.send(recorder, requests, timeouts, free, ended);
            free = answered + think.toNanos();
            if (free > answered) {
                Exchanges.parkUntil(free);
                recorder.thinks(answered, free);
            }
        }
    }
}
