package kit.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import kit.base.Finding;
import kit.base.Histograms;
import kit.plan.Burst;
import kit.plan.ClosedLoop;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.report.CellReport;
import kit.report.Totals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What the driver counts, and that it hangs on nothing: under any load. */
@Tag(Lane.WAITS)
class LoadGeneratorFaultsTest extends DrivenServer {

    /** Part of the users' time that may go missing. */
    private static final double UNACCOUNTED = 0.02;

    /** Share of the time-outs that may cost another request its connection; seen: 1 of 800. */
    private static final double CLOSED_IN_THE_POOL = 0.02;

    @Test
    void severalPathsAreRequestedInTurn() throws Exception {
        var seconds = new AtomicLong();
        route("/second", 200, seconds::incrementAndGet);
        Outcome outcome = drive(Request.of(List.of(Request.Call.get("/wait"), Request.Call.get("/second"))),
                ClosedLoop.of(4, 60),
                Duration.ofMillis(100));
        assertEquals(0, outcome.main().failed());
        assertEquals(outcome.main().totals.sent(), served.get());
        assertEquals(served.get() / 2.0, seconds.get(), 1, "each path has its half of the requests");
    }

    @Test
    @Tag(Lane.ALSO_FAST)
    void countsWhatItWasTold() throws Exception {
        Outcome outcome = drive(Request.get("/wait"), ClosedLoop.of(10, 200), Duration.ofMillis(200));
        // Requests that end in the very same microseconds as the last one may be counted with it.
        assertTrue(outcome.main().ok >= 200 && outcome.main().ok <= 210, "counted " + outcome.main().ok);
        assertEquals(outcome.main().ok, outcome.main().response.getTotalCount());
        assertEquals(outcome.main().ok, outcome.main().seconds.stream().mapToLong(CellReport.LoadSecond::ok).sum(),
                "second by second");
        assertEquals(outcome.main().totals.sent(), served.get(),
                "client and server must agree on all requests, warm-up included");
        assertTrue(Histograms.percentileMs(outcome.main().response, 0.5) >= 20, "no answer comes before 20 ms");
    }

    @Test
    @Tag(Lane.ALSO_FAST)
    void littlesLawClosesForAClosedLoop() throws Exception {
        Outcome outcome = drive(Request.get("/wait"), ClosedLoop.of(10, 300).think(Duration.ofMillis(10)),
                Duration.ofMillis(200));
        Totals totals = outcome.main().totals;
        double all = 10 * totals.seconds();
        double named = totals.serviceSeconds() + totals.sendDelaySeconds() + totals.thinkSeconds()
                + totals.errorSeconds();
        assertEquals(1, named / all, UNACCOUNTED, "time of the users that is accounted for");
        // A user thinks between two requests, and a sleep is never shorter than it was asked to be.
        assertTrue(totals.thinkSeconds() >= 0.010 * (outcome.main().ok - 2 * 10),
                "each request was thought about for 10 ms: " + totals.thinkSeconds());
    }

    @Test
    @Tag(Lane.ALSO_FAST)
    void aBurstCountsEachOfItsUsersOnceAndNothingOfWhatCameBefore() throws Exception {
        Outcome outcome = drive(Request.get("/wait"), Burst.of(50, Duration.ofMillis(300)), Duration.ofMillis(400));
        assertEquals(50, outcome.main().ok);
        assertEquals(50, outcome.main().response.getTotalCount());
        assertEquals(served.get(), outcome.main().totals.sent());
        assertTrue(served.get() > 100, "whole bursts come before: " + served);
        assertEquals(List.of(50, 50, 0),
                List.of(IntStream.of(outcome.waves.started()).sum(), IntStream.of(outcome.waves.ended()).sum(),
                        IntStream.of(outcome.waves.failed()).sum()));
    }

    @Test
    void aProbeBesideTheMainStreamIsCountedToo() throws Exception {
        var main = new Traffic("", Request.get("/wait"), ClosedLoop.of(10, Duration.ofMillis(500)));
        var probe = new Traffic("probe", Request.get("/wait"), new OpenLoop(50, Duration.ofSeconds(60)));
        Outcome outcome = drive(List.of(main, probe), Duration.ofMillis(200), () -> {}, moment -> {});
        assertTrue(outcome.streams.get("probe").ok > 0, "probe");
        assertEquals(outcome.streams.values().stream().mapToLong(s -> s.totals.sent()).sum(), served.get());
    }

    @Test
    void theRateOfAnOpenLoopRisesWhileTheServiceIsCold() {
        var open = new OpenLoop(100, Duration.ofSeconds(5));
        long second = 1_000_000_000;
        assertEquals(0, open.due(0, 2 * second));
        assertEquals(second, open.due(25, 2 * second), "a quarter of them in the first half");
        assertEquals(2 * second, open.due(100, 2 * second));
        assertEquals(3 * second, open.due(200, 2 * second), "then the whole rate");
        assertEquals(3 * second + second / 200, open.due(200.5, 2 * second), "half-way to the next");
        assertEquals(second / 100, open.due(1, 0), "at once, where there is no warm-up");
    }

    private void failHalfOfThem() {
        server.createContext("/half-of-them", exchange -> {
            try (exchange) {
                Thread.sleep(20);
                exchange.sendResponseHeaders(served.incrementAndGet() % 2 == 0 ? 200 : 500, -1);
            } catch (InterruptedException e) {
                throw new java.io.IOException(e);
            }
        });
    }

