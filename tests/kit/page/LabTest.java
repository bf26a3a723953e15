package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import kit.cell.Outcome;
import kit.plan.Cell;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.plan.Request;
import kit.plan.WarmUp;
import kit.report.CellSpec;
import kit.trust.CellResult;
import kit.trust.Claim;
import kit.trust.Metric;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** What a page may say, and when. */
@Tag(Lane.UNIT)
class LabTest {

    @TempDir
    Path data;

    /** What a page does with a cell that has been measured. */
    private void afterMeasuring(Consumer<Lab> measuring) {
        int exit = Lab.run("little", new String[] {"--data", data.toString()}, measuring);
        assertEquals(0, exit);
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
}
