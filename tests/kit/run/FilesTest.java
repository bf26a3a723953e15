package kit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kit.Ran;
import kit.base.Finding;
import kit.base.Histograms;
import kit.base.LabException;
import kit.base.Verdict;
import kit.cell.Flight;
import kit.cell.Outcome;
import kit.machine.Hiccups;
import kit.machine.Machine;
import kit.machine.Usage;
import kit.plan.Burst;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.DriverMode;
import kit.plan.Prediction;
import kit.plan.Published;
import kit.plan.Queueing;
import kit.plan.Request;
import kit.plan.Stream;
import kit.plan.Variant;
import kit.report.CellReport;
import kit.report.CellSpec;
import kit.report.Totals;
import kit.service.Facts;
import kit.service.Gauges;
import kit.trust.CellResult;
import kit.trust.Claim;
import kit.trust.Results;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** The run folder: what is written can be read again, by the contract and by others' tools. */
@Tag(Lane.UNIT)
class FilesTest {

    @TempDir
    Path data;

    /** A cell of two seconds, 1000 requests of 1 to 1000 ms in all. */
    private static Outcome outcome() {
        return outcome(0);
    }

    /** @param late how late every request was sent, in ms */
    private static Outcome outcome(int late) {
        var variant = Variant.virtual("virtual", FilesTest.class);
        var stream = new Stream("", Request.get("/a,\"b\""), ClosedLoop.of(100, 1000));
        var outcome = new Outcome(
                new CellSpec("virtual-c100-f1", variant, List.of(stream), Duration.ZERO, DriverMode.OWN_SCHEDULER,
                        "/nowhere.jfr"),
                1, 25);
        var began = Instant.parse("2026-01-02T03:04:05Z");
        outcome.accept(
                new CellReport.Booted(URI.create("http://127.0.0.1:1"), 1, variant.asked(), DriverMode.OWN_SCHEDULER));
        outcome.accept(new CellReport.Began(began));
        for (int second = 1; second <= 2; second++) {
            Histogram h = Histograms.empty();
            for (int i = 1; i <= 500; i++) {
                h.recordValue((i + (second - 1) * 500) * 1_000_000L);
            }
            Histogram lag = Histograms.empty();
            lag.recordValueWithCount(late * 1_000_000L, 500);
            byte[] bytes = Histograms.encode(h);
            outcome.accept(new CellReport.LoadSecond("", second, 1, began.plusSeconds(second - 1), 500,
                    Map.of("timeout", 1L), 100, 0.25, 0.1,
                    bytes, bytes, Histograms.encode(lag)));
            outcome.accept(new CellReport.VitalsSecond(second, false, 1, 0.5, 1.5, 64, 3, 30, 2, 1, Double.NaN, 0.2,
                    0.3, Gauges.NONE));
        }
        outcome.accept(new CellReport.LoadEnded("",
                new Totals(2, 1002, 0, 1000, 199, 0.5, 0.5, 0, 0.5, 0.25, new Hiccups.Measured(0.05, 0.1), 0.01)));
        outcome.accept(new CellReport.Ended(
                variant.asked().with(Facts.JDK_VERSION, "25.0.1").with(Facts.CARRIERS_SEEN, 2), 1002,
                new Usage(2_000_000_000L, 1_000_000_000L, 6),
                new Hiccups.Summary(new Hiccups.Measured(0.1, 0.2), new Hiccups.Measured(0.1, 0.3))));
        outcome.idleBefore = 0.95;
        outcome.others = new Machine.Others(0.05, "");
        outcome.flight = new Flight(
                List.of(new Flight.Pin(began, Duration.ofMillis(50), "Native or VM frame on stack", "LockSupport.park",
                        "ForkJoinPool-1-worker-1", "apps.Demo.x:1", "java.lang.Thread.sleep:1 < apps.Demo.x:1")),
                2);
        return outcome;
    }

