package old.run;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kit.base.Histograms;
import kit.measure.Flight;
import old.cell.Outcome;
import kit.machine.CpuUsage;
import kit.machine.Hiccups;
import kit.machine.Machine;
import kit.plan.Burst;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.rule.Queueing;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.CellSpec;
import kit.report.Totals;
import kit.service.Facts;
import kit.service.Gauges;
import old.plan.Cell;
import old.trust.CellResult;
import org.HdrHistogram.Histogram;

/** Made-up outcomes of cells, and their run folders. */
final class MadeOutcome {

    private MadeOutcome() {}

    /** A cell of two seconds, 1000 requests of 0.4 to 400 ms in all. */
    static Outcome outcome() {
        return outcome(0);
    }

    /** @param late how late every request was sent, in ms */
    static Outcome outcome(int late) {
        var variant = Variant.virtual("virtual", MadeOutcome.class);
        var stream = new Traffic("", Request.get("/a,\"b\""), ClosedLoop.of(100, 1000));
        var outcome = new Outcome(
                new CellSpec("virtual-c100-f1", variant, List.of(stream), WarmUp.fixed(Duration.ZERO),
                        GeneratorMode.OWN_SCHEDULER,
                        "/nowhere.jfr"),
                1, 25);
        var began = Instant.parse("2026-01-02T03:04:05Z");
        outcome.accept(
                new CellReport.Booted(URI.create("http://127.0.0.1:1"), 1, variant.asked(),
                        GeneratorMode.OWN_SCHEDULER));
        outcome.accept(new CellReport.Began(began, 3));
        for (int second = 1; second <= 2; second++) {
            Histogram h = Histograms.empty();
            for (int i = 1; i <= 500; i++) {
                h.recordValue((i + (second - 1) * 500) * 400_000L);
            }
            Histogram lag = Histograms.empty();
            lag.recordValueWithCount(late * 1_000_000L, 500);
            byte[] bytes = Histograms.encode(h);
            outcome.accept(new CellReport.LoadSecond("", second, 1, began.plusSeconds(second - 1), 500,
                    Map.of("timeout", 1L), 100, 0.25, 0.1,
                    bytes, bytes, Histograms.encode(lag)));
            outcome.accept(
                    new CellReport.VitalsSecond(second, false, 1, 0.5, 1.5, 0.1, 64, 3, 30, 2, 1, Double.NaN, 0.2,
                            0.3, Gauges.NONE));
        }
        outcome.accept(new CellReport.LoadEnded("",
                new Totals(2, 1002, 0, 1000, 1000, 199, 0.5, 0.5, 0, 0.5, 0.25, new Hiccups.Measured(0.05, 0.1),
                        0.01)));
        outcome.accept(new CellReport.Ended(
                variant.asked().with(Facts.JDK_VERSION, "25.0.1").with(Facts.CARRIERS_SEEN, 2), 1002,
                new CpuUsage(2_000_000_000L, 1_000_000_000L, 6),
                new Hiccups.Summary(new Hiccups.Measured(0.1, 0.2), new Hiccups.Measured(0.1, 0.3), List.of())));
        outcome.idleBefore = 0.95;
        outcome.others = new Machine.Others(0.05, 0, "");
        outcome.flight = new Flight(
                List.of(new Flight.Pin(began, Duration.ofMillis(50), "Native or VM frame on stack", "LockSupport.park",
                        "ForkJoinPool-1-worker-1", "apps.Demo.x:1", "java.lang.Thread.sleep:1 < apps.Demo.x:1")),
                List.of(), 2);
        return outcome;
    }

    /**
     * A burst of four, of whom the first two are answered together after 40 ms, the third 20 ms later, and the last is
     * given up.
     */
    static Outcome burst() {
        var variant = Variant.virtual("virtual", MadeOutcome.class);
        var stream = new Traffic("", Request.get("/wait"),
                Burst.of(4, Duration.ofMillis(40)).after(Request.get("/short")));
        var outcome = new Outcome(new CellSpec("virtual-b4-f1", variant, List.of(stream), WarmUp.fixed(Duration.ZERO),
                GeneratorMode.OWN_JVM, "/nowhere.jfr"), 1, 25);
        var began = Instant.parse("2026-01-02T03:04:05Z");
        outcome.accept(
                new CellReport.Booted(URI.create("http://127.0.0.1:1"), 1, variant.asked(), GeneratorMode.OWN_JVM));
        outcome.accept(new CellReport.Memory(CellReport.Moment.REST, 0, 20, 30));
        outcome.residentMb.put(CellReport.Moment.REST, 180.0);
        outcome.accept(new CellReport.Began(began, 3));
        outcome.accept(new CellReport.Memory(CellReport.Moment.WAITING, 4, 20.5, 54));
        outcome.residentMb.put(CellReport.Moment.WAITING, 182.0);
        Histogram h = Histograms.empty();
        List.of(40, 40, 60).forEach(ms -> h.recordValue(ms * 1_000_000L));
        byte[] bytes = Histograms.encode(h);
        outcome.accept(
                new CellReport.LoadSecond("", 1, 0.1, began, 3, Map.of("timeout", 1L), 0, 0.25, 0.1, bytes, bytes,
                        Histograms.encode(Histograms.empty())));
        outcome.accept(new CellReport.LoadEnded("",
                new Totals(0.1, 4, 1, 3, 3, 0.14, 0, 0.1, 0, 0.01, Double.NaN, new Hiccups.Measured(0.05, 0.1),
                        Double.NaN)));
        outcome.accept(new CellReport.Waves(new int[] {2, 2, 0, 0, 0, 0}, new int[] {0, 0, 2, 1, 0, 1},
                new int[] {0, 0, 0, 0, 0, 1}));
        outcome.listenOverflows = 1;
        outcome.accept(new CellReport.Waits(5, 20, List.of(new CellReport.Place("org.example.Shop.order:12",
                "Thread.sleep", 15), new CellReport.Place("", CellReport.Place.NO_THREAD, 5)), List.of(), null));
        return outcome;
    }

    /** A run that is begun, in a data folder. */
    static RunFolder folder(Path data) {
        return new RunFolder(data, "cpu-light", LocalDateTime.of(2026, 1, 2, 3, 4, 5));
    }

    /** Writes a whole run of this cell. @return its folder */
    static Path write(Path data, Outcome outcome) {
        var demand = Demand.waiting(Duration.ofMillis(400));
        var cell = new Cell(outcome.spec.variant(), outcome.spec.streams(),
                jdk -> Queueing.closed(100, 0, demand, 0, 2), Published.Figure.NONE);
        RunFolder folder = folder(data);
        folder.note("# a page");
        folder.capacity(outcome.spec.name(), Map.of(100, Queueing.closed(100, 0, demand, 0, 2)));
        folder.pilot(results(outcome));
        folder.write(outcome, List.of(new CellResult(cell, outcome, outcome.main(), 2)));
        var json = new LinkedHashMap<String, Object>();
        json.put("complete", true);
        folder.close(json);
        return folder.place();
    }

    /** Its only row, of a cell of which no rule says anything. */
    static List<CellResult> results(Outcome outcome) {
        var cell = new Cell(outcome.spec.variant(), outcome.spec.streams(), jdk -> RuleFigures.none(),
                Published.Figure.NONE);
        return List.of(new CellResult(cell, outcome, outcome.main(), 2));
    }
}
