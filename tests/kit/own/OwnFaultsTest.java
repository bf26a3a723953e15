package kit.own;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** A service that cannot be measured is one clear line and exit code 2, and nothing is left running. */
@Tag(Lane.FAULTS)
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

    private static void assertRefused(Ran ran, String words) {
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        assertEquals(1, ran.err().lines().count(), "one line: " + ran.err());
        assertTrue(ran.err().startsWith("own: ") && ran.err().contains(words.strip()), ran.err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "--get /fails  | GET /fails was answered with the status 500",
            "--get /none   | GET /none was answered with the status 404",
            "--get /wait --get /fails | GET /fails was answered with the status 500",
            "--get /secret | GET /secret is redirected to /login (status 302)",
            "--get /encrypted | GET /encrypted was answered with the status 400: the service speaks HTTPS: add "
                    + "--server.ssl.enabled=false",
            "--get /wait --get /breaks | GET /breaks broke off after",
            "--get /wait --get /breaks | nothing was measured. Send it with curl",
            "--get /closes --get /wait | the service was ready, and refused the connection for GET /closes then",
            "--get /unavailable --ready-within 3s | was not ready within 3 s (GET /unavailable): the last answer had "
                    + "the status 503",
            "--get /wait --ready /none --ready-within 3s | was not ready within 3 s (GET /none): the last answer had "
                    + "the status 404",
            "--get /wait --ready-within 1s -- --sample.fault=deaf | was not ready within 1 s (GET /wait): there was "
                    + "no answer",
            "--get /wait -- --sample.fault=ends | the service ended with exit code 3 before it was ready",
            "--get /wait -- --sample.fault=ends | its last line was: no password in vault"})
    void aServiceThatCannotBeMeasured(String arguments, String words) {
        assertRefused(own(arguments.strip().split(" ")), words);
        assertTrue(Files.notExists(folder.resolve("data")), "nothing is written");
    }

    @Test
    void aPortThatIsTaken() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = String.valueOf(taken.getLocalPort());
            assertRefused(own("--get", "/wait", "--port", port), "port " + port + " is taken by another process");
        }
    }

    @Test
    void aCommandThatIsNotThere() {
        assertRefused(OwnCommand.run("--command", "no-such-program --port={port}", "--get", "/wait"), "exit code 127 "
                + "(command not found)");
    }

    @Test
    void aServiceThatDiesUnderLoad() throws IOException {
        Ran ran = own("--get", "/wait", "--", "--sample.fault=dies");
        assertRefused(ran, "the pilot of platform on JDK ");
        assertRefused(ran, "the service ended with exit code ");
        Path run = Repository.onlyRun(folder.resolve("data/own"));
        assertTrue(Files.readString(run.resolve("run.json")).contains("\"complete\" : false"));
    }

    /** While it is still there, it refuses all connections. */
    @Test
    void aServiceThatEndsLaterThanItsPortIsClosed() {
        Ran ran = own("--get", "/wait", "--", "--sample.fault=lingers");
        assertRefused(ran, "the service ended with exit code 9 while it was measured (");
    }

    /** In a JVM of its own, which is killed. */
    private Process alone() throws IOException {
        return Script.of("labs/kit/own/own.java").process(words("--get", "/wait"))
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
                // For the first try this JVM is its parent.
                ProcessHandle one = until(() -> services().filter(
                        some -> some.parent().filter(parent -> !parent.equals(ProcessHandle.current())).isPresent()));
                one.parent().orElseThrow().destroyForcibly();
                service.complete(one);
            } catch (InterruptedException | RuntimeException | Error e) {
                service.completeExceptionally(e);
            }
        });
        Ran ran = own("--get", "/wait");
        assertRefused(ran, "exit code 137 (killed)");
        service.get(1, TimeUnit.SECONDS).onExit().get(LIMIT_S, TimeUnit.SECONDS);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no POSIX shell")
    void aServiceThatDoesNotEndIsKilled() {
        assertRefused(own("--get", "/fails", "--", "--sample.fault=stubborn"), "status 500");
        assertEquals(0, services().count());
    }
}
