package kit.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import kit.base.Histograms;
import kit.plan.Burst;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.OpenLoop;
import kit.rule.RuleFigures;
import kit.rule.Forecast;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.report.CellReport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Certain;
import tests.Lane;
import tests.Measures;

/** What the driver does by the clock: rates, durations, waves. */
@Tag(Lane.WAITS)
class LoadGeneratorTest extends DrivenServer {

    @BeforeEach
    void isWarm() throws InterruptedException {
        warmUpOnce();
    }

    @Test
    @Measures
    void durationEndsAClosedLoopWithTheFirstWholeRoundAfterIt() throws Exception {
        Outcome outcome = drive(Request.get("/wait"), ClosedLoop.of(4, Duration.ofMillis(1500)),
                Duration.ofMillis(100));
        assertTrue(outcome.main().duration() >= 1.5, "lasted " + outcome.main().duration());
        assertTrue(outcome.main().duration() < 1.9, "lasted " + outcome.main().duration());
        // Three intervals: a whole second, the rest, and the one of no length that closes every stream.
        Certain.holds(() -> assertEquals(List.of(1, 2, 3),
                outcome.main().seconds.stream().map(CellReport.LoadSecond::second).toList()));
    }

    @Test
    @Measures
    void anOpenLoopKeepsItsRate() throws Exception {
        Outcome outcome = drive(Request.get("/wait"), new OpenLoop(100, Duration.ofSeconds(2)), Duration.ofMillis(300));
        // 200 are due within the measurement; those at its ends may fall to either side.
        Certain.holds(() -> assertEquals(200, outcome.main().response.getTotalCount(), 3));
        assertEquals(200, outcome.main().ok, 6);
    }

    @Test
    @Measures
    void anOpenLoopShowsAStallThatAClosedLoopHides() throws Exception {
        Duration stall = Duration.ofMillis(250);
        Outcome open = drive(new Traffic("", Request.get("/stall"), new OpenLoop(400, Duration.ofMillis(2500))),
                Duration.ofMillis(300),
                () -> stallOnce(stall));
        Outcome closed = drive(new Traffic("", Request.get("/stall"), ClosedLoop.of(1, Duration.ofMillis(2500))),
                Duration.ofMillis(300),
                () -> stallOnce(stall));
        Histogram shown = open.main().response;
        Histogram hidden = closed.main().response;
        // A tenth of the open loop's requests were due during the stall; of the single user's, one was.
        double due = 1.0 * shown.getCountBetweenValues(100_000_000, Long.MAX_VALUE / 2) / shown.getTotalCount();
        assertEquals(0.06, due, 0.03, "share of requests that waited 100 ms or longer");
        assertTrue(Histograms.percentileMs(shown, 0.99) > 0.7 * stall.toMillis(),
                "99th percentile from the intended start: " + Histograms.percentileMs(shown, 0.99));
        assertTrue(hidden.getValueAtPercentile(99) < 0.2 * stall.toNanos(),
                "99th percentile in the closed loop: " + hidden.getValueAtPercentile(99) / 1e6);
        assertTrue(hidden.getMaxValue() > 0.9 * stall.toNanos(), "the one request that did stall");
    }

    private void stallOnce(Duration length) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Thread.sleep(700);
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
        // The last is due after 490 ms and takes 20 ms.
        assertEquals(0.51, outcome.main().duration(), 0.1);
        // 20 to prime; then bursts of half a second until 0.9 s are over, and the one that counts.
        Certain.holds(() -> assertEquals(20 + 2 * 50 + 50, served.get()));
        CellReport.Waves waves = outcome.waves;
        // Evenly: a fifth of them in each fifth of the ramp, which are five steps.
        for (int fifth = 0; fifth < 5; fifth++) {
            assertEquals(10, IntStream.of(waves.started()).skip(5 * fifth).limit(5).sum(), 3, "started in fifth "
                    + fifth);
        }
        Certain.holds(() -> assertTrue(Double.isNaN(outcome.main().totals.steadyCv()), "a burst is not steady"));
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
        RuleFigures rule = Forecast.burst(40, 0.04, Demand.waiting(Duration.ofMillis(200)), 10, 2);
        assertEquals(1, outcome.main().ok / outcome.main().duration() / rule.rps(), 0.15);
        assertEquals(1, Histograms.ms(outcome.main().response.getMean()) / rule.meanMs(), 0.15);
        assertEquals(1, Histograms.ms(outcome.main().response.getStdDeviation()) / rule.sdMs(), 0.15);
    }

    /** Regular ones would have gaps that differ by next to nothing. */
    @Test
    @Measures
    void aProbeArrivesAtRandom() throws Exception {
        var arrivals = new ConcurrentLinkedQueue<Long>();
        route("/probe", 200, () -> arrivals.add(System.nanoTime()));
        var main = new Traffic("", Request.get("/wait"), ClosedLoop.of(10, Duration.ofSeconds(3)));
        var probe = new Traffic("probe", Request.get("/probe"), new OpenLoop(20, Duration.ofSeconds(60)));
        drive(List.of(main, probe), Duration.ofMillis(200), () -> {}, moment -> {});
        long[] at = arrivals.stream().mapToLong(Long::longValue).sorted().toArray();
        double[] gaps = IntStream.range(1, at.length).mapToDouble(i -> (at[i] - at[i - 1]) / 1e6).toArray();
        assertTrue(gaps.length > 40, gaps.length + " gaps");
        double mean = DoubleStream.of(gaps).average().orElseThrow();
        double deviation = Math.sqrt(DoubleStream.of(gaps).map(gap -> (gap - mean) * (gap - mean)).average()
                .orElseThrow());
        // The exponential gaps of a Poisson process: as much as their mean.
        assertEquals(1, deviation / mean, 0.3, "mean " + mean + " ms");
        assertEquals(50, mean, 15);
    }

    @Test
    @Measures
    void aProbeRunsBesideTheMainStream() throws Exception {
        var main = new Traffic("", Request.get("/wait"), ClosedLoop.of(10, Duration.ofSeconds(2)));
        var probe = new Traffic("probe", Request.get("/wait"), new OpenLoop(50, Duration.ofSeconds(60)));
        Outcome outcome = drive(List.of(main, probe), Duration.ofMillis(200), () -> {}, moment -> {});
        // It ends with the main stream, long before its own 60 s.
        // The number of a Poisson process of 100 has a standard deviation of 10.
        assertEquals(100, outcome.streams.get("probe").ok, 30);
    }
}
