package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fixtures.SampleService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service that two commands of a person start and stop, on this machine and in a network namespace of its own. */
@Tag(Lane.OWN)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the commands are shell scripts")
class OwnOperatedTest {

    private static final String SWITCH = "spring.threads.virtual.enabled=no|true";
    /** A run of the tests beside this one has others. */
    private static final long NUMBER = ProcessHandle.current().pid();
    private static final String NAMESPACE = "vtlab-" + NUMBER;
    private static final String LINK = "vtlab" + NUMBER;
    private static final String HERE = "10.77." + NUMBER % 250 + ".1";
    private static final String THERE = "10.77." + NUMBER % 250 + ".2";
    private static final int JMX = 9010;
    private static final int LIMIT_S = 60;

    /** Writes down what it is asked to do. */
    private static final String SCRIPT = """
            #!/bin/sh
            cd "$(dirname "$0")"
            what=$1 variant=$2
            shift 2
            echo "$what $variant" >>asked
            case $what in
              start) %s -jar sample.jar --server.tomcat.threads.max=4 "$@" >>service.log 2>&1 & echo $! >pid ;;
              stop) kill "$(cat pid)" ;;
            esac
            """;

    @TempDir
    Path folder;
    private int port;

    @BeforeEach
    void aPort() throws IOException {
        SampleService.jar(folder);
        try (var free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        script("");
    }

    /** @param before the command that runs Java, and behind it, flags of the JVM */
    private void script(String before, String... flags) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin/java") + " " + String.join(" ", flags);
        Path script = Files.writeString(folder.resolve("operate.sh"), SCRIPT.formatted((before + " " + java).strip()));
        assertTrue(script.toFile().setExecutable(true));
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        System.clearProperty("own.ready-within");
        List<ProcessHandle> left = services().toList();
        left.forEach(ProcessHandle::destroyForcibly);
        assertEquals(List.of(), left, "the service was left running");
    }

    private Stream<ProcessHandle> services() {
        return ProcessHandle.allProcesses().filter(one -> one.info().commandLine().orElse("").contains("-jar sample.jar"
                + " --server.tomcat.threads.max=4 --server.port=" + port));
    }

    private List<String> asked() throws IOException {
        Path asked = folder.resolve("asked");
        return Files.exists(asked) ? Files.readAllLines(asked) : List.of();
    }

    private List<String> words(String host, String... more) {
        String operate = folder.resolve("operate.sh").toString();
        var words = new ArrayList<>(List.of("--url", "http://" + host + ":" + port, "--start", operate
                + " start {variant} --server.port=" + port + " --server.address=" + host + " {switch}", "--stop",
                operate + " stop {variant}", "--get", "/wait", "--quick", "--switch", SWITCH));
        words.addAll(List.of(more));
        return words;
    }

