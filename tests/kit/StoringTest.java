package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import fixtures.Fixture;
import fixtures.Storing;
import fixtures.Unbootable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import tests.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Measures;
import tests.Repository;

/** What a service stored is counted and held against what it accepted. The database is a folder here, the rows of a cell are lines of a file. */
@Tag(Lane.SERVICES)
class StoringTest {

    @TempDir
    Path data;

    @TempDir
    Path store;

    /** A folder that says that it is gone when it is told to. */
    private final class Folder implements Database {
        private final AtomicReference<Consumer<String>> watcher = new AtomicReference<>();
        private volatile Path now;
        private boolean closed;
        /** What it says instead of counting, and instead of dropping a schema; null where it does as it is told. */
        private String uncountable;
        private String undroppable;

        @Override
        public Facts facts() {
            return Facts.none().with("kind", "a folder");
        }

        @Override
        public Schema schema(String cell) {
            Path file = store.resolve(cell);
            now = file;
            return new Schema() {
                @Override
                public Map<String, String> properties() {
                    return Map.of("store.file", file.toString());
                }

                @Override
                public long rows(String table) {
                    assertEquals("lines", table);
                    if (uncountable != null) {
                        throw new LabException(uncountable);
                    }
                    return lines(file);
                }

                @Override
                public void close() {
                    if (undroppable != null) {
                        throw new LabException(undroppable);
                    }
                    file.toFile().delete();
                }
            };
        }

        @Override
        public List<ProcessHandle> processes() {
            return List.of(ProcessHandle.current());
        }

        @Override
        public Watch watch(Consumer<String> tell) {
            watcher.set(tell);
            return () -> watcher.set(null);
        }

