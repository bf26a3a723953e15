package old.run;

import static old.run.MadeOutcome.burst;
import static old.run.MadeOutcome.outcome;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.record.Column;
import kit.record.RunTable;
import kit.record.Validity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import kit.Ran;
import kit.base.Finding;
import old.cell.Outcome;
import old.plan.Cell;
import kit.plan.Demand;
import kit.plan.Published;
import kit.rule.Queueing;
import kit.report.CellReport;
import kit.service.Gauges;
import old.trust.CellResult;
import old.trust.Claim;
import old.trust.Metric;
import old.trust.Results;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** The rows of a run: what is written is what the contract says, and can be read again. */
@Tag(Lane.UNIT)
class FilesTest {

    @TempDir
    Path data;

    private Path write(Outcome outcome) {
        return MadeOutcome.write(data, outcome);
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

    @Test
    void whatRequestsWaitForIsAFileOfRunsThatTookThreadDumps() throws Exception {
        List<CSVRecord> waits = Repository.csv(write(burst()).resolve("waits.csv"));
        assertEquals(List.of("virtual-b4-f1", "org.example.Shop.order:12", "Thread.sleep", "3.0", "75.0", "5"),
                waits.getFirst().toList());
        assertEquals(List.of("virtual-b4-f1", "", "no thread", "1.0", "25.0", "5"), waits.getLast().toList());
        assertFalse(Files.exists(write(outcome()).resolve("waits.csv")), "a run without thread dumps has none");
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
        for (String file : List.of("summary.csv", "latency.csv", "timeline.csv", "pinning.csv", "burst.csv",
                "capacity.csv", "pilot.csv", "waits.csv")) {
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
        assertEquals(200.2, Double.parseDouble(row.get("mean_ms")), 1);
        assertEquals(397, Double.parseDouble(row.get("p99_ms")), 1, "two of 1002 were given up");
        assertEquals("", row.get("p999_ms"), "1000 requests are too few for it");
        assertEquals("1000.0", row.get("cpu_us_per_request"));
        assertEquals(0.1, Double.parseDouble(row.get("closure_pct")), 0.06, "500/s of 0.2 s each, 100 users");
        assertEquals("1002", row.get("client_requests"));
        assertEquals("1002", row.get("server_requests"));
        assertEquals("1", row.get("pinned"));
        assertEquals("2", row.get("carriers_busy"));
        assertEquals("", row.get("limit_rps"), "nothing is known of CPU");
        assertEquals("VALID", row.get("verdict"));
        assertEquals("100.0", row.get("rule_gap_pct"));
        assertEquals(List.of("requests-failed", "rule-missed"), Ran.codes(row), "2 of 1002 requests");
        assertTrue(row.get("why").contains("100.0 %"), row.get("why"));
    }

    @Test
    void whatOthersClaimIsALimitAndARemark() throws Exception {
        Outcome outcome = outcome();
        var cell = new Cell(outcome.spec.variant(), outcome.spec.streams(),
                jdk -> Queueing.closed(200, 0, Demand.waiting(Duration.ofMillis(400)), 0, 2),
                Published.Figure.NONE).claimedToNeed(Duration.ofMillis(100), 2, "CPUs");
        var result = new CellResult(cell, outcome, outcome.main(), 2);
        var results = new Results();
        results.add(result);
        List<String> header = Rows.summary("lab", "run").header();
        assertEquals("20.00", Rows.summary("lab", "run").row(result).get(header.indexOf("limit_rps")));
        assertEquals(Validity.VALID, result.validity(), result.why());
        assertEquals(List.of(Finding.Code.REQUESTS_FAILED, Finding.Code.IMPOSSIBLE_AS_CLAIMED), result.codes());
        assertTrue(result.why().contains("500.0 requests/s"), result.why());
        assertEquals(25, Claim.count(Metric.OF_LIMIT, cell).atLeast(1.5).judge(25, results, 1).value(), 1e-9);
        assertEquals(2, results.mean(Metric.CARRIERS, cell));
        // Two requests were given up after 30 s; 200 users wait 0.4 s each.
        assertEquals(75, results.mean(Metric.LONGEST_BY_RULE, cell), 0.1);
        assertEquals(30_000, results.mean(Metric.LONGEST, cell), 40);
    }

    @Test
    void latencyTimelineAndPinningRowsSurviveToo() throws Exception {
        Path run = write(outcome());
        List<CSVRecord> latency = Repository.csv(run.resolve("latency.csv"));
        assertEquals("100.000000", latency.getLast().get("percentile"));
        assertEquals("1002", latency.getLast().get("count"), "two were given up");
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

    @Test
    void everyNameOfAColumnIsInAFile() {
        List<Rows.Sheet<?>> sheets = List.of(Rows.summary("lab", "run"), Rows.LATENCY, Rows.TIMELINE, Rows.BURST,
                Rows.PINNING, PilotRows.PILOT, WaitRows.WAITS, PoolRows.POOLS);
        Set<String> written = new TreeSet<>();
        sheets.forEach(sheet -> written.addAll(sheet.header()));
        for (RunTable table : RunTable.values()) {
            written.addAll(table.header());
        }
        Set<String> named = new TreeSet<>();
        for (Column column : Column.values()) {
            named.add(column.toString());
        }
        assertEquals(named, written);
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
        return new CellReport.VitalsSecond(second, true, length, cpu, cpu, 0, 64, 0, 30, 2, 0, 0, 0.2, 0.3, rows);
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
        assertEquals(Validity.VALID, result.validity(), result.why());
        assertTrue(result.codes().contains(Finding.Code.SENT_LATE), "as a remark: " + result.why());
        assertFalse(result.isLatencyTrusted(), result.why());
    }

}
