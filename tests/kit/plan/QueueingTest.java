package kit.plan;

import kit.rule.Forecast;
import kit.rule.Queueing;
import kit.rule.Rules;
import fixtures.Light;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** The formulas against numbers worked out by hand or taken from the literature. */
@Tag(Lane.UNIT)
class QueueingTest {

    private static final Demand SECOND = Demand.waiting(Duration.ofSeconds(1));
    private static final Demand LIGHT = Demand.waiting(Duration.ofMillis(400));

    @Test
    void closedLoopIsBoundByUsersWhileEveryUserHasAThread() {
        var p = Queueing.closed(50, 0, LIGHT, 50, 2);
        assertEquals(125, p.rps(), 1e-9);
        assertEquals(400, p.meanMs(), 1e-9);
        assertEquals("users", p.bound());
    }

    @Test
    void closedLoopIsBoundByThePoolBeyond() {
        var p = Queueing.closed(100, 0, LIGHT, 50, 2);
        assertEquals(125, p.rps(), 1e-9);
        assertEquals(800, p.meanMs(), 1e-9);
        assertEquals("pool", p.bound());
    }

    @Test
    void closedLoopWithoutAPoolGrowsWithItsUsers() {
        assertEquals(250, Queueing.closed(100, 0, LIGHT, 0, 2).rps(), 1e-9);
        assertEquals(5000, Queueing.closed(2000, 0, LIGHT, 0, 2).rps(), 1e-9);
    }

    @Test
    void closedLoopIsBoundByTheCpusWhereRequestsCompute() {
        // E1, cpu-intensive: 400 ms of waiting, 100 ms of CPU, 2 CPUs: 20/s, and 100 users wait 5 s each.
        var p = Queueing.closed(100, 0, LIGHT.computing(Duration.ofMillis(100)), 50, 2);
        assertEquals(20, p.rps(), 1e-9);
        assertEquals(5000, p.meanMs(), 1e-9);
        assertEquals("cpu", p.bound());
    }

    @Test
    void whatElseARequestHoldsIsABoundToo() {
        // E3: 4 s of calls for each request on 7 workers of the common pool, whatever thread waits for them: 1000
        // requests take 571 s.
        Demand parallel = Demand.waiting(Duration.ofSeconds(2));
        Demand common = parallel.holding("common pool", 7, Duration.ofSeconds(4));
        for (int tomcat : new int[] {10, 0}) {
            var p = Queueing.closed(200, 0, common, tomcat, 2);
            assertEquals(1000 / 571.4, p.rps(), 1e-4);
            assertEquals(200 / 1.75 * 1000, p.meanMs(), 1e-6);
            assertEquals("common pool: 7 / 4 s = 1.75/s", p.boundInWords(ClosedLoop.of(200, 1000)));
        }
        // The other rows of E3: in sequence S = 4 s, at the same time S = 2 s; 10 threads of Tomcat, or as many as
        // there are users.
        Demand sequential = Demand.waiting(Duration.ofSeconds(4));
        assertEquals(400, 1000 / Queueing.closed(200, 0, sequential, 10, 2).rps(), 1e-9);
        assertEquals(20, 1000 / Queueing.closed(200, 0, sequential, 0, 2).rps(), 1e-9);
        assertEquals(200, 1000 / Queueing.closed(200, 0, parallel, 10, 2).rps(), 1e-9);
        assertEquals(10, 1000 / Queueing.closed(200, 0, parallel, 0, 2).rps(), 1e-9);
        // Connections: while there are enough of them the users are the bound, then they are, and the least of several
        // counts.
        Demand tenth = Demand.waiting(Duration.ofMillis(200));
        assertEquals(25, Queueing.closed(50, 0, tenth.holding("connections", 10, Duration.ofMillis(400)), 0, 2).rps(),
                1e-9);
        assertEquals("users",
                Queueing.closed(50, 0, tenth.holding("connections", 500, Duration.ofMillis(400)), 0, 2).bound());
        var both = Queueing.closed(50, 0,
                tenth.holding("connections", 10, Duration.ofMillis(400)).holding("permits", 3, Duration.ofMillis(200)),
                0, 2);
        assertEquals("permits", both.bound());
        assertEquals(15, both.rps(), 1e-9);
        assertEquals("connections",
                Queueing.open(30, tenth.holding("connections", 10, Duration.ofMillis(400)), 0, 2).bound());
    }

