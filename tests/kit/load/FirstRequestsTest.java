package kit.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.Totals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Certain;
import tests.Lane;
import tests.Measures;

/** What comes before a measurement: nothing, or other requests; and requests that have a connection each. */
@Tag(Lane.WAITS)
@Tag(Lane.ALSO_FAST)
class FirstRequestsTest extends DrivenServer {

    /** Part of the users' time that may go missing. */
    private static final double UNACCOUNTED = 0.02;

    private static final int REQUESTS = 40;
    private static final WarmUp SHORT = WarmUp.fixed(Duration.ofMillis(200));

    @Test
    void aColdServiceIsMeasuredFromItsFirstRequestOn() throws Exception {
        var before = new AtomicLong(-1);
        Load cold = ClosedLoop.of(4, REQUESTS).first();
        Outcome outcome = drive(List.of(new Traffic("", Request.get("/wait"), cold)), SHORT,
                () -> before.set(served.get()), moment -> {});
        assertTrue(before.get() <= 4, "at most its users' first requests: " + before);
        assertEquals(0, outcome.warmupSeconds, 0.001);
        assertTrue(outcome.main().totals.firstRound() > 0
                && outcome.main().totals.firstRound() < outcome.main().totals.seconds(),
                outcome.main().totals.toString());
        assertEquals(REQUESTS, outcome.main().totals.completed(), "none counts in part");
        // The last round goes on until its last request; what comes then is none of the measurement.
        assertEquals(REQUESTS, ok(outcome));
        assertTrue(served.get() >= REQUESTS && served.get() < REQUESTS + 4, "served: " + served);
    }

    /** What a server saw of {@code ab -n 40 -c 4}: 1, 4, 4 ... */
    @Test
    @Measures
    void theFirstRequestIsAloneAsAbSendsIt() throws Exception {
        var underWay = new AtomicLong();
        var most = new AtomicLong();
        var first = new AtomicLong(-1);
        route("/one", 200, () -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            Thread.sleep(50);
            // A request that came while the first was served would be under way now.
            first.compareAndSet(-1, underWay.get());
            underWay.decrementAndGet();
        });
        Load cold = ClosedLoop.of(4, REQUESTS).firstAsByAb();
        Outcome outcome = drive(List.of(new Traffic("", Request.get("/one"), cold)), SHORT, () -> {}, moment -> {});
        Certain.holds(() -> isAloneAndThenFour(first, most, outcome));
        assertEquals(0, unaccountedShare(4, outcome.main().totals), UNACCOUNTED,
                "the users who wait for the first answer are accounted for");
    }

    private static void isAloneAndThenFour(AtomicLong first, AtomicLong most, Outcome outcome) {
        assertEquals(1, first.get(), "requests under way when the first was answered");
        assertEquals(4, most.get());
        assertEquals(REQUESTS, ok(outcome));
        double round = outcome.main().totals.firstRound();
        assertTrue(round >= 0.1 && round < outcome.main().totals.seconds() / 2, "s of 11 rounds of 0.05 s: " + round);
    }

    /** After a warm-up of all users, the same 1, 4, 4 ... */
    @Test
    @Measures
    void theFirstRequestToAWarmServiceIsAlone() throws Exception {
        var underWay = new AtomicLong();
        var most = new AtomicLong();
        var served = new AtomicLong();
        var before = new AtomicLong();
        var first = new AtomicLong(-1);
        route("/warm", 200, served::incrementAndGet);
        route("/one", 200, () -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            before.compareAndSet(0, served.get());
            Thread.sleep(50);
            first.compareAndSet(-1, underWay.get());
            underWay.decrementAndGet();
        });
        Load warm = ClosedLoop.of(4, REQUESTS).primedBy(Request.get("/warm")).asByAb();
        Outcome outcome = drive(List.of(new Traffic("", Request.get("/one"), warm)),
                WarmUp.fixed(Duration.ofSeconds(1)), () -> {}, moment -> {});
        Certain.holds(() -> {
            assertTrue(before.get() > 4, "again and again by each of four users: " + before);
            assertEquals(before.get(), served.get(), "none of the warm-up comes later");
            isAloneAndThenFour(first, most, outcome);
        });
        assertEquals(1, outcome.warmupSeconds, 0.5);
        assertEquals(0, unaccountedShare(4, outcome.main().totals), UNACCOUNTED,
                "the users who wait for the first answer are accounted for");
    }

    @Test
    void aPrimerIsSentBeforeAndNotRecorded() throws Exception {
        var primed = new AtomicLong();
        route("/prime", 200, primed::incrementAndGet);
        Load loop = ClosedLoop.of(4, REQUESTS).primedBy(Request.get("/prime"));
        Outcome outcome = drive(List.of(new Traffic("", Request.get("/wait"), loop)),
                WarmUp.fixed(Duration.ofSeconds(1)), () -> {}, moment -> {});
        assertTrue(primed.get() > 4, "again and again by each of four users: " + primed);
        assertEquals(REQUESTS, ok(outcome));
        assertTrue(Double.isNaN(outcome.main().totals.firstRound()), "its users set out before");
    }

    @Test
    void aRequestThatClosesHasAConnectionOfItsOwn() throws Exception {
        Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();
        server.createContext("/from", exchange -> {
            try (exchange) {
                served.incrementAndGet();
                clients.add(exchange.getRemoteAddress());
                exchange.sendResponseHeaders(200, -1);
            }
        });
        Load loop = ClosedLoop.of(2, REQUESTS);
        drive(List.of(new Traffic("", Request.get("/from").closing(), loop)), SHORT, () -> {}, moment -> {});
        assertEquals(served.get(), clients.size(), "a connection for each request");
        clients.clear();
        drive(List.of(new Traffic("", Request.get("/from"), loop)), SHORT, () -> {}, moment -> {});
        assertTrue(clients.size() <= 2, "a connection for each user: " + clients.size());
    }

    private static long ok(Outcome outcome) {
        return outcome.main().seconds.stream().mapToLong(CellReport.LoadSecond::ok).sum();
    }

    /** Part of the users' time that nothing accounts for, see the check of Little's law. */
    private static double unaccountedShare(int users, Totals totals) {
        double all = users * totals.seconds();
        return (all - totals.serviceSeconds() - totals.thinkSeconds() - totals.sendDelaySeconds()
                - totals.errorSeconds()) / all;
    }
}
