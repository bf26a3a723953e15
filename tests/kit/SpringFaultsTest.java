package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import fixtures.Fixture;
import fixtures.Unbootable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import kit.machine.Jdks;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.Request;
import kit.plan.Variant;
import kit.service.BackendMode;
import kit.service.Facts;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What can go wrong with Spring Boot and Tomcat alone; all else is tested on a lighter service.
 */
@Tag(Lane.SERVICES)
@Order(Integer.MAX_VALUE)
class SpringFaultsTest {

    private static final Demand TWENTY_MS = Demand.waiting(Duration.ofMillis(20));

    @TempDir
    Path data;

    private static Variant virtual() {
        return Variant.virtual("virtual", Fixture.class);
    }

    private static Comparison sent(String name, String path, int users, Variant... variants) {
        return Comparison.of(name).load(ClosedLoop.of(users, Duration.ofMillis(400)))
                .send(Request.get(path), TWENTY_MS).within(0.9).to(variants);
    }

    @Test
    void whatTomcatIsIsReadBackAndWhyItEndsOrDoesNotStartIsSaid() throws Exception {
        Variant liar = Variant.platform("liar", Fixture.class, 5).property("spring.threads.virtual.enabled", true)
                .property("fixture.number", 42);
        Ran ran = Ran.of(data, sent("one", "/wait", 5, liar),
                sent("another", "/fills", 50, virtual().as("fills", "it keeps a mebibyte of each request")
                        .flags("-Xmx64m")),
                sent("third", "/", 5, Variant.virtual("unbootable", Unbootable.class)));
        CSVRecord row = ran.row("liar-c5-f1");
        assertEquals("INVALID", row.get("validity"));
        assertTrue(ran.codes("liar-c5-f1").contains("facts-differ"), row.get("why"));
        assertEquals("virtual", ran.found("liar-c5-f1", Facts.REQUEST_THREAD));
        assertEquals("unbounded", ran.found("liar-c5-f1", Facts.POOL));
        assertEquals("42", ran.found("liar-c5-f1", Facts.PROPERTY + "fixture.number"));
        assertFalse(ran.codes("liar-c5-f1").contains("requests-differ"), "Tomcat counts each request once");
        CSVRecord fills = ran.row("fills-c50-f1");
        assertEquals(List.of("INVALID", "out-of-memory"),
                List.of(fills.get("validity"), ran.codes("fills-c50-f1").getFirst()), fills.get("why"));
        CSVRecord unbootable = ran.row("unbootable-c5-f1");
        assertEquals(List.of("INVALID", "boot-failed"),
                List.of(unbootable.get("validity"), ran.codes("unbootable-c5-f1").getFirst()));
        assertTrue(unbootable.get("why").contains("no password in vault")
                && unbootable.get("why").contains("unbootable-f1.log"), unbootable.get("why"));
        assertTrue(Files.readString(ran.folder().resolve("unbootable-f1.log")).contains("no password in vault"));
    }

    /** The JVM of the backends: the one that is below that of a cell. */
    private static CompletableFuture<ProcessHandle> backends() {
        return ChildrenTest.below(p -> p.info().command().orElse("").endsWith("java")
                && !p.parent().equals(Optional.of(ProcessHandle.current())));
    }

    /** Without {@code --all}, fan-out has backends in the service's JVM, and ramp has one in a JVM of its own. */
    @Test
    @Tag(Lane.WHOLE)
    void servicesBehindAServiceRunWhereTheyAreAskedTo() throws Exception {
        CompletableFuture<ProcessHandle> apart = backends();
        Variant asks = virtual().backend("behind", Fixture.class).property("behind.number", 7);
        Ran ran = Ran.of(data, sent("both", "/asks", 5, asks,
                asks.as("apart", "the same").backends(BackendMode.OWN_JVM)));
        for (String cell : List.of("virtual-c5-f1", "apart-c5-f1")) {
            CSVRecord row = ran.row(cell);
            assertEquals("0", row.get("errors"), row.get("why"));
            assertFalse(ran.codes(cell).contains("facts-differ"), row.get("why"));
            assertTrue(Long.parseLong(ran.found(cell, "behind.requests")) >= number(row, "ok"), "each request asks");
            assertEquals("virtual", ran.found(cell, "behind.request.thread"));
            assertEquals("7", ran.found(cell, "behind.property.behind.number"));
            assertTrue(number(row, "service_cpu_s") > 0);
        }
        assertFalse(apart.get(1, TimeUnit.SECONDS).isAlive(), "they end with their service");
    }