    /** It looks at 100 requests or more at a time. */
    @Test
    void aLoadOfWhichTooManyRequestsFailIsStopped() {
        failHalfOfThem();
        var e = assertThrows(Failing.class, () -> drive(Request.get("/half-of-them")
                .stoppingAbove(0.05), ClosedLoop.of(10, Duration.ofSeconds(60)), Duration.ofSeconds(60)));
        assertEquals(Finding.Code.TOO_MANY_FAILED, Failing.code(e));
        assertTrue(e.getMessage().matches("\\d+ of \\d+ requests failed, more than 5 %, so the load was stopped "
                + "\\(http-500=\\d+\\)"), e.getMessage());
        assertTrue(served.get() >= 100, "it looks at " + served.get());
    }

    @Test
    @Tag(Lane.ALSO_FAST)
    void whatFailsInABurstEndsItTooAndIsNoThroughput() throws Exception {
        failHalfOfThem();
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
        Outcome outcome = drive(new Traffic("", Request.get("/long"), Burst.of(60, Duration.ofMillis(300))
                .after(Request.get("/wait"))),
                Duration.ofMillis(500), () -> {}, moment -> {
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
        assertThrows(Failing.class, () -> drive(Request.get("/never").timeout(Duration.ofMillis(300)),
                Burst.of(10, Duration.ofMillis(100)), Duration.ofMillis(100)));
        assertTrue(System.nanoTime() - before < 20_000_000_000L, "it must not wait for the service");
    }

    @Test
    @Tag(Lane.ALSO_FAST)
    void failuresAreCountedByKindAndNotAsThroughput() throws Exception {
        var e = assertThrows(Failing.class,
                () -> drive(Request.get("/broken"), ClosedLoop.of(3, 50), Duration.ofMillis(200)));
        assertEquals(Finding.Code.NO_SUCCESS, Failing.code(e));
        assertTrue(e.getMessage().contains("http-500="), e.getMessage());
    }

    @Test
    void aServiceThatNeverAnswersIsNoticed() throws Exception {
        long before = System.nanoTime();
        var e = assertThrows(Failing.class,
                () -> drive(Request.get("/never").timeout(Duration.ofMillis(300)),
                        ClosedLoop.of(3, 50), Duration.ofMillis(100)));
        assertEquals(Finding.Code.NO_SUCCESS, Failing.code(e));
        assertTrue(e.getMessage().contains("timeout="), e.getMessage());
        assertTrue(System.nanoTime() - before < 20_000_000_000L, "it must not wait for the service");
    }

    @Test
    @Tag(Lane.ALSO_FAST)
    void anAnswerThatStallsHalfwayIsNoticedToo() throws Exception {
        server.createContext("/half", exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write(new byte[10]);
            exchange.getResponseBody().flush();
        });
        var e = assertThrows(Failing.class,
                () -> drive(Request.get("/half").timeout(Duration.ofMillis(300)),
                        ClosedLoop.of(3, 50), Duration.ofMillis(100)));
        assertEquals(Finding.Code.NO_SUCCESS, Failing.code(e));
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
        Outcome outcome = drive(Request.get("/alternating").timeout(Duration.ofMillis(100)), ClosedLoop.of(1, 20),
                Duration.ofMillis(100));
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
        Outcome outcome = drive(Request.get("/close").timeout(Duration.ofMillis(60)),
                ClosedLoop.of(50, Duration.ofMillis(1500)),
                Duration.ofMillis(300));
        Map<String, Long> kinds = outcome.main().errors;
        // The JDK's client may put a connection back into its pool while it is closing it for the time-out: a request
        // that is given that one fails with "Too many retries". The driver cannot know that before, and to send again
        // would be to count twice.
        assertTrue(Set.of("timeout", "broken").containsAll(kinds.keySet()), "kinds: " + kinds);
        assertTrue(kinds.getOrDefault("broken", 0L) <= CLOSED_IN_THE_POOL * kinds.get("timeout"), "kinds: " + kinds);
        assertTrue(outcome.main().ok > 10 && outcome.main().failed() > 10,
                "both happen: " + outcome.main().ok + " answers, " + outcome.main().errors);
        long sent = outcome.main().totals.sent();
        // A busy server may not have begun with a request when it is given up.
        assertTrue(served.get() <= sent && served.get() >= outcome.main().ok,
                "no request may be sent twice: " + sent + " sent, " + served + " served");
    }

    @Test
    @Tag(Lane.ALSO_FAST)
    void aServiceThatGoesAwayIsCountedNotWaitedFor() throws Exception {
        Outcome outcome = drive(new Traffic("", Request.get("/wait"), ClosedLoop.of(5, Duration.ofSeconds(1))),
                Duration.ofMillis(200),
                () -> server.stop(0));
        assertTrue(outcome.main().failed() > 0, "failures: " + outcome.main().errors);
        assertTrue(outcome.main().errors.keySet().stream()
                .allMatch(k -> k.equals(Exchanges.NO_CONNECTION) || k.equals("broken")),
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
        // Since JDK 24 one thread of the JDK wakes all virtual threads that have come by a monitor; and at this one
        // "late" is first.
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
}
