package own.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** A controller of Hyperfoil by its REST interface, as 0.25.2 answers: its statistics are empty for a moment. */
@Tag(Lane.SCRIPTS)
class HyperfoilControllerTest {

    private static final String STATISTICS = "{\"stats\":[]}";

    private static final String NAME = "virtual-thread-lab-[0-9a-f-]+";

    @TempDir
    Path folder;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();
    private String errors = "[ ]";
    private int start = 202;
    private HttpServer server;

    @BeforeEach
    void starts() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            // Each run has a name of its own.
            String request = exchange.getRequestMethod() + " "
                    + exchange.getRequestURI().getPath().replaceAll(NAME, "NAME");
            asked.add(request + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll(NAME, "NAME"));
            byte[] body = switch (request) {
            case "GET /benchmark/NAME/start" -> (start == 202 ? "{\"id\": \"000A\"}" : "There is an ongoing run")
                    .getBytes();
            case "GET /run/000A" ->
                ("{\"started\": \"now\", \"terminated\": " + (looks.incrementAndGet() < 3 ? "null" : "\"now\"")
                        + ", \"errors\": " + errors + "}").getBytes();
            case "GET /run/000A/stats/all/json" -> looks.incrementAndGet() < 6 ? new byte[0] : STATISTICS.getBytes();
            default -> new byte[0];
            };
            int status = request.endsWith("/start") ? start
                    : body.length == 0 && !request.startsWith("GET") ? 204 : 200;
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void ends() {
        server.stop(0);
    }

    private Ran drive() throws Exception {
        Path benchmark = Files.writeString(folder.resolve("b.hf.yaml"), "name: load\nhttp:\n  host: x\n");
        return Script.of("labs/own/generator/hyperfoil.java").run(benchmark.toString(), result().toString(),
                "CONTROLLER=http://127.0.0.1:" + server.getAddress().getPort(), "BASE=http://10.0.0.7:80", "USERS=20",
                "SECONDS=3s");
    }

    private Path result() {
        return folder.resolve("result.json");
    }

    @Test
    void aRunIsStartedAwaitedAndRead() throws Exception {
        Ran ran = drive();
        assertEquals(0, ran.exit(), ran.err());
        assertEquals(STATISTICS, Files.readString(result()));
        assertTrue(asked.getFirst().startsWith("POST /benchmark name: NAME"), asked.toString());
        assertEquals("DELETE /benchmark/NAME ", asked.getLast(), "it may have passwords");
        assertEquals("the load begins", ran.out().strip());
        assertTrue(asked.stream().noneMatch(one -> one.contains("/kill")), asked.toString());
    }

    @Test
    void aRunThatFailsIsKilledAndSaysWhy() throws Exception {
        errors = "[ \"agent-1: no route to host\" ]";
        Ran ran = drive();
        assertEquals(1, ran.exit());
        assertEquals("hyperfoil: the run failed: agent-1: no route to host", ran.err().strip());
        assertEquals(List.of("GET /run/000A/kill ", "DELETE /benchmark/NAME "), asked.subList(asked.size() - 2, asked
                .size()));
        assertTrue(Files.notExists(result()));
    }

    @Test
    void aControllerThatIsBusyIsSaid() throws Exception {
        start = 403;
        Ran ran = drive();
        assertEquals(1, ran.exit());
        assertEquals("hyperfoil: the controller answered GET /benchmark/NAME/start with the status 403: There is an "
                + "ongoing run", ran.err().strip().replaceAll(NAME, "NAME"));
        assertEquals("DELETE /benchmark/NAME ", asked.getLast());
        server.stop(0);
        Repository.contains(drive().err(), "hyperfoil: no controller answers at http://127.0.0.1:");
    }
}
