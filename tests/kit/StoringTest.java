package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import fixtures.FolderDatabase;
import fixtures.Storing;
import fixtures.Unbootable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import kit.plan.ClosedLoop;
import kit.plan.GeneratorMode;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.rule.RuleFigures;
import kit.plan.Request;
import kit.plan.Variant;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/**
 * What a service stored is counted and held against what it accepted. The database is a folder here, the rows of a cell
 * are lines of a file.
 */
@Tag(Lane.STORES)
class StoringTest {

    @TempDir
    Path data;

    @TempDir
    Path store;

    private static final String CELL = "virtual-c5-f1";
    private static final String CELL_OF_20 = "virtual-c20-f1";

    private FolderDatabase folder;

    @BeforeEach
    void opens() {
        folder = new FolderDatabase(store);
    }

    private static final Request STORE = Request.post("/store", "{}");

    private static void assertNone(Ran ran, String cell, String... codes) {
        for (String code : codes) {
            assertFalse(ran.codes(cell).contains(code), code + " in " + ran.row(cell));
        }
    }

    private Ran lab(Path data, Load load, Variant variant, String... more) throws Exception {
        return lab(data, load, STORE, variant, more);
    }

    private Ran lab(Path data, Load load, Request request, Variant variant, String... more) throws Exception {
        // From an archive of classes: a lab of another lane has made it, in a run of all tests.
        String[] options = Stream.concat(Stream.of("--aot"), Stream.of(more)).toArray(String[]::new);
        return Ran.lab(data, page -> {
            page.database(url -> folder, "lines");
            page.measure(page.cell(variant, request, load, RuleFigures.none())
                    .beside("probe", Request.get("/wait"), new OpenLoop(5, Duration.ofSeconds(60))));
            page.conclude();
        }, options);
    }

    @Test
    void whatIsAcceptedIsWaitedForAndCounted() throws Exception {
        // 20 users at 20 ms would be 1000 rows a second; a writer that takes 10 ms for each stores a tenth of them at
        // most.
        Ran ran = lab(data, ClosedLoop.of(20, 200),
                Variant.virtual("virtual", Storing.class).property("store.takes-ms", 10));
        CSVRecord row = ran.row(CELL_OF_20);
        assertNone(ran, CELL_OF_20, "rows-lost", "rows-unexpected", "rows-uncounted", "not-drained");
        assertTrue(number(row, "accepted_rows") > 200, "the warm-up's are counted too: " + row);
        assertEquals(row.get("accepted_rows"), row.get("table_rows"));
        assertEquals("0", row.get("lost_rows"));
        assertTrue(number(row, "lag_rows") > number(row, "lag_begin_rows"), row.toString());
        // 10 ms each, at least, whatever else the machine has to do; the row at which the load ended was begun before.
        assertTrue(number(row, "drain_s") > 0.0095 * (number(row, "lag_rows") - 1), row.toString());
        assertFalse(row.get("database_cpu_s").isEmpty());
        assertEquals("", ran.row(CELL_OF_20 + "~probe").get("accepted_rows"), "a probe leaves no rows");
        List<CSVRecord> after = Repository.csv(ran.folder().resolve("timeline.csv")).stream()
                .filter(s -> s.get("rps").isEmpty()).toList();
        assertTrue(after.size() >= 1, "the drain is on the timeline");
        assertEquals("0", after.getLast().get("lag_rows"));
        assertTrue(
                after.stream().allMatch(
                        s -> s.get("connections_pending").equals("0.3") || s.get("connections_pending").equals("0.2")),
                after.toString());
        assertTrue(folder.closed, "the database ends with the lab");
        assertEquals("a folder", ran.json().get("database").get("kind").asString());
    }

    @Test
    void whatWasLostIsMissedAndWhatIsLeftIsSaid() throws Exception {
        folder.undroppable = "the schema x is still there. Once the server answers again: drop schema x";
        Ran ran = lab(data, ClosedLoop.of(5, 100),
                Variant.virtual("virtual", Storing.class).property("store.loses-every", 10));
        assertEquals(2, ran.exit(), ran.out());
        CSVRecord row = ran.row(CELL);
        assertEquals("INVALID", row.get("verdict"));
        assertTrue(ran.codes(CELL).containsAll(List.of("rows-lost", "schema-left")), row.get("findings"));
        assertNone(ran, CELL, "rows-uncounted");
        assertEquals(number(row, "accepted_rows") - number(row, "table_rows"), number(row, "lost_rows"),
                "what was counted stands");
        assertEquals(Math.floor(number(row, "accepted_rows") / 10), number(row, "lost_rows"), row.toString());
        assertTrue(row.get("why").contains("the pen was dry"), "the service's reason: " + row.get("why"));
        assertTrue(row.get("why").contains(folder.undroppable), row.get("why"));
        assertTrue(ran.out().contains(CELL + ": " + folder.undroppable), ran.out());
    }