    /**
     * A burst of four, of whom the first two are answered together after 40 ms, the third 20 ms later, and the last is
     * given up.
     */
    private static Outcome burst() {
        var variant = Variant.virtual("virtual", FilesTest.class);
        var stream = new Stream("", Request.get("/wait"),
                Burst.of(4, Duration.ofMillis(40)).after(Request.get("/short")));
        var outcome = new Outcome(new CellSpec("virtual-b4-f1", variant, List.of(stream), Duration.ZERO,
                DriverMode.OWN_JVM, "/nowhere.jfr"), 1, 25);
        var began = Instant.parse("2026-01-02T03:04:05Z");
        outcome.accept(new CellReport.Booted(URI.create("http://127.0.0.1:1"), 1, variant.asked(), DriverMode.OWN_JVM));
        outcome.accept(new CellReport.Memory(CellReport.Moment.REST, 0, 20, 30));
        outcome.residentMb.put(CellReport.Moment.REST, 180.0);
        outcome.accept(new CellReport.Began(began));
        outcome.accept(new CellReport.Memory(CellReport.Moment.WAITING, 4, 20.5, 54));
        outcome.residentMb.put(CellReport.Moment.WAITING, 182.0);
        Histogram h = Histograms.empty();
        List.of(40, 40, 60).forEach(ms -> h.recordValue(ms * 1_000_000L));
        byte[] bytes = Histograms.encode(h);
        outcome.accept(
                new CellReport.LoadSecond("", 1, 0.1, began, 3, Map.of("timeout", 1L), 0, 0.25, 0.1, bytes, bytes,
                        Histograms.encode(Histograms.empty())));
        outcome.accept(new CellReport.LoadEnded("",
                new Totals(0.1, 4, 1, 3, 0.14, 0, 0.1, 0, 0.01, Double.NaN, new Hiccups.Measured(0.05, 0.1),
                        Double.NaN)));
        outcome.accept(new CellReport.Waves(new int[] {2, 2, 0, 0, 0, 0}, new int[] {0, 0, 2, 1, 0, 1},
                new int[] {0, 0, 0, 0, 0, 1}));
        outcome.listenOverflows = 1;
        return outcome;
    }

    @Test
    void aBurstIsWrittenStepByStepAndWhatItsRequestsTookOfMemory() throws Exception {
        Path run = write(burst());
        List<CSVRecord> steps = Repository.csv(run.resolve("burst.csv"));
        assertEquals(List.of("20", "40", "60", "80", "100", "120"), steps.stream().map(s -> s.get("ms")).toList());
        assertEquals(List.of("2", "2", "0", "0", "0", "0"), steps.stream().map(s -> s.get("started")).toList());
        assertEquals(List.of("0", "0", "2", "1", "0", "1"), steps.stream().map(s -> s.get("ended")).toList());
        assertEquals(List.of("0", "0", "0", "0", "0", "1"), steps.stream().map(s -> s.get("failed")).toList());
        assertEquals(List.of("2", "4", "2", "1", "1", "0"), steps.stream().map(s -> s.get("in_flight")).toList());
        CSVRecord row = Repository.csv(run.resolve("summary.csv")).getFirst();
        assertEquals("burst", row.get("load"));
        assertEquals("4", row.get("users"));
        assertEquals("0.04", row.get("ramp_s"));
        assertEquals("", row.get("closure_pct"), "users who send one request are no closed loop");
        assertEquals("4", row.get("waiting"));
        assertEquals("54", row.get("threads_waiting"));
        assertEquals("128.00", row.get("heap_kb_per_waiting"));
        assertEquals("512.00", row.get("rss_kb_per_waiting"));
        assertEquals("1", row.get("listen_overflows"));
        assertFalse(Files.exists(write(outcome()).resolve("burst.csv")), "a run without bursts has none");
    }

    private RunFolder folder() {
        return new RunFolder(data, "cpu-light", LocalDateTime.of(2026, 1, 2, 3, 4, 5));
    }

    private Path write(Outcome outcome) {
        var demand = Demand.waiting(Duration.ofMillis(400));
        var cell = new Cell(outcome.spec.variant(), outcome.spec.streams(),
                jdk -> Queueing.closed(100, 0, demand, 0, 2), Published.Figure.NONE);
        RunFolder folder = folder();
        folder.note("# a page");
        folder.write(outcome, List.of(new CellResult(cell, outcome, outcome.main(), 2)));
        var json = new LinkedHashMap<String, Object>();
        json.put("complete", true);
        folder.close(json);
        return folder.place();
    }

    @Test
    void everyCodeOfAFindingIsInTheContractAndNoOther() throws Exception {
        String section = Repository.read("data/README.md").replaceFirst("(?s).*\n## Findings\n", "")
                .replaceFirst("(?s)\n## .*", "");
        assertEquals(Arrays.stream(Finding.Code.values()).map(Finding.Code::toString).sorted().toList(),
                Pattern.compile("^\\| ([a-z-]+) \\|", Pattern.MULTILINE).matcher(section).results().map(m -> m.group(1))
                        .filter(word -> !word.equals("code")).sorted().toList());
    }

