package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import apps.Demo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kit.Cell;
import kit.Lab;
import kit.Prediction;
import kit.Request;
import kit.Variant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository.Ran;
import tests.Script;

/** What a lab's page does before anything is measured. */
@Tag(Lane.UNIT)
class PagesTest {

    @TempDir
    Path data;

    @Test
    void aPublishedFigureStandsBesideWhatItsAuthorsReallyRan() {
        var figures = new ArrayList<Double>();
        int exit = Lab.run("mono-vs-node", new String[] {"--data", data.toString()}, page -> {
            page.published("e1.csv");
            Variant theirs = Variant.virtual("virtual-tomcat-1", Demo.class);
            page.publishedAs(theirs, "virtual-mono");
            for (Variant variant : List.of(theirs, Variant.virtual("virtual-mono", Demo.class), Variant.virtual("node", Demo.class))) {
                figures.add(page.cell(variant, Request.get("/demo/cpu-intensive"), page.load(100, 100, 1000), Prediction.none()).published().rps());
            }
        });
        assertEquals(List.of(35.81, Double.NaN, 9.71), figures);
        assertEquals(0, exit);
    }

    @Test
    void figuresOfSlowerServicesAreConverted() {
        var figures = new ArrayList<Double>();
        int exit = Lab.run("fan-out", new String[] {"--data", data.toString()}, page -> {
            page.published("e3.csv", 10);
            for (int users : List.of(200, 20)) {
                Cell cell = page.cell(Variant.virtual("virtual", Demo.class), Request.get("/"), page.load(users, 200), Prediction.none());
                page.publishedAs(cell, Map.of("profile", "virtual", "concurrency_mode", "scopeFork", "c", users));
                figures.add(cell.published().rps());
            }
        });
        assertEquals(0, exit);
        assertEquals(753.9, figures.getFirst(), 1e-9, "75.39/s as published");
        assertEquals(Double.NaN, figures.getLast(), "they published nothing of 20 users");
    }

    @Test
    void aLabOfOneNumberOfUsersTakesNoTwo() {
        assertEquals(2, Lab.run("cpu-intensive", new String[] {"--data", data.toString(), "-c", "20,50"}, page -> page.concurrency(100)));
        assertEquals(0, Lab.run("cpu-intensive", new String[] {"--data", data.toString(), "-c", "20"},
                page -> assertEquals(20, page.concurrency(100))));
    }

    @Test
    void backendsAreForLabsThatHaveThem() throws Exception {
        Ran none = Script.of("labs/cpu-light.java").run("--backends", "own-jvm", "--data", data.toString());
        assertEquals(2, none.exit());
        assertEquals(1, none.said("cpu-light").size(), none.err());
        assertTrue(none.said("cpu-light").getFirst().contains("--backends"), none.err());
        Ran elsewhere = Script.of("labs/cpu-light.java").run("--backends", "moon");
        assertEquals(2, elsewhere.exit());
        assertTrue(elsewhere.err().contains("'moon' is none of in-cell, own-jvm"), elsewhere.err());
        assertFalse(Files.exists(data.resolve("cpu-light")), "nothing was measured");
    }

    @Test
    void aLabWithPreviewFeaturesRunsOnItsOwnJdkOnly() throws Exception {
        LabRun run = LabRun.of("fan-out").cells("platform-sequential-c20", "virtual-sequential-c20").options("-c", "20", "--jdk", "21").run(data);
        assertEquals("SKIPPED", run.verdict());
        run.mainRows().forEach(row -> assertEquals("SKIPPED", row.get("verdict"), row.toString()));
        // Why, and what to do.
        assertTrue(run.row("virtual-sequential-c20").get("why").matches(".*preview features.*--jdk.*"), run.where());
    }
}
