package kit.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import kit.base.Finding.Code;
import kit.machine.Hiccups;
import kit.machine.SteadyClock;
import kit.plan.Burst;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.Totals;

/**
 * Sends the streams of a cell with the JDK's HttpClient on virtual threads, and reports what came back second by
 * second.
 */
public final class LoadGenerator {

    /** What waits for the beginning of a burst is told this long before. */
    static final Duration HEAD_START = Duration.ofMillis(50);
    private final WarmUp warmup;
    private final LoadScheduler scheduler;
    private final LongSupplier cpuNanos;
    private final Consumer<CellReport> out;
    private final StreamRecorder.Window window = new StreamRecorder.Window();
    private final List<StreamRecorder> recorders = new ArrayList<>();
    private final Exchanges exchanges;
    private final LoadGuard guard;
    private final Hiccups hiccups;
    private Consumer<LongSupplier> afterwards = underWay -> {};
    private long seed;
    private boolean warm;
    private boolean mayFail;
    /** Whether requests are sent after the measurement, too: for {@link #thenLook}. */
    private volatile boolean goesOn;

    /**
     * @param base     where the service listens
     * @param cpuNanos the load generator's CPU time so far, or a negative number where it cannot be told
     * @param out      takes the reports; called from several threads, one at a time
     */
    public LoadGenerator(URI base, List<Traffic> streams, WarmUp warmup, LoadScheduler scheduler,
            LongSupplier cpuNanos, Consumer<CellReport> out) {
        this.warmup = warmup;
        this.scheduler = scheduler;
        this.cpuNanos = cpuNanos;
        this.out = out;
        for (Traffic stream : streams) {
            recorders.add(new StreamRecorder(stream, windowOf(stream)));
        }
        this.exchanges = new Exchanges(base, scheduler);
        this.guard = new LoadGuard(recorders.getFirst(), this::isOver, this::breakOff);
        this.hiccups = Hiccups.on(task -> scheduler.start("hiccups", task));
    }

    /** When a stream is measured. A burst beside another one is as long as its own requests take. */
    private StreamRecorder.Window windowOf(Traffic stream) {
        return recorders.isEmpty() || !(stream.load() instanceof Burst) ? window : new StreamRecorder.Window();
    }

    /** Sets where external services listen, by their names, for streams that are sent to them. */
    public LoadGenerator externals(Map<String, URI> addresses) {
        exchanges.externals(addresses);
        return this;
    }

    /** Sets where the random numbers begin by which users set out and requests arrive. */
    public LoadGenerator seeded(long begin) {
        seed = begin;
        return this;
    }

    /** Whether the service is warm: then no requests come before the ramp. */
    public LoadGenerator ofWarmService(boolean isWarm) {
        warm = isWarm;
        return this;
    }

    /** Whether requests fail by design: then all of the warm-up may fail, which are few. */
    public LoadGenerator expectingErrors(boolean errors) {
        mayFail = errors;
        return this;
    }

    /**
     * The load goes on after the measurement until this returns. Requests that it sends then are not recorded.
     *
     * @param look is given the number of requests of the main stream that are under way
     */
    public void thenLook(Consumer<LongSupplier> look) {
        afterwards = look;
        goesOn = true;
    }

    /**
     * Runs warm-up and measurement and returns once every request has ended.
     *
     * @param begun called when the measurement begins
     * @param over  called when it is over, while requests may still be under way
     * @throws Failing when no request succeeded before the measurement began, or too many fail; the message names the
     *                 errors
     */
    public void run(Runnable begun, Runnable over) throws InterruptedException {
        run(begun, over, moment -> {});
    }

    /** @param look looks at the service's memory, and returns when that is done: see {@link Burst#after} */
    public void run(Runnable begun, Runnable over, Consumer<CellReport.Moment> look) throws InterruptedException {
        try {
            drive(begun, over, look);
        } finally {
            goesOn = false;
            abandon();
            hiccups.stop();
            exchanges.stop();
        }
    }

