package kit.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** Who may see a live page, and what its tabs are told. */
@Tag(Lane.UNIT)
class LiveServerTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path folder;
    private LiveServer server;

    @BeforeEach
    void start() throws IOException {
        server = LiveServer.of("<title>live</title>", "{\"n\":0}");
    }

    @AfterEach
    void end() {
        server.close();
    }

    private static HttpResponse<String> ask(String method, URI address) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(address).method(method, HttpRequest.BodyPublishers.noBody()).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private int status(String path) throws Exception {
        return ask("GET", URI.create(server.address() + path)).statusCode();
    }

    /** A tab of a browser, as far as events are concerned. */
    private static final class Tab implements AutoCloseable {
        private final InputStream in;
        private final BufferedReader lines;

        Tab(LiveServer server) throws Exception {
            in = CLIENT.send(HttpRequest.newBuilder(server.address().resolve("events")).build(),
                    HttpResponse.BodyHandlers.ofInputStream()).body();
            lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        }

        /** What the next event says; null where there are no more. */
        String next() throws IOException {
            String line = lines.readLine();
            while (line != null && !line.startsWith("data: ")) {
                line = lines.readLine();
            }
            return line == null ? null : line.substring("data: ".length());
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    @Test
    void onlyWhoKnowsTheAddressSeesThePage() throws Exception {
        assertEquals("<title>live</title>", ask("GET", server.address()).body());
        URI root = server.address().resolve("/");
        for (String other : List.of("", "events", "0123456789abcdef0123456789abcdef/", server.address().getPath()
                .substring(1, 20) + "/", server.address().getPath().substring(1, 33))) {
            assertEquals(404, ask("GET", root.resolve("/" + other)).statusCode(), other);
        }
        assertEquals(404, ask("POST", server.address()).statusCode(), "nothing is taken");
    }

    @Test
    void nothingElseOfTheMachineListens() throws Exception {
        for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(card.getInetAddresses())) {
                if (!address.isLoopbackAddress()) {
                    assertThrows(IOException.class, () -> new Socket(address, server.address().getPort()).close(),
                            address.toString());
                }
            }
        }
    }

    @Test
    void filesOfTheFolderAloneAreServed() throws Exception {
        Path served = Files.createDirectories(folder.resolve("served/inside"));
        Files.writeString(folder.resolve("secret.html"), "no");
        Files.writeString(served.resolve("deep.html"), "no");
        Files.writeString(folder.resolve("served/run.html"), "yes");
        assertEquals(404, status("files/run.html"), "before it is told");
        server.serve(folder.resolve("served"));
        assertEquals("yes", ask("GET", URI.create(server.address() + "files/run.html")).body());
        for (String other : List.of("files/", "files/..%2Fsecret.html", "files/../secret.html", "files/inside",
                "files/inside/deep.html", "files/none.html", "files/..")) {
            assertEquals(404, status(other), other);
        }
    }

    @Test
    void eachTabIsToldEachStateAndOneThatIsClosedChangesNothing() throws Exception {
        try (var first = new Tab(server); var second = new Tab(server)) {
            assertEquals("{\"n\":0}", first.next());
            assertEquals("{\"n\":0}", second.next());
            assertEquals(2, server.watchers());
            second.close();
            for (int n = 1; n <= 20; n++) {
                server.tell("{\"n\":" + n + "}");
                assertEquals("{\"n\":" + n + "}", first.next());
            }
            long end = System.nanoTime() + 10_000_000_000L;
            while (server.watchers() > 1 && System.nanoTime() < end) {
                Thread.sleep(20);
            }
            assertEquals(1, server.watchers(), "the closed one is forgotten");
            try (var late = new Tab(server)) {
                assertEquals("{\"n\":20}", late.next(), "who comes late knows as much");
            }
        }
    }

    /** The page of a run is asked for after the last event. */
    @Test
    void afterTheLastStateItWaitsForWhatTheTabsStillWant() throws Exception {
        Files.writeString(folder.resolve("run.html"), "the page");
        server.serve(folder);
        var pages = new ArrayList<String>();
        Thread tab;
        try (var events = new Tab(server)) {
            events.next();
            tab = Thread.ofVirtual().start(() -> {
                try {
                    assertEquals("{\"end\":true}", events.next());
                    assertNull(events.next(), "there are no more");
                    Thread.sleep(300);
                    pages.add(ask("GET", URI.create(server.address() + "files/run.html")).body());
                } catch (Exception e) {
                    pages.add(e.toString());
                }
            });
            server.tellLast("{\"end\":true}");
            server.close();
            tab.join();
        }
        assertEquals(List.of("the page"), pages);
        assertThrows(ConnectException.class, () -> ask("GET", server.address()), "nothing listens any more");
    }

    @Test
    void eachAddressIsAnotherOne() throws IOException {
        try (var other = LiveServer.of("", "{}")) {
            assertTrue(!other.address().getPath().equals(server.address().getPath()));
        }
    }
}
