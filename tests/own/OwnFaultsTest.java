package own;

import static own.OwnCommand.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.SampleService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import kit.machine.Jdks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** A service that cannot be measured is one clear line and exit code 2, and nothing is left running. */
@Tag(Lane.FAULTS)
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class OwnFaultsTest {

    private static final int LIMIT_S = 60;

    @TempDir
    Path folder;
    private Path jar;

    @BeforeEach
    void build() {
        jar = SampleService.jar(folder);
    }

    /** The processes of this machine that run the jar of this test. */
    private Stream<ProcessHandle> services() {
        return ProcessHandle.allProcesses().filter(runs(jar.toString())
                .and(one -> one.info().command().orElse("").endsWith("java"))
                .and(runs("--server.port=")));
    }

    private static Predicate<ProcessHandle> runs(String word) {
        return one -> one.info().commandLine().orElse("").contains(word);
    }

    @AfterEach
    void nothingIsLeftRunning() throws InterruptedException {
        System.clearProperty("own.ready-within");
        for (int i = 0; i < 100 * LIMIT_S && services().findAny().isPresent(); i++) {
            Thread.sleep(10);
        }
        List<ProcessHandle> left = services().toList();
        left.forEach(ProcessHandle::destroyForcibly);
        assertEquals(List.of(), left, "the service was left running");
    }

    private String[] words(String... more) {
        var words = new ArrayList<>(List.of("--jar", jar.toString(), "--data", folder.resolve("data").toString(),
                "--quick"));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private Ran own(String... more) {
        return OwnCommand.run(words(more));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "--get /fails  | GET /fails; 500",
            "--get /none   | GET /none; 404",
            "--get /wait --get /fails | GET /fails; 500",
            "--get /secret | GET /secret; /login; 302",
            "--get /encrypted | GET /encrypted; 400; HTTPS; --server.ssl.enabled=false",
            // After so many ms, where a connection that is refused takes none.
            "--get /wait --get /breaks | GET /breaks; ms; curl",
            "--get /closes --get /wait | GET /closes; curl",
            "--get /wait -- --sample.fault=ends | exit code 3; no password in vault"})
    void aServiceThatCannotBeMeasured(String arguments, String values) {
        assertRefused(own(arguments.strip().split(" ")), values.strip().split("; "));
        assertTrue(Files.notExists(folder.resolve("data")), "nothing is written");
    }

    /** The time is short in these cases only: a machine that is busy takes some seconds to start a service. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "--get /unavailable | 2 s; GET /unavailable; 503",
            "--get /wait -- --sample.fault=deaf | 2 s; GET /wait"})
    void aServiceThatIsNeverReady(String arguments, String values) {
        System.setProperty("own.ready-within", "2");
        aServiceThatCannotBeMeasured(arguments, values);
    }

    @Test
    void aCommandThatIsNotThere() {
        assertRefused(OwnCommand.run("--command", "no-such-program --port={port}", "--get", "/wait"), "exit code 127");
    }

    /** The JVM's last line only repeats the class. */
    @Test
    void aCommandWhoseLastLineIsNotTheReason() {
        assertRefused(OwnCommand.run("--command", "java no.such.Main --port={port}", "--get", "/wait"), "exit code 1",
                "Error: Could not find or load main class no.such.Main");
        assertRefused(OwnCommand.run("--command", "java --nonsense --port={port}", "--get", "/wait"), "exit code 1",
                "Unrecognized option: --nonsense");
    }

    /** The service is not started for it. */
    @Test
    void minutesThatAreTooFewAreRefusedFirst() {
        Ran ran = OwnCommand.run("--jar", jar.toString(), "--get", "/wait", "--rate", "100", "--minutes", "0.5");
        assertRefused(ran, "--minutes 0.5", "2 min");
        assertEquals("", ran.out(), "nothing was started");
    }

    @Test
    void aServiceThatDiesUnderLoad() throws IOException {
        Ran ran = own("--get", "/wait", "--", "--sample.fault=dies");
        assertRefused(ran, "platform", "JDK " + Jdks.current(), "exit code 9");
        Path run = Repository.onlyRun(folder.resolve("data/own"));
        assertTrue(Files.readString(run.resolve("run.json")).contains("\"complete\" : false"));
    }

    /** While it is still there, it refuses all connections. */
    @Test
    void aServiceThatEndsLaterThanItsPortIsClosed() {
        Ran ran = own("--get", "/wait", "--", "--sample.fault=lingers");
        assertRefused(ran, "exit code 9");
    }

    /** In a JVM of its own, which is killed. */
    private Process alone() throws IOException {
        return Script.of("labs/own.java").process(Stream.of(words("--get", "/wait"))
                .filter(word -> !word.equals(OwnCommand.QUICK)).toArray(String[]::new))
                .redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile()).start();
    }

    private static <T> T until(java.util.function.Supplier<Stream<T>> found) throws InterruptedException {
        for (int i = 0; i < 100 * LIMIT_S; i++) {
            var one = found.get().findFirst();
            if (one.isPresent()) {
                return one.get();
            }
            Thread.sleep(10);
        }
        throw new AssertionError("waited in vain");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no POSIX shell")
    void aServiceEndsWhenItsParentIsKilled() throws Exception {
        Process lab = alone();
        ProcessHandle service = until(this::services);
        lab.destroyForcibly();
        service.onExit().get(LIMIT_S, TimeUnit.SECONDS);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no POSIX shell")
    void aServiceEndsWhenItsCellIsKilled() throws Exception {
        var service = new CompletableFuture<ProcessHandle>();
        Thread.ofPlatform().start(() -> {
            try {
                // For the first try this JVM is its parent. Without platform threads nothing can be compared.
                ProcessHandle one = until(() -> services().filter(runs("spring.threads.virtual.enabled=false")).filter(
                        some -> some.parent().filter(parent -> !parent.equals(ProcessHandle.current())).isPresent()));
                one.parent().orElseThrow().destroyForcibly();
                service.complete(one);
            } catch (InterruptedException | RuntimeException | Error e) {
                service.completeExceptionally(e);
            }
        });
        Ran ran = own("--get", "/wait");
        assertRefused(ran, "exit code 137");
        service.get(1, TimeUnit.SECONDS).onExit().get(LIMIT_S, TimeUnit.SECONDS);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no POSIX shell")
    void aServiceThatDoesNotEndIsKilled() {
        assertRefused(own("--get", "/fails", "--", "--sample.fault=stubborn"), "500");
        assertEquals(0, services().count());
    }
}
