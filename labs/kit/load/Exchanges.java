package kit.load;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import kit.plan.Request;
import kit.plan.Request.Call;

/** Sends single requests with the JDK's HttpClient, gives up those that take too long, and records how each went. */
public final class Exchanges {

    static final String NO_CONNECTION = "connect";
    public static final String TIMEOUT = "timeout";

    /** A user whose request failed rests this long: a service that is down is not to be hammered. */
    private static final Duration REST_AFTER_ERROR = Duration.ofMillis(10);

    /** So many requests, one after the other, take the client a second on a slow machine. */
    private static final int REHEARSED = 1000;

    /** What the JDK's client must be told before its classes load. */
    private static final Map<String, String> CLIENT_PROPERTIES = Map.of(
            // By default a GET whose connection breaks is sent once more without a word: the counts would not add up.
            "jdk.httpclient.redirects.retrylimit", "1",
            "jdk.httpclient.disableRetryConnect", "true",
            // A request may ask for a connection of its own.
            "jdk.httpclient.allowRestrictedHeaders", "connection",
            // Newer JDKs put the selector on a virtual thread, which is one of the service's scheduler.
            "jdk.internal.httpclient.tcp.selector.useVirtualThreads", "never");

    /**
     * Discards an answer and notes when it was complete. Its user may be woken later: that is time before the next
     * request, and no part of this one.
     */
    private static final HttpResponse.BodyHandler<Long> WHEN_COMPLETE = head -> HttpResponse.BodySubscribers
            .mapping(HttpResponse.BodySubscribers.discarding(), nothing -> System.nanoTime());

    private final URI base;
    private Map<String, URI> externals = Map.of();
    private final HttpClient client;
    private final RequestTimeouts timeouts = new RequestTimeouts();

    /** @param base where the service listens */
    Exchanges(URI base, LoadScheduler scheduler) {
        this.base = base;
        this.client = client(base, scheduler);
        scheduler.startPlatform("timeouts", timeouts::watch);
    }

    /** Sets where external services listen, by their names: requests may be sent to them, see {@link Request#to}. */
    void externals(Map<String, URI> addresses) {
        externals = addresses;
    }

    private static HttpClient client(URI base, LoadScheduler scheduler) {
        Set<Thread> before = selectors();
        HttpClient built = plain(base).connectTimeout(Duration.ofSeconds(10)).executor(scheduler.http()).build();
        // The service may have clients of its own, whose threads have the same kind of name.
        selectors().stream().filter(t -> !before.contains(t)).forEach(scheduler::reads);
        return built;
    }

    /** Of a client that follows no redirect. Load goes to this machine and nowhere else: it uses no proxy. */
    private static HttpClient.Builder plain(URI base) {
        HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER).proxy(HttpClient.Builder.NO_PROXY);
        // External services of a lab are sent http, too.
        return "http".equalsIgnoreCase(base.getScheme()) ? client.sslContext(NoTls.CONTEXT) : client;
    }

    private static Set<Thread> selectors() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().matches("HttpClient-\\d+-SelectorManager")).collect(Collectors.toSet());
    }

    /** Sets what the JDK's client reads once, when its classes load: to be called before the first of them is made. */
    public static void setClientProperties() {
        CLIENT_PROPERTIES.forEach(System::setProperty);
    }

    /**
     * A single call, outside of any measurement. It follows no redirect and uses no proxy.
     *
     * @param limit until its answer is complete
     * @throws IOException where there is no answer
     */
    public static HttpResponse<byte[]> once(URI base, Call call, Duration limit)
            throws IOException, InterruptedException {
        setClientProperties();
        try (HttpClient client = plain(base).build()) {
            return client.send(HttpRequest.newBuilder(call.to(base), (name, value) -> true).timeout(limit).build(),
                    HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    /** Those of the thread that calls. */
    RequestTimeouts.OfThread timeouts() {
        return timeouts.ofThisThread();
    }

    /** The requests of the plan as the client sends them: the next one of several with each call. */
    Supplier<HttpRequest> requests(Request request) {
        URI to = request.service().isEmpty() ? base : externals.get(request.service());
        if (to == null) {
            throw new IllegalStateException("no external service '" + request.service() + "' is running: there are "
                    + externals.keySet());
        }
        List<HttpRequest> all = request.calls().stream().map(call -> call.to(to)).toList();
        HttpRequest first = all.getFirst();
        var turn = new AtomicLong();
        return all.size() == 1 ? () -> first : () -> all.get((int) (turn.getAndIncrement() % all.size()));
    }

    /**
     * Sends one request and records how it went.
     *
     * @param requests of which the next is sent, see {@link #requests}
     * @param timeouts of the thread that calls, see {@link #timeouts()}
     * @param ended    told the moment at which it ended, before it is recorded
     * @return when the user is free again: when the answer was complete
     */
    long send(StreamRecorder recorder, Supplier<HttpRequest> requests, RequestTimeouts.OfThread timeouts,
            long intended,
            LongConsumer ended) {
        long actual = System.nanoTime();
        recorder.sending(actual);
        String error = null;
        long done = 0;
        timeouts.begins(actual + recorder.stream().request().timeout().toNanos());
        try {
            HttpResponse<Long> answer = client.send(requests.get(), WHEN_COMPLETE);
            done = answer.body();
            if (answer.statusCode() < 200 || answer.statusCode() > 299) {
                error = "http-" + answer.statusCode();
            }
        } catch (HttpConnectTimeoutException | ConnectException e) {
            error = NO_CONNECTION;
        } catch (IOException e) {
            error = "broken";
        } catch (InterruptedException e) {
            error = "interrupted";
        } catch (RuntimeException | Error e) {
            // Whatever it is, a user who dies of it would only be missing from the accounts.
            error = e.getClass().getSimpleName();
        }
        if (timeouts.expired()) {
            error = TIMEOUT;
        }
        if (error != null) {
            done = System.nanoTime();
        }
        ended.accept(done);
        if (error == null) {
            recorder.succeeded(intended, actual, done);
            return done;
        }
        LockSupport.parkNanos(REST_AFTER_ERROR.toNanos());
        long free = System.nanoTime();
        recorder.failed(intended, done, free, error);
        return free;
    }

    /** Sends one request, and records nothing. @return when its answer was complete */
    long sendOnly(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, WHEN_COMPLETE).body();
    }

    /**
     * Sends requests to a server of this JVM, and closes it again: the client's own code is loaded and compiled then.
     *
     * @throws UncheckedIOException where no such server can be started
     */
    void rehearse() {
        HttpServer server = rehearsalServer();
        try {
            URI there = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            HttpRequest request = HttpRequest.newBuilder(there).timeout(Duration.ofSeconds(10)).build();
            for (int i = 0; i < REHEARSED; i++) {
                client.send(request, WHEN_COMPLETE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the load generator could not send requests to a server of its own", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            server.stop(0);
        }
    }

    private static HttpServer rehearsalServer() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                exchange.sendResponseHeaders(204, -1);
                exchange.close();
            });
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("the load generator could not start a server of its own", e);
        }
    }

    /** Gives up the requests that are under way. */
    void breakOff() {
        client.shutdownNow();
    }

    /** When no more are to come. */
    void stop() {
        timeouts.stop();
        breakOff();
    }

    static void parkUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
