package kit.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import kit.base.Finding;
import kit.machine.Machine;
import kit.own.Comparison.Under;
import kit.own.Compared.Figure;
import kit.own.Compared.Weight;
import kit.plan.Cell;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Request.Call;
import kit.trust.MadeRows;
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