        /** Once a cell has stored so many rows. */
        void burnsAfter(int rows) {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    while (now == null || lines(now) < rows) {
                        Thread.sleep(50);
                    }
                    watcher.get().accept("the folder has burnt");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static long lines(Path file) {
        try (var lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            return 0;
        }
    }

    private final Folder folder = new Folder();

    private static final Request STORE = Request.post("/store", "{}");

    private Ran lab(Path data, Load load, Variant variant, String... more) throws Exception {
        return lab(data, load, STORE, variant, more);
    }

    private Ran lab(Path data, Load load, Request request, Variant variant, String... more) throws Exception {
        return Ran.lab(data, page -> {
            page.database(url -> folder, "lines");
            page.measure(page.cell(variant, request, load, Prediction.none())
                    .beside("probe", Request.get("/wait"), new OpenLoop(5, Duration.ofSeconds(60))));
            page.concludes();
        }, more);
    }

    @Test
    @Measures
    void whatIsAcceptedIsWaitedForAndCounted() throws Exception {
        // 20 users at 20 ms are some 1000 rows a second; a writer that takes 5 ms for each stores a fifth of them.
        Ran ran = lab(data, ClosedLoop.of(20, 1000), Variant.virtual("virtual", Storing.class));
        CSVRecord row = ran.row("virtual-c20-f1");
        assertFalse(row.get("why").contains("accepted rows"), row.get("why"));
        assertTrue(number(row, "accepted_rows") > 1000, "the warm-up's are counted too: " + row);
        assertEquals(row.get("accepted_rows"), row.get("table_rows"));
        assertEquals("0", row.get("lost_rows"));
        assertTrue(number(row, "lag_rows") > number(row, "lag_begin_rows") && number(row, "lag_rows") > 300, row.toString());
        // 5 ms each, at least.
        assertTrue(number(row, "drain_s") > 0.0045 * number(row, "lag_rows"), row.toString());
        assertFalse(row.get("database_cpu_s").isEmpty());
        assertEquals("", ran.row("virtual-c20-f1~probe").get("accepted_rows"), "a probe leaves no rows");
        List<CSVRecord> after = Repository.csv(ran.folder().resolve("timeline.csv")).stream().filter(s -> s.get("rps").isEmpty()).toList();
        assertTrue(after.size() >= 1, "the drain is on the timeline");
        assertEquals("0", after.getLast().get("lag_rows"));
        assertTrue(after.stream().allMatch(s -> s.get("connections_pending").equals("0.3") || s.get("connections_pending").equals("0.2")), after.toString());
        assertTrue(folder.closed, "the database ends with the lab");
        assertTrue(Files.readString(ran.folder().resolve("run.json")).contains("a folder"));
    }

    @Test
    void whatWasLostIsMissedAndTheServicesReasonTold() throws Exception {
        Ran ran = lab(data, ClosedLoop.of(5, 200), Variant.virtual("virtual", Storing.class).property("store.loses-every", 10));
        assertEquals(2, ran.exit(), ran.out());
        CSVRecord row = ran.row("virtual-c5-f1");
        assertEquals(number(row, "accepted_rows") - number(row, "table_rows"), number(row, "lost_rows"));
        assertEquals(number(row, "accepted_rows") / 10, number(row, "lost_rows"), 2);
        assertTrue(row.get("why").contains("accepted rows are not in the table (the pen was dry)"), row.get("why"));
    }

    @Test
    void aRowWhoseRequestWasGivenUpDoesNotStandForOneThatWasLost() throws Exception {
        // The 7th and the 10th and their multiples: some are both.
        Ran ran = lab(data, ClosedLoop.of(5, 200), STORE.timeout(Duration.ofMillis(500)),
                Variant.virtual("virtual", Storing.class).property("store.loses-every", 10).property("store.hangs-every", 7));
        CSVRecord row = ran.row("virtual-c5-f1");
        CSVRecord last = Repository.csv(ran.folder().resolve("timeline.csv")).stream().filter(s -> s.get("cell").equals("virtual-c5-f1"))
                .toList().getLast();
        assertEquals("0", last.get("lag_rows"));
        assertTrue(number(row, "accepted_rows") < number(last, "accepted_rows"), "the client knows of fewer: " + row);
        assertEquals(number(last, "accepted_rows") - number(last, "persisted_rows"), number(row, "lost_rows"), row.toString());
        assertEquals(Math.floor(number(last, "accepted_rows") / 10), number(row, "lost_rows"), row.toString());
        assertTrue(row.get("why").contains(row.get("lost_rows") + " of " + last.get("accepted_rows") + " accepted rows are not in the table"),
                row.get("why"));
    }

    @Test
    void whatIsLeftInTheDatabaseIsSaidAndWhatWasCountedStands() throws Exception {
        folder.undroppable = "the schema x is still there. Once the server answers again: drop schema x";
        Ran ran = lab(data.resolve("counted"), ClosedLoop.of(5, 200), Variant.virtual("virtual", Storing.class));
        CSVRecord row = ran.row("virtual-c5-f1");
        assertEquals(row.get("accepted_rows"), row.get("table_rows"));
        assertFalse(row.get("why").contains("could not be counted"), row.get("why"));
        assertTrue(row.get("why").contains(folder.undroppable), row.get("why"));
        assertTrue(ran.out().contains("virtual-c5-f1: " + folder.undroppable), ran.out());

        folder.uncountable = "nobody listens";
        ran = lab(data.resolve("uncounted"), ClosedLoop.of(5, 200), Variant.virtual("virtual", Storing.class));
        row = ran.row("virtual-c5-f1");
        assertEquals("INVALID", row.get("verdict"));
        assertTrue(row.get("why").contains("the rows could not be counted (nobody listens)"), row.get("why"));
        assertTrue(row.get("why").contains(folder.undroppable), row.get("why"));
        assertTrue(ran.out().contains("virtual-c5-f1: " + folder.undroppable), ran.out());

        ran = lab(data.resolve("unbooted"), ClosedLoop.of(5, 200), Variant.virtual("virtual", Unbootable.class));
        row = ran.row("virtual-c5-f1");
        assertFalse(row.get("why").contains("could not be counted"), "it never began: " + row.get("why"));
        assertTrue(row.get("why").contains(folder.undroppable), row.get("why"));
        assertTrue(ran.out().contains("virtual-c5-f1: " + folder.undroppable), ran.out());
    }

    @Test
    void aDatabaseThatIsGoneEndsTheCellAtOnceAndTheRestIsCounted() throws Exception {
        for (String driver : List.of("own-scheduler", "own-jvm")) {
            // Two seconds after the first: few enough that even a busy machine accepts more.
            folder.burnsAfter(40);
            long start = System.nanoTime();
            Ran ran = lab(data.resolve(driver), ClosedLoop.of(10, Duration.ofMinutes(5)),
                    Variant.virtual("virtual", Storing.class).property("store.takes-ms", 50), "--driver", driver);
            assertTrue(System.nanoTime() - start < Duration.ofSeconds(60).toNanos(), "it was not waited for");
            assertEquals(2, ran.exit(), ran.out());
            CSVRecord row = ran.row("virtual-c10-f1");
            assertEquals("INVALID", row.get("verdict"));
            assertTrue(row.get("why").startsWith("the folder has burnt ") && row.get("why").contains("s into the measurement"), row.get("why"));
            assertEquals(number(row, "client_requests"), number(row, "server_requests"), 10, "driver and service told all they had: " + row);
            assertTrue(number(row, "lost_rows") > 0, "its queue was given up: " + row);
            // Each user's last request was given up, too.
            assertEquals(number(row, "accepted_rows") - number(row, "table_rows") + 5, number(row, "lost_rows"), 5);
            assertTrue(row.get("why").contains("still in the queue when the service ended"), row.get("why"));
        }
    }

    @Test
    void aLabWithoutADatabaseTakesNone() throws Exception {
        Ran ran = Ran.lab(data, page -> {
            page.measure(page.cell(Variant.virtual("virtual", Fixture.class), Request.get("/wait"), page.load(5, 50),
                    Demand.waiting(Duration.ofMillis(20))));
            page.concludes();
        });
        assertEquals("", ran.row("virtual-c5-f1").get("accepted_rows"));
        assertEquals("", ran.row("virtual-c5-f1").get("bound_seen"));
    }
}