    @Test
    void aRequestThatIsPinnedHoldsACarrierAsItWouldAThreadOfAPool() {
        Demand wait = Demand.waiting(Duration.ofMillis(50));
        var one = Queueing.closed(20, 0, wait.pinned(true), 0, 1);
        assertEquals(20, one.rps(), 1e-9);
        assertEquals(1000, one.meanMs(), 1e-9);
        assertEquals("carriers", one.bound());
        assertEquals("carriers: 2 / 0.05 s = 40/s",
                Forecast.closed(20, 0, wait.pinned(true), 0, 2, false).boundInWords(ClosedLoop.of(20, 100)));
        assertEquals(400, Queueing.closed(20, 0, wait.pinned(true).pinned(false), 0, 1).rps(), 1e-9,
                "what leaves the carrier needs none");
        assertEquals("users", Queueing.closed(1, 0, wait.pinned(true), 0, 2).bound(), "carriers enough for all");
        // What it computes it computes on the carrier that it holds: no request waits for another's burst, so
        // that none falls in step.
        Demand both = Demand.waiting(Duration.ofMillis(50)).computing(Duration.ofMillis(50)).pinned(true);
        assertEquals(20, Forecast.closed(20, 0, both, 0, 2, false).rps(), 1e-9);
        assertEquals("carriers", Queueing.open(30, wait.pinned(true), 0, 1).bound());
    }

    private static final Demand BURST = Demand.waiting(Duration.ofMillis(200)).computing(Duration.ofMillis(100))
            .andWaiting(Duration.ofMillis(200));

    @Test
    void aConvoyLosesTheWaitThatEveryRoundBeginsWith() {
        // 20 bursts of 0.1 s on 2 CPUs take 1 s; then all wait the first 0.2 s at once: 20 / 1.2 s.
        var p = Forecast.closed(20, 0, BURST, 0, 2, false);
        assertEquals(20 / 1.2, p.rps(), 1e-9);
        assertEquals(1200, p.meanMs(), 1e-9);
        assertEquals("cpu", p.bound());
        assertTrue(Double.isNaN(p.p50Ms()), "the order decides how long each waits");
        assertEquals(100 / 5.2, Forecast.closed(100, 0, BURST, 0, 2, false).rps(), 1e-9,
                "the more users, the less it matters");
        // Those who think before they ask again stay away for as long.
        assertEquals(40 / 2.7, Forecast.closed(40, 0.5, BURST, 0, 2, false).rps(), 1e-9);
        assertEquals(2200, Forecast.closed(40, 0.5, BURST, 0, 2, false).meanMs(), 1e-9);
        // 10 users of 2 CPUs could just be served without a pause (20/s), were they not in step: 10 / 0.7 s.
        assertEquals(10 / 0.7, Forecast.closed(10, 0, BURST, 0, 2, false).rps(), 1e-9);
        // Threads that take turns do not march in step.
        assertEquals(20, Forecast.closed(20, 0, BURST, 0, 2, true).rps(), 1e-9);
        // With fewer there is no line to stand in.
        assertEquals(2, Forecast.closed(1, 0, BURST, 0, 2, false).rps(), 1e-9);
        // 10 ms of HTTP for each request: half of it is for the answers, which leave one after the other, for 0.05 s
        // in all. The first users wait meanwhile. The other half, 0.05 s in all, is for the requests, before they wait.
        double rps = Forecast.closed(20, 0, BURST.needing(0.11), 0, 2, false).rps();
        assertTrue(rps > 20 / (1 + 0.1 + 0.2) && rps < 20 / 1.1, "X " + rps);
        // With so much HTTP that it takes as long as the wait, the CPUs are always busy.
        assertEquals(2 / 0.14, Forecast.closed(20, 0, BURST.needing(0.14), 0, 2, false).rps(), 0.2);
    }

