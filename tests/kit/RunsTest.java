package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import fixtures.Light;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import kit.machine.Jdks;
import kit.plan.Burst;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.Load;
import kit.plan.Request;
import kit.service.Facts;
import old.trust.Claim;
import old.trust.Metric;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tools.jackson.databind.JsonNode;

/**
 * Several forks, several JDKs, and what this machine cannot measure: each cell is measured as often as it should be, or
 * says why not.
 */
@Tag(Lane.FAULTS)
class RunsTest {

    private static final Demand TWENTY_MS = Demand.waiting(Duration.ofMillis(20));
    private static final Load LOAD = ClosedLoop.of(5, 100);

    @TempDir
    Path data;

    private static List<JsonNode> claims(Ran ran) throws Exception {
        return StreamSupport.stream(ran.json().get("claims").spliterator(), false).toList();
    }

    /** How many lines that the lab printed have all of these. */
    private static long lines(Ran ran, String... parts) {
        return ran.out().lines().filter(line -> Stream.of(parts).allMatch(line::contains)).count();
    }

    @Test
    void forksAreCounterbalancedAndCalibratedOnceEach() throws Exception {
        var calibrated = new ArrayList<Long>();
        Ran ran = Ran.lab(data, page -> {
            page.calibrate("light.number", "is the number", () -> {
                calibrated.add(42L + calibrated.size());
                return calibrated.getLast();
            });
            page.measure(page.cell(Light.platform("platform", 5), Request.get("/wait"), LOAD, TWENTY_MS),
                    page.cell(Light.virtual("virtual"), Request.get("/wait"), LOAD, TWENTY_MS));
            page.conclude();
        }, "--forks", "2");
        assertEquals(List.of("platform-c5-f1", "virtual-c5-f1", "virtual-c5-f2", "platform-c5-f2"),
                ran.rows().stream().map(r -> r.get("cell")).toList(), "every other fork in reverse");
        assertEquals(List.of("1", "2", "3", "4"), ran.rows().stream().map(r -> r.get("position")).toList());
        assertEquals(List.of("1", "1", "2", "2"), ran.rows().stream().map(r -> r.get("fork")).toList());
        assertEquals(List.of(42L, 43L), calibrated, "once for all cells of a fork");
        assertEquals(1, lines(ran, "fork 2", "43 is the number"), ran.out());
        assertEquals("5", ran.found("platform-c5-f2", Facts.POOL));
        for (CSVRecord row : ran.rows()) {
            assertEquals("own-scheduler", row.get("driver"));
            assertEquals(number(row, "client_requests"), number(row, "server_requests"));
            assertTrue(number(row, "service_cpu_s") > 0 && number(row, "driver_cpu_s") > 0, row.toString());
        }
        assertEquals(List.of("", ""),
                List.of(ran.rows().getFirst().get("accepted_rows"), ran.rows().getFirst().get("bound_seen")),
                "it stores nothing");
    }

    /** The first attempt is killed. Both rows stay, and the last one counts. */
    @Test
    @Measures
    void aCellThatWasSpoiltIsMeasuredAgainOnce() throws Exception {
        var ended = new AtomicBoolean();
        Thread killer = Thread.ofVirtual().start(() -> {
            boolean killed = false;
            while (!killed && !ended.get()) {
                killed = ProcessHandle.current().children()
                        .filter(child -> child.info().command().orElse("").endsWith("java")).findFirst()
                        .map(ProcessHandle::destroyForcibly).orElse(false);
                LockSupport.parkNanos(20_000_000);
            }
        });
        Ran ran = Certain.result(() -> Ran.lab(data, page -> {
            Cell cell = page.cell(Light.virtual("virtual"), Request.get("/wait"), LOAD, TWENTY_MS);
            page.expect("it serves", Claim.count(Metric.OK, cell).atLeast(50), "look");
            page.measure(cell);
            page.conclude();
        }, "--attempts", "2"));
        ended.set(true);
        killer.join();
        Certain.holds(() -> {
            assertEquals(List.of("virtual-c5-f1", "virtual-c5-f1-a2"),
                    ran.rows().stream().map(r -> r.get("cell")).toList());
            assertEquals(List.of("1", "2"), ran.rows().stream().map(r -> r.get("attempt")).toList());
            assertEquals("INVALID", ran.rows().getFirst().get("verdict"));
            assertTrue(Set.of("cell-died", "no-contact").contains(ran.codes("virtual-c5-f1").getFirst()), ran.out());
            for (CSVRecord row : ran.rows()) {
                assertTrue(number(row, "speed_before") > 0, "the machine's speed is looked at: " + row);
            }
        });
        // A load generator that got no CPU spoils this attempt, too.
        assertEquals("VALID", ran.rows().getLast().get("verdict"), ran.out());
        Certain.holds(() -> assertEquals(0, ran.exit(), ran.out()));
    }

    /** Nothing more is sent to a variant whose load was stopped: neither in another fork nor in another attempt. */
    @Test
    void aVariantWhoseLoadWasStoppedIsLeftAlone() throws Exception {
        Ran ran = Ran.lab(data, page -> page.measure(
                page.cell(Light.virtual("virtual"), Request.get("/wait").stoppingAfter(20), LOAD, TWENTY_MS),
                page.cell(Light.platform("platform", 5), Request.get("/wait"), LOAD, TWENTY_MS)),
                "--forks", "2", "--attempts", "2");
        assertEquals(List.of("virtual-c5-f1"), ran.rows().stream().map(r -> r.get("cell")).filter(
                cell -> cell.startsWith("virtual")).toList());
        // A machine that is busy may spoil one of these, which is then measured again.
        assertEquals(List.of("1", "2"), ran.rows().stream().filter(r -> r.get("variant").equals("platform"))
                .map(r -> r.get("fork")).distinct().toList());
        assertEquals("capped", ran.codes("virtual-c5-f1").getFirst(), ran.row("virtual-c5-f1").get("why"));
        assertEquals(1, lines(ran, "virtual, c=5, fork 2 is left out"), ran.out());
    }

