package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fixtures.Fixture;
import fixtures.Unbootable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import tests.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Measures;
import tests.Repository;
import tools.jackson.databind.json.JsonMapper;

/** Cells in JVMs of their own that go wrong, and what the lab makes of it. */
@Tag(Lane.SERVICES)
class FaultsTest {

    private static final Demand TWENTY_MS = Demand.waiting(Duration.ofMillis(20));

    private static final ProcessService NODE = new ProcessService("node", "/apps/demo.js", "install Node.js");

    @TempDir
    Path data;

    private Ran lab(Consumer<Lab> page, String... more) throws Exception {
        return Ran.lab(data, page, more);
    }

    private static Variant virtual() {
        return Variant.virtual("virtual", Fixture.class);
    }

    @Test
    void aVariantThatIsNotWhatItIsCalledIsInvalid() throws Exception {
        Ran ran = lab(page -> {
            Variant liar = Variant.platform("platform", Fixture.class, 5).property("spring.threads.virtual.enabled", true);
            page.measure(page.cell(liar, Request.get("/wait"), page.load(5, 100), TWENTY_MS));
            page.concludes();
        });
        assertEquals(2, ran.exit(), ran.out());
        CSVRecord row = ran.row("platform-c5-f1");
        assertEquals("INVALID", row.get("verdict"));
        assertTrue(row.get("why").contains("asked for request.thread=platform, got virtual"), row.get("why"));
        assertTrue(Long.parseLong(row.get("ok")) >= 100, "what was measured is kept all the same");
    }

    @Test
    void aServiceThatFailsToBootSaysWhyAndTheRunGoesOn() throws Exception {
        Ran ran = lab(page -> {
            page.measure(page.cell(Variant.virtual("unbootable", Unbootable.class), Request.get("/"), page.load(5, 50), TWENTY_MS),
                    page.cell(virtual(), Request.get("/wait"), page.load(5, 50), TWENTY_MS));
            page.concludes();
        });
        assertEquals(2, ran.exit());
        CSVRecord row = ran.row("unbootable-c5-f1");
        assertEquals("INVALID", row.get("verdict"));
        assertTrue(row.get("why").contains("no password in vault") && row.get("why").contains("unbootable-c5-f1.log"), row.get("why"));
        assertTrue(Files.readString(ran.folder().resolve("unbootable-c5-f1.log")).contains("no password in vault"));
        assertEquals("50", ran.row("virtual-c5-f1").get("requests").substring(0, 2), "the other cell was measured");
    }