    /** Where the formulas are exact, the model gives the same, and percentiles where no request queues. */
    @Test
    void theModelAgreesWithTheFormulasWhereRequestsWait() {
        for (int users : new int[] {1, 7, 50, 100, 230}) {
            for (Demand demand : List.of(LIGHT, LIGHT.pinned(true), LIGHT.holding("connections", 32,
                    Duration.ofMillis(400)))) {
                for (double think : new double[] {0, 0.6}) {
                    var formula = Queueing.closed(users, think, demand, 50, 2);
                    var model = Forecast.closed(users, think, demand, 50, 2, false);
                    assertEquals(formula.rps(), model.rps(), 0.005 * formula.rps(), users + " " + demand);
                    assertEquals(formula.meanMs(), model.meanMs(), 0.01 * formula.meanMs(), users + " " + demand);
                    assertEquals(formula.bound(), model.bound());
                    boolean isFree = model.bound().equals(Queueing.USERS);
                    assertEquals(isFree ? 400 : Double.NaN, model.p50Ms(), 4, model.toString());
                    assertEquals(isFree, model.p99Ms() >= model.p50Ms(), model.toString());
                }
            }
        }
        assertEquals(400, Forecast.closed(100, 0, LIGHT, 100, 2, true).p99Ms(), 1);
    }

    /** With CPUs more than half busy, others than the model's queue decide how long a request waits for them. */
    @Test
    void percentilesEndWhereRequestsQueueForCpus() {
        Demand some = Demand.measured(0.004, 0.004).andWaiting(Duration.ofMillis(396));
        assertTrue(Forecast.closed(90, 0, some, 0, 2, true).p50Ms() >= 396, "45 % of 2 CPUs");
        assertTrue(Double.isNaN(Forecast.closed(110, 0, some, 0, 2, true).p50Ms()), "55 %");
    }

    @Test
    void besideAConvoyOneWaitsForWhatIsLeftOfTheLine() {
        // For 1 s of each 1.2 s there is a line, half a second long on average.
        assertEquals(0.5 / 1.2, Queueing.besideConvoy(20, BURST, 2), 1e-9);
    }

    @Test
    void thinkTimeCountsByTheInteractiveResponseTimeLaw() {
        // Denning and Buzen: R = N / X - Z. 100 users who think 0.6 s and wait 0.4 s make 100/s.
        var p = Queueing.closed(100, 0.6, LIGHT, 50, 2);
        assertEquals(100, p.rps(), 1e-9);
        assertEquals(400, p.meanMs(), 1e-9);
        // With 20 threads, 50/s at most: R = 100 / 50 - 0.6 = 1.4 s.
        var pool = Queueing.closed(100, 0.6, LIGHT, 20, 2);
        assertEquals(50, pool.rps(), 1e-9);
        assertEquals(1400, pool.meanMs(), 1e-9);
    }

    @Test
    void openLoopServesWhatComesUpToCapacity() {
        assertEquals(100, Queueing.open(100, LIGHT, 50, 2).rps(), 1e-9);
        assertEquals(400, Queueing.open(100, LIGHT, 50, 2).meanMs(), 1e-9);
        var over = Queueing.open(150, LIGHT, 50, 2);
        assertEquals(125, over.rps(), 1e-9);
        assertEquals("pool", over.bound());
        assertTrue(Double.isNaN(over.meanMs()), "above capacity the response time has no limit");
    }

    @Test
    void aBurstIsServedInWaves() {
        // Wave j of four waits j (S - m T / N) = j 750 ms; the last of 2000 is due half a millisecond before the ramp
        // ends.
        var p = Forecast.burst(2000, 1, SECOND, 500, 2);
        assertEquals(2000 / (4 + 499 * 0.0005), p.rps(), 1e-9);
        assertEquals(1000 + 750 * (0 + 1 + 2 + 3) / 4.0, p.meanMs(), 1e-6);
        assertEquals(750 * Math.sqrt(1.25), p.sdMs(), 1e-6);
        assertEquals("pool", p.bound());
        assertEquals("pool: 500 / 1 s = 500/s", p.boundInWords(Burst.of(2000, Duration.ofSeconds(1))));
    }

