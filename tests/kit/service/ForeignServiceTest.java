package kit.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.SampleService;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordingFile;
import kit.machine.Jdks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;

/** A service that a command starts, which does not begin with the word {@code java}. */
@Tag(Lane.FAULTS)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no sh")
class ForeignServiceTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itsJvmIsFoundAndRecorded(boolean isScript) throws Exception {
        Files.deleteIfExists(Path.of(System.getProperty("java.io.tmpdir"), "service.jfr"));
        Path home = Path.of(System.getProperty("java.home")).toRealPath();
        List<String> java = List.of(Jdks.tool(home, "java").toString(), "-jar", SampleService.jar(folder).toString(),
                "--server.port={port}");
        List<String> words = isScript ? List.of("sh", "-c", String.join(" ", java) + "; true") : java;
        RunningService running = new ForeignService(words, List.of(), new Ready("/wait", Duration.ofSeconds(
                60)), ForeignService.Around.here()).start();
        ProcessHandle jvm = ProcessHandle.of(running.pid()).orElseThrow();
        assertEquals(home, running.javaHome().toRealPath());
        assertTrue(Jdks.homeOf(jvm).isPresent(), jvm.info().toString());
        running.close();
        jvm.onExit().get(10, TimeUnit.SECONDS);
        try (var file = new RecordingFile(running.recording())) {
            assertTrue(file.hasMoreEvents());
        }
    }

    @Test
    void aServiceInTheBackgroundIsNamedAndGoesOn() {
        var service = new ForeignService(List.of("sh", "-c", Jdks.tool(Path.of(System.getProperty("java.home")), "java")
                + " -jar " + SampleService.jar(folder) + " --server.port={port} &"), List.of(),
                new Ready("/wait", Duration.ofSeconds(60)),
                ForeignService.Around.here());
        String message = assertThrows(IllegalStateException.class, service::start).getMessage();
        Matcher words = Pattern.compile("the service ended with exit code 0 before it was ready \\(after .* s\\). A "
                + "--command must stay in the foreground as long as the service runs: leave out &, or use exec. "
                + "Process (\\d+) listens at http://127.0.0.1:\\d+ and goes on: end it").matcher(message);
        assertTrue(words.matches(), message);
        ProcessHandle left = ProcessHandle.of(Long.parseLong(words.group(1))).orElseThrow();
        assertTrue(left.isAlive() && left.destroyForcibly());
    }

    @Test
    void aStopCommandThatFailsIsToldWithoutItsPassword() throws Exception {
        var stop = new StopCommand(List.of("sh", "-c", "exit 3", "--password=a hush"), ForeignService.Around.here(),
                Redirect.INHERIT, Duration.ofSeconds(10));
        assertEquals("--stop ended with exit code 3 (sh -c exit 3 --password=***)", assertThrows(
                IllegalStateException.class, stop::close).getMessage());
    }
}
