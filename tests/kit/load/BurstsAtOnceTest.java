package kit.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import kit.plan.Burst;
import kit.plan.Request;
import kit.plan.Traffic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** Two services that are each sent a burst at the same moment. */
@Tag(Lane.WAITS)
@Tag(Lane.ALSO_FAST)
class BurstsAtOnceTest extends DrivenServer {

    private static final int USERS = 40;
    private static final Burst BURST = Burst.of(USERS, Duration.ofMillis(200));

    private final AtomicLong servedByOther = new AtomicLong();
    private HttpServer other;

    @BeforeEach
    void startTheOther() throws Exception {
        // A second, so that the one that is slower ends after the other one on any machine.
        route("/slow", 200, () -> Thread.sleep(1000));
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        other.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        for (Map.Entry<String, Integer> route : Map.of("/wait", 20, "/slow", 1000).entrySet()) {
            other.createContext(route.getKey(), exchange -> {
                servedByOther.incrementAndGet();
                try (exchange) {
                    Thread.sleep(route.getValue());
                    exchange.sendResponseHeaders(200, -1);
                } catch (InterruptedException e) {
                    throw new java.io.IOException(e);
                }
            });
        }
        other.start();
        externals = Map.of("other", URI.create("http://127.0.0.1:" + other.getAddress().getPort()));
    }

    @AfterEach
    void stopTheOther() {
        other.stop(0);
    }

    private Outcome drive(String here, String there) throws InterruptedException {
        return drive(List.of(new Traffic("", Request.get(here), BURST),
                new Traffic("other", Request.get(there).to("other"), BURST)), Duration.ofMillis(100), () -> {},
                moment -> {});
    }

    private void assertAllCounted(Outcome outcome) {
        Outcome.OfStream main = outcome.main();
        Outcome.OfStream beside = outcome.streams.get("other");
        for (Outcome.OfStream stream : List.of(main, beside)) {
            assertEquals(USERS, stream.ok);
            assertEquals(USERS, stream.response.getTotalCount());
            assertEquals(0, stream.failed());
            assertTrue(stream.totals.seconds() > 0.2, "as long as its ramp at least");
        }
        assertEquals(main.totals.sent(), served.get(), "its own service has its requests and no other");
        assertEquals(beside.totals.sent(), servedByOther.get(), "and so has the other");
        assertTrue(main.totals.sent() > USERS, "a burst came before, to warm it up");
        assertEquals(USERS, IntStream.of(outcome.waves.ended()).sum(), "the waves are those of the main stream");
    }

    @Test
    void eachIsAsLongAsItsOwnRequestsTake() throws Exception {
        Outcome outcome = drive("/slow", "/wait");
        assertAllCounted(outcome);
        assertTrue(outcome.streams.get("other").totals.seconds() < outcome.main().totals.seconds() - 0.5,
                outcome.streams.get("other").totals + " and " + outcome.main().totals);
    }

    /** The measurement is over with the main stream; the other burst is waited for all the same. */
    @Test
    void theOtherMayBeTheLonger() throws Exception {
        Outcome outcome = drive("/wait", "/slow");
        assertAllCounted(outcome);
        assertTrue(outcome.main().totals.seconds() < outcome.streams.get("other").totals.seconds() - 0.5,
                outcome.streams.get("other").totals + " and " + outcome.main().totals);
    }

    @Test
    void aServiceThatDoesNotRunIsNamed() {
        externals = Map.of();
        var e = assertThrows(IllegalStateException.class, () -> drive("/wait", "/wait"));
        assertTrue(e.getMessage().contains("'other'"), e.getMessage());
    }
}