    @Test
    void aBurstOfThreeByHand() {
        // Due at 0, 1 and 2 s, each takes 2 s, one thread: over at 2, 4 and 6 s, after 2, 3 and 4 s.
        var one = Forecast.burst(3, 3, Demand.waiting(Duration.ofSeconds(2)), 1, 2);
        assertEquals(0.5, one.rps(), 1e-12);
        assertEquals(3000, one.meanMs(), 1e-9);
        assertEquals(1000 * Math.sqrt(2.0 / 3), one.sdMs(), 1e-9);
        // Two threads: over at 2, 3 and 4 s, and none waits.
        var two = Forecast.burst(3, 3, Demand.waiting(Duration.ofSeconds(2)), 2, 2);
        assertEquals(0.75, two.rps(), 1e-12);
        assertEquals(2000, two.meanMs(), 1e-9);
        assertEquals(0, two.sdMs(), 1e-9);
        assertEquals("users", two.bound());
    }

    @Test
    void aBurstWithoutAPoolTakesItsRampAndOneService() {
        var p = Forecast.burst(2000, 1, SECOND, 0, 2);
        assertEquals(2000 / 1.9995, p.rps(), 1e-9);
        assertEquals(1000, p.meanMs(), 1e-9);
        assertEquals(0, p.sdMs(), 1e-9);
        assertEquals("users: 2000 users in 1 s", p.boundInWords(Burst.of(2000, Duration.ofSeconds(1))));
        // A pool that is as large as the herd is as good as none.
        assertEquals(p.rps(), Forecast.burst(2000, 1, SECOND, 2000, 2).rps(), 1e-12);
    }

    @Test
    void aBurstThatComputesHasNoRule() {
        assertThrows(IllegalArgumentException.class, () -> Forecast.burst(10, 1, BURST, 0, 2));
        assertThrows(IllegalArgumentException.class, () -> Forecast.burst(10, 1, SECOND.pinned(true), 0, 2));
    }

    /** 20 ms alone, 4 of them CPU time in short pieces; two CPUs. */
    private static final Demand PIECES = Demand.measured(0.02, 0.004);

    @Test
    void whatComputesInPiecesSharesTheCpusOnAnyKindOfThread() {
        for (boolean timeSliced : new boolean[] {true, false}) {
            var few = Forecast.closed(2, 0, PIECES, 0, 2, timeSliced);
            assertEquals(100, few.rps(), 2, "N / S: no request waits for a CPU");
            assertEquals("users", few.bound());
            var many = Forecast.closed(100, 0, PIECES, 0, 2, timeSliced);
            assertEquals(500, many.rps(), 10, "k / D");
            assertEquals("cpu", many.bound());
            assertTrue(Double.isNaN(many.p99Ms()), "the order of those that compute is not modelled");
            var pool = Forecast.closed(100, 0, PIECES, 4, 2, timeSliced);
            assertEquals("pool", pool.bound());
            assertTrue(pool.rps() > 180 && pool.rps() < 200, "m / S, and a little wait for CPUs: " + pool.rps());
        }
    }

    /** Machine repair with two CPUs, by mean value analysis of N = 10: waits of 16 ms, 4 ms of work. */
    @Test
    void betweenTheBoundsRequestsWaitForCpus() {
        double byBirthAndDeath = closedByBirthAndDeath(10, 0.016, 0.004, 2);
        assertEquals(1, Forecast.closed(10, 0, PIECES, 0, 2, true).rps() / byBirthAndDeath, 0.02);
    }

    /** X = sum of p(n) min(n, k) / D, with p(n) / p(n - 1) = (N - n + 1) / Z x D / min(n, k). */
    private static double closedByBirthAndDeath(int users, double wait, double work, int cpus) {
        double weight = 1;
        double all = 1;
        double rate = 0;
        for (int n = 1; n <= users; n++) {
            weight *= (users - n + 1) / wait * work / Math.min(n, cpus);
            all += weight;
            rate += weight * Math.min(n, cpus) / work;
        }
        return rate / all;
    }

    @Test
    void somethingOfWhichThereIsPlentyChangesNothing() {
        Demand some = PIECES.holding("connections", 100, Duration.ofMillis(5));
        assertEquals(1, Forecast.closed(10, 0, PIECES, 0, 2, true).rps()
                / Forecast.closed(10, 0, some, 0, 2, true).rps(), 0.02);
        Demand throughout = PIECES.holdingThroughout("connections", 5);
        assertEquals("connections", Forecast.closed(100, 0, throughout, 0, 2, true).bound());
    }