    @Test
    void everyColumnIsInTheContractAndEveryColumnOfTheContractIsWritten() throws Exception {
        Path run = write(burst());
        String contract = Repository.read("data/README.md");
        for (String file : List.of("summary.csv", "latency.csv", "timeline.csv", "pinning.csv", "burst.csv")) {
            String section = contract.substring(contract.indexOf("\n## " + file));
            section = section.substring(0, section.indexOf("\n## ", 5));
            List<String> promised = Pattern.compile("^\\| ([a-z0-9_, ]+) \\|", Pattern.MULTILINE).matcher(section)
                    .results()
                    .flatMap(m -> List.of(m.group(1).split(", ")).stream()).filter(c -> !c.equals("column")).toList();
            List<String> written = List.of(Files.readAllLines(run.resolve(file)).getFirst().split(","));
            assertEquals(promised, written, file);
        }
    }

    @Test
    void summaryRowsSurviveTheWayThroughCsv() throws Exception {
        CSVRecord row = Repository.csv(write(outcome()).resolve("summary.csv")).getFirst();
        assertEquals("virtual-c100-f1", row.get("cell"));
        assertEquals("GET /a,\"b\"", row.get("path"));
        assertEquals("1002", row.get("requests"));
        assertEquals("1000", row.get("ok"));
        assertEquals("2", row.get("errors"));
        assertEquals("timeout=2", row.get("error_kinds"));
        assertEquals("500.00", row.get("rps"));
        assertEquals("250.00", row.get("predicted_rps"));
        assertEquals(500.5, Double.parseDouble(row.get("mean_ms")), 1);
        assertEquals(990, Double.parseDouble(row.get("p99_ms")), 1);
        assertEquals("", row.get("p999_ms"), "1000 requests are too few for it");
        assertEquals("1000.0", row.get("cpu_us_per_request"));
        assertEquals("-0.50", row.get("closure_pct"));
        assertEquals("1002", row.get("client_requests"));
        assertEquals("1002", row.get("server_requests"));
        assertEquals("1", row.get("pinned"));
        assertEquals("2", row.get("carriers_busy"));
        assertEquals("", row.get("limit_rps"), "nobody said anything of CPU");
        assertEquals("SURPRISE", row.get("verdict"));
        assertEquals(List.of("requests-failed", "rule-missed"), Ran.codes(row), "2 of 1002 requests");
        assertTrue(row.get("why").contains(" +100.0 %"), row.get("why"));
    }

    @Test
    void whatSomebodyClaimsIsALimitAndARemark() throws Exception {
        Outcome outcome = outcome();
        var cell = new Cell(outcome.spec.variant(), outcome.spec.streams(),
                jdk -> Queueing.closed(200, 0, Demand.waiting(Duration.ofMillis(400)), 0, 2),
                Published.Figure.NONE).claimedToNeed(Duration.ofMillis(100), 2, "CPUs");
        var result = new CellResult(cell, outcome, outcome.main(), 2);
        var results = new Results();
        results.add(result);
        List<String> header = Rows.summary("lab", "run").header();
        assertEquals("20.00", Rows.summary("lab", "run").row(result).get(header.indexOf("limit_rps")));
        assertEquals(Verdict.CONFIRMED, result.verdict(), result.why());
        assertEquals(List.of(Finding.Code.REQUESTS_FAILED, Finding.Code.IMPOSSIBLE_AS_CLAIMED), result.codes());
        assertTrue(result.why().contains("500.0 requests/s"), result.why());
        assertEquals(25, Claim.count(Claim.Metric.OF_LIMIT, cell).atLeast(1.5).judge(25, results).value(), 1e-9);
        assertEquals(2, results.mean(Claim.Metric.CARRIERS, cell));
    }

