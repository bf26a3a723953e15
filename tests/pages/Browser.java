package pages;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A headless Chromium that opens pages as a person's browser does, and tells what became of them. It is spoken to in
 * its DevTools protocol, which changes nothing in a page. No name resolves in it: a page that asks for another host
 * fails to get it, and is found out.
 */
final class Browser implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    /** The first one is Chromium without windows, and has less to start. */
    private static final List<String> NAMES = List.of("chromium-headless-shell", "chromium", "chromium-browser",
            "google-chrome", "chrome");
    private static final int SECONDS = 60; // for any answer, on a busy machine

    /** What a page is looked at with. @param dark whether its reader prefers that */
    record View(int width, int height, boolean dark) {}

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final Map<String, Tab> tabs = new ConcurrentHashMap<>();

    /** The browser's program: CHROME_BIN, or what is on the PATH. Empty where there is none. */
    static Optional<Path> program() {
        String named = System.getenv("CHROME_BIN");
        if (named != null && !named.isBlank()) {
            return Optional.of(Path.of(named));
        }
        return NAMES.stream()
                .flatMap(name -> Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable).findFirst();
    }

    Browser(Path program) throws IOException, InterruptedException {
        profile = Files.createTempDirectory("browser");
        process = new ProcessBuilder(program.toString(), "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--remote-debugging-port=0",
                "--remote-allow-origins=*",
                "--user-data-dir=" + profile, "about:blank")
                .redirectErrorStream(true).redirectOutput(profile.resolve("output.txt").toFile()).start();
        try {
            // The file holds the port and the path, a line each, as soon as the browser listens.
            Path port = profile.resolve("DevToolsActivePort");
            List<String> where = List.of();
            for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS); where.size() < 2; Thread.sleep(50)) {
                where = Files.exists(port) ? Files.readAllLines(port) : where;
                if (System.nanoTime() > end || !process.isAlive()) {
                    throw new IOException(
                            program + " did not start: " + Files.readString(profile.resolve("output.txt")));
                }
            }
            socket = HttpClient.newHttpClient().newWebSocketBuilder()
                    .buildAsync(URI.create("ws://127.0.0.1:" + where.get(0) + where.get(1)), new Listener()).join();
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Opens an empty tab, in a window of its own: what is in none that can be seen is not painted. */
    Tab tab() {
        String target = ask("", "Target.createTarget", Map.of("url", "about:blank", "newWindow", true)).path("targetId")
                .asString();
        Tab tab = new Tab(ask("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId").asString());
        tabs.put(tab.session, tab);
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            tab.ask(domain + ".enable", Map.of());
        }
        tab.ask("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
        return tab;
    }

    /** A page that is open. Several can be, and are asked from threads of their own. */
    final class Tab {
        private final List<JsonNode> events = new ArrayList<>();
        private final String session;

        private Tab(String session) {
            this.session = session;
        }

        /** Opens a page, and waits until it is loaded. What is told of it later counts from here on. */
        void open(Path page, View view) {
            open(page.toUri().toString(), view);
        }

        /** Of any address that it can reach. */
        void open(String address, View view) {
            synchronized (events) {
                events.clear();
            }
            set(view);
            ask("Page.navigate", Map.of("url", address));
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            synchronized (events) {
                while (events("Page.loadEventFired").isEmpty()) {
                    if (System.nanoTime() > end) {
                        throw new IllegalStateException(address + " was not loaded in " + SECONDS + " s");
                    }
                    try {
                        events.wait(1000);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }

        /** Gives the page that is open another window, or another light, and waits until its plots have followed. */
        void change(View view) {
            set(view);
            evaluate("new Promise(done => setTimeout(done, 700))");
        }

        private void set(View view) {
            ask("Emulation.setDeviceMetricsOverride",
                    Map.of("width", view.width, "height", view.height, "deviceScaleFactor", 1,
                            "mobile", view.width < 500));
            ask("Emulation.setEmulatedMedia", Map.of("features",
                    List.of(Map.of("name", "prefers-color-scheme", "value", view.dark ? "dark" : "light"))));
        }

        /** What the page's console holds of errors and warnings, the browser's own about the page included. */
        List<String> complaints() {
            // What comes late has come.
            evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))");
            List<String> complaints = new ArrayList<>();
            events("Runtime.exceptionThrown")
                    .forEach(event -> complaints.add(event.path("exceptionDetails").toString()));
            Predicate<JsonNode> bad = level -> List.of("error", "warning", "assert").contains(level.asString());
            events("Runtime.consoleAPICalled").stream().filter(event -> bad.test(event.path("type")))
                    .forEach(event -> complaints.add(event.path("args").toString()));
            events("Log.entryAdded").stream().map(event -> event.path("entry"))
                    .filter(entry -> bad.test(entry.path("level")))
                    .forEach(entry -> complaints
                            .add(entry.path("text").asString() + " " + entry.path("url").asString()));
            return complaints;
        }

        /** Everything that the page asked for. */
        List<String> requests() {
            return events("Network.requestWillBeSent").stream()
                    .map(event -> event.path("request").path("url").asString()).toList();
        }

        /** The value of a JavaScript expression in the page; of a promise, what it comes to. */
        JsonNode evaluate(String expression) {
            JsonNode answer = ask("Runtime.evaluate",
                    Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
            if (answer.has("exceptionDetails")) {
                throw new IllegalStateException(expression + ": " + answer.path("exceptionDetails"));
            }
            return answer.path("result").path("value");
        }

        /** Presses Enter, as on a keyboard, in what has the focus. */
        void pressEnter() {
            press(Map.of("key", "Enter", "code", "Enter", "windowsVirtualKeyCode", 13, "text", "\r"));
        }

        /** Presses the right arrow. */
        void pressRight() {
            press(Map.of("key", "ArrowRight", "code", "ArrowRight", "windowsVirtualKeyCode", 39));
        }

        private void press(Map<String, Object> key) {
            for (String type : List.of("keyDown", "keyUp")) {
                Map<String, Object> event = new HashMap<>(key);
                event.put("type", type);
                ask("Input.dispatchKeyEvent", event);
            }
        }

        /** Whether pages that are opened from now on may run scripts. */
        void allowScripts(boolean whether) {
            ask("Emulation.setScriptExecutionDisabled", Map.of("value", !whether));
        }

        /** The page as it would be printed. @return the bytes of a PDF */
        byte[] print() {
            JsonNode answer = ask("Page.printToPDF", Map.of("printBackground", false, "preferCSSPageSize", true,
                    "paperWidth", 8.27, "paperHeight", 11.69));
            return Base64.getDecoder().decode(answer.path("data").asString());
        }

        private List<JsonNode> events(String method) {
            synchronized (events) {
                return events.stream().filter(event -> event.path("method").asString().equals(method))
                        .map(event -> event.path("params")).toList();
            }
        }

        private JsonNode ask(String method, Map<String, Object> parameters) {
            return Browser.this.ask(session, method, parameters);
        }

        private void hear(JsonNode event) {
            synchronized (events) {
                events.add(event);
                events.notifyAll();
            }
        }
    }

    private JsonNode ask(String session, String method, Map<String, Object> parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        Map<String, Object> message = new HashMap<>(Map.of("id", id, "method", method, "params", parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        synchronized (socket) { // which takes one message after the other
            socket.sendText(JSON.writeValueAsString(message), true).join();
        }
        JsonNode whole = answer.orTimeout(SECONDS, TimeUnit.SECONDS).join();
        if (whole.has("error")) {
            throw new IllegalStateException(method + ": " + whole.path("error"));
        }
        return whole.path("result");
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            message.append(part);
            if (last) {
                JsonNode whole = JSON.readTree(message.toString());
                message.setLength(0);
                if (whole.has("id")) {
                    answers.remove(whole.path("id").asInt()).complete(whole);
                } else {
                    Tab tab = tabs.get(whole.path("sessionId").asString(""));
                    if (tab != null) {
                        tab.hear(whole);
                    }
                }
            }
            from.request(1);
            return null;
        }
    }

    @Override
    public void close() throws Exception {
        // A wrapper script may have started the browser: its children are ours, too.
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        try {
            ask("", "Browser.close", Map.of());
        } catch (RuntimeException e) {
            // It is gone already, or is made to go now.
        }
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            all.forEach(ProcessHandle::destroyForcibly);
        }
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                file.toFile().delete();
            }
        }
    }
}