    private static JsonNode verdict(Path run) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(run.resolve("verdict.json"))).path("verdicts").get(0);
    }

    /** The pool of 4 threads is the reason. @return the folder of the run */
    private Path assertEnables(Ran ran) throws IOException {
        String told = ran.out() + ran.err();
        Certain.holds(this::assertStopped);
        Certain.holds(() -> assertEquals(Set.of("start platform", "start virtual", "stop platform", "stop virtual"), Set
                .copyOf(asked()), told));
        assertEquals(0, ran.exit(), told);
        Path run = Repository.onlyRun(folder.resolve("data/own"), ran);
        assertEquals(List.of("enable", "pool"), List.of(verdict(run).path("verdict").asString(), verdict(run).path(
                "bottleneck").asString()), told);
        return run;
    }

    /** What was started was stopped, one after the other. */
    private void assertStopped() throws IOException {
        List<String> asked = asked();
        for (int i = 0; i < asked.size(); i += 2) {
            assertTrue(asked.get(i).startsWith("start "), asked.toString());
            String variant = asked.get(i).substring("start ".length());
            assertEquals("stop " + variant, i + 1 < asked.size() ? asked.get(i + 1) : "", asked.toString());
        }
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void bothVariantsAreStartedAndCompared() throws Exception {
        Ran ran = OwnCommand.run(folder, words("127.0.0.1", "-c", "30", "--pool", "4"));
        Path run = assertEnables(ran);
        Certain.holds(() -> assertTrue(Files.exists(run.resolve("virtual-f1.jfr")),
                "on this machine its JVM is recorded"));
    }

    @Test
    void whatRunsIsStoppedWhereTheBenchIsKilled() throws Exception {
        Process lab = Script.of("labs/own.java").process(Stream.concat(words("127.0.0.1").stream().filter(
                word -> !word.equals(OwnCommand.QUICK)), Stream.of("--data", folder.resolve("data").toString()))
                .toArray(String[]::new)).redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile()).start();
        try {
            // The first one is for the first try, by the lab itself; the second one for a cell.
            until(() -> starts() == 2 && services().count() == 1);
        } finally {
            lab.destroyForcibly();
        }
        until(() -> services().findAny().isEmpty() && asked().getLast().startsWith("stop "));
        List<String> asked = asked();
        assertEquals(2 * starts(), asked.size(), "each is stopped once: " + asked);
        for (int i = 0; i < asked.size(); i += 2) {
            assertEquals(asked.get(i).replace("start ", "stop "), asked.get(i + 1), asked.toString());
        }
    }

    private long starts() throws IOException {
        return asked().stream().filter(line -> line.startsWith("start ")).count();
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private void until(Condition condition) throws IOException, InterruptedException {
        for (int i = 0; i < 100 * LIMIT_S; i++) {
            if (condition.holds()) {
                return;
            }
            Thread.sleep(10);
        }
        Path out = folder.resolve("out");
        throw new AssertionError("waited in vain: " + asked() + (Files.exists(out) ? Files.readString(out) : ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "no-such-program {variant} | true | --start; exit code 127",
            "sh -c 'echo no room left; exit 3' {switch} | true | --start; exit code 3; no room left",
            "OPERATE start {variant} --server.port=PORT | true | --stop; 2 s; http://127.0.0.1:PORT",
            "OPERATE start {variant} --server.port=PORT | no-such-program | --stop; exit code 127"})
    void commandsThatDoNotDoWhatTheyShould(String start, String stop, String values) throws Exception {
        System.setProperty("own.ready-within", "2");
        try {
            Ran ran = OwnCommand.run(folder, List.of("--url", "http://127.0.0.1:" + port, "--get", "/wait",
                    "--start", filled(start), "--stop", filled(stop)));
            assertNothingIsMeasured(ran, filled(values).split("; "));
        } finally {
            // Nothing of these commands stops what they have started.
            services().forEach(ProcessHandle::destroyForcibly);
            until(() -> services().findAny().isEmpty());
        }
    }

    private String filled(String text) {
        return text.strip().replace("OPERATE", folder.resolve("operate.sh").toString()).replace("PORT", String.valueOf(
                port));
    }

    private void assertNothingIsMeasured(Ran ran, String... values) {
        OwnCommand.assertRefused(ran, values);
        assertTrue(Files.notExists(folder.resolve("data")), "nothing is written");
    }

    @Test
    void whatListensBeforeItIsStartedIsNotMeasured() throws Exception {
        try (var other = new ServerSocket(port, 5, InetAddress.getByName("127.0.0.1"))) {
            assertNothingIsMeasured(OwnCommand.run(folder, words("127.0.0.1")), "http://127.0.0.1:" + other
                    .getLocalPort());
        }
        assertEquals(List.of(), asked(), "nothing was started, and nothing stopped");
    }

    @Test
    void aPlaceThatTellsNothingIsSaid() throws Exception {
        assertNothingIsMeasured(OwnCommand.run(folder, words("127.0.0.1", "--management", "127.0.0.1:1")),
                "--management 127.0.0.1:1");
        String actuator = "http://127.0.0.1:" + port + "/actuator";
        assertNothingIsMeasured(OwnCommand.run(folder, words("127.0.0.1", "--management", actuator)), "--management "
                + actuator);
        assertEquals(List.of("start platform", "stop platform", "start platform", "stop platform"), asked());
    }

    // ---- on another machine, as far as the network can tell ----

    private static boolean ip(String... words) throws InterruptedException {
        try {
            return Repository.run(new ProcessBuilder(Stream.concat(Stream.of("ip"), Stream.of(words)).toList()))
                    .exit() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void onAnotherMachineItsCpusAreToldByJmx() throws Exception {
        assumeTrue(ip("netns", "add", NAMESPACE), "no network namespace can be made here");
        try {
            Certain.holds(() -> {
                assertTrue(ip("link", "add", LINK, "type", "veth", "peer", "name", "there", "netns", NAMESPACE));
                assertTrue(ip("address", "add", HERE + "/30", "dev", LINK));
                assertTrue(ip("link", "set", LINK, "up"));
                assertTrue(ip("-n", NAMESPACE, "address", "add", THERE + "/30", "dev", "there"));
                assertTrue(ip("-n", NAMESPACE, "link", "set", "there", "up"));
            });
            inANamespace();
        } finally {
            ip("netns", "del", NAMESPACE);
        }
    }

    private void inANamespace() throws Exception {
        script("ip netns exec " + NAMESPACE, "-Dcom.sun.management.jmxremote.port=" + JMX,
                "-Dcom.sun.management.jmxremote.authenticate=false", "-Dcom.sun.management.jmxremote.ssl=false",
                "-Djava.rmi.server.hostname=" + THERE, "-Dspring.datasource.hikari.register-mbeans=true");
        Ran refused = OwnCommand.run(folder, words(THERE));
        Certain.holds(() -> assertNothingIsMeasured(refused, THERE, "--allow-host"));
        Ran ran = OwnCommand.run(folder,
                words(THERE, "--allow-host", THERE, "-c", "30", "--pool", "4", "--management", THERE
                        + ":" + JMX));
        Path run = assertEnables(ran);
        CSVRecord cpus = Repository.csv(run.resolve("pools.csv")).stream().filter(row -> row.get("kind").equals("CPUs"))
                .findFirst().orElseThrow(() -> new IllegalStateException(ran.out()));
        Certain.holds(() -> assertEquals(Runtime.getRuntime().availableProcessors(), (int) Repository.number(cpus,
                "size")));
        double busy = Repository.number(cpus, "busy");
        assertTrue(busy > 0 && busy <= 1.1 * Runtime.getRuntime().availableProcessors(), cpus.toString());
        for (String threads : List.of("platform", "virtual")) {
            double ms = verdict(run).path("demand").path(threads).path("held_ms").path("CPUs of the service")
                    .asDouble();
            assertTrue(ms > 0 && ms < 50, threads + ": it waits for 50 ms, and needs a CPU for less: " + ms);
        }
        Certain.holds(() -> assertTrue(verdict(run).path("pools").valueStream().anyMatch(pool -> pool.path("pool")
                .asString().equals("orders")), "its connection pool is told by the same agent"));
        Certain.holds(() -> Repository.contains(Files.readString(run.resolve("notebook.md")),
                "The service is on another machine", "CPUs of the service", "The service was not recorded"));
    }
}