    @Test
    void latencyTimelineAndPinningRowsSurviveToo() throws Exception {
        Path run = write(outcome());
        List<CSVRecord> latency = Repository.csv(run.resolve("latency.csv"));
        assertEquals("100.000000", latency.getLast().get("percentile"));
        assertEquals("1000", latency.getLast().get("count"));
        double previous = 0;
        for (CSVRecord row : latency) {
            assertTrue(Double.parseDouble(row.get("ms")) >= previous, "latency rises with its percentile");
            previous = Double.parseDouble(row.get("ms"));
        }
        List<CSVRecord> timeline = Repository.csv(run.resolve("timeline.csv"));
        assertEquals(2, timeline.size());
        assertEquals("500.00", timeline.getFirst().get("rps"));
        assertEquals("0.500", timeline.getFirst().get("service_cpu"));
        assertEquals("0.250", timeline.getFirst().get("driver_cpu"));
        assertEquals("", timeline.getFirst().get("queued"), "unknown is empty, not zero");
        CSVRecord pin = Repository.csv(run.resolve("pinning.csv")).getFirst();
        assertEquals("apps.Demo.x:1", pin.get("frame"));
        assertEquals("50.000", pin.get("duration_ms"));
    }

    /** The drain: whole seconds have rates, a moment has none, and the last row tells what it all ended with. */
    @Test
    void aMomentAfterTheLoadHasLevelsAndNoRates() throws Exception {
        Outcome outcome = outcome();
        outcome.accept(drain(3, 1, 1.5, 7));
        outcome.accept(drain(4, 0.04, 5.149, 0));
        List<CSVRecord> timeline = Repository.csv(write(outcome).resolve("timeline.csv"));
        assertEquals(List.of("1", "2", "3", "4"), timeline.stream().map(row -> row.get("second")).toList());
        assertEquals("1.500", timeline.get(2).get("service_cpu"));
        assertEquals("7", timeline.get(2).get("lag_rows"));
        assertEquals(List.of("", "", "", "0", "64.0"),
                List.of("rps", "service_cpu", "machine_cpu", "lag_rows", "heap_mb").stream()
                        .map(timeline.getLast()::get).toList());
    }

    /**
     * A load of 1.96 s whose rows are all stored 0.04 s later: there is no third second, and yet a row after the load.
     */
    @Test
    void whatEndsWithinTheLastSecondOfTheLoadIsToldToo() throws Exception {
        Outcome outcome = outcome();
        outcome.accept(drain(2, 0.04, 5.149, 0));
        List<CSVRecord> timeline = Repository.csv(write(outcome).resolve("timeline.csv"));
        assertEquals(List.of("1", "2", "3"), timeline.stream().map(row -> row.get("second")).toList());
        assertEquals("0", timeline.getLast().get("lag_rows"));
        assertEquals("", timeline.getLast().get("service_cpu"));
    }

    private static CellReport.VitalsSecond drain(int second, double length, double cpu, int lag) {
        var rows = Gauges.of(Map.of(Gauges.ROWS_ACCEPTED, 1000.0, Gauges.ROWS_PERSISTED, 1000.0 - lag));
        return new CellReport.VitalsSecond(second, true, length, cpu, cpu, 64, 0, 30, 2, 0, 0, 0.2, 0.3, rows);
    }

    @Test
    void latenciesOfALateClientAreNotTrustedWhateverBecomesOfTheCell() throws Exception {
        assertEquals("yes", Repository.csv(write(outcome()).resolve("summary.csv")).getFirst().get("latency_trusted"));
        CSVRecord late = Repository.csv(write(outcome(20)).resolve("summary.csv")).getFirst();
        assertEquals("INVALID", late.get("verdict"));
        assertEquals(List.of("sent-late", "requests-failed"), Ran.codes(late));
        assertEquals("no", late.get("latency_trusted"), "20 ms of 500");
        Outcome aside = outcome(20);
        var cell = new Cell(aside.spec.variant(), aside.spec.streams(),
                jdk -> Queueing.closed(200, 0, Demand.waiting(Duration.ofMillis(400)), 0, 2),
                Published.Figure.NONE).throughputOnly();
        var result = new CellResult(cell, aside, aside.main(), 2);
        assertEquals(Verdict.CONFIRMED, result.verdict(), result.why());
        assertTrue(result.codes().contains(Finding.Code.SENT_LATE), "as a remark: " + result.why());
        assertFalse(result.isLatencyTrusted(), result.why());
    }

