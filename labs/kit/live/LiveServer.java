package kit.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Serves one page, what it shows as it changes, and the files of one folder, at an address of 127.0.0.1 that cannot be
 * guessed. The page asks for {@code events} beside it (server-sent events): each event is the whole state, so a tab
 * that is opened late or opened again shows as much as the others. A tab that is closed costs nothing.
 */
public final class LiveServer implements AutoCloseable {

    private static final int TOKEN_BYTES = 16;
    /** After so long without an event something is sent, which fails where the tab is gone. */
    private static final Duration BEAT = Duration.ofSeconds(10);
    /** For which the last files may be asked for after the last event. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** So long after the last request no more is wanted. */
    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final Map<String, String> TYPES = Map.of("html", "text/html", "js", "text/javascript", "css",
            "text/css", "csv", "text/csv", "md", "text/plain", "json", "application/json", "svg", "image/svg+xml");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String prefix;
    private final byte[] page;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private String state;
    private long version;
    private boolean last;
    private Path folder;
    private int busy;
    private int watchers;
    private boolean watched;
    private long lastRequest = System.nanoTime();

    private LiveServer(String page) throws IOException {
        this.page = page.getBytes(StandardCharsets.UTF_8);
        var token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        prefix = "/" + HexFormat.of().formatHex(token) + "/";
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /**
     * Begins to serve.
     *
     * @param page  HTML
     * @param state that the page shows first, as JSON in one line
     * @throws IOException where nothing can listen
     */
    public static LiveServer of(String page, String state) throws IOException {
        var server = new LiveServer(page);
        server.tell(state);
        return server;
    }

    /** Where the page is. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + prefix);
    }

    /** Tells all tabs the new state, as JSON in one line. */
    public void tell(String json) {
        tell(json, false);
    }

    /** Tells all tabs the last state; {@link #close} waits until they have what it leads to. */
    public void tellLast(String json) {
        tell(json, true);
    }

    private void tell(String json, boolean isLast) {
        lock.lock();
        try {
            state = json;
            version++;
            last |= isLast;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Serves the files of this folder at {@code files/}, those of folders in it not. */
    public void serve(Path files) {
        lock.lock();
        try {
            folder = files.toAbsolutePath().normalize();
        } finally {
            lock.unlock();
        }
    }

    /** How many tabs watch now. */
    public int watchers() {
        lock.lock();
        try {
            return watchers;
        } finally {
            lock.unlock();
        }
    }

    // ---- requests ----

    private void handle(HttpExchange exchange) throws IOException {
        count(1);
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (!exchange.getRequestMethod().equals("GET") || !path.startsWith(prefix)) {
                refuse(exchange);
                return;
            }
            String name = path.substring(prefix.length());
            if (name.isEmpty()) {
                answer(exchange, "text/html", page);
            } else if (name.equals("events")) {
                events(exchange);
            } else {
                file(exchange, name);
            }
        } finally {
            count(-1);
        }
    }

    private void count(int more) {
        lock.lock();
        try {
            busy += more;
            lastRequest = System.nanoTime();
        } finally {
            lock.unlock();
        }
    }

    private static void refuse(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(404, -1);
    }

    private static void answer(HttpExchange exchange, String type, byte[] body) throws IOException {
        headers(exchange, type);
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private static void headers(HttpExchange exchange, String type) {
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
    }

    /** Only what lies in the folder itself. */
    private void file(HttpExchange exchange, String name) throws IOException {
        Path from = folder();
        if (from == null || !name.matches("files/[\\w.-]+")) {
            refuse(exchange);
            return;
        }
        Path file = from.resolve(name.substring("files/".length())).normalize();
        if (!from.equals(file.getParent()) || !Files.isRegularFile(file)) {
            refuse(exchange);
            return;
        }
        String ending = name.substring(name.lastIndexOf('.') + 1);
        answer(exchange, TYPES.getOrDefault(ending, "application/octet-stream"), Files.readAllBytes(file));
    }

    private Path folder() {
        lock.lock();
        try {
            return folder;
        } finally {
            lock.unlock();
        }
    }

    /** One event after the other until the last one, or until they are not read any more. */
    private void events(HttpExchange exchange) throws IOException {
        headers(exchange, "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        watching(1);
        try (OutputStream out = exchange.getResponseBody()) {
            for (Told told = next(new Told("", 0, false)); told != null; told = told.last ? null : next(told)) {
                out.write(told.text.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (IOException e) {
            // The tab was closed.
        } finally {
            watching(-1);
        }
    }

    private void watching(int more) {
        lock.lock();
        try {
            watchers += more;
            watched = true;
        } finally {
            lock.unlock();
        }
    }

    /** @param text as server-sent events are written */
    private record Told(String text, long version, boolean last) {}

    /** The state that is newer than this one; after a while without one a comment. Null when the server ends. */
    private Told next(Told before) {
        lock.lock();
        try {
            long left = BEAT.toNanos();
            while (version == before.version && left > 0) {
                left = changed.awaitNanos(left);
            }
            return version == before.version ? new Told(":\n\n", version, false)
                    : new Told("data: " + state + "\n\n", version, last);
        } catch (InterruptedException e) {
            return null;
        } finally {
            lock.unlock();
        }
    }

    // ---- the end ----

    /** After the last state, waits until no more is asked for, at most ten seconds. Then nothing listens. */
    @Override
    public void close() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (last && watched && System.nanoTime() < end && !isQuiet()) {
                Thread.sleep(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop(0);
        threads.shutdownNow();
        try {
            threads.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isQuiet() {
        lock.lock();
        try {
            return busy == 0 && System.nanoTime() - lastRequest > QUIET.toNanos();
        } finally {
            lock.unlock();
        }
    }

    // ---- the browser ----

    /** Has the browser of this machine open the address, where there is one. */
    public void open() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        List<String> command = system.contains("win") ? List.of("rundll32", "url.dll,FileProtocolHandler")
                : system.contains("mac") ? List.of("open") : List.of("xdg-open");
        var words = new ArrayList<>(command);
        words.add(address().toString());
        try {
            new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        } catch (IOException e) {
            // There is none: the address was printed.
        }
    }
}
