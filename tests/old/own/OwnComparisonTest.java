package old.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.record.Forks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import kit.base.Finding;
import old.cell.Outcome;
import kit.machine.CpuUsage;
import kit.machine.Hiccups;
import kit.machine.Machine;
import old.own.Comparison.Under;
import old.own.Compared.Figure;
import old.own.Compared.Weight;
import old.plan.Cell;
import kit.plan.OpenLoop;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.plan.Request;
import kit.plan.Request.Call;
import kit.plan.Traffic;
import kit.report.CellReport;
import kit.service.PoolUse;
import old.trust.MadeRows;
import old.trust.MadeRows;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** What rows that were made up show, and how much of it counts. The machine has two CPUs. */
@Tag(Lane.UNIT)
class OwnComparisonTest extends MadeRows {

    private static final int JDK = 25;

    private final Comparison comparison = new Comparison(results, JDK, new Comparison.Known(2, 20, 0.1));

    private static Under under(Cell platform, Cell virtual) {
        return new Under("1 user", "", platform.load(), Role.DECIDES, platform, virtual, null, null);
    }

    private Weight ofThroughput(Under load) {
        return comparison.compared(load).stream().filter(one -> one.figure() == Figure.THROUGHPUT).findFirst()
                .orElseThrow().weight();
    }

    /** Where CPUs are busy, a neighbour that used some of them may be the reason for a small difference. */
    @ParameterizedTest
    @CsvSource({
            // busy CPUs, CPUs of neighbours, requests/s on virtual threads (100 on platform threads)
            "1.8, 0.3, 130, DOUBTED", "1.8, 0.3, 80, DOUBTED", "1.8, 0.3, 145, FULL", "1.8, 0.3, 10, FULL",
            "1.8, 1.5, 1000, DOUBTED", "1.8, 0.1, 110, FULL", "0.5, 0.3, 130, FULL", "1.8, 0, 110, FULL",
            // The rule allows 100: what it allows was not disturbed.
            "1.8, 0.3, 102, FULL"})
    void aNeighbourOnBusyCpusMakesAFigureDoubtful(double busy, double neighbours, long rps, Weight weight) {
        others = new Machine.Others(neighbours, 0, "");
        idleBefore = 1 - neighbours / 2;
        Under load = under(measured(cell("platform"), JDK, 100, null, busy, 1000, 1), measured(cell("virtual"), JDK,
                rps, null, busy, 1000, 1));
        assertEquals(weight, ofThroughput(load));
    }

    /** A client that is late makes a response time longer: the longer one must be trusted. */
    @ParameterizedTest
    @CsvSource({
            // response times in ms on platform and virtual threads, delays of the client, ratio; 0 where there is none
            "50, 200, 0, 0, 4", "50, 200, 100, 0, 4", "50, 200, 0, 100, 0", "200, 50, 0, 100, 0.25",
            "200, 50, 100, 0, 0"})
    void theLightestCallOfAMixIsComparedOnItsOwn(long platformMs, long virtualMs, long platformLate, long virtualLate,
            double ratio) {
        Call light = Call.get("/light");
        var arrivals = new OpenLoop(10, Duration.ofSeconds(10));
        Cell platform = measured(cell("platform").beside(Under.LIGHT, Request.get("/light"), arrivals), JDK, 100);
        Cell virtual = measured(cell("virtual").beside(Under.LIGHT, Request.get("/light"), arrivals), JDK, 100);
        responds(platform, Under.LIGHT, platformLate, platformMs);
        responds(virtual, Under.LIGHT, virtualLate, virtualMs);
        List<Compared> seen = comparison
                .compared(new Under("1 user", "", platform.load(), Role.DECIDES, platform, virtual,
                        null, light))
                .stream().filter(one -> one.figure() == Figure.LIGHT).toList();
        assertEquals(ratio, seen.stream().mapToDouble(Compared::ratio).sum(), 0.01 * ratio);
        seen.forEach(one -> assertEquals("median of GET /light", one.name()));
        assertTrue(
                comparison.compared(under(platform, virtual)).stream().noneMatch(one -> one.figure() == Figure.LIGHT),
                "where it was not sent");
    }