    @Test
    void theHistogramLogIsReadByHdrHistogramsOwnReader() throws Exception {
        File log = write(outcome()).resolve("virtual-c100-f1.hlog").toFile();
        Histogram response = Histograms.empty();
        long intervals = 0;
        try (var reader = new HistogramLogReader(log)) {
            while (reader.hasNext()) {
                var interval = (Histogram) reader.nextIntervalHistogram();
                if (interval != null && interval.getTag() == null) {
                    response.add(interval);
                    intervals++;
                    assertEquals(1000, interval.getEndTimeStamp() - interval.getStartTimeStamp());
                }
            }
        }
        assertEquals(2, intervals);
        assertEquals(1000, response.getTotalCount());
        assertEquals(500e6, response.getValueAtPercentile(50), 1e6, "nanoseconds");
    }

    @Test
    void histogramsSurviveTheWayBetweenJvms() {
        Histogram h = Histograms.empty();
        h.recordValueWithCount(400_000_000, 1000);
        h.recordValue(30_000_000_000L);
        assertEquals(h, Histograms.decode(Histograms.encode(h)));
    }

    @Test
    void runsOfOneSecondThatBeginAtOnceGetFoldersOfTheirOwn() throws Exception {
        int runs = 16;
        var together = new CyclicBarrier(runs);
        try (var threads = Executors.newFixedThreadPool(runs)) {
            var all = threads.invokeAll(Collections.<Callable<Path>>nCopies(runs, () -> {
                // Each its own: a histogram is read with an iterator that it keeps.
                Outcome outcome = outcome();
                List<CellResult> results = results(outcome);
                together.await();
                RunFolder folder = folder();
                folder.write(outcome, results);
                // Some end while others begin.
                folder.close(Map.of("complete", true));
                return folder.place();
            }));
            var places = new HashSet<Path>();
            for (var one : all) {
                Path place = one.get();
                assertTrue(places.add(place), place + " is of two runs");
                List<CSVRecord> rows = Repository.csv(place.resolve("summary.csv"));
                assertEquals(List.of(place.getFileName().toString()),
                        rows.stream().map(row -> row.get("run")).toList());
                assertTrue(Files.exists(place.resolve("run.json")), place.toString());
            }
        }
    }

    /** Its only row, of a cell of which no rule says anything. */
    private static List<CellResult> results(Outcome outcome) {
        var cell = new Cell(outcome.spec.variant(), outcome.spec.streams(), jdk -> Prediction.none(),
                Published.Figure.NONE);
        return List.of(new CellResult(cell, outcome, outcome.main(), 2));
    }

    /**
     * A disk that is full, as a device that takes nothing: what was whole before stays so, it is thrown once, and the
     * run gets its name.
     */
    @Test
    void whatCannotBeWrittenIsSaidOnceAndTheRunHasItsName() throws Exception {
        Outcome outcome = outcome();
        RunFolder folder = folder();
        List<CellResult> results = results(outcome);
        folder.write(outcome, results);
        // In the place of the second cell's histograms: a folder, which is no file.
        Path log = folder.file(outcome.spec.name(), ".hlog");
        Files.delete(log);
        Files.createDirectory(log);
        String said = assertThrows(LabException.class, () -> folder.write(outcome, results)).getMessage();
        Repository.contains(said, data.resolve("cpu-light").toString(), folder.place().toString(), "--data");
        assertEquals(1, said.lines().count(), said);
        folder.note("no more");
        folder.write(outcome, results);
        folder.close(Map.of("complete", false));
        assertTrue(Files.exists(folder.place().resolve("run.json")));
        assertEquals(2, Repository.csv(folder.place().resolve("summary.csv")).size(),
                "the second was on the disk before");
        assertEquals(0, Files.size(folder.place().resolve("notebook.md")), "nothing is written any more");
    }

    @Test
    void rowsAreOnTheDiskBeforeTheRunIsOverAndLateOnesDoNoHarm() throws Exception {
        Outcome outcome = outcome();
        RunFolder folder = folder();
        List<CellResult> results = results(outcome);
        folder.write(outcome, results);
        Path partial = data.resolve("cpu-light/.20260102-030405.partial/summary.csv");
        assertEquals(1, Repository.csv(partial).size());
        folder.close(Map.of("complete", false));
        folder.write(outcome, results);
        assertEquals(1, Repository.csv(folder.place().resolve("summary.csv")).size());
        assertFalse(Files.exists(partial));
        assertEquals(List.of("20260102-030405"),
                Files.list(data.resolve("cpu-light")).map(p -> p.getFileName().toString())
                        .collect(Collectors.toList()));
    }
}
