package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Spring Boot service tells of its connections by Actuator. A command starts it, and runs until it ends. */
@Tag(Lane.OWN)
@Tag(Lane.WHOLE)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the command that stops it is a POSIX one")
class OwnActuatorTest {

    /** Of HikariCP by default; a request holds one for 100 ms. */
    private static final int CONNECTIONS = 10;
    private static final int USERS = 40;

    @TempDir
    Path folder;

    @Test
    @Measures
    void itsConnectionsAreALimitOfTheRule() throws Exception {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        String url = "http://127.0.0.1:" + port;
        String start = String.join(" ",
                Script.of("tests/samples/shopActuator.java").command("--server.address=127.0.0.1",
                        "--server.port=" + port, "--management.endpoints.web.exposure.include=metrics", "{switch}"));
        Ran ran = OwnCommand.run(folder, List.of("--url", url, "--start", start, "--stop", "true", "--management", url
                + "/actuator", "--get", "/stored", "-c", String.valueOf(USERS), "--quick", "--switch",
                "spring.threads.virtual.enabled=off|true"));
        String told = ran.out() + ran.err();
        Path run = Repository.onlyRun(folder.resolve("data/own"), ran);
        JsonNode only = OwnCommand.verdict(run);
        for (String threads : List.of("platform", "virtual")) {
            double held = only.path("demand").path(threads).path("held_ms").path("connections").asDouble();
            assertTrue(held > 90 && held < 150, threads + ": " + held + "\n" + told);
            CSVRecord pool = Repository.csv(run.resolve("pools.csv")).stream()
                    .filter(one -> one.get("cell").equals(threads + "-c40-f1") && one.get("kind").equals(
                            "connections"))
                    .findFirst().orElseThrow(() -> new IllegalStateException(told));
            Certain.holds(() -> assertEquals(List.of("HikariPool-1", String.valueOf(CONNECTIONS)),
                    List.of(pool.get("pool"), pool.get("size"))));
            assertEquals(CONNECTIONS, Repository.number(pool, "busy"), 0.5, told);
            assertEquals(USERS - CONNECTIONS, Repository.number(pool, "waiting"), 4, told);
        }
        assertEquals("connections", only.path("bottleneck").asString(), told);
    }
}
