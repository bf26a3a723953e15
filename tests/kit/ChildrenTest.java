package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tests.Repository.number;

import fixtures.Light;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.Request;
import kit.plan.Variant;
import kit.service.ProcessService;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** Services that are child processes: they say what is wrong with them, are accounted for, and end with their cell. */
@Tag(Lane.FAULTS)
class ChildrenTest {

    private static final Duration TWENTY_MS = Duration.ofMillis(20);
    private static final ProcessService NODE = new ProcessService("node", "/apps/demo.js", List.of(),
            "install Node.js");

    @TempDir
    Path data;

    /** The first process under this JVM that is such a one, once there is one. */
    static CompletableFuture<ProcessHandle> below(Predicate<ProcessHandle> such) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return LabProcess.until("such a process",
                        () -> ProcessHandle.current().descendants().filter(such).findFirst().orElse(null));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            // On a thread of its own: the common pool of a machine with two CPUs has one.
        }, task -> Thread.ofVirtual().start(task));
    }

    private static CompletableFuture<ProcessHandle> node() {
        return below(p -> p.info().command().orElse("").endsWith("node"));
    }

    private static Variant child(String name, ProcessService service) {
        return Variant.process(name, "a child process", service, 1);
    }

    private static Comparison sent(String path, Duration wait, Variant... variants) {
        return Comparison.of("children").load(ClosedLoop.of(5, Duration.ofMillis(400)))
                .send(Request.get(path), Demand.waiting(wait)).within(0.9).to(variants);
    }

    @Test
    void aProgramThatIsMissingEndsOrBabblesSaysSoAndTheRunGoesOn() throws Exception {
        Ran ran = Ran.of(data, sent("/wait", TWENTY_MS,
                child("missing", new ProcessService("no-such-program", "/fixtures/ends.sh", List.of(),
                        "install it from the moon")),
                child("ends", new ProcessService("sh", "/fixtures/ends.sh", List.of(), "")),
                child("babbles", new ProcessService("sh", "/fixtures/babbles.sh", List.of(), "")),
                Light.virtual("virtual")));
        CSVRecord missing = ran.row("missing-c5");
        assertEquals("SKIPPED", missing.get("validity"));
        assertTrue(missing.get("why").matches(".* no-such-program .*; install it from the moon"), missing.get("why"));
        assertEquals(List.of("boot-failed"), ran.codes("ends-c5-f1").subList(0, 1));
        assertTrue(ran.row("ends-c5-f1").get("why").matches("sh /fixtures/ends\\.sh .* exit code 3\\b.*"),
                ran.row("ends-c5-f1").get("why"));
        assertEquals(List.of("boot-failed"), ran.codes("babbles-c5-f1").subList(0, 1));
        assertTrue(ran.row("babbles-c5-f1").get("why").contains("no JSON"), ran.row("babbles-c5-f1").get("why"));
        // The child's child too, whose parent is gone: it is known by its command line.
        assertEquals(List.of(), ProcessHandle.allProcesses().filter(p -> p.info().commandLine().orElse("").endsWith(
                "sleep 61.5")).map(p -> p.pid() + " " + p.info()).toList(), "left behind");
        assertTrue(number(ran.row("virtual-c5-f1"), "ok") >= 20, "the sound one is measured");
    }

    @Test
    void aChildIsMeasuredAsItsOwnAndEndsWithItsJvm() throws Exception {
        assumeTrue(NODE.missing() == null, NODE.missing());
        CompletableFuture<ProcessHandle> node = node();
        Ran ran = Ran.of(data, sent("/demo/cpu-light", Duration.ofMillis(400), child("node", NODE)));
        CSVRecord row = ran.row("node-c5-f1");
        assertTrue(row.get("jdk").startsWith("Node.js v"), "what served is named: " + row.get("jdk"));
        assertFalse(ran.codes("node-c5-f1").contains("requests-differ"), "it counts each request once: " + row);
        assertEquals("", row.get("heap_peak_mb"), "its JVM is not the service");
        assertFalse(row.get("neighbour").startsWith("node"), "the child is no neighbour: " + row.get("neighbour"));
        // The JVM takes a second of CPU to start, which is not the child's.
        assertTrue(number(row, "service_cpu_s") < 1, "CPU of the child alone: " + row.get("service_cpu_s"));
        assertTrue(number(row, "rss_peak_mb") > 10, row.get("rss_peak_mb"));
        assertFalse(Files.exists(ran.folder().resolve("node-f1.jfr")), "that of its JVM tells nothing of it");
        assertFalse(node.get(1, TimeUnit.SECONDS).isAlive(), "it ends with its JVM");
    }

    @Test
    void aChildWhoseJvmIsKilledEndsToo() throws Exception {
        assumeTrue(NODE.missing() == null, NODE.missing());
        CompletableFuture<ProcessHandle> node = node();
        node.thenAccept(process -> process.parent().map(ProcessHandle::destroyForcibly));
        Ran ran = Ran.of(data, sent("/demo/cpu-light", Duration.ofMillis(400), child("node", NODE)));
        assertTrue(List.of("cell-died", "no-contact").contains(ran.codes("node-c5-f1").getFirst()),
                ran.row("node-c5-f1").get("why"));
        node.get(1, TimeUnit.SECONDS).onExit().get(10, TimeUnit.SECONDS);
    }
}