    @Test
    void aBurstThatNeedsMoreCpuThanThereIsTakesAsLongAsItsWork() {
        // 500 x 4 ms on two CPUs take 1 s. Half of each comes before the wait, so the CPUs are never idle.
        var p = Forecast.burst(500, 0.1, PIECES, 0, 2);
        assertEquals("cpu", p.bound());
        assertEquals(500, p.rps(), 25);
        assertEquals("users", Forecast.burst(20, 1, PIECES, 0, 2).bound());
    }

    /** 32 connections, each held for 0.4 s, store 80 rows a second. Each wait is 1 ms late: 79.8. */
    @Test
    void aBacklogGrowsByWhatTheConnectionsCannotStore() {
        Demand later = Demand.storedLater("connections", 32, Duration.ofMillis(400));
        assertEquals(80, growth(later, 160), 1e-9);
        assertEquals(160 - 32 / 0.401, growth(later.late(0.001), 160), 1e-9);
        assertEquals(0, growth(later, 60), 1e-9, "as many are stored as arrive");
        assertEquals(Double.NaN, growth(Demand.waiting(Duration.ofMillis(400)), 160), "nothing is left to be done");
        Cell cell = stored(later, 160);
        assertEquals(List.of(160.0, "rate"), List.of(Rules.of(cell, later.needing(0.001), 2).rps(),
                Rules.of(cell, later.needing(0.001), 2).bound()));
        assertTrue(Double.isNaN(Rules.of(cell, later.needing(0.001), 2).meanMs()),
                "a part of D comes after the answer");
    }

    private static double growth(Demand demand, double rate) {
        return Rules.backlogGrowth(stored(demand, rate), demand);
    }

    private static Cell stored(Demand demand, double rate) {
        return Comparison.of("made").load(new OpenLoop(rate, Duration.ofSeconds(5))).send(Request.get("/"), demand)
                .to(Variant.virtual("virtual", Light.class)).cells().getFirst();
    }

    /** More users than can be measured: the bound is told, and nothing is simulated, which would take minutes. */
    @Test
    void usersThatNoMachineCanHaveAreNotSimulated() {
        var p = Forecast.closed(9_000_000, 0, LIGHT, 50, 2, true);
        assertEquals(125, p.rps(), 1e-9);
        assertTrue(Double.isNaN(p.p50Ms()), "a percentile comes from a simulation: " + p);
        assertTrue(Forecast.closed(9000, 0, LIGHT, 0, 2, true).p50Ms() > 0, "users who can be measured are simulated");
        assertFalse(Forecast.burst(9_000_000, 1, SECOND, 500, 2).exists());
    }

    /** Published: 8.902 s and 4.701 s, in rounds of 0.424 s and 0.428 s. */
    @Test
    void abNeedsARoundForItsFirstRequest() {
        assertEquals(8.4, seconds(50, 0, LIGHT), 1e-9);
        assertEquals(8.4, seconds(100, 50, LIGHT), 1e-9, "a pool serves 50 at a time");
        assertEquals(8.902, seconds(50, 50, Demand.waiting(Duration.ofMillis(424))), 0.01);
        assertEquals(4.701, seconds(100, 0, Demand.waiting(Duration.ofMillis(428))), 0.01);
        assertFalse(Forecast.firstAlone(ClosedLoop.of(50, Duration.ofSeconds(1)), LIGHT, 0, 2).exists());
    }

    private static double seconds(int users, int threads, Demand demand) {
        return 1000 / Forecast.firstAlone(ClosedLoop.of(users, 1000), demand, threads, 2).rps();
    }

    /** CPU time of 5 ms a request: 100 users who set out together wait for CPUs, for 0.25 s of each round at first. */
    @Test
    void requestsThatBeginTogetherWaitForTheCpus() {
        Demand some = LIGHT.needing(0.005);
        double test = seconds(100, 0, some);
        assertTrue(test > 11 * 0.405 && test < 11 * 0.405 + 0.5, "s: " + test);
        assertEquals(seconds(100, 0, LIGHT), seconds(100, 0, LIGHT.needing(1e-6)), 0.01);
        assertEquals(8.505, seconds(100, 50, some), 0.5);
        assertEquals(1, 1 / Forecast.firstAlone(ClosedLoop.of(1, 1), LIGHT.needing(0.6), 0, 2).rps(), 1e-9);
    }
}
