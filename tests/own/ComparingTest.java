package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.MadeMeasurement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.judge.Judge;
import kit.measure.Block;
import kit.measure.Measurement;
import kit.plan.Demand;
import kit.plan.LabPlan;
import kit.report.CellReport;
import kit.service.PoolUse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import own.Compared.Effect;
import own.Compared.Figure;
import tests.Lane;

/** Figures on virtual threads beside those on platform threads, of measurements that were made up. */
@Tag(Lane.UNIT)
class ComparingTest {

    private static final Finding FAILED = Finding.invalid(Code.TOO_MANY_FAILED, "30 of 100 requests failed");

    private static Comparing comparing(Under load, Measurement measurement) {
        return new Comparing(Judge.judge(MadeLoads.plan(load), measurement), List.of(load),
                MadeLoads.plan(load).bench().jdks().getFirst());
    }

    private static Comparing comparing(Under load, Map<String, Double> factors) {
        return comparing(load, MadeMeasurement.of(MadeLoads.plan(load), 3, factors));
    }

    /** With the blocks of one variant changed. */
    private static Measurement changed(Under load, String cell, UnaryOperator<Block> change) {
        LabPlan plan = MadeLoads.plan(load);
        Measurement made = MadeMeasurement.nothing(plan);
        for (Measurement.Fork fork : MadeMeasurement.of(plan, 3).forks()) {
            made = made.plus(new Measurement.Fork(fork.number(), fork.members(), fork.blocks().stream()
                    .map(block -> block.cell().equals(cell) ? change.apply(block) : block).toList(), fork.calibrated(),
                    fork.speeds(), fork.quiet()));
        }
        return made;
    }

    private static Optional<Compared> figure(Comparing comparison, Under load, Figure figure) {
        return comparison.compared(load).stream().filter(one -> one.figure() == figure).findFirst();
    }

    @ParameterizedTest
    @CsvSource({"2, BETTER", "1, SAME", "1.05, SAME", "0.5, WORSE", "1.1, OPEN"})
    void theJudgeSaysWhetherThroughputIsTheSame(double factor, Effect effect) {
        Under load = MadeLoads.waiting(Role.DECIDES);
        Comparing comparison = comparing(load, Map.of("virtual-c10", factor));
        Compared throughput = figure(comparison, load, Figure.THROUGHPUT).orElseThrow();
        assertEquals(effect, throughput.effect(), throughput::toString);
        assertEquals(factor, throughput.ratio(), 0.01);
        assertEquals(effect, comparison.servedAlike(load));
        assertEquals("10 users", throughput.load());
    }

    /** It is a claim about the same figure, and its range is not that of the verdict. */
    @Test
    void aRequirementChangesNoEffect() {
        Under load = MadeLoads.waiting(Role.DECIDES);
        for (String required : List.of("throughput >= 1.04 x platform", "throughput >= 3 x platform")) {
            LabPlan plan = MadeLoads.plan(load, Requirement.of(required).claim(load));
            var comparison = new Comparing(Judge.judge(plan, MadeMeasurement.of(plan, 3, Map.of())), List.of(load),
                    plan.bench().jdks().getFirst());
            assertEquals(Effect.SAME, figure(comparison, load, Figure.THROUGHPUT).orElseThrow().effect(), required);
        }
    }

    /** Where users queue for the CPUs, a percentile shows their order. */
    @Test
    void aPercentileOfRequestsThatQueueDoesNotCount() {
        Under load = MadeLoads.under(Role.DECIDES, 100, Demand.measured(0.02, 0.02), false);
        Compared tail = figure(comparing(load, Map.of()), load, Figure.TAIL).orElseThrow();
        assertEquals(Compared.ORDER, tail.note());
        assertFalse(tail.isBetter() || tail.isWorse() || tail.isOpen());
        Under waits = MadeLoads.waiting(Role.DECIDES);
        assertEquals("less than 1 ms: it does not count",
                figure(comparing(waits, Map.of()), waits, Figure.TAIL).orElseThrow().note());
        assertEquals("", figure(comparing(waits, Map.of("virtual-c10", 0.5)), waits, Figure.TAIL).orElseThrow().note());
    }

    /** What is a warning has the median beside the tail; the tail alone decides. */
    @ParameterizedTest
    @CsvSource({"WARNS, true", "COUNTS, false", "DECIDES, false"})
    void aWarningHasTheMedian(Role role, boolean hasMedian) {
        Under load = MadeLoads.waiting(role);
        Comparing comparison = comparing(load, Map.of());
        assertEquals(hasMedian, figure(comparison, load, Figure.MEDIAN).isPresent());
        assertTrue(figure(comparison, load, Figure.TAIL).isPresent());
        assertEquals(role == Role.DECIDES, figure(comparison, load, Figure.MEMORY).isPresent());
        comparison.compared(load).forEach(one -> assertEquals(role, one.role()));
    }