    @Test
    void aCellThatIsKilledMidLoadKeepsWhatItMeasuredAndTheRunGoesOn() throws Exception {
        var killer = Thread.ofPlatform().daemon().unstarted(() -> {
            try {
                Path log = null;
                while (log == null || !Files.readString(log).contains("Started")) {
                    Thread.sleep(50);
                    log = find("first-c5-f1.log");
                }
                Thread.sleep(4_000);
                // The cell is this JVM's only child.
                ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        killer.start();
        Ran ran = lab(page -> {
            Variant first = Variant.virtual("first", Fixture.class);
            page.measure(page.cell(first, Request.get("/wait"), ClosedLoop.of(5, Duration.ofSeconds(60)), TWENTY_MS),
                    page.cell(virtual(), Request.get("/wait"), ClosedLoop.of(5, 50), TWENTY_MS));
            page.concludes();
        });
        CSVRecord row = ran.row("first-c5-f1");
        assertEquals("INVALID", row.get("verdict"));
        assertTrue(row.get("why").contains("exit code 137 (killed)") && row.get("why").contains("into the measurement"), row.get("why"));
        assertTrue(Long.parseLong(row.get("ok")) > 100, "kept " + row.get("ok"));
        assertTrue(Files.size(ran.folder().resolve("first-c5-f1.hlog")) > 0, "its histograms are kept");
        assertTrue(Repository.csv(ran.folder().resolve("timeline.csv")).stream().anyMatch(r -> r.get("cell").equals("first-c5-f1")));
        assertTrue(Long.parseLong(ran.row("virtual-c5-f1").get("ok")) >= 50);
    }

    private Path find(String name) throws Exception {
        if (!Files.exists(data.resolve("faults"))) {
            return null;
        }
        try (var files = Files.walk(data.resolve("faults"))) {
            return files.filter(f -> f.getFileName().toString().equals(name)).findFirst().orElse(null);
        }
    }

    /** A lab of one child process beside a service that works. */
    private Ran child(ProcessService service) throws Exception {
        return lab(page -> {
            page.measure(page.cell(Variant.process("child", "a child process", service, 1), Request.get("/wait"), page.load(5, 50), TWENTY_MS),
                    page.cell(virtual(), Request.get("/wait"), page.load(5, 50), TWENTY_MS));
            page.concludes();
        });
    }

    @Test
    void aProgramThatIsNotThereIsSkippedWithTheWayToGetIt() throws Exception {
        Ran ran = child(new ProcessService("no-such-program", "/fixtures/ends.sh", "install it from the moon"));
        CSVRecord row = ran.row("child-c5");
        assertEquals("SKIPPED", row.get("verdict"));
        assertEquals("there is no no-such-program on the PATH; install it from the moon", row.get("why"));
        assertTrue(ran.out().contains("install it from the moon"), ran.out());
        assertTrue(Long.parseLong(ran.row("virtual-c5-f1").get("ok")) >= 50, "the other variant still runs");
    }

    @Test
    void aChildThatEndsOrBabblesSaysSo() throws Exception {
        Ran ends = child(new ProcessService("sh", "/fixtures/ends.sh", ""));
        assertEquals(2, ends.exit());
        assertTrue(ends.row("child-c5-f1").get("why").startsWith("sh /fixtures/ends.sh ended with exit code 3"), ends.row("child-c5-f1").get("why"));
        Ran babbles = child(new ProcessService("sh", "/fixtures/babbles.sh", ""));
        assertTrue(babbles.row("child-c5-f1").get("why").contains("said what is no JSON"), babbles.row("child-c5-f1").get("why"));
        // The child's child too, whose parent is gone: it is known by its command line.
        assertTrue(ProcessHandle.allProcesses().noneMatch(p -> p.info().commandLine().orElse("").endsWith("sleep 61.5")), "nobody is left behind");
        assertTrue(Long.parseLong(babbles.row("virtual-c5-f1").get("ok")) >= 50);
    }

    /** On a thread of its own: the common pool of a machine with two CPUs has one, which somebody may be waiting on. */
    private static CompletableFuture<ProcessHandle> meanwhile(Supplier<ProcessHandle> awaited) {
        return CompletableFuture.supplyAsync(awaited, task -> Thread.ofVirtual().start(task));
    }

    private static ProcessHandle awaitNode() {
        return awaitBelow(p -> p.info().command().orElse("").endsWith("node"));
    }

    /** The first process under this JVM that is such a one. */
    private static ProcessHandle awaitBelow(Predicate<ProcessHandle> such) {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (System.nanoTime() < limit) {
            Optional<ProcessHandle> found = ProcessHandle.current().descendants().filter(such).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        throw new IllegalStateException("no such process was started");
    }

    @Test
    @Measures
    void aChildIsMeasuredAsItsOwnAndEndsWithItsCell() throws Exception {
        assumeTrue(NODE.missing() == null, NODE.missing());
        CompletableFuture<ProcessHandle> node = meanwhile(FaultsTest::awaitNode);
        Ran ran = lab(page -> {
            page.measure(page.cell(Variant.process("node", "Node.js", NODE, 1), Request.get("/demo/cpu-light"), page.load(5, 20),
                    Demand.waiting(Duration.ofMillis(400))).within(0.2));
            page.concludes();
        });
        CSVRecord row = ran.row("node-c5-f1");
        assertTrue(row.get("jdk").startsWith("Node.js v"), "what served is named: " + row.get("jdk"));
        assertEquals(row.get("client_requests"), row.get("server_requests"));
        assertEquals("", row.get("heap_peak_mb"), "the cell's JVM is not the service");
        assertTrue(!row.get("neighbour").startsWith("node"), "the child is no neighbour: " + row.get("neighbour"));
        double cpu = Double.parseDouble(row.get("service_cpu_s"));
        assertTrue(cpu >= 0 && cpu < 1, "CPU of the child alone: " + cpu);
        assertTrue(Double.parseDouble(row.get("rss_peak_mb")) > 10, row.get("rss_peak_mb"));
        assertTrue(!node.get(1, TimeUnit.SECONDS).isAlive(), "it ends with its cell");
    }

    @Test
    void aChildWhoseCellIsKilledEndsToo() throws Exception {
        assumeTrue(NODE.missing() == null, NODE.missing());
        CompletableFuture<ProcessHandle> node = meanwhile(FaultsTest::awaitNode);
        node.thenAccept(process -> process.parent().orElseThrow().destroyForcibly());
        Ran ran = lab(page -> {
            page.measure(page.cell(Variant.process("node", "Node.js", NODE, 1), Request.get("/demo/cpu-light"),
                    ClosedLoop.of(5, Duration.ofSeconds(60)), Demand.waiting(Duration.ofMillis(400))));
            page.concludes();
        });
        assertEquals("INVALID", ran.row("node-c5-f1").get("verdict"));
        node.get(1, TimeUnit.SECONDS).onExit().get(10, TimeUnit.SECONDS);
    }

    /** The JVM of the backends: the one that is below that of a cell. */
    private static ProcessHandle awaitBackends() {
        return awaitBelow(p -> p.info().command().orElse("").endsWith("java") && !p.parent().equals(Optional.of(ProcessHandle.current())));
    }

    @Test
    void servicesBehindAServiceRunWhereTheyAreAskedTo() throws Exception {
        CompletableFuture<ProcessHandle> apart = meanwhile(FaultsTest::awaitBackends);
        Variant asks = virtual().backend("behind", Fixture.class).property("behind.number", 7);
        Ran ran = lab(page -> page.measure(
                page.cell(asks, Request.get("/asks"), page.load(5, 50), TWENTY_MS).within(0.9),
                page.cell(asks.as("apart", "the same").backends(BackendMode.OWN_JVM), Request.get("/asks"), page.load(5, 50), TWENTY_MS).within(0.9)));
        var facts = new JsonMapper().readTree(ran.folder().resolve("run.json")).get("cells");
        for (String cell : List.of("virtual-c5-f1", "apart-c5-f1")) {
            CSVRecord row = ran.row(cell);
            assertEquals("0", row.get("errors"), row.get("why"));
            assertNotEquals("INVALID", row.get("verdict"), row.get("why"));
            assertEquals(row.get("server_requests"), facts.get(cell).get("found").get("behind.requests").asString(), "each request asks once");
            assertEquals("virtual", facts.get(cell).get("found").get("behind.request.thread").asString());
            assertEquals("7", facts.get(cell).get("found").get("behind.property.behind.number").asString());
            assertTrue(Double.parseDouble(row.get("service_cpu_s")) > 0);
        }
        assertTrue(!apart.get(1, TimeUnit.SECONDS).isAlive(), "they end with their cell");
    }

    @Test
    void servicesBehindAServiceEndWithItsCellHoweverThatEnds() throws Exception {
        CompletableFuture<ProcessHandle> apart = meanwhile(FaultsTest::awaitBackends);
        apart.thenAccept(process -> process.parent().orElseThrow().destroyForcibly());
        Variant asks = virtual().backends(BackendMode.OWN_JVM);
        Ran ran = lab(page -> {
            Load load = ClosedLoop.of(5, Duration.ofSeconds(60));
            page.measure(page.cell(asks.backend("behind", Fixture.class), Request.get("/asks"), load, TWENTY_MS),
                    page.cell(asks.backend("behind", Unbootable.class).as("unbootable", "nothing behind it"), Request.get("/asks"), load, TWENTY_MS));
            page.concludes();
        });
        assertEquals("INVALID", ran.row("virtual-c5-f1").get("verdict"));
        apart.get(1, TimeUnit.SECONDS).onExit().get(10, TimeUnit.SECONDS);
        assertTrue(ran.row("unbootable-c5-f1").get("why").startsWith("the backends' JVM ended with exit code 1; what it printed is in "),
                ran.row("unbootable-c5-f1").get("why"));
        assertTrue(Files.readString(ran.folder().resolve("unbootable-c5-f1.log")).contains("no password in vault"));
    }

    @Test
    void everyServiceOfAForkIsGivenTheSameNumber() throws Exception {
        var numbers = new AtomicLong(41);
        var cells = new ArrayList<Cell>();
        Ran ran = lab(page -> {
            page.calibrate("fixture.number", "is the number", numbers::incrementAndGet);
            for (Variant variant : List.of(virtual(), Variant.platform("platform", Fixture.class, 5))) {
                cells.add(page.cell(variant, Request.get("/wait"), page.load(5, 50), TWENTY_MS));
            }
            page.measure(cells.toArray(Cell[]::new));
            page.concludes();
        }, "--forks", "2");
        for (Cell cell : cells) {
            assertEquals(List.of("42", "43"), cell.results().stream().map(r -> r.fact(Facts.PROPERTY + "fixture.number")).toList());
        }
        assertTrue(ran.out().contains("calibrated for fork 2: 43 is the number"), ran.out());
    }

    @Test
    void servicesThatFailAreInvalidAndNeverThroughput() throws Exception {
        Ran ran = lab(page -> {
            page.measure(
                    page.cell(Variant.virtual("broken", Fixture.class), Request.get("/broken"), page.load(5, 50), TWENTY_MS),
                    page.cell(Variant.virtual("flaky", Fixture.class), Request.get("/flaky"), page.load(5, 300), TWENTY_MS),
                    page.cell(Variant.virtual("expected", Fixture.class), Request.get("/flaky"), page.load(5, 300), TWENTY_MS)
                            .expectingErrors().within(0.5),
                    page.cell(Variant.virtual("never", Fixture.class), Request.get("/never").timeout(Duration.ofMillis(400)),
                            page.load(5, 50), TWENTY_MS));
            page.concludes();
        });
        assertEquals(2, ran.exit());
        assertTrue(ran.row("broken-c5-f1").get("why").contains("no request succeeded"), ran.row("broken-c5-f1").get("why"));
        assertTrue(ran.row("broken-c5-f1").get("why").contains("http-500="), ran.row("broken-c5-f1").get("why"));
        assertTrue(ran.row("never-c5-f1").get("why").contains("timeout="), ran.row("never-c5-f1").get("why"));

        CSVRecord flaky = ran.row("flaky-c5-f1");
        assertEquals("INVALID", flaky.get("verdict"));
        double errors = Double.parseDouble(flaky.get("errors"));
        double ok = Double.parseDouble(flaky.get("ok"));
        assertEquals(0.1, errors / (ok + errors), 0.02, "every tenth fails");
        assertEquals("http-500=" + flaky.get("errors"), flaky.get("error_kinds"));
        assertEquals(ok / Double.parseDouble(flaky.get("duration_s")), Double.parseDouble(flaky.get("rps")), 0.5,
                "throughput counts what succeeded");
        assertTrue(flaky.get("why").contains("teaches nothing"), flaky.get("why"));
        String expected = ran.row("expected-c5-f1").get("why");
        assertTrue(expected.contains("http-500") && !expected.contains("teaches nothing"), expected);
    }

    @Test
    void everyDriverDrivesAndSaysWhichItWas() throws Exception {
        for (DriverMode mode : DriverMode.values()) {
            Ran ran = lab(page -> {
                page.measure(page.cell(virtual(), Request.get("/wait"), page.load(5, 100), TWENTY_MS));
                page.concludes();
            }, "--driver", mode.toString());
            CSVRecord row = ran.row("virtual-c5-f1");
            assertEquals(mode.toString(), row.get("driver"));
            assertTrue(Long.parseLong(row.get("ok")) >= 100, mode + " measured " + row.get("ok"));
            assertEquals(row.get("client_requests"), row.get("server_requests"), mode.toString());
            assertTrue(Double.parseDouble(row.get("service_cpu_s")) > 0, mode + " service CPU");
            assertEquals(mode == DriverMode.SHARED, row.get("driver_cpu_s").isEmpty(), mode + " can tell its CPU from the service's");
        }
    }

    @Test
    @Measures
    void pinnedThreadsAreCountedWithTheLineThatPinsThem() throws Exception {
        // The old way of reflection, by native frames: it pins on every JDK.
        Variant native_ = virtual().flags("-Djdk.reflect.useNativeAccessorOnly=true", "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        Ran ran = lab(page -> {
            // One carrier, pinned for 50 ms by every request: 20/s, as if it were a pool of one thread.
            page.measure(page.cell(native_, Request.get("/pinned"), page.load(4, 40), Demand.waiting(Duration.ofMillis(200))));
            page.concludes();
        });
        CSVRecord row = ran.row("virtual-c4-f1");
        assertTrue(Integer.parseInt(row.get("pinned")) >= 36, "pinned " + row.get("pinned") + " of " + row.get("ok") + ": " + row.get("why"));
        assertEquals("1", row.get("carriers"));
        List<CSVRecord> pins = Repository.csv(ran.folder().resolve("pinning.csv"));
        assertEquals(row.get("pinned"), String.valueOf(pins.size()));
        for (CSVRecord pin : pins) {
            assertTrue(pin.get("frame").startsWith("fixtures.Fixture.sleepUnderReflection:"), pin.get("frame"));
            assertTrue(pin.get("stack").contains("fixtures.Fixture.pinned"), pin.get("stack"));
            assertEquals(50, Double.parseDouble(pin.get("duration_ms")), 25);
        }
        if (Jdks.current() >= 24) {
            assertTrue(pins.getFirst().get("reason").contains("ative"), pins.getFirst().get("reason"));
        }
        // The client has a scheduler of its own: that the only carrier was held did not stop its clock.
        assertTrue(Double.parseDouble(row.get("start_lag_p99_ms").isEmpty() ? "0" : row.get("start_lag_p99_ms")) < 20);
    }

    @Test
    void jdk21RunsBeside25() throws Exception {
        assumeTrue(Jdks.home(21).isPresent(), "there is no JDK 21 here: " + Jdks.howToInstall(21));
        String onlyOld = "-Djdk.tracePinnedThreads=full";
        Ran ran = lab(page -> {
            Cell cell = page.cell(virtual().flagUntil(23, onlyOld), Request.get("/wait"), page.load(5, 100), TWENTY_MS).within(0.2);
            page.expect("serves what the rule says", Claim.asPredicted(cell), "is the machine busy?");
            page.measure(cell);
            page.concludes();
        }, "--jdk", "21," + Jdks.current());
        assertTrue(ran.row("virtual-c5-jdk21-f1").get("jdk").startsWith("21"));
        assertTrue(ran.row("virtual-c5-jdk" + Jdks.current() + "-f1").get("jdk").startsWith(String.valueOf(Jdks.current())));
        for (CSVRecord row : ran.rows()) {
            assertEquals("own-scheduler", row.get("driver"), "the driver's own scheduler works on " + row.get("jdk"));
            assertTrue(Long.parseLong(row.get("ok")) >= 100, row.get("why"));
        }
        assertTrue(ran.out().contains("JDK 21: serves") && ran.out().contains("JDK " + Jdks.current() + ": serves"), "each JDK is judged by itself");
        var cells = new JsonMapper().readTree(Files.readString(ran.folder().resolve("run.json"))).get("cells");
        for (String side : List.of("asked", "found")) {
            assertTrue(cells.get("virtual-c5-jdk21-f1").get(side).has("flag " + onlyOld), "a JDK that knows the flag has it");
            assertFalse(cells.get("virtual-c5-jdk" + Jdks.current() + "-f1").get(side).has("flag " + onlyOld), "a newer one goes without");
        }
    }

    @Test
    void aJdkThatIsMissingIsNamedOnceAndTakesNoOtherWithIt() throws Exception {
        Ran ran = lab(page -> {
            page.alsoOnJdk(98);
            Cell cell = page.cell(virtual(), Request.get("/wait"), page.load(5, 50), jdk -> TWENTY_MS.pinned(jdk == 98)).within(0.5);
            page.expect("serves what the rule says", Claim.asPredicted(cell), "?");
            page.expect("a matter of old JDKs", Claim.asPredicted(cell).before(21), "?");
            page.measure(cell);
            page.concludes();
        });
        assertEquals(0, ran.exit(), ran.out());
        CSVRecord skipped = ran.row("virtual-c5");
        assertEquals("there is no JDK 98 on this machine; ./jbang jdk install 98 installs it", skipped.get("why"));
        assertEquals(List.of("SKIPPED", "98", "carriers"), List.of(skipped.get("verdict"), skipped.get("jdk"), skipped.get("bound")));
        assertEquals("users", ran.row("virtual-c5-jdk" + Jdks.current() + "-f1").get("bound"), "the rule is that of its JDK");
        assertEquals(2, ran.out().lines().filter(line -> line.contains("there is no JDK 98")).count(), "once before, once among the claims: " + ran.out());
        assertTrue(ran.out().contains("a claim about JDK 98: there is no JDK 98"), ran.out());
        assertTrue(ran.out().contains("a claim is about other JDKs than " + Jdks.current() + ", 98; --jdk chooses which"), ran.out());
    }

    @Test
    void aServiceThatStopsAnsweringIsAskedForItsThreads() throws Exception {
        Ran ran = lab(page -> {
            Request stops = Request.get("/stops").timeout(Duration.ofSeconds(1));
            page.measure(page.cell(virtual(), stops, ClosedLoop.of(5, Duration.ofSeconds(6)), Prediction.none()).expectingErrors());
            page.concludes();
        });
        assertEquals(0, ran.exit(), ran.out());
        CSVRecord row = ran.row("virtual-c5-f1");
        assertEquals("CONFIRMED", row.get("verdict"), row.get("why"));
        assertTrue(row.get("why").contains("the service stopped answering"), row.get("why"));
        assertTrue(Double.parseDouble(row.get("stalled_s")) >= 3, row.get("stalled_s"));
        assertTrue(Long.parseLong(row.get("ok")) > 0, "it did answer before");
        assertEquals("timeout=" + row.get("errors"), row.get("error_kinds"));
        assertTrue(Files.readString(ran.folder().resolve("virtual-c5-f1.threads.txt")).contains("fixtures.Fixture.stops"));
        String notebook = Files.readString(ran.folder().resolve("notebook.md"));
        for (String said : List.of(ran.out(), notebook)) {
            assertTrue(said.contains(" Thread.dump_to_file virtual-c5-f1.threads.txt`"), said);
            assertTrue(Pattern.compile("\\d+ virtual threads parked, without a carrier, one of them:\\s+#\\d+ \"tomcat-handler-\\d+\" virtual.*\\s+"
                    + "java.base/java.util.concurrent.CountDownLatch.await.*\\s+fixtures.Fixture.stops").matcher(said).find(), said);
        }
    }

    @Test
    void aHerdThatTheMachineCannotHoldIsSkippedBeforeAnybodyWaitsForIt() throws Exception {
        Ran ran = lab(page -> {
            Cell herd = page.cell(virtual(), Request.get("/wait"), Burst.of(1_000_000, Duration.ofSeconds(1)), TWENTY_MS).clientApart();
            page.expect("it is served", Claim.asPredicted(herd), "?");
            page.measure(herd);
            page.concludes();
        });
        assertEquals(0, ran.exit(), ran.out());
        CSVRecord row = ran.row("virtual-b1000000");
        assertEquals("SKIPPED", row.get("verdict"));
        assertEquals(List.of("burst", "1000000", "1"), List.of(row.get("load"), row.get("users"), row.get("ramp_s")));
        assertTrue(row.get("why").matches("needs 1000\\d00 .*, and .* leaves \\d+: .*"), row.get("why"));
        assertEquals(1, ran.out().lines().filter(line -> line.startsWith("SKIPPED a cell (virtual, 1000000 users in 1 s): needs")).count(), ran.out());
        assertFalse(Files.exists(ran.folder().resolve("burst.csv")));
    }

    @Test
    void forksAreInterleavedAndGiveIntervals() throws Exception {
        Ran ran = lab(page -> {
            Cell pool = page.cell(Variant.platform("platform", Fixture.class, 2), Request.get("/wait"), page.load(4, 60), TWENTY_MS);
            Cell free = page.cell(virtual(), Request.get("/wait"), page.load(4, 120), TWENTY_MS);
            page.expect("twice as many", Claim.ratio(free, pool).atLeast(1.5), "?");
            page.measure(pool, free);
            page.concludes();
        }, "--forks", "2");
        assertEquals(List.of("platform-c4-f1", "virtual-c4-f1", "platform-c4-f2", "virtual-c4-f2"),
                ran.rows().stream().map(r -> r.get("cell")).toList());
        assumeTrue(ran.rows().stream().noneMatch(r -> r.get("verdict").equals("INVALID")), "too busy a machine for claims: " + ran.out());
        String json = Files.readString(ran.folder().resolve("run.json"));
        assertTrue(json.contains("\"low\" : ") && !json.contains("\"low\" : null"), json);
    }
}
