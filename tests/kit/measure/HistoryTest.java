package kit.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kit.machine.Hiccups;
import kit.machine.Jdks;
import kit.plan.BenchPlan;
import kit.plan.Burst;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.report.CellReport;
import kit.report.Totals;
import kit.service.Gauges;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** When a cell is warm, and the load of its next block, by blocks that are made up. */
@Tag(Lane.UNIT)
class HistoryTest {

    private static final int CPUS = 4;
    private static final int JDK = Jdks.current();
    private static final Request REQUEST = Request.get("/wait").timeout(Duration.ofSeconds(30));
    /** 4 CPUs serve 4000 of them in a second. */
    private static final Demand COMPUTES = Demand.waiting(Duration.ofMillis(20)).needing(0.001);
    private static final Demand WAITS = Demand.waiting(Duration.ofMillis(20));
    private static final Wanted BUSY = wanted(ClosedLoop.of(400, null), COMPUTES);
    private static final BenchPlan PLAN = BenchPlan.usual(JDK);

    /** A round of the warm-up: requests/s, and CPUs that the machine and the JIT compilers used. */
    private record Round(double rps, double machineCpu, double jitCpu) {
        static final Round QUIET = new Round(1000, CPUS, 0.02);
        static final Round COMPILING = new Round(1000, CPUS, 0.2);
    }

    private static Wanted wanted(Load load, Demand demand) {
        return new Wanted(Comparison.of("one").load(load).send(REQUEST, demand).to(Light.virtual("one")).cells()
                .getFirst(), JDK);
    }

    private static Block block(Wanted one, int round, Round told) {
        var vitals = new CellReport.VitalsSecond(1, false, 1, told.machineCpu, told.machineCpu, told.jitCpu, 0, 0, 0, 0,
                0, 0, 0, 0, Gauges.NONE);
        long ok = Math.round(told.rps);
        var totals = new Totals(1, ok, 0, told.rps, ok, 0, 0, 0, 0, 0, 0, new Hiccups.Measured(0, 0), 0);
        return new Block(one.cell().name(), JDK, 1, round, 1, round, true, Instant.EPOCH, List.of(), List.of(vitals),
                totals, 0, 0, null, new Block.Usage(told.machineCpu, told.jitCpu, 0, ok, ok, 0, Map.of()),
                Block.Surroundings.UNKNOWN, List.of());
    }

    private static History history(Wanted one, Round... rounds) {
        return new History(CPUS, List.of(one), IntStream.rangeClosed(1, rounds.length)
                .mapToObj(round -> block(one, round, rounds[round - 1])).toList());
    }

    private static boolean isWarm(Wanted one, Round... rounds) {
        return history(one, rounds).isWarm(one, rounds.length);
    }

    @Test
    void compilersWereQuietForTwoRounds() {
        assertTrue(isWarm(BUSY, Round.QUIET, Round.QUIET));
        assertFalse(isWarm(BUSY, Round.QUIET, Round.COMPILING));
        assertFalse(isWarm(BUSY, Round.COMPILING, Round.QUIET), "one quiet round: they may rest between two methods");
        assertTrue(isWarm(BUSY, Round.COMPILING, Round.QUIET, Round.QUIET));
    }

    @Test
    void compilersThatTakeNoCpuFromRequestsDoNotMatter() {
        var idle = new Round(1000, 1, 0.2);
        assertTrue(isWarm(BUSY, idle, idle));
    }

    @Test
    void itIsNotFasterThanItEverWas() {
        Round faster = new Round(1040, CPUS, 0.02);
        assertFalse(isWarm(BUSY, Round.QUIET, faster));
        assertTrue(isWarm(BUSY, faster, Round.QUIET, faster), "it was as fast in the first round");
        assertTrue(isWarm(wanted(new OpenLoop(1000, Duration.ofSeconds(2)), COMPUTES), Round.QUIET, faster),
                "what an open loop sends differs by chance");
    }

    @Test
    void aRequestNeedsNoLessCpuTimeThanItEverDid() {
        Round cheaper = new Round(1000, 3, 0.02);
        assertFalse(isWarm(BUSY, Round.QUIET, cheaper));
        assertTrue(isWarm(BUSY, cheaper, Round.QUIET, cheaper));
        assertTrue(isWarm(BUSY, new Round(10, CPUS, 0.02), new Round(10, 3, 0.02)), "of ten requests, that is chance");
        assertTrue(isWarm(wanted(ClosedLoop.of(20, null), WAITS), new Round(1000, 1.2, 0), new Round(1000, 1.1, 0)),
                "1.1 ms of CPU time or 1.2 ms: requests wait for 20 ms");
    }

