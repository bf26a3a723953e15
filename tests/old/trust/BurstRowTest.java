package old.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import kit.record.Validity;
import kit.base.Finding;
import kit.base.Histograms;
import old.cell.Outcome;
import kit.machine.CpuUsage;
import kit.machine.Hiccups;
import kit.plan.Burst;
import old.plan.Cell;
import kit.plan.GeneratorMode;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.CellSpec;
import kit.report.Totals;
import kit.service.Facts;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** What is checked of a cell that sends a burst, and one to an external service beside it. */
@Tag(Lane.UNIT)
class BurstRowTest {

    private static final int SENT = 40;
    private static final Burst BURST = Burst.of(SENT, Duration.ofMillis(100));

    private static CellResult row(long counted, String countedByOther, long lateMs, UnaryOperator<Cell> how) {
        Variant variant = Variant.platform("platform", BurstRowTest.class, 5);
        var streams = List.of(new Traffic("", Request.get("/here"), BURST),
                new Traffic("other", Request.get("/there").to("other"), BURST));
        var outcome = new Outcome(new CellSpec("platform-b40-f1", variant, streams, WarmUp.fixed(Duration.ZERO),
                GeneratorMode.OWN_JVM, "/nowhere.jfr"), 1, 25);
        outcome.accept(new CellReport.Booted(URI.create("http://127.0.0.1:1"), Map.of("other", URI.create(
                "http://127.0.0.1:2")), 1, variant.asked(), GeneratorMode.OWN_JVM));
        outcome.accept(new CellReport.Began(Instant.EPOCH, 1));
        var noHiccup = new Hiccups.Measured(0.1, 0.1);
        byte[] none = Histograms.encode(Histograms.empty());
        byte[] late = each(lateMs);
        byte[] took = each(1000);
        for (Traffic stream : streams) {
            outcome.accept(new CellReport.LoadSecond(stream.name(), 1, 1, Instant.EPOCH, SENT, Map.of(), 0, 0, 0, took,
                    none, late));
            outcome.accept(new CellReport.LoadEnded(stream.name(), new Totals(1, SENT, 0, SENT, SENT, 1, 0, 0, 0, 0.1,
                    Double.NaN, noHiccup, Double.NaN)));
        }
        Facts facts = countedByOther == null ? variant.asked() : variant.asked().with("other.requests", countedByOther);
        outcome.accept(new CellReport.Ended(facts, counted, new CpuUsage(1_000_000_000L, 1_000_000L, 6),
                new Hiccups.Summary(noHiccup, noHiccup, List.of())));
        outcome.idleBefore = 1;
        return new CellResult(how.apply(new Cell(variant, streams, jdk -> RuleFigures.none(), Published.Figure.NONE)),
                outcome, outcome.main(), 2);
    }

    private static byte[] each(long ms) {
        Histogram same = Histograms.empty();
        same.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(ms), SENT);
        return Histograms.encode(same);
    }

    @ParameterizedTest
    @CsvSource({"40, 40, false", "80, 0, true", "40, 39, true", "40, 41, true", "39, 40, true", "40, , false"})
    void requestsThatOneOfThemDidNotCountAreNoticed(long counted, String countedByOther, boolean differs) {
        CellResult row = row(counted, countedByOther, 0, cell -> cell);
        assertEquals(differs, row.codes().contains(Finding.Code.REQUESTS_DIFFER), row
                .toString());
        assertEquals(SENT, row.requestsSent(""), "to the service under test");
        assertEquals(SENT, row.requestsSent("other"));
    }

    /** Each request of a burst is sent, and the time until the last answer counts: only the latencies are wrong. */
    @Test
    void aLateClientLeavesTheThroughputOfABurst() {
        CellResult late = row(SENT, "40", 200, cell -> cell);
        assertEquals(Validity.INVALID, late.validity(), late.toString());
        assertTrue(late.codes().contains(Finding.Code.SENT_LATE), late.toString());
        CellResult throughput = row(SENT, "40", 200, Cell::throughputOnly);
        assertEquals(Validity.VALID, throughput.validity(), throughput.toString());
        assertTrue(throughput.codes().contains(Finding.Code.SENT_LATE), throughput.toString());
        assertFalse(throughput.isLatencyTrusted(), "what is claimed of its latencies stays open");
    }
}
