package old.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fixtures.Light;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kit.base.Finding;
import kit.base.Histograms;
import old.cell.Outcome;
import kit.machine.Hiccups;
import kit.machine.Machine;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.GeneratorMode;
import kit.plan.OpenLoop;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.CellSpec;
import kit.report.Totals;
import kit.service.Gauges;
import old.trust.CellResult;
import old.trust.Results;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** Which cells of a fork are measured again. */
@Tag(Lane.UNIT)
class SpoiltTest {

    private final Results results = new Results();
    private final List<Possible.OnJdk> round = new ArrayList<>();

    /**
     * A cell that is measured in the fork.
     *
     * @param cpus    of two that were busy
     * @param speed   of the machine around it
     * @param failure that it had; null for none
     */
    private void measured(String name, double cpus, double speed, Finding.Code failure) {
        var cell = new Cell(Light.virtual(name), List.of(new Traffic("", Request.get("/"), ClosedLoop.of(1, 100))),
                jdk -> RuleFigures.none(), Published.Figure.NONE);
        var outcome = new Outcome(new CellSpec(name, cell.variant(), cell.streams(), WarmUp.fixed(Duration.ZERO),
                GeneratorMode.OWN_SCHEDULER, ""), 1, 25);
        byte[] none = Histograms.encode(Histograms.empty());
        outcome.accept(new CellReport.LoadSecond("", 1, 1, Instant.EPOCH, 100, Map.of(), 0, 0, 0, none, none, none));
        outcome.accept(new CellReport.VitalsSecond(1, false, 1, cpus, cpus, 0, 0, 0, 0, 0, 0, 0, 0, 0, Gauges.NONE));
        outcome.speedBefore = speed;
        outcome.speedAfter = speed;
        outcome.others = new Machine.Others(0, 0, "");
        outcome.failure = failure == null ? null : "it failed";
        outcome.failureCode = failure;
        results.add(new CellResult(cell, outcome, outcome.main(), 2));
        round.add(new Possible.OnJdk(cell, 25));
    }

    /** A cell with a probe whose client slept so many ms too long, while its main stream is sound. */
    private void probed(String name, double pauseMs) {
        var probe = new Traffic("probe", Request.get("/"), new OpenLoop(100, Duration.ofSeconds(1)));
        var cell = new Cell(Light.virtual(name), List.of(new Traffic("", Request.get("/"), ClosedLoop.of(1, 100)),
                probe), jdk -> RuleFigures.none(), Published.Figure.NONE);
        var outcome = new Outcome(new CellSpec(name, cell.variant(), cell.streams(), WarmUp.fixed(Duration.ZERO),
                GeneratorMode.OWN_SCHEDULER, ""), 1, 25);
        byte[] none = Histograms.encode(Histograms.empty());
        Histogram times = Histograms.empty();
        times.recordValueWithCount(10_000_000, 100);
        byte[] tenMs = Histograms.encode(times);
        outcome.accept(new CellReport.LoadSecond("", 1, 1, Instant.EPOCH, 100, Map.of(), 0, 0, 0, none, none, none));
        outcome.accept(new CellReport.LoadSecond("probe", 1, 1, Instant.EPOCH, 100, Map.of(), 0, 0, 0,
                tenMs, tenMs, none));
        outcome.accept(new CellReport.LoadEnded("probe", new Totals(1, 100, 0, 100, 100, 1, 0, 0, 0, 0, 0,
                new Hiccups.Measured(pauseMs, pauseMs), 0)));
        outcome.accept(new CellReport.VitalsSecond(1, false, 1, 0.1, 0.1, 0, 0, 0, 0, 0, 0, 0, 0, 0, Gauges.NONE));
        outcome.others = new Machine.Others(0, 0, "");
        outcome.streams.values().forEach(stream -> results.add(new CellResult(cell, outcome, stream, 2)));
        round.add(new Possible.OnJdk(cell, 25));
    }

    private Map<String, String> spoilt() {
        var words = new LinkedHashMap<String, String>();
        Spoilt.of(round, 1, results).forEach((one, why) -> words.put(one.cell().variant().name(), why));
        return words;
    }

    @Test
    void whatIsInvalidForAReasonThatMayPass() {
        measured("sound", 0.1, 1000, null);
        measured("killed", 0.1, 1000, Finding.Code.CELL_DIED);
        measured("liar", 0.1, 1000, Finding.Code.FACTS_DIFFER);
        measured("hung", 0.1, 1000, Finding.Code.HUNG);
        assertEquals(Map.of("killed", "INVALID (cell-died)"), spoilt());
    }

    @Test
    void aStreamBesideTheMainOneCountsToo() {
        probed("in time", 0.1);
        probed("late", 20);
        assertEquals(Set.of("late"), spoilt().keySet());
    }

    @Test
    void whereCpusAreBusyTheCellsWithAnotherMachineThanMost() {
        measured("usual", 1.9, 1000, null);
        measured("also", 1.9, 1020, null);
        measured("slower", 1.9, 900, null);
        measured("faster", 1.9, 1090, null);
        measured("waits", 0.2, 500, null);
        assertEquals(Map.of("slower", "the machine was 11 % slower than for the other cells", "faster",
                "the machine was 8 % faster than for the other cells"), spoilt());
    }

    @Test
    void ofTwoBothAreMeasuredAgain() {
        measured("one", 1.9, 1000, null);
        measured("other", 1.9, 1050, null);
        measured("waits", 0.2, 500, null);
        assertEquals(Map.of("one", "the machine was 5 % slower than for the other cells", "other",
                "the machine was 5 % faster than for the other cells"), spoilt());
    }

    @Test
    void oneShortLookAloneSpoilsNothing() {
        measured("usual", 1.9, 1000, null);
        measured("also", 1.9, 1010, null);
        measured("disturbed", 1.9, 800, null);
        results.of(round.getLast().cell(), "").getFirst().outcome().speedAfter = 1005;
        assertEquals(Map.of(), spoilt());
    }

    @Test
    void nothingWhereTheSpeedOfTheMachineIsNotKnown() {
        measured("a", 1.9, Double.NaN, null);
        measured("b", 1.9, Double.NaN, null);
        assertEquals(Map.of(), spoilt());
    }
}