    /** 20 users whose requests wait for 20 ms send 1000 in a second. */
    @Test
    void whatIsAtItsLimitNeedsNoSecondRound() {
        Wanted waiting = wanted(ClosedLoop.of(20, null), WAITS);
        assertTrue(history(waiting, new Round(980, 1, 0.1)).isAtItsLimit(waiting));
        assertFalse(history(waiting, new Round(960, 1, 0.1)).isAtItsLimit(waiting), "slower");
        assertFalse(history(waiting, new Round(980, 3.5, 0.1)).isAtItsLimit(waiting), "the CPUs are busy");
        assertFalse(history(waiting, new Round(980, 3, 0.2)).isAtItsLimit(waiting), "and compile");
        assertFalse(history(waiting).isAtItsLimit(waiting), "it was not driven");
    }

    @Test
    void aThroughputIsTheLastOneThatIsKnownOrThatOfTheRule() {
        assertEquals(4000, history(BUSY).throughput(BUSY), 20);
        assertEquals(900, history(BUSY, Round.QUIET, new Round(900, CPUS, 0)).throughput(BUSY), 1e-9);
        assertEquals(1000, history(BUSY, Round.QUIET, new Round(0, CPUS, 0)).throughput(BUSY), 1e-9,
                "nothing succeeded in the last one");
        Wanted more = wanted(ClosedLoop.of(800, null), COMPUTES);
        History both = new History(CPUS, List.of(BUSY, more), Stream.of(block(more, 1, Round.QUIET)).toList());
        assertEquals(1000, both.throughput(BUSY), 1e-9, "no more than a cell has that sends more of the same request");
    }

    private static ClosedLoop load(Wanted one, boolean warmup, Round... rounds) {
        return (ClosedLoop) new BlockLoads(PLAN, history(one, rounds)).of(one, warmup);
    }

    @Test
    void usersWhoWaitHaveABlockOfTheUsualLength() {
        assertEquals(PLAN.block(),
                load(wanted(ClosedLoop.of(20, null), WAITS), false, new Round(1000, 1, 0)).duration());
        Wanted slow = wanted(ClosedLoop.of(20, null), Demand.waiting(Duration.ofSeconds(3)));
        assertEquals(Duration.ofSeconds(3), load(slow, false, new Round(7, 1, 0)).duration(), "or of a request");
        Wanted asked = wanted(ClosedLoop.of(20, Duration.ofSeconds(5)), WAITS);
        assertEquals(Duration.ofSeconds(5), load(asked, false, new Round(1000, 1, 0)).duration());
    }

    @Test
    void whereCpusAreBusyEachUserSendsSomeRequests() {
        assertEquals(PLAN.busyBlock(), load(BUSY, false, new Round(4000, CPUS, 0)).duration());
        assertEquals(2.5 * 400 / 100, load(BUSY, false, new Round(100, CPUS, 0)).duration().toMillis() / 1e3, 1e-3,
                "as many rounds as the plan has, less a half, of 400 users at 100/s");
    }

    /** 84 requests of 21 ms keep 4 CPUs busy, of which each needs one for 1 ms. */
    @Test
    void inTheWarmUpThereAreAsManyUsersAsKeepTheBottleneckBusy() {
        assertEquals(2 * 84, load(BUSY, true).users(), "twice as many as 4000/s x 21 ms, since they leave gaps");
        Wanted few = wanted(ClosedLoop.of(5, null), WAITS);
        assertEquals(5, load(few, true).users());
        assertEquals(PLAN.block().dividedBy(6), load(few, true).duration());
    }

    @Test
    void aBlockHangsAfterFourTimesItsLengthAndTheTimeoutOfARequest() {
        var loads = new BlockLoads(PLAN, history(BUSY));
        assertEquals(Duration.ofSeconds(4 * 2 + 30 + 15),
                loads.limit(new OpenLoop(10, Duration.ofSeconds(2)), BUSY));
        assertEquals(Duration.ofSeconds(4 * 2 + 30 + 15), loads.limit(Burst.of(10, Duration.ofSeconds(2)), BUSY));
    }
}
