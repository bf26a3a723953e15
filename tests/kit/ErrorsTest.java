package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import fixtures.Light;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.Load;
import kit.rule.RuleFigures;
import kit.plan.Request;
import old.cell.Outcome;
import kit.service.Facts;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/**
 * Services that do not do what they should, while their JVM lives: that is told by its code, and never taken for
 * throughput.
 */
@Tag(Lane.FAULTS)
class ErrorsTest {

    private static final Demand TWENTY_MS = Demand.waiting(Duration.ofMillis(20));

    @TempDir
    Path data;

    @Test
    void aServiceThatFailsOrIsNotWhatItIsCalledIsInvalidAndTheRunGoesOn() throws Exception {
        Load load = ClosedLoop.of(5, 100);
        Ran ran = Ran.lab(data, page -> {
            page.measure(
                    page.cell(Light.virtual("fails", Light.Fault.FAILS_TO_START), Request.get("/wait"), load,
                            TWENTY_MS),
                    page.cell(Light.virtual("liar", Light.Fault.LIES), Request.get("/wait"), load, TWENTY_MS),
                    page.cell(Light.virtual("broken"), Request.get("/broken"), load, TWENTY_MS),
                    page.cell(Light.virtual("never"), Request.get("/never").timeout(Duration.ofMillis(200)), load,
                            TWENTY_MS),
                    page.cell(Light.virtual("flaky"), Request.get("/flaky"), ClosedLoop.of(5, 300), TWENTY_MS));
            page.conclude();
        });
        assertEquals(2, ran.exit(), ran.out());
        CSVRecord fails = ran.row("fails-c5-f1");
        assertEquals(List.of("INVALID", "boot-failed"),
                List.of(fails.get("verdict"), ran.codes("fails-c5-f1").getFirst()));
        assertTrue(fails.get("why").contains("no password in vault"), "the innermost cause: " + fails.get("why"));

        CSVRecord liar = ran.row("liar-c5-f1");
        assertEquals("INVALID", liar.get("verdict"));
        assertTrue(ran.codes("liar-c5-f1").contains("facts-differ"), liar.get("why"));
        assertEquals("platform", ran.found("liar-c5-f1", Facts.REQUEST_THREAD));
        assertTrue(number(liar, "ok") >= 100, "what was measured is kept all the same");

        for (String cell : List.of("broken-c5-f1", "never-c5-f1")) {
            assertEquals("no-success", ran.codes(cell).getFirst(), ran.row(cell).get("why"));
            assertEquals("INVALID", ran.row(cell).get("verdict"));
        }
        assertTrue(ran.row("broken-c5-f1").get("why").contains("http-500="), ran.row("broken-c5-f1").get("why"));
        assertTrue(ran.row("never-c5-f1").get("why").contains("timeout="), ran.row("never-c5-f1").get("why"));

        CSVRecord flaky = ran.row("flaky-c5-f1");
        assertEquals("INVALID", flaky.get("verdict"));
        assertTrue(ran.codes("flaky-c5-f1").contains("requests-failed"), flaky.get("why"));
        double ok = number(flaky, "ok");
        assertEquals(0.1, number(flaky, "errors") / (ok + number(flaky, "errors")), 0.02, "every tenth fails");
        assertEquals("http-500=" + flaky.get("errors"), flaky.get("error_kinds"));
        assertEquals(ok / number(flaky, "duration_s"), number(flaky, "rps"), 0.5, "throughput counts what succeeded");
    }

    @Test
    void aServiceThatStopsAnsweringIsAskedForItsThreads() throws Exception {
        Ran ran = Ran.lab(data, page -> {
            Request stops = Request.get("/stops/50").timeout(Duration.ofMillis(500));
            page.measure(page
                    .cell(Light.virtual("virtual"), stops, ClosedLoop.of(5, Duration.ofSeconds(8)), RuleFigures.none())
                    .expectingErrors());
            page.conclude();
        });
        CSVRecord row = ran.row("virtual-c5-f1");
        List<String> codes = ran.codes("virtual-c5-f1");
        assertTrue(codes.contains("stalled"), row.get("why"));
        // Failures are what it shows: a remark, which stands behind what else may be found on a busy machine, and
        // behind the stall.
        assertTrue(codes.indexOf("stalled") < codes.stream().filter(code -> code.matches("requests-failed|no-success"))
                .mapToInt(codes::indexOf)
                .findFirst().orElse(-1), row.get("why"));
        assertTrue(number(row, "stalled_s") >= Outcome.STALLED, row.get("stalled_s"));
        assertEquals("timeout=" + row.get("errors"), row.get("error_kinds"));
        assertTrue(Files.readString(ran.folder().resolve("virtual-c5-f1.threads.txt")).contains("fixtures.Light"));
        String notebook = Files.readString(ran.folder().resolve("notebook.md"));
        for (String said : List.of(ran.out(), notebook)) {
            // A terminal may break the line.
            assertTrue(said.replaceAll("\\s+", " ").contains(" Thread.dump_to_file virtual-c5-f1.threads.txt`"), said);
            assertTrue(Pattern.compile(
                    "\\d+ virtual threads parked, without a carrier, one of them:\\s+#\\d+ \"light-handler-\\d+\" "
                            + "virtual.*\\s+"
                            + "(java.base/.*\\s+)*fixtures.Light")
                    .matcher(said).find(), said);
        }
        try (Stream<Path> files = Files.list(ran.folder())) {
            assertEquals(List.of(), files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(
                    ".tmp")).toList());
        }
    }
}