    @Test
    @Tag(Lane.WHOLE)
    void servicesBehindAServiceEndWithItsJvmHoweverThatEnds() throws Exception {
        CompletableFuture<ProcessHandle> apart = backends();
        apart.thenAccept(process -> process.parent().map(ProcessHandle::destroyForcibly));
        Variant asks = virtual().backends(BackendMode.OWN_JVM);
        Ran ran = Ran.of(data, sent("both", "/asks", 5, asks.backend("behind", Fixture.class),
                asks.backend("behind", Unbootable.class).as("unbootable", "nothing behind it")));
        assertTrue(List.of("cell-died", "no-contact").contains(ran.codes("virtual-c5-f1").getFirst()),
                ran.row("virtual-c5-f1").get("why"));
        apart.get(1, TimeUnit.SECONDS).onExit().get(10, TimeUnit.SECONDS);
        assertEquals("boot-failed", ran.codes("unbootable-c5-f1").getFirst());
        assertTrue(ran.row("unbootable-c5-f1").get("why")
                .startsWith("the backends' JVM ended with exit code 1; what it printed is in "),
                ran.row("unbootable-c5-f1").get("why"));
        assertTrue(Files.readString(ran.folder().resolve("unbootable-f1.log")).contains("no password in vault"));
    }

    @Test
    void pinnedThreadsAreCountedWithTheLineOfTheRequestThatPinsThem() throws Exception {
        // The old way of reflection, by native frames: it pins on every JDK.
        Variant native_ = virtual().flags("-Djdk.reflect.useNativeAccessorOnly=true",
                "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        // One carrier, pinned for 50 ms by every request: 20/s, as if it were a pool of one thread.
        Ran ran = Ran.of(data, sent("pinned", "/pinned", 4, native_));
        CSVRecord row = ran.row("virtual-c4-f1");
        // All but those whose pins began before the block did.
        assertTrue(number(row, "pinned") >= number(row, "ok") - 4 && number(row, "pinned") > 0,
                "pinned " + row.get("pinned") + " of " + row.get("ok") + ": " + row.get("why"));
        assertEquals("1", row.get("carriers"));
        List<CSVRecord> pins = ran.rows("pinning.csv", "virtual-c4-f1");
        assertEquals(row.get("pinned"), String.valueOf(pins.size()));
        for (CSVRecord pin : pins) {
            assertTrue(pin.get("frame").startsWith("fixtures.Fixture.sleepUnderReflection:"), pin.get("frame"));
            assertTrue(pin.get("stack").contains("fixtures.Fixture.pinned"), pin.get("stack"));
            assertTrue(number(pin, "duration_ms") >= 45, pin.toString());
        }
        if (Jdks.current() >= 24) {
            assertTrue(pins.getFirst().get("reason").contains("ative"), pins.getFirst().get("reason"));
        }
    }

    /** What the environment of a lab may hold, for other Java programs and services: each would change a cell. */
    @Test
    void optionsInTheEnvironmentChangeNoCell() throws Exception {
        var lab = Script.of("labs/cpu-light.java").process("--data", data.toString(), "--quick",
                "--warmup", "200ms", "-c", "5", "-n", "10", "--cells", "platform-c5");
        lab.environment()
                .putAll(Map.of("JAVA_TOOL_OPTIONS", "-Dfrom.tool=1", "JDK_JAVA_OPTIONS", "-Dfrom.jdk=1",
                        "_JAVA_OPTIONS", "-Dfrom.old=1",
                        "SPRING_APPLICATION_JSON", "{\"server\": {\"tomcat\": {\"max-connections\": 7}}}",
                        "SPRING_PROFILES_ACTIVE", "loud",
                        "SERVER_PORT", "1", "SERVER_TOMCAT_ACCEPT_COUNT", "3", "server_tomcat_max_threads", "2",
                        "DEBUG", "true"));
        lab.environment().put("LOGGING_LEVEL_ROOT", "trace");
        Repository.Ran ran = Repository.run(lab);
        Path run = Repository.onlyRun(data.resolve("cpu-light"), ran);
        CSVRecord row = Repository.cells(run).get("platform-c5-f1");
        assertTrue(row != null && number(row, "ok") >= 10, () -> ran.out() + ran.err());
        JsonNode found = new JsonMapper().readTree(Files.readString(run.resolve("run.json"))).get("cells")
                .get("platform-c5-f1").get("found");
        assertEquals(List.of("50", "8192", "100"),
                List.of(found.get(Facts.POOL).asString(), found.get(Facts.MAX_CONNECTIONS).asString(),
                        found.get(Facts.ACCEPT_COUNT).asString()),
                "what Tomcat is without them");
        Set<String> flags = found.propertyNames().stream().filter(name -> name.startsWith(Facts.FLAG))
                .collect(Collectors.toCollection(HashSet::new));
        assertTrue(flags.stream().noneMatch(flag -> flag.contains("-Dfrom.")), flags.toString());
        String log = Files.readString(run.resolve("platform-f1.log"));
        assertTrue(log.contains("No active profile set") && !log.contains(" DEBUG ") && !log.contains(" TRACE ")
                && !log.contains("Picked up"), log);
    }
}
