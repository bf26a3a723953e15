package old.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.record.Verdict;
import fixtures.Light;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.base.Histograms;
import old.cell.Outcome;
import old.plan.Cell;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.CellSpec;
import old.trust.CellResult;
import old.trust.Claim;
import old.trust.Metric;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository.Ran;
import tests.Repository;

/** What a page may say, and when. */
@Tag(Lane.UNIT)
class LabTest {

    @TempDir
    Path data;

    private Ran run(Consumer<Lab> page, String... options) {
        String[] words = Stream.concat(Stream.of("--data", data.toString()), Stream.of(options)).toArray(String[]::new);
        return Repository.captured(() -> Lab.run("little", words, page));
    }

    /** What a page does with a cell that has been measured. */
    private void afterMeasuring(Consumer<Lab> measuring) {
        Ran ran = run(measuring);
        assertEquals(0, ran.exit(), ran.err());
    }

    private static Cell cell(Lab page) {
        return page.cell(Light.virtual("virtual"), Request.get("/wait"), page.load(2, 10),
                Demand.waiting(Duration.ofMillis(20)));
    }

    private static void measured(Lab page, Cell cell) {
        var outcome = new Outcome(new CellSpec("made-up", cell.variant(), cell.streams(), WarmUp.fixed(Duration.ZERO),
                GeneratorMode.OWN_SCHEDULER, ""), 1, 25);
        page.results().add(new CellResult(cell, outcome, outcome.main(), 2));
    }

    @Test
    void aClaimOrAQuestionAboutAMeasuredCellIsAnError() {
        afterMeasuring(page -> {
            Cell cell = cell(page);
            page.expect("it serves something", Claim.count(Metric.OK, cell).atLeast(1), "look");
            measured(page, cell);
            for (Runnable late : List.<Runnable>of(
                    () -> page.expect("it was fast", Claim.asPredicted(cell), "look"),
                    () -> page.expect("it was faster", Claim.ratio(cell, cell.as("other")).atLeast(2), "look"),
                    () -> page.predict("How fast was it?", Claim.asPredicted(cell)))) {
                String message = assertThrows(IllegalStateException.class, late::run).getMessage();
                assertTrue(message.contains("virtual, c=2, which has been measured already"), message);
            }
            page.expect("another is faster", Claim.asPredicted(cell.as("other")), "look");
        });
    }

    @Test
    void cellsThatADefaultRunLeavesOutArePlannedOnlyWhereTheyAreAskedFor() {
        for (String option : List.of("--all-cells", "--published")) {
            Ran ran = run(page -> assertEquals(option.equals("--all-cells") ? 1 : 0,
                    page.withAllCells(() -> List.of(cell(page))).size()), option);
            assertEquals(0, ran.exit(), ran.err());
        }
        // A lab that leaves none out takes no such option.
        Ran refused = run(page -> page.measure(cell(page)), "--all-cells");
        assertEquals(2, refused.exit(), refused.out());
        Repository.contains(refused.err(), "little: --all-cells: this lab measures all");
    }

    /** A cell whose probe failed each time. */
    private static Cell withFailingProbe(Lab page) {
        return cell(page).beside("probe", Request.get("/wait"), new OpenLoop(5, Duration.ofSeconds(1)));
    }

    private static void measuredWithProbe(Lab page, Cell cell) {
        var outcome = new Outcome(new CellSpec("made-up", cell.variant(), cell.streams(), WarmUp.fixed(Duration.ZERO),
                GeneratorMode.OWN_SCHEDULER, ""), 1, 25);
        byte[] none = Histograms.encode(Histograms.empty());
        outcome.accept(
                new CellReport.LoadSecond("", 1, 1, Instant.EPOCH, 100, Map.of(), 0, 0, 0, none, none, none));
        outcome.accept(new CellReport.LoadSecond("probe", 1, 1, Instant.EPOCH, 0, Map.of("http-500", 5L), 0, 0, 0,
                none, none, none));
        outcome.streams.values().forEach(stream -> page.results().add(new CellResult(cell, outcome, stream, 2)));
        page.conclude();
    }

    /** A load that was stopped has the same reason in each of its stages, and like ones in other variants. */
    @Test
    void whatBrokeRowsOffIsToldOnce() {
        Ran ran = run(page -> {
            for (String name : List.of("platform", "virtual")) {
                Cell cell = cell(page).as(name).beside("light", Request.get("/wait"),
                        new OpenLoop(5, Duration.ofSeconds(
                                1)));
                var outcome = new Outcome(new CellSpec(name + "-f1", cell.variant(), cell.streams(), WarmUp.fixed(
                        Duration.ZERO), GeneratorMode.OWN_SCHEDULER, ""), 1, 25);
                outcome.failure = name.length() + " of 100 requests failed, so the load was stopped; see " + name
                        + "-f1.log";
                outcome.failureCode = Finding.Code.TOO_MANY_FAILED;
                outcome.streams.values()
                        .forEach(stream -> page.results().add(new CellResult(cell, outcome, stream, 2)));
            }
            page.conclude();
        });
        List<String> told = ran.out().lines().filter(line -> line.contains("the load was stopped")).toList();
        assertEquals(1, told.size(), ran.out());
        assertTrue(told.getFirst().startsWith("INVALID platform-f1 (2 rows), virtual-f1 (2 rows): "), told::toString);
    }

    @Test
    void aProbeThatNoClaimIsAboutDoesNotMakeTheRunInvalid() {
        afterMeasuring(page -> {
            Cell cell = withFailingProbe(page);
            page.expect("it serves many", Claim.count(Metric.OK, cell).atLeast(50), "look");
            measuredWithProbe(page, cell);
        });
        Ran ran = run(page -> {
            Cell cell = withFailingProbe(page);
            page.expect("no probe fails", Claim.count(Metric.ERRORS, cell).of("probe").atMost(0), "look");
            measuredWithProbe(page, cell);
        });
        assertEquals("", ran.err(), "the page came to its end");
        assertEquals(Verdict.INVALID.exitCode(), ran.exit());
    }
}