    /** What was idle before the load, and is busy with it, is called by the service: such as its database. */
    @Test
    void aDatabaseOnThisMachineIsNoNeighbour() {
        others = new Machine.Others(0.8, 0, "postgres 0.80");
        Under load = under(measured(cell("platform"), JDK, 100, null, 1.8, 1000, 1), measured(cell("virtual"), JDK,
                130, null, 1.8, 1000, 1));
        assertEquals(Weight.FULL, ofThroughput(load));
    }

    /** A machine that was faster for one of the cells may be the reason, whichever side the difference is on. */
    @ParameterizedTest
    @CsvSource({"75, 800, DOUBTED", "33, 1200, DOUBTED", "75, 1000, FULL", "33, 1000, FULL"})
    void aMachineThatChangedMakesAFigureDoubtful(long rps, double speed, Weight weight) {
        Under load = under(measured(cell("platform"), JDK, 50, null, 1.8, speed, 1), measured(cell("virtual"), JDK,
                rps, null, 1.8, 1000, 1));
        assertEquals(weight, ofThroughput(load));
    }

    /**
     * Where the CPUs are busy the client is late, too. Requests come at random times, and 85 of 100 are fewer by
     * chance. With 60 of 100 the client did not send what was due.
     */
    @ParameterizedTest
    @CsvSource({"85, 1", "60, 0"})
    void aLateClientLeavesTheLightestCall(long ok, int figures) {
        Call light = Call.get("/light");
        var arrivals = new OpenLoop(100, Duration.ofSeconds(1));
        lateBesideMs = 5;
        besideMs = 50;
        Cell platform = measured(cell("platform").throughputOnly().beside(Under.LIGHT, Request.get("/light"), arrivals),
                JDK, ok);
        lateBesideMs = 0;
        besideMs = 200;
        Cell virtual = measured(cell("virtual").throughputOnly().beside(Under.LIGHT, Request.get("/light"), arrivals),
                JDK, ok);
        List<Compared> seen = comparison
                .compared(new Under("1 user", "", platform.load(), Role.DECIDES, platform, virtual,
                        null, light))
                .stream().filter(one -> one.figure() == Figure.LIGHT).toList();
        assertEquals(figures, seen.size(), results.all()::toString);
        seen.forEach(one -> assertEquals(4, one.ratio(), 0.04));
    }

    /** Each fork counts its own requests: the best one on virtual threads against the worst one on platform threads. */
    @Test
    void requestsThatFailedAreCountedInAllForks() {
        Cell platform = measured(cell("platform"), JDK, 100);
        Cell virtual = cell("virtual");
        for (long failed : new long[] {2, 3, 0}) {
            measured(virtual, JDK, 100 - failed);
            fails(virtual, failed);
        }
        Compared success = comparison.compared(under(platform, virtual)).stream()
                .filter(one -> one.figure() == Figure.SUCCESS).findFirst().orElseThrow();
        assertEquals(295 / 300.0, success.ratio(), 1e-9);
        assertEquals(0.97, success.interval().low(), 1e-9);
        assertEquals(1, success.interval().high(), 1e-9);
        assertTrue(success.mayBeWorse(), success.toString());
    }

    /** A peak of memory counts where the services do the same, and a heap has not only grown by a step. */
    @ParameterizedTest
    @CsvSource({
            // requests/s and MiB on virtual threads; platform threads have 100 and 200
            "100, 300, FULL", "130, 300, OTHER_LOAD", "100, 225, LITTLE"})
    void memoryIsComparedAtTheSameThroughput(long rps, double mib, Weight weight) {
        Cell platform = cell("platform");
        Cell virtual = cell("virtual");
        for (int fork = 0; fork < 2; fork++) {
            residentMb = 200;
            measured(platform, JDK, 100);
            residentMb = mib;
            measured(virtual, JDK, rps);
        }
        Compared memory = comparison.compared(under(platform, virtual)).stream()
                .filter(one -> one.figure() == Figure.MEMORY).findFirst().orElseThrow();
        assertEquals(weight, memory.weight());
        assertEquals(mib / 200, memory.ratio(), 1e-9);
        assertEquals(weight == Weight.FULL, memory.isWorse());
    }