    /** Each fork counts its own requests: the best one on one side against the worst one on the other. */
    @Test
    void requestsThatFailedAreCountedInAllForks() {
        Under load = MadeLoads.waiting(Role.DECIDES);
        Measurement failing = changed(load, "virtual-c10", block -> failing(block, 0.1));
        Compared success = figure(comparing(load, failing), load, Figure.SUCCESS).orElseThrow();
        assertEquals(Effect.WORSE, success.effect());
        assertEquals(1 / 1.1, success.ratio(), 0.001);
        Measurement few = changed(load, "virtual-c10", block -> failing(block, 0.002));
        assertEquals(Effect.SAME, figure(comparing(load, few), load, Figure.SUCCESS).orElseThrow().effect());
        assertEquals(Optional.empty(), figure(comparing(load, Map.of()), load, Figure.SUCCESS));
    }

    private static Block failing(Block block, double share) {
        CellReport.LoadSecond second = block.seconds().getFirst();
        var failed = new CellReport.LoadSecond(second.stream(), second.second(), second.length(), second.from(),
                second.ok(), Map.of("http-500", Math.round(share * second.ok())), second.inFlight(),
                second.generatorCpu(), second.hiccup(), second.response(), second.service(), second.sendDelay());
        return new Block(block.cell(), block.jdk(), block.fork(), block.round(), block.attempt(), block.order(),
                block.warmup(), block.began(), List.of(failed), block.vitals(), block.totals(), block.generatorTimer(),
                block.serviceTimer(), block.hiccups(), block.usage(), block.surroundings(), block.disturbances());
    }

    /** As many requests a second as with virtual threads, or fewer. */
    @ParameterizedTest
    @CsvSource({"2, is as good", "1.5, brings a part of it"})
    void aLargerPoolIsHeldAgainstTheGain(double larger, String words) {
        Under load = MadeLoads.waiting(Role.DECIDES);
        Comparing comparison = comparing(load, Map.of("virtual-c10", 2.0, "platform-sized-c10", larger));
        LargerPool pool = comparison.larger(load, comparison.compared(load)).orElseThrow();
        assertTrue(pool.sentence().contains("A pool of 40 platform threads " + words), pool.sentence());
    }

    /** Nothing tells that the property for its size has an effect, unless the service tells its size. */
    @Test
    void aPoolOfUnknownSizeThatChangesNothingIsNoLargerPool() {
        Under load = MadeLoads.waiting(Role.DECIDES);
        Map<String, Double> factors = Map.of("virtual-c10", 2.0);
        Comparing comparison = comparing(load, factors);
        assertEquals(Optional.empty(), comparison.larger(load, comparison.compared(load)));
        var pools = new CellReport.Pools(60, List.of(new PoolUse(PoolUse.Kind.THREADS, "http", 40, 10, 0)));
        LabPlan plan = MadeLoads.plan(load);
        Measurement told = MadeMeasurement.nothing(plan);
        for (Measurement.Fork fork : MadeMeasurement.of(plan, 3, factors).forks()) {
            told = told.plus(new Measurement.Fork(fork.number(), fork.members(), fork.blocks().stream()
                    .map(block -> block.with(new Block.Inside(pools, CellReport.Waits.none("?")))).toList(),
                    fork.calibrated(), fork.speeds(), fork.quiet()));
        }
        Comparing sized = comparing(load, told);
        assertTrue(sized.hasSize(load));
        assertTrue(sized.larger(load, sized.compared(load)).orElseThrow().sentence().contains("does not"));
    }

    @Test
    void aLoadThatWasStoppedOnOneKindOfThreadIsToldApart() {
        Under load = MadeLoads.waiting(Role.DECIDES);
        Comparing onVirtual = comparing(load, changed(load, "virtual-c10", block -> block.stopped(FAILED)));
        assertEquals(Optional.of("30 of 100 requests failed"), onVirtual.stopped(load));
        assertEquals(Optional.empty(), onVirtual.stoppedOnPlatform(load));
        assertTrue(onVirtual.missing(load).orElseThrow().contains("30 of 100 requests failed"), "nothing is compared");
        Comparing onPlatform = comparing(load, changed(load, "platform-c10", block -> block.stopped(FAILED)));
        assertEquals(Optional.of("30 of 100 requests failed"), onPlatform.stoppedOnPlatform(load));
        assertEquals(List.of(), onPlatform.compared(load));
    }

    @Test
    void theLightestCallIsComparedOnItsOwn() {
        Under load = MadeLoads.under(Role.DECIDES, 10, Demand.waiting(Duration.ofMillis(20)), true);
        Compared light = figure(comparing(load, Map.of()), load, Figure.LIGHT).orElseThrow();
        assertEquals("median of GET /light", light.name());
    }
}
