package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.SampleService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service that runs already: it is measured as it is, and goes on. */
@Tag(Lane.OWN)
class OwnUrlTest {

    @TempDir
    static Path folder;

    private static Process service;
    private static Ran ran;
    private static Path run;
    /** What the service's JVM tells of its recordings after the run. */
    private static String recordings;
    private static boolean wentOn;

    @BeforeAll
    static void runs() throws Exception {
        int port = freePort();
        service = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-jar", SampleService
                .jar(folder).toString(), "--server.port=" + port, "--server.tomcat.threads.max=4")
                .directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("service.log").toFile()).start();
        try {
            for (int i = 0; i < 3000 && !listens(port); i++) {
                Thread.sleep(10);
            }
            // As of a cell that was killed: no process has this number.
            assertEquals(0, jcmd("JFR.start", "name=virtual-thread-lab-2147483647").exit());
            ran = own("--url", "http://127.0.0.1:" + port, "--get", "/wait", "-c", "2,30", "--pool", "4",
                    "--warmup", "2s");
            wentOn = service.isAlive();
            recordings = jcmd("JFR.check").out();
        } finally {
            service.destroyForcibly().waitFor();
        }
        assertEquals(3, ran.exit(), "nothing was compared: " + ran.out() + ran.err());
        run = Repository.onlyRun(folder.resolve("data/own"), ran);
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return free.getLocalPort();
        }
    }

    private static boolean listens(int port) {
        try (var socket = new Socket("127.0.0.1", port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Ran own(String... more) {
        return OwnCommand.run(folder, List.of("--quick"), more);
    }

    private static Ran jcmd(String... words) throws Exception {
        return Repository.run(new ProcessBuilder(Stream.concat(Stream.of(Path.of(System.getProperty("java.home"), "bin",
                "jcmd").toString(), String.valueOf(service.pid())), Stream.of(words)).toList()));
    }

    @Test
    @Measures
    void itsBottleneckIsFound() throws Exception {
        JsonNode only = OwnCommand.verdict(run);
        assertEquals(List.of("probably enable", "pool"), OwnCommand.said(only), ran.out());
        // 4 threads, 50 ms each: 80 requests/s.
        double served = Repository.number(Repository.cells(run).get("running-c30-f1"), "rps");
        assertTrue(served > 40 && served < 82, "80 by the rule, and never more: " + served);
    }

    @Test
    void itGoesOnAndNothingOfTheRunStaysInIt() throws Exception {
        assertTrue(wentOn);
        Repository.contains(recordings, "No available recordings");
        try (var files = Files.list(folder)) {
            assertEquals(List.of(), files.filter(file -> file.toString().endsWith(".jfr")).toList(),
                    "nothing is left in the folder of the service");
        }
    }

    @Test
    void itsRecordingAndItsThreadDumpsAreOfThisService() throws Exception {
        assertTrue(RecordingFile.readAllEvents(run.resolve("running-f1.jfr")).stream()
                .anyMatch(event -> event.getThread() != null && "HTTP-Dispatcher".equals(event.getThread()
                        .getJavaName())),
                "it is the service's own recording");
        Repository.contains(Files.readString(run.resolve("notebook.md")), "runs already, as process " + service.pid(),
                "Nothing was compared", "What requests wait for with 30 users", "fixtures.SampleService.sleep");
    }

    @Test
    void whereNothingListensThatIsSaid() throws IOException {
        int port = freePort();
        Ran refused = own("--url", "http://127.0.0.1:" + port, "--get", "/wait");
        OwnCommand.assertRefused(refused, "http://127.0.0.1:" + port);
    }
}