    /** A native call that waits leaves no event: the scheduler and the CPU time of the service tell. */
    @ParameterizedTest
    @CsvSource({
            // carriers in use (of 2), threads that wait for one, CPUs of the service and of the machine, station
            "2, 98, 0.1, 0.2, CARRIERS", "2, 98, 0.1, 1.9, CARRIERS", "2, 98, 1.6, 1.9, CPU", "2, 98, 0.9, 1.2, OTHER",
            "2, 0, 0.1, 0.2, OTHER", "1, 5, 0.1, 0.2, OTHER"})
    void carriersThatAreInUseWithoutCpuTimeAreTheBottleneck(double busy, double waiting, double service, double machine,
            Station station) {
        Under load = under(measured(cell("platform"), JDK, 1), measured(cell("virtual"), JDK, 1, null, machine, 1000,
                1));
        Outcome outcome = results.of(load.virtual(), "").getLast().outcome();
        uses(outcome, service);
        outcome.pools = new CellReport.Pools(60, List.of(new PoolUse(PoolUse.Kind.CARRIERS, "", 2, busy, waiting)));
        outcome.waits = new CellReport.Waits(5, 500, List.of(), List.of(new CellReport.Place("a.B.call:9",
                CellReport.Place.MOUNTED, 10)), null);
        assertEquals(station, comparison.onVirtual(load));
        Bottleneck bottleneck = comparison.virtual(load).bottleneck(station, Optional.empty());
        assertEquals(station == Station.CARRIERS ? "a.B.call:9" : null, bottleneck.at());
        assertEquals(station == Station.CARRIERS, bottleneck.pool() != null);
    }

    /** Where all that arrives is served, one fork decides, whatever else the machine had to do. */
    @ParameterizedTest
    @CsvSource({"100, 100, FULL, 0.97, false", "98, 100, FULL, 0.99, false", "60, 60, UNKNOWN_LOAD, 0.76, true",
            "100, 60, OTHER_LOAD, 0.45, false"})
    void aPeakThatIsServedHasItsThroughput(long platformRps, long virtualRps, Weight same, double low, boolean isOpen) {
        others = new Machine.Others(1.5, 0, "");
        var arrivals = new OpenLoop(100, Duration.ofSeconds(1));
        Under made = under(measured(peak("platform", arrivals), JDK, platformRps, null, 1.9, 1000, 1), measured(peak(
                "virtual", arrivals), JDK, virtualRps, null, 1.9, 900, 1));
        Compared throughput = comparison.compared(made).stream().filter(one -> one.figure() == Figure.THROUGHPUT)
                .findFirst().orElseThrow();
        assertEquals(same, comparison.throughput(made));
        assertEquals(low, throughput.interval().low(), 0.01);
        assertEquals(isOpen, throughput.isOpen(), throughput::toString);
    }

    private static Cell peak(String name, OpenLoop arrivals) {
        return new Cell(cell(name).variant(), List.of(new Traffic("", Request.get("/"), arrivals)), jdk -> RuleFigures
                .none(), Published.Figure.NONE);
    }

