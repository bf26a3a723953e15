package kit.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import kit.base.Finding;
import kit.plan.ClosedLoop;
import kit.plan.GeneratorMode;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.WarmUp;
import kit.report.CellReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** A load that goes on after its measurement, for a look at the service. */
@Tag(Lane.WAITS)
class ThenLookTest extends DrivenServer {

    private static final int MORE = 50;
    private static final int LIMIT_S = 60;
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Of this class: the load has gone on for some requests when it is set. */
    private final AtomicLong servedAtEnd = new AtomicLong(-1);
    private final AtomicLong servedAfterLook = new AtomicLong();

    private void look(LongSupplier underWay) {
        servedAtEnd.set(served.get());
        long most = 0;
        long begin = System.nanoTime();
        while ((served.get() < servedAtEnd.get() + MORE || most == 0)
                && System.nanoTime() - begin < LIMIT_S * 1_000_000_000L) {
            most = Math.max(most, underWay.getAsLong());
            Thread.onSpinWait();
        }
        assertTrue(most > 0, "requests are under way");
        servedAfterLook.set(served.get());
    }

    private Outcome driven(List<Traffic> streams) throws InterruptedException {
        return driven(streams, this::look);
    }

    private Outcome driven(List<Traffic> streams, Consumer<LongSupplier> look) throws InterruptedException {
        var outcome = new Outcome(streams);
        try (var scheduler = LoadScheduler.own()) {
            var generator = new LoadGenerator(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), streams,
                    WarmUp.fixed(Duration.ofMillis(200)), scheduler, scheduler::cpuNanos, outcome::accept);
            generator.thenLook(look);
            generator.run(() -> {}, () -> {});
        }
        return outcome;
    }

    /** The load goes on for the look, ends after it, and nothing of it is recorded. */
    private void assertOnlyTheMeasurementIsRecorded(Outcome outcome, int mayEndTogether) throws InterruptedException {
        assertTrue(servedAfterLook.get() >= servedAtEnd.get() + MORE, "the load goes on");
        long last = served.get();
        Thread.sleep(100);
        assertEquals(last, served.get(), "no request is sent when the load is over");
        assertTrue(outcome.main().ok > 0 && outcome.main().ok <= servedAtEnd.get(), outcome.main().ok + " recorded of "
                + servedAtEnd + " at the end of the measurement");
        assertEquals(outcome.main().ok, outcome.main().response.getTotalCount(), mayEndTogether);
        assertEquals(0, outcome.main().totals.seconds() - outcome.main().seconds.stream()
                .mapToDouble(CellReport.LoadSecond::length).sum(), 0.001);
    }

    @Test
    void usersOfAClosedLoopStay() throws Exception {
        assertOnlyTheMeasurementIsRecorded(
                driven(List.of(new Traffic("", Request.get("/wait"), ClosedLoop.of(4, SECOND)))), 0);
    }

    /** No request fails as long as they are measured. */
    @Test
    void aLoadOfWhichTooManyRequestsFailLaterIsStopped() {
        var fails = new AtomicBoolean();
        route("/later", 200, () -> {
            Thread.sleep(2);
            if (fails.get()) {
                throw new IOException("as planned");
            }
        });
        var underWayAtLast = new AtomicLong(-1);
        var e = assertThrows(Failing.class, () -> driven(List.of(new Traffic("", Request.get("/later")
                .stoppingAbove(0.05), ClosedLoop.of(10, SECOND))), underWay -> {
                    fails.set(true);
                    long begin = System.nanoTime();
                    while (underWay.getAsLong() > 0 && System.nanoTime() - begin < LIMIT_S * 1_000_000_000L) {
                        LockSupport.parkNanos(SECOND.toNanos() / 100);
                    }
                    underWayAtLast.set(underWay.getAsLong());
                }));
        assertEquals(Finding.Code.TOO_MANY_FAILED, Failing.code(e));
        assertEquals(0, underWayAtLast.get(), "requests under way");
    }

    /** Requests that were due within the measurement are timed, and need not end within it. */
    @Test
    void requestsOfAnOpenLoopGoOnArriving() throws Exception {
        assertOnlyTheMeasurementIsRecorded(
                driven(List.of(new Traffic("", Request.get("/wait"), new OpenLoop(100, SECOND)))), 50);
    }
}