    @Test
    void aRowWhoseRequestWasGivenUpDoesNotStandForOneThatWasLost() throws Exception {
        // The 7th and the 10th and their multiples: some are both.
        Ran ran = lab(data, ClosedLoop.of(5, 100), STORE.timeout(Duration.ofMillis(500)),
                Variant.virtual("virtual", Storing.class).property("store.loses-every", 10)
                        .property("store.hangs-every", 7));
        CSVRecord row = ran.row(CELL);
        CSVRecord last = ran.rows("timeline.csv", CELL).getLast();
        assertEquals("0", last.get("lag_rows"));
        assertTrue(number(row, "accepted_rows") < number(last, "accepted_rows"), "the client knows of fewer: " + row);
        assertEquals(number(last, "accepted_rows") - number(last, "persisted_rows"), number(row, "lost_rows"),
                row.toString());
        assertEquals(Math.floor(number(last, "accepted_rows") / 10), number(row, "lost_rows"), row.toString());
        assertTrue(ran.codes(CELL).contains("rows-lost"), row.get("findings"));
        assertTrue(row.get("why").contains(row.get("lost_rows") + " of " + last.get("accepted_rows") + " "),
                row.get("why"));
    }

    @Test
    void rowsThatCannotBeCountedAreNoGoodRowsUnlessNoneWereStored() throws Exception {
        folder.undroppable = "the schema x is still there. Once the server answers again: drop schema x";
        folder.uncountable = "nothing listens";
        Ran ran = lab(data.resolve("uncounted"), ClosedLoop.of(5, 50), Variant.virtual("virtual", Storing.class));
        CSVRecord row = ran.row(CELL);
        assertEquals("INVALID", row.get("verdict"));
        assertTrue(ran.codes(CELL).containsAll(List.of("rows-uncounted", "schema-left")), row.get("findings"));
        assertTrue(row.get("why").contains(folder.uncountable), row.get("why"));
        assertEquals("", row.get("table_rows"));

        ran = lab(data.resolve("unbooted"), ClosedLoop.of(5, 50), Variant.virtual("virtual", Unbootable.class));
        assertEquals(List.of("boot-failed", "schema-left"),
                ran.codes(CELL).stream().filter(code -> !code.equals("noisy")).toList(), "it never began");
        assertTrue(ran.out().contains(CELL + ": " + folder.undroppable), ran.out());
    }

    @Test
    void aDatabaseThatIsGoneEndsTheCellAtOnceAndTheRestIsCounted() throws Exception {
        endsAtOnce(GeneratorMode.OWN_SCHEDULER);
    }

    @Test
    @Tag(Lane.WHOLE)
    void aDatabaseThatIsGoneEndsALoadGeneratorOfItsOwnJvmToo() throws Exception {
        endsAtOnce(GeneratorMode.OWN_JVM);
    }

    private void endsAtOnce(GeneratorMode driver) throws Exception {
        folder.burnsAfter(20);
        Ran ran = lab(data, ClosedLoop.of(10, Duration.ofMinutes(5)),
                Variant.virtual("virtual", Storing.class).property("store.takes-ms", 100), "--driver",
                driver.toString());
        assertEquals(2, ran.exit(), ran.out());
        CSVRecord row = ran.row("virtual-c10-f1");
        assertEquals("INVALID", row.get("verdict"));
        assertEquals("database-gone", ran.codes("virtual-c10-f1").getFirst(), row.get("why"));
        assertTrue(
                row.get("why").matches("the folder has burnt .*\\b\\d+\\.\\d s .*"),
                row.get("why"));
        assertTrue(number(row, "duration_s") < 60, "it was not waited for: " + row);
        assertEquals(number(row, "client_requests"), number(row, "server_requests"), 10,
                "driver and service told all they had: " + row);
        assertTrue(number(row, "lost_rows") > 0, "its queue was given up: " + row);
        // Each user's last request was given up, too.
        assertEquals(number(row, "accepted_rows") - number(row, "table_rows") + 5, number(row, "lost_rows"), 5);
        assertTrue(ran.codes("virtual-c10-f1").contains("rows-lost"), row.get("findings"));
    }
}