    /** A neighbour keeps the CPUs busy, and requests queue for a lock. */
    @ParameterizedTest
    @CsvSource({"monitor, 0.1, OTHER", "ReentrantLock.lock in Desk.order, 0.1, OTHER", "Semaphore.acquire, 0.1, OTHER",
            "Thread.sleep, 0.1, CPU", "SocketInputStream.read, 0.1, CPU", "monitor, 1.6, CPU"})
    void aLockIsTheBottleneckBesideBusyNeighbours(String operation, double service, Station station) {
        Under load = under(measured(cell("platform"), JDK, 1, null, 1.9, 1000, 1),
                measured(cell("virtual"), JDK, 1, null,
                        1.9, 1000, 1));
        for (Cell cell : List.of(load.platform(), load.virtual())) {
            Outcome outcome = results.of(cell, "").getLast().outcome();
            uses(outcome, service);
            outcome.waits = new CellReport.Waits(5, 100, List.of(new CellReport.Place("a.B.call:9", operation, 98)),
                    List.of(), null);
        }
        assertEquals(station, comparison.onVirtual(load));
        assertEquals(station, comparison.onPlatform(load));
    }

    private static void uses(Outcome outcome, double cpus) {
        var not = Hiccups.Measured.NOT;
        outcome.accept(new CellReport.Ended(outcome.spec.variant().asked(), 1, new CpuUsage(0, 1e9 * cpus, 0),
                new Hiccups.Summary(not, not, List.of())));
    }

    /** With one fork, an interval is assumed: whether two throughputs are the same is not certain. */
    @ParameterizedTest
    @CsvSource({"1, 100, UNKNOWN_LOAD", "1, 150, OTHER_LOAD", "1, 50, OTHER_LOAD", "2, 100, FULL", "2, 103, FULL",
            "2, 120, OTHER_LOAD"})
    void whetherTheThroughputIsTheSame(int forks, long rps, Weight weight) {
        Cell platform = cell("platform");
        Cell virtual = cell("virtual");
        for (int fork = 0; fork < forks; fork++) {
            measured(platform, JDK, 100);
            measured(virtual, JDK, rps);
        }
        assertEquals(weight, comparison.throughput(under(platform, virtual)));
    }

    /** What is a warning has the median beside the tail; the tail alone decides. */
    @ParameterizedTest
    @CsvSource({"WARNS, true", "COUNTS, false", "DECIDES, false"})
    void aWarningHasTheMedian(Role role, boolean hasMedian) {
        Cell platform = measured(cell("platform"), JDK, 10);
        Cell virtual = measured(cell("virtual"), JDK, 10);
        for (int second = 0; second < 12; second++) {
            responds(platform, "", 0, 800);
            responds(virtual, "", 0, 150);
        }
        List<Compared> seen = comparison.compared(new Under("400 users", "", platform.load(), role, platform, virtual,
                null, null));
        assertEquals(hasMedian, seen.stream().anyMatch(one -> one.figure() == Figure.MEDIAN), seen::toString);
        assertTrue(seen.stream().anyMatch(one -> one.figure() == Figure.TAIL), seen::toString);
        seen.forEach(one -> assertEquals(role, one.role()));
    }

    /** As many requests a second as with virtual threads, where 132 became 239. */
    @ParameterizedTest
    @CsvSource({"260, false", "239, false", "150, true"})
    void aLargerPoolIsHeldAgainstTheGain(long larger, boolean isWorse) {
        Cell platform = cell("platform");
        Cell virtual = cell("virtual");
        Cell sized = cell("sized");
        for (int fork = 0; fork < 2; fork++) {
            measured(platform, JDK, 132);
            measured(virtual, JDK, 239);
            measured(sized, JDK, larger);
        }
        var load = new Under("400 users", "", platform.load(), Role.DECIDES, platform, virtual, sized, null);
        LargerPool pool = comparison.larger(load, comparison.compared(load)).orElseThrow();
        assertEquals(new LargerPool(sized.variant().concurrencyLimit(), "/s", 132, larger, 239, isWorse), pool);
        assertEquals(Optional.empty(), comparison.larger(new Under("400 users", "", platform.load(), Role.DECIDES,
                platform, virtual, null, null), comparison.compared(load)), "none was measured");
    }

