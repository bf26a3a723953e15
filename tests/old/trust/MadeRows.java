package old.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import kit.base.Finding;
import kit.base.Histograms;
import kit.record.Undecided;
import kit.record.Verdict;
import old.cell.Outcome;
import kit.machine.Machine;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.GeneratorMode;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.CellSpec;
import kit.service.Gauges;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Rows that were made up, and what a claim makes of them. */
public abstract class MadeRows {

    static final RuleFigures RULE = new RuleFigures(100, 10, "users", List.of());

    protected final Results results = new Results();
    /** Rows in the table of each cell; negative where cells store nothing. */
    protected long tableRows = -1;
    /** What a failure is called. */
    protected Finding.Code failingAs;
    protected Machine.Others others = new Machine.Others(0, 0, "");
    /** Of this machine, before the cell. */
    protected double idleBefore = 1;
    /** By which the client was late for the streams beside the main one, in ms. */
    protected long lateBesideMs;
    /** Response time of the streams beside the main one, in ms; 0 where it is not known. */
    protected long besideMs;
    /** Peak memory of each cell; NaN where it is not known. */
    protected double residentMb = Double.NaN;

    protected static Cell cell(String name) {
        return new Cell(Variant.virtual(name, MadeRows.class),
                List.of(new Traffic("", Request.get("/"), ClosedLoop.of(1, 100))), jdk -> RULE,
                Published.Figure.NONE).within(0.03);
    }

    /** Adds a fork of a cell in which so many requests succeeded within a second. */
    protected Cell measured(Cell cell, int jdk, long ok) {
        return measured(cell, jdk, ok, null);
    }

    protected Cell measured(Cell cell, int jdk, long ok, String failure) {
        return measured(cell, jdk, ok, failure, 0.9, 1000, 1);
    }

    /**
     * @param cpus  of the two that were busy
     * @param speed of the machine
     */
    protected Cell measured(Cell cell, int jdk, long ok, String failure, double cpus, double speed, int attempt) {
        var outcome = new Outcome(
                new CellSpec(cell.shortName(), cell.variant(), cell.streams(), WarmUp.fixed(Duration.ZERO),
                        GeneratorMode.OWN_SCHEDULER,
                        ""),
                1, attempt, jdk);
        byte[] none = Histograms.encode(Histograms.empty());
        outcome.accept(new CellReport.Booted(URI.create("http://127.0.0.1:1"), 1, cell.variant().asked(),
                GeneratorMode.OWN_SCHEDULER));
        for (Traffic stream : cell.streams()) {
            byte[] took = stream.name().isEmpty() ? none : times(besideMs, ok);
            outcome.accept(new CellReport.LoadSecond(stream.name(), 1, 1, Instant.EPOCH, ok, Map.of(), 0, 0, 0, took,
                    none, stream.name().isEmpty() ? none : times(lateBesideMs, ok)));
        }
        outcome.accept(new CellReport.VitalsSecond(1, false, 1, cpus, cpus, 0, 0, 0, 0, 0, 0, 0, 0, 0, Gauges.NONE));
        outcome.speedBefore = speed;
        outcome.speedAfter = speed;
        outcome.failure = failure;
        outcome.failureCode = failingAs;
        outcome.idleBefore = idleBefore;
        outcome.others = others;
        outcome.residentPeakMb = residentMb;
        outcome.tableRows = tableRows;
        outcome.streams.values().forEach(s -> results.add(new CellResult(cell, outcome, s, 2)));
        return cell;
    }

    /** Adds requests that failed to the last row of a cell. */
    protected void fails(Cell cell, long requests) {
        byte[] none = Histograms.encode(Histograms.empty());
        results.of(cell, "").getLast().outcome().accept(new CellReport.LoadSecond("", 2, 0, Instant.EPOCH, 0,
                Map.of("http-500", requests), 0, 0, 0, none, none, none));
    }

    static void assertJudged(Verdict verdict, Claim.Judgement judgement, String... words) {
        assertEquals(verdict, judgement.verdict(), judgement.why());
        for (String word : words) {
            assertTrue(judgement.why().contains(word), word + " is missing in: " + judgement.why());
        }
    }

    void assertUndecided(Undecided why, Claim.Test test, String... words) {
        Claim.Judgement judgement = test.judge(25, results, 1);
        assertJudged(Verdict.UNDECIDED, judgement, words);
        assertEquals(why, judgement.undecided(), judgement.why());
    }

    /** Adds a second for each of these response times, in ms, without any further throughput. */
    void responds(Cell cell, long... times) {
        for (long ms : times) {
            responds(cell, "", 0, ms);
        }
    }

    /**
     * The same of a stream.
     *
     * @param delayMs by which the client was late
     * @param ms      response time
     */
    protected void responds(Cell cell, String stream, long delayMs, long ms) {
        byte[] times = times(ms, 100);
        results.of(cell, stream).getFirst().outcome().accept(new CellReport.LoadSecond(stream, 2, 0, Instant.EPOCH, 0,
                Map.of(), 0, 0, 0, times, times, times(delayMs, 10_000)));
    }

    private static byte[] times(long ms, long count) {
        Histogram times = Histograms.empty();
        if (ms > 0) {
            times.recordValueWithCount(ms * 1_000_000, count);
        }
        return Histograms.encode(times);
    }
}
