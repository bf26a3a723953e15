package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import tests.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tests.Measures;

/** The driver against a little server whose behaviour is known. */
@Tag(Lane.CLOCK)
class LoadDriverTest {

    /** Share of the time-outs that may cost somebody else a connection; seen: 1 of 800. */
    private static final double CLOSED_IN_THE_POOL = 0.02;

    private HttpServer server;
    private final AtomicLong served = new AtomicLong();
    /** Held while the server stalls. */
    private final Semaphore running = new Semaphore(1);

    @BeforeAll
    static void clientProperties() {
        LoadDriver.setClientProperties();
    }

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        route("/wait", 200, () -> Thread.sleep(20));
        route("/broken", 500, () -> { });
        route("/never", 200, () -> Thread.sleep(60_000));
        route("/stall", 200, () -> {
            running.acquire();
            running.release();
            Thread.sleep(5);
        });
        server.start();
    }

    private interface Work {
        void run() throws Exception;
    }

    private void route(String path, int status, Work work) {
        server.createContext(path, exchange -> {
            served.incrementAndGet();
            try (exchange) {
                work.run();
                exchange.sendResponseHeaders(status, -1);
            } catch (Exception e) {
                throw new java.io.IOException(e);
            }
        });
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** What the driver reported, put together as the lab does it. */
    private Outcome drive(Request request, Load load, Duration warmup) throws InterruptedException {
        return drive(new Stream("", request, load), warmup, () -> { });
    }

    private Outcome drive(Stream stream, Duration warmup, Runnable begun) throws InterruptedException {
        return drive(stream, warmup, begun, moment -> { });
    }

    private Outcome drive(Stream stream, Duration warmup, Runnable begun, Consumer<CellReport.Moment> look) throws InterruptedException {
        return drive(List.of(stream), warmup, begun, look);
    }

    private Outcome drive(List<Stream> streams, Duration warmup, Runnable begun, Consumer<CellReport.Moment> look) throws InterruptedException {
        var outcome = new Outcome(new CellSpec("test", null, List.copyOf(streams), warmup, DriverMode.OWN_SCHEDULER, ""), 1, 25);
        try (var scheduler = LoadScheduler.own()) {
            new LoadDriver(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), outcome.spec.streams(), warmup, scheduler,
                    scheduler::cpuNanos, outcome::accept).run(begun, () -> { }, look);
        }
        return outcome;
    }

    @Test
    void countsWhatItWasTold() throws Exception {
        Outcome outcome = drive(Request.get("/wait"), ClosedLoop.of(10, 200), Duration.ofMillis(200));
        // Requests that end in the very same microseconds as the last one may be counted with it.
        assertTrue(outcome.main().ok >= 200 && outcome.main().ok <= 210, "counted " + outcome.main().ok);
        assertEquals(outcome.main().ok, outcome.main().response.getTotalCount());
        assertEquals(outcome.main().totals.sent(), served.get(), "client and server must agree on all requests, warm-up included");
        assertTrue(Histograms.percentileMs(outcome.main().response, 0.5) >= 20, "no answer comes before 20 ms");
    }

    @Test
    void littlesLawClosesForAClosedLoop() throws Exception {
        Outcome outcome = drive(Request.get("/wait"), ClosedLoop.of(10, 300).think(Duration.ofMillis(10)), Duration.ofMillis(200));
        Totals totals = outcome.main().totals;
        double all = 10 * totals.seconds();
        double named = totals.serviceSeconds() + totals.lagSeconds() + totals.thinkSeconds() + totals.errorSeconds();
        assertEquals(1, named / all, Checks.CLOSURE, "time of the users that is accounted for");
        assertTrue(totals.thinkSeconds() > 0.2 * all, "10 ms of 30 were thought: " + totals.thinkSeconds() / all);
    }

    @Test
    @Measures
    void durationEndsAClosedLoopWithTheFirstWholeRoundAfterIt() throws Exception {
        Outcome outcome = drive(Request.get("/wait"), ClosedLoop.of(4, Duration.ofMillis(1500)), Duration.ofMillis(100));
        assertTrue(outcome.main().duration() >= 1.5, "lasted " + outcome.main().duration());
        assertTrue(outcome.main().duration() < 1.9, "lasted " + outcome.main().duration());
        // Three intervals: a whole second, the rest, and the one of no length that closes every stream.
        assertEquals(List.of(1, 2, 3), outcome.main().seconds.stream().map(CellReport.LoadSecond::second).toList());
        assertEquals(outcome.main().ok, outcome.main().seconds.stream().mapToLong(CellReport.LoadSecond::ok).sum());
    }

    @Test
    @Measures
    void eachStageIsMeasuredWhileAllItsUsersAreThere() throws Exception {
        Stages stages = Stages.of(Duration.ofSeconds(1), Duration.ofSeconds(2), List.of(5, 20));
        var streams = new ArrayList<>(List.of(new Stream("", Request.get("/wait"), stages)));
        stages.stages().forEach(stage -> streams.add(new Stream(stage.name(), Request.get("/wait"), stage)));
        Outcome outcome = drive(streams, Duration.ofMillis(300), () -> { }, moment -> { });
        assertEquals(6, outcome.main().duration(), 0.001);
        assertEquals(outcome.main().totals.sent(), served.get(), "requests are counted once, whichever stage they belong to");
        for (Stages.Stage stage : stages.stages()) {
            Outcome.OfStream seen = outcome.streams.get(stage.name());
            assertEquals(2, seen.duration(), 0.001);
            assertEquals(seen.ok, seen.response.getTotalCount());
            assertTrue(seen.ok <= 2 / 0.020 * stage.users() + stage.users(), "nobody is faster than 20 ms: " + seen.ok);
            assertTrue(seen.ok > 0, stage.name());
            assertEquals(0, Checks.closureGap(stage.users(), seen.totals), Checks.CLOSURE, "all its users are accounted for");
            assertTrue(seen.totals.driverSeconds() > 0, "the driver's CPU time in it");
        }
        assertTrue(outcome.streams.get("20-users").ok > 2 * outcome.streams.get("5-users").ok);
        assertTrue(outcome.main().ok > outcome.streams.get("5-users").ok + outcome.streams.get("20-users").ok, "those of the rise count too");
    }

    @Test
    void requestsThatOutlastAStageByFarAreAccountedForToo() throws Exception {
        route("/slow", 200, () -> Thread.sleep(1700));
        Stages stages = Stages.of(Duration.ofSeconds(1), Duration.ofSeconds(3), List.of(4, 8));
        var streams = new ArrayList<>(List.of(new Stream("", Request.get("/slow"), stages)));
        stages.stages().forEach(stage -> streams.add(new Stream(stage.name(), Request.get("/slow"), stage)));
        Outcome outcome = drive(streams, Duration.ofMillis(300), () -> { }, moment -> { });
        for (Stages.Stage stage : stages.stages()) {
            assertEquals(0, Checks.closureGap(stage.users(), outcome.streams.get(stage.name()).totals), Checks.CLOSURE, stage.name());
        }
    }

    @Test
    void theRateOfAnOpenLoopRisesWhileTheServiceIsCold() {
        var open = new OpenLoop(100, Duration.ofSeconds(5));
        long second = 1_000_000_000;
        assertEquals(0, open.due(0, 2 * second));
        assertEquals(second, open.due(25, 2 * second), "a quarter of them in the first half");
        assertEquals(2 * second, open.due(100, 2 * second));
        assertEquals(3 * second, open.due(200, 2 * second), "then the whole rate");
        assertEquals(second / 100, open.due(1, 0), "at once, where there is no warm-up");
    }

    @Test
    @Measures
    void anOpenLoopKeepsItsRate() throws Exception {
        Outcome outcome = drive(Request.get("/wait"), new OpenLoop(100, Duration.ofSeconds(2)), Duration.ofMillis(300));
        // 200 are due within the measurement; those at its ends may fall to either side.
        assertEquals(200, outcome.main().response.getTotalCount(), 3);
        assertEquals(200, outcome.main().ok, 6);
    }

    @Test
    @Measures
    void anOpenLoopShowsAStallThatAClosedLoopHides() throws Exception {
        Duration stall = Duration.ofMillis(500);
        Outcome open = drive(new Stream("", Request.get("/stall"), new OpenLoop(200, Duration.ofSeconds(5))), Duration.ofMillis(300),
                () -> stallOnce(stall));
        Outcome closed = drive(new Stream("", Request.get("/stall"), ClosedLoop.of(1, Duration.ofSeconds(5))), Duration.ofMillis(300),
                () -> stallOnce(stall));
        Histogram shown = open.main().response;
        Histogram hidden = closed.main().response;
        // A tenth of the open loop's requests were due during the stall; of the single user's, one was.
        double due = 1.0 * shown.getCountBetweenValues(100_000_000, Long.MAX_VALUE / 2) / shown.getTotalCount();
        assertEquals(0.08, due, 0.04, "share of requests that waited 100 ms or longer");
        assertTrue(Histograms.percentileMs(shown, 0.99) > 0.7 * stall.toMillis(),
                "99th percentile from the intended start: " + Histograms.percentileMs(shown, 0.99));
        assertTrue(hidden.getValueAtPercentile(99) < 0.2 * stall.toNanos(),
                "99th percentile in the closed loop: " + hidden.getValueAtPercentile(99) / 1e6);
        assertTrue(hidden.getMaxValue() > 0.9 * stall.toNanos(), "the one request that did stall");
    }

    private void stallOnce(Duration length) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Thread.sleep(1000);
                running.acquire();
                Thread.sleep(length);
                running.release();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    @Measures
    void aBurstIsOverWhenTheLastOfItIsAndWholeOnesComeBefore() throws Exception {
        Outcome outcome = drive(Request.get("/wait"), Burst.of(50, Duration.ofMillis(500)), Duration.ofMillis(900));
        assertEquals(50, outcome.main().ok);
        assertEquals(50, outcome.main().response.getTotalCount());
        // The last is due after 490 ms and takes 20 ms.
        assertEquals(0.51, outcome.main().duration(), 0.1);
        // 20 to prime; then bursts of half a second until 0.9 s are over, and the one that counts.
        assertEquals(20 + 2 * 50 + 50, served.get());
        assertEquals(served.get(), outcome.main().totals.sent());
        CellReport.Waves waves = outcome.waves;
        assertEquals(50, IntStream.of(waves.started()).sum(), "what came before is not in it");
        assertEquals(50, IntStream.of(waves.ended()).sum());
        assertEquals(0, IntStream.of(waves.failed()).sum());
        // Evenly: a fifth of them in each fifth of the ramp, which are five steps.
        for (int fifth = 0; fifth < 5; fifth++) {
            assertEquals(10, IntStream.of(waves.started()).skip(5 * fifth).limit(5).sum(), 3, "started in fifth " + fifth);
        }
        assertTrue(Double.isNaN(outcome.main().totals.steadyCv()), "a burst is not steady");
    }

    @Test
    @Measures
    void aBurstBehindAPoolComesBackInTheWavesOfTheRule() throws Exception {
        var pool = new Semaphore(10, true);
        route("/waves", 200, () -> {
            pool.acquire();
            Thread.sleep(200);
            pool.release();
        });
        Outcome outcome = drive(Request.get("/waves"), Burst.of(40, Duration.ofMillis(40)), Duration.ZERO);
        Prediction rule = Queueing.burst(40, 0.04, Demand.waiting(Duration.ofMillis(200)), 10);
        assertEquals(1, outcome.main().ok / outcome.main().duration() / rule.rps(), 0.15);
        assertEquals(1, Histograms.ms(outcome.main().response.getMean()) / rule.meanMs(), 0.15);
        assertEquals(1, Histograms.ms(outcome.main().response.getStdDeviation()) / rule.sdMs(), 0.15);
    }

    @Test
    void whatFailsInABurstEndsItTooAndIsNoThroughput() throws Exception {
        server.createContext("/half-of-them", exchange -> {
            try (exchange) {
                Thread.sleep(20);
                exchange.sendResponseHeaders(served.incrementAndGet() % 2 == 0 ? 200 : 500, -1);
            } catch (InterruptedException e) {
                throw new java.io.IOException(e);
            }
        });
        Outcome outcome = drive(Request.get("/half-of-them"), Burst.of(40, Duration.ofMillis(200)), Duration.ZERO);
        assertEquals(20, outcome.main().ok);
        assertEquals(Map.of("http-500", 20L), outcome.main().errors);
        assertEquals(40, IntStream.of(outcome.waves.ended()).sum());
        assertEquals(20, IntStream.of(outcome.waves.failed()).sum());
    }

    @Test
    void memoryIsLookedAtBeforeABurstAndWhileAllOfItWait() throws Exception {
        var inside = new AtomicLong();
        server.createContext("/long", exchange -> {
            try (exchange) {
                inside.incrementAndGet();
                Thread.sleep(2000);
                inside.decrementAndGet();
                exchange.sendResponseHeaders(200, -1);
            } catch (InterruptedException e) {
                throw new java.io.IOException(e);
            }
        });
        Map<CellReport.Moment, Long> seen = new java.util.EnumMap<>(CellReport.Moment.class);
        Map<CellReport.Moment, Long> primed = new java.util.EnumMap<>(CellReport.Moment.class);
        Outcome outcome = drive(new Stream("", Request.get("/long"), Burst.of(60, Duration.ofMillis(300)).after(Request.get("/wait"))),
                Duration.ofMillis(500), () -> { }, moment -> {
                    seen.put(moment, inside.get());
                    primed.put(moment, served.get());
                });
        assertEquals(Map.of(CellReport.Moment.REST, 0L, CellReport.Moment.WAITING, 60L), seen);
        // Twenty users, 20 ms a request, half a second.
        assertTrue(primed.get(CellReport.Moment.REST) > 100, "warmed up by " + primed);
        assertEquals(60, outcome.main().ok);
        assertEquals(60, outcome.main().response.getTotalCount(), "those that warmed up are not in it");
    }

    @Test
    void aBurstOfAServiceThatNeverAnswersEnds() {
        long before = System.nanoTime();
        assertThrows(IllegalStateException.class, () -> drive(Request.get("/never").timeout(Duration.ofMillis(300)),
                Burst.of(10, Duration.ofMillis(100)), Duration.ofMillis(100)));
        assertTrue(System.nanoTime() - before < 20_000_000_000L, "it must not wait for the service");
    }

    @Test
    void failuresAreCountedByKindAndNotAsThroughput() throws Exception {
        var e = assertThrows(IllegalStateException.class,
                () -> drive(Request.get("/broken"), ClosedLoop.of(3, 50), Duration.ofMillis(200)));
        assertTrue(e.getMessage().contains("no request succeeded") && e.getMessage().contains("http-500="), e.getMessage());
    }

    @Test
    void aServiceThatNeverAnswersIsNoticed() throws Exception {
        long before = System.nanoTime();
        var e = assertThrows(IllegalStateException.class, () -> drive(Request.get("/never").timeout(Duration.ofMillis(300)),
                ClosedLoop.of(3, 50), Duration.ofMillis(100)));
        assertTrue(e.getMessage().contains("timeout="), e.getMessage());
        assertTrue(System.nanoTime() - before < 20_000_000_000L, "it must not wait for the service");
    }

    @Test
    void anAnswerThatStallsHalfwayIsNoticedToo() throws Exception {
        server.createContext("/half", exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write(new byte[10]);
            exchange.getResponseBody().flush();
        });
        var e = assertThrows(IllegalStateException.class, () -> drive(Request.get("/half").timeout(Duration.ofMillis(300)),
                ClosedLoop.of(3, 50), Duration.ofMillis(100)));
        assertTrue(e.getMessage().contains("timeout="), e.getMessage());
    }

    @Test
    void aTimeOutEndsTheRequestThatItIsFor() throws Exception {
        // Every other request is too slow; the ones behind it must not pay for it.
        server.createContext("/alternating", exchange -> {
            try (exchange) {
                Thread.sleep(served.incrementAndGet() % 2 == 0 ? 20 : 200);
                exchange.sendResponseHeaders(200, -1);
            } catch (InterruptedException e) {
                throw new java.io.IOException(e);
            }
        });
        Outcome outcome = drive(Request.get("/alternating").timeout(Duration.ofMillis(100)), ClosedLoop.of(1, 20), Duration.ofMillis(100));
        assertEquals(Map.of("timeout", 10L), outcome.main().errors);
        assertEquals(10, outcome.main().ok);
    }

    @Test
    void aTimeOutThatMeetsTheAnswerSparesTheNextRequest() throws Exception {
        // Half of the answers come just before the time-out and half just after it.
        server.createContext("/close", exchange -> {
            served.incrementAndGet();
            try (exchange) {
                Thread.sleep(ThreadLocalRandom.current().nextLong(40, 80));
                exchange.sendResponseHeaders(200, -1);
            } catch (InterruptedException e) {
                throw new java.io.IOException(e);
            }
        });
        Outcome outcome = drive(Request.get("/close").timeout(Duration.ofMillis(60)), ClosedLoop.of(50, Duration.ofSeconds(3)),
                Duration.ofSeconds(1));
        Map<String, Long> kinds = outcome.main().errors;
        // The JDK's client may put a connection back into its pool while it is closing it for the time-out: whoever is given that one
        // fails with "Too many retries". The driver cannot see it coming, and to send again would be to count twice.
        assertTrue(Set.of("timeout", "broken").containsAll(kinds.keySet()), "kinds: " + kinds);
        assertTrue(kinds.getOrDefault("broken", 0L) <= CLOSED_IN_THE_POOL * kinds.get("timeout"), "kinds: " + kinds);
        assertTrue(outcome.main().ok > 100 && outcome.main().failed() > 100,
                "both happen: " + outcome.main().ok + " answers, " + outcome.main().errors);
        long sent = outcome.main().totals.sent();
        // What breaks during the warm-up is in no count of kinds.
        assertTrue(served.get() <= sent && served.get() >= sent * (1 - CLOSED_IN_THE_POOL),
                "no request may be sent twice, none be lost: " + sent + " sent, " + served + " served");
    }

    @Test
    void aServiceThatGoesAwayIsCountedNotWaitedFor() throws Exception {
        Outcome outcome = drive(new Stream("", Request.get("/wait"), ClosedLoop.of(5, Duration.ofSeconds(2))), Duration.ofMillis(200),
                () -> server.stop(0));
        assertTrue(outcome.main().failed() > 0, "failures: " + outcome.main().errors);
        assertTrue(outcome.main().errors.keySet().stream().allMatch(k -> k.equals(LoadDriver.NO_CONNECTION) || k.equals("broken")),
                "kinds: " + outcome.main().errors);
    }

    @Test
    void aDriverThatHasEndedLeavesTheJvmsOtherVirtualThreadsAlone() throws Exception {
        var lock = new Object();
        var came = new AtomicInteger();
        Runnable comesByTheLock = () -> {
            synchronized (lock) {
                came.incrementAndGet();
            }
        };
        LoadScheduler ended = LoadScheduler.own();
        synchronized (lock) {
            Thread late = ended.start("late", comesByTheLock);
            awaitBlocked(late);
            ended.close();
        }
        // Since JDK 24 one thread of the JDK wakes all virtual threads that have come by a monitor; and at this one "late" is first.
        Thread other;
        synchronized (lock) {
            other = Thread.ofVirtual().start(comesByTheLock);
            awaitBlocked(other);
        }
        assertTrue(other.join(Duration.ofSeconds(10)), "it came by the lock: " + other.getState());
        assertEquals(2, came.get());
    }

    private static void awaitBlocked(Thread thread) throws InterruptedException {
        long limit = System.nanoTime() + 10_000_000_000L;
        while (thread.getState() != Thread.State.BLOCKED && System.nanoTime() < limit) {
            Thread.sleep(1);
        }
        assertEquals(Thread.State.BLOCKED, thread.getState());
    }

    @Test
    @Measures
    void aProbeRunsBesideTheMainStream() throws Exception {
        var main = new Stream("", Request.get("/wait"), ClosedLoop.of(10, Duration.ofSeconds(2)));
        var probe = new Stream("probe", Request.get("/wait"), new OpenLoop(50, Duration.ofSeconds(60)));
        var outcome = new Outcome(new CellSpec("test", null, List.of(main, probe), Duration.ofMillis(200), DriverMode.OWN_SCHEDULER, ""),
                1, 25);
        try (var scheduler = LoadScheduler.own()) {
            new LoadDriver(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), List.of(main, probe), Duration.ofMillis(200),
                    scheduler, scheduler::cpuNanos, outcome::accept).run(() -> { }, () -> { });
        }
        // It ends with the main stream, long before its own 60 s.
        assertEquals(100, outcome.streams.get("probe").ok, 10);
        assertEquals(outcome.streams.values().stream().mapToLong(s -> s.totals.sent()).sum(), served.get());
    }
}