    /** Nothing tells that the property for its size has an effect. */
    @Test
    void aPoolOfUnknownSizeThatChangesNothingIsNoLargerPool() {
        Cell platform = cell("platform");
        Cell virtual = cell("virtual");
        Cell sized = cell("sized");
        for (int fork = 0; fork < 2; fork++) {
            measured(platform, JDK, 132);
            measured(virtual, JDK, 239);
            measured(sized, JDK, 133);
        }
        var load = new Under("400 users", "", platform.load(), Role.DECIDES, platform, virtual, sized, null);
        assertFalse(comparison.hasSize(load));
        assertEquals(Optional.empty(), comparison.larger(load, comparison.compared(load)));
        results.of(sized, "").forEach(row -> row.outcome().pools = new CellReport.Pools(60, List.of(new PoolUse(
                PoolUse.Kind.THREADS, "http", sized.variant().concurrencyLimit(), 10, 0))));
        assertTrue(comparison.hasSize(load));
        assertTrue(comparison.larger(load, comparison.compared(load)).orElseThrow().sentence().contains("does not"));
    }

    /** Of 40 requests the median has a spread of its own, beside that of one fork. */
    @Test
    void aMedianOfFewRequestsHasAWiderInterval() {
        var arrivals = new OpenLoop(10, Duration.ofSeconds(10));
        Call light = Call.get("/light");
        Cell platform = measured(cell("platform").beside(Under.LIGHT, Request.get("/light"), arrivals), JDK, 100);
        Cell virtual = measured(cell("virtual").beside(Under.LIGHT, Request.get("/light"), arrivals), JDK, 100);
        for (int i = 1; i <= 20; i++) {
            responds(platform, Under.LIGHT, 0, 10 * i);
            responds(virtual, Under.LIGHT, 0, 14 * i);
        }
        Compared wide = comparison.compared(new Under("1 user", "", platform.load(), Role.DECIDES, platform, virtual,
                null, light)).stream().filter(one -> one.figure() == Figure.LIGHT).findFirst().orElseThrow();
        double assumed = Math.log(Forks.assumed(1, 0.1 * Math.sqrt(2), Forks.LEVEL).high());
        assertTrue(Math.log(wide.interval().high() / wide.ratio()) > 1.02 * assumed, wide::toString);
    }

    @Test
    void aLoadThatWasStoppedOnPlatformThreadsOnlyIsToldApart() {
        Cell virtual = measured(cell("virtual"), JDK, 100);
        failingAs = Finding.Code.TOO_MANY_FAILED;
        Under load = under(measured(cell("platform"), JDK, 100, "30 of 100 requests failed"), virtual);
        assertTrue(comparison.stoppedOnPlatform(load).orElseThrow().contains("30 of 100 requests failed"));
        assertEquals(Optional.empty(), comparison.stopped(load));
        Under unmeasured = under(load.platform(), cell("virtual-2"));
        assertEquals(Optional.empty(), comparison.stoppedOnPlatform(unmeasured), "nothing is known of the other side");
    }

    @Test
    void aLoadThatWasStoppedOnVirtualThreadsOnlyIsToldApart() {
        Cell platform = measured(cell("platform"), JDK, 100);
        failingAs = Finding.Code.TOO_MANY_FAILED;
        Cell virtual = measured(cell("virtual"), JDK, 100, "30 of 100 requests failed");
        Under load = under(platform, virtual);
        assertTrue(comparison.stopped(load).orElseThrow().contains("30 of 100 requests failed"));
        assertTrue(comparison.missing(load).isPresent(), "nothing is compared");

        Cell both = measured(cell("both"), JDK, 100, "30 of 100 requests failed");
        assertEquals(Optional.empty(), comparison.stopped(under(both, virtual)), "the service fails on both");
        failingAs = Finding.Code.CELL_DIED;
        Cell died = measured(cell("died"), JDK, 100, "exit code 9");
        assertEquals(Optional.empty(), comparison.stopped(under(platform, died)));
    }
}
