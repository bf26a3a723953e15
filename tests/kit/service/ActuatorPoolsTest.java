package kit.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** Pools by Spring Boot's Actuator, as its metrics are answered. */
@Tag(Lane.UNIT)
class ActuatorPoolsTest {

    private static final String METRICS = "/actuator/metrics";

    private final Map<String, String> answers = new TreeMap<>();
    private HttpServer server;
    private URI address;

    @BeforeEach
    void starts() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            String answer = answers.get(exchange.getRequestURI().toString());
            byte[] body = (answer == null ? "" : answer).getBytes();
            exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void ends() {
        server.stop(0);
    }

    private void metric(String name, String tags, double value) {
        answers.put(METRICS + "/" + name, """
                {"name":"x","measurements":[{"statistic":"VALUE","value":%s}],"availableTags":[%s]}""".formatted(value,
                tags));
    }

    private void hikari(String pool, double max, double active, double pending) {
        metric("hikaricp.connections.max?tag=pool:" + pool, "", max);
        metric("hikaricp.connections.active?tag=pool:" + pool, "", active);
        metric("hikaricp.connections.pending?tag=pool:" + pool, "", pending);
    }

    private PoolFigures figures() {
        return figures(false);
    }

    private PoolFigures figures(boolean elsewhere) {
        return ActuatorPools.at(address.resolve(ActuatorPools.USUAL), elsewhere);
    }

    @Test
    void eachPoolOfConnectionsAndTheThreadsOfTomcat() throws IOException {
        answers.put(METRICS, """
                {"names":["hikaricp.connections","hikaricp.connections.max","tomcat.threads.busy",
                "tomcat.threads.config.max"]}""");
        metric("hikaricp.connections.max", "{\"tag\":\"pool\",\"values\":[\"orders\",\"read only\"]}", 15);
        hikari("orders", 10, 9, 30);
        hikari("read+only", 5, 1, 0);
        metric("tomcat.threads.busy", "", 40);
        metric("tomcat.threads.config.max", "", 200);
        assertEquals(List.of(new PoolUse(PoolUse.Kind.CONNECTIONS, "orders", 10, 9, 30),
                new PoolUse(PoolUse.Kind.CONNECTIONS, "read only", 5, 1, 0),
                new PoolUse(PoolUse.Kind.THREADS, "", 200, 40, Double.NaN)), figures().read());
    }

    /** It tells the CPU time that its process has used so far, in ns. */
    @Test
    void onAnotherMachineItsCpus() throws Exception {
        answers.put(METRICS, "{\"names\":[\"process.cpu.time\",\"system.cpu.count\"]}");
        metric("system.cpu.count", "", 8);
        metric("process.cpu.time", "", 2e9);
        assertSame(PoolFigures.NONE, figures(false), "on this machine the operating system tells them");
        PoolFigures figures = figures(true);
        assertEquals(List.of(), figures.read(), "one look tells no difference");
        metric("process.cpu.time", "", 2.5e9);
        Thread.sleep(100);
        PoolUse cpus = figures.read().getFirst();
        assertEquals("8 CPUs of the service", cpus.size() + " " + cpus.inWords());
        assertTrue(cpus.busy() > 0 && cpus.busy() <= 5, "0.5 s of CPU time in 0.1 s or more: " + cpus);
    }

    @Test
    void aServiceThatTellsNothingIsNotAskedAgain() throws IOException {
        assertSame(PoolFigures.NONE, figures(), "no Actuator");
        answers.put(METRICS, "{\"names\":[\"jvm.memory.used\"]}");
        assertSame(PoolFigures.NONE, figures(), "no pools");
        answers.put(METRICS, "<html>a page to log in</html>");
        assertSame(PoolFigures.NONE, figures());
        assertEquals(List.of(), PoolFigures.NONE.read());
    }

    @Test
    void oneThatGoesAwayIsAnIOException() throws IOException {
        answers.put(METRICS, "{\"names\":[\"tomcat.threads.config.max\"]}");
        metric("tomcat.threads.config.max", "", 200);
        metric("tomcat.threads.busy", "", 40);
        PoolFigures figures = figures();
        assertEquals(200, figures.read().getFirst().size());
        server.stop(0);
        assertThrows(IOException.class, figures::read);
    }
}