    @Test
    void aJdkThatIsNotThereIsSkippedWithTheCommandThatInstallsIt() throws Exception {
        Ran ran = Ran.lab(data,
                page -> page.measure(page.cell(Light.virtual("virtual"), Request.get("/wait"), LOAD, TWENTY_MS)),
                "--jdk", Jdks.current() + ",87");
        CSVRecord row = ran.rows().getFirst();
        assertEquals(List.of("87", "SKIPPED"), List.of(row.get("jdk"), row.get("verdict")));
        assertTrue(row.get("why").contains("./jbang jdk install 87"), row.get("why"));
        assertTrue(number(ran.row("virtual-c5-jdk" + Jdks.current() + "-f1"), "ok") >= 100, ran.out());
    }

    @Test
    void jdk21RunsBeside25() throws Exception {
        Repository.assumeJdk21();
        String onlyOld = "-Djdk.tracePinnedThreads=full";
        String now = "virtual-c5-jdk" + Jdks.current() + "-f1";
        Ran ran = Ran.lab(data, page -> {
            Cell cell = page.cell(Light.virtual("virtual").flagUntil(23, onlyOld), Request.get("/wait"), LOAD,
                    TWENTY_MS);
            page.expect("serves what the rule says", Claim.asPredicted(cell), "is the machine busy?");
            page.measure(cell);
            page.conclude();
        }, "--jdk", "21," + Jdks.current());
        assertTrue(ran.row("virtual-c5-jdk21-f1").get("jdk").startsWith("21"),
                ran.row("virtual-c5-jdk21-f1").get("jdk"));
        assertTrue(ran.row(now).get("jdk").startsWith(String.valueOf(Jdks.current())), ran.row(now).get("jdk"));
        for (CSVRecord row : ran.rows()) {
            assertEquals("own-scheduler", row.get("driver"), "the driver's own scheduler works on " + row.get("jdk"));
            assertTrue(number(row, "ok") >= 100, row.get("why"));
        }
        assertEquals(List.of(21, Jdks.current()), claims(ran).stream().map(claim -> claim.get("jdk").asInt()).toList(),
                "each is judged by itself");
        for (String side : List.of("asked", "found")) {
            JsonNode cells = ran.json().get("cells");
            assertTrue(cells.get("virtual-c5-jdk21-f1").get(side).has("flag " + onlyOld),
                    "a JDK that knows the flag has it");
            assertFalse(cells.get(now).get(side).has("flag " + onlyOld), "a newer one goes without");
        }
    }

    @Test
    void aJdkThatIsMissingIsNamedOnceAndTakesNoOtherWithIt() throws Exception {
        String now = "virtual-c5-jdk" + Jdks.current() + "-f1";
        Ran ran = Ran.lab(data, page -> {
            page.alsoOnJdk(98);
            Cell cell = page.cell(Light.virtual("virtual"), Request.get("/wait"), LOAD,
                    jdk -> TWENTY_MS.pinned(jdk == 98));
            page.expect("serves what the rule says", Claim.asPredicted(cell), "?");
            page.expect("a matter of old JDKs", Claim.asPredicted(cell).before(21), "?");
            page.measure(cell);
            page.conclude();
        });
        CSVRecord skipped = ran.row("virtual-c5");
        assertEquals(List.of("SKIPPED", "98", "carriers"),
                List.of(skipped.get("verdict"), skipped.get("jdk"), skipped.get("bound")));
        assertTrue(skipped.get("why").contains(Jdks.howToInstall(98)), skipped.get("why"));
        assertTrue(number(ran.row(now), "ok") >= 100, "the other one is measured");
        assertEquals("users", ran.row(now).get("bound"), "the rule is that of its JDK");
        assertEquals(2, lines(ran, "SKIPPED ", Jdks.howToInstall(98)), "once before, once among the claims: "
                + ran.out());
        List<JsonNode> missing = claims(ran).stream().filter(claim -> claim.path("jdk").asInt() == 98).toList();
        assertEquals(List.of("SKIPPED"), missing.stream().map(claim -> claim.get("verdict").asString()).toList(),
                ran.json().get("claims").toString());
        assertEquals(1, lines(ran, "SKIPPED ", Jdks.current() + ", 98", "--jdk"), "a claim about neither: "
                + ran.out());
    }

    @Test
    void aHerdThatTheMachineCannotHoldIsSkippedBeforeItIsMeasured() throws Exception {
        Ran ran = Ran.lab(data, page -> {
            Cell herd = page.cell(Light.virtual("virtual"), Request.get("/wait"),
                    Burst.of(1_000_000, Duration.ofSeconds(1)), TWENTY_MS).clientApart();
            page.expect("it is served", Claim.asPredicted(herd), "?");
            page.measure(herd);
            page.conclude();
        });
        assertEquals(0, ran.exit(), ran.out());
        CSVRecord row = ran.row("virtual-b1000000");
        assertEquals("SKIPPED", row.get("verdict"));
        assertEquals(List.of("burst", "1000000", "1"), List.of(row.get("load"), row.get("users"), row.get("ramp_s")));
        assertTrue(row.get("why").matches(".* 1000\\d00 .*, .* \\d+: .*"), row.get("why"));
        assertEquals(1, lines(ran, "SKIPPED ", "virtual, 1000000 ", row.get("why")), ran.out());
        assertFalse(Files.exists(ran.folder().resolve("burst.csv")));
    }
}