    private void drive(Runnable begun, Runnable over, Consumer<CellReport.Moment> look) throws InterruptedException {
        StreamRecorder main = recorders.getFirst();
        if (main.stream().request().mostFailed() < 1) {
            scheduler.startPlatform("guard", guard::watch);
        }
        if (main.stream().load().cold()) {
            // A client whose first requests are slow would pass for a service whose first requests are.
            exchanges.rehearse();
        }
        long primed = System.nanoTime();
        if (!warm) {
            prime();
        }
        long start = System.nanoTime();
        long warmedFrom = main.stream().load().cold() ? start : primed;
        var users = new ArrayList<Thread>();
        for (StreamRecorder recorder : recorders) {
            switch (recorder.stream().load()) {
            case ClosedLoop loop -> users.addAll(startUsers(recorder, loop, start, recorder == main));
            case OpenLoop loop -> users.add(startArrivals(recorder, loop, start, recorder == main));
            case Burst burst when recorder == main ->
                users.add(new Bursts(exchanges, scheduler, warmup, warm).start(bursts(), start, look));
            case Burst burst -> {
                // The main stream's burst brings it along.
            }
            }
        }
        window.awaitBegin();
        throwWhereStopped();
        if (!window.hasBegun()) {
            throw new InterruptedException("stopped before the measurement began");
        }
        boolean isFromTheFirst = main.stream().load() instanceof ClosedLoop loop && loop.isFromTheFirst();
        // Nothing comes before a burst at a warm service.
        boolean isFirst = isFromTheFirst || warm && main.stream().load() instanceof Burst;
        // The request with which the measurement begins may not be recorded yet: no failure, so far, is no reason.
        if (main.everOk() == 0 && !main.everErrors().isEmpty() && !isFirst && !mayFail) {
            throw new Failing(Code.NO_SUCCESS,
                    "no request succeeded before the measurement began (" + Totals.kinds(main.everErrors()) + ")");
        }
        scheduler.adoptTimer();
        hiccups.reset();
        begun.run();
        out.accept(new CellReport.Began(SteadyClock.now(), (window.beginNanos() - warmedFrom) / 1e9));
        long cpuAtBegin = cpuNanos.getAsLong();
        Map<Thread, Long> byThread = scheduler.cpuNanosByThread();
        reportSeconds(cpuAtBegin);
        if (scheduler.canAccount()) {
            busiest = scheduler.busiestSince(byThread, window.seconds());
        }
        Hiccups.Measured hiccupsSeen = hiccups.measured();
        over.run();
        out.accept(new CellReport.Over());
        if (goesOn) {
            afterwards.accept(main::inFlight);
            goesOn = false;
        }
        for (Thread user : users) {
            user.join();
        }
        throwWhereStopped();
        for (StreamRecorder recorder : recorders) {
            recorder.awaitStragglers();
        }
        double generatorSeconds = cpuAtBegin < 0 ? Double.NaN : (cpuAtEnd - cpuAtBegin) / 1e9;
        for (StreamRecorder recorder : recorders) {
            // What ended after the window but was due within it (open loop) comes in an interval of no length.
            out.accept(recorder.second(lastSecond + 1, 0, Double.NaN, Double.NaN));
            if (recorder == main && recorder.waves() != null) {
                out.accept(recorder.waves());
            }
            out.accept(new CellReport.LoadEnded(recorder.stream().name(),
                    recorder.totals(generatorSeconds, busiest, hiccupsSeen)));
        }
    }

    /** The streams that are bursts, the main one first. */
    private List<StreamRecorder> bursts() {
        return recorders.stream().filter(recorder -> recorder.stream().load() instanceof Burst).toList();
    }

    private void throwWhereStopped() {
        if (guard.why() != null) {
            throw guard.why();
        }
    }

    /**
     * A request for each of some users, all at once, before anything else. The first requests of a service are slow;
     * users who waited for them together would march in step ever after, however far apart they had set out.
     *
     * <p>Where the load has a primer they send that, for as long as a warm-up lasts.
     */
    private void prime() throws InterruptedException {
        var first = new ArrayList<Thread>();
        for (StreamRecorder recorder : recorders) {
            Load load = recorder.stream().load();
            Request primer = load.primer();
            Supplier<HttpRequest> requests = exchanges.requests(primer != null ? primer : recorder.stream().request());
            long until = System.nanoTime() + (primer != null ? warmup.least().toNanos() : 0);
            for (int i = 0; i < load.primed(); i++) {
                first.add(scheduler.start("prime", () -> {
                    RequestTimeouts.OfThread timeouts = exchanges.timeouts();
                    do {
                        exchanges.send(recorder, requests, timeouts, System.nanoTime(), done -> {});
                    } while (System.nanoTime() - until < 0 && !window.isOver());
                }));
            }
        }
        for (Thread thread : first) {
            thread.join();
        }
    }

    private int lastSecond;
    private long cpuAtEnd;
    private double busiest = Double.NaN;

    private void reportSeconds(long cpuAtBegin) throws InterruptedException {
        long begin = window.beginNanos();
        long previous = begin;
        long cpu = cpuAtBegin;
        boolean over = false;
        while (!over) {
            lastSecond++;
            Duration untilNext = Duration.ofNanos(begin + lastSecond * 1_000_000_000L - System.nanoTime());
            over = window.awaitOver(untilNext.isNegative() ? Duration.ZERO : untilNext);
            long now = over ? begin + Math.round(window.seconds() * 1e9) : System.nanoTime();
            double length = (now - previous) / 1e9;
            long cpuNow = cpuNanos.getAsLong();
            double generatorCpu = cpuNow < 0 || length == 0 ? Double.NaN : (cpuNow - cpu) / 1e9 / length;
            double hiccup = hiccups.maxMs();
            for (StreamRecorder recorder : recorders) {
                out.accept(recorder.second(lastSecond, length, generatorCpu, hiccup));
            }
            previous = now;
            cpu = cpuNow;
        }
        cpuAtEnd = cpu;
    }

    private List<Thread> startUsers(StreamRecorder recorder, ClosedLoop loop, long start, boolean main) {
        LongConsumer ended = main
                ? new Rounds(recorder, window, loop, new Warmth(warmup, start, loop.users()), start)::ends
                : done -> {};
        var users = new Users(recorder, exchanges, scheduler, seed, this::isOver);
        return loop.alone() ? users.startAfterTheFirst(loop, start, ended) : users.start(loop, start, ended);
    }

    private Thread startArrivals(StreamRecorder recorder, OpenLoop loop, long start, boolean main) {
        Supplier<HttpRequest> requests = exchanges.requests(recorder.stream().request());
        long rises = warmup.least().toNanos() * 2 / 3;
        // A probe at regular times would meet a load that has a rhythm always at the same beat. So its requests arrive
        // at random (a Poisson process), at the same moments in every cell of a run.
        var random = new SplittableRandom(seed ^ recorder.stream().name().hashCode());
        var warmth = new ArrivalWarmth(warmup, start);
        // A platform thread keeps the schedule: nothing that the load generator's carriers do can delay it.
        return scheduler.startPlatform("arrivals", () -> {
            long begin = start + warmup.least().toNanos();
            long end = Long.MAX_VALUE;
            // Gaps of a Poisson process are exponential, here in units of their mean.
            DoubleSupplier gap = () -> main ? 1 : -Math.log1p(-random.nextDouble());
            for (double at = main ? 0 : gap.getAsDouble(); !isOver(); at += gap.getAsDouble()) {
                long intended = start + loop.due(at, rises);
                if (main && !window.hasBegun()) {
                    if (warmth.isOver(intended) && intended > begin) {
                        window.begin(begin);
                        end = begin + loop.duration().toNanos();
                    } else {
                        // If the warm-up continues, the measurement begins at this arrival, which is not counted.
                        begin = Math.max(begin, intended);
                    }
                }
                if (main && intended > end && !window.isOver()) {
                    Exchanges.parkUntil(end);
                    window.end(end);
                }
                if (isOver()) {
                    break;
                }
                Exchanges.parkUntil(intended);
                recorder.arrives();
                scheduler.start("arrival", () -> {
                    exchanges.send(recorder, requests, exchanges.timeouts(), intended,
                            main ? done -> warmth.ends(intended, done) : done -> {});
                    recorder.leaves();
                });
            }
        });
    }

    /** Whether no further request is to be sent. */
    private boolean isOver() {
        return window.isOver() && !goesOn;
    }

    static void join(List<Thread> threads) {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends the measurement now, from another thread, and gives up the requests that are under way. {@link #run} reports
     * what there is.
     */
    public void breakOff() {
        if (window.hasBegun()) {
            window.end(System.nanoTime());
        }
        stop();
    }

    /**
     * Ends everything at once, from another thread. {@link #run} then returns or throws; what it reported is all there
     * is.
     */
    public void stop() {
        goesOn = false;
        abandon();
        exchanges.breakOff();
    }

    private void abandon() {
        recorders.forEach(recorder -> recorder.window().abandon());
    }
}
