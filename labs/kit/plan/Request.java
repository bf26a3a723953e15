package kit.plan;

import java.io.Serializable;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import kit.base.Secrets;

/**
 * What a user sends, again and again.
 *
 * @param calls   sent in turn; one that is there twice is sent twice as often as one that is there once
 * @param timeout after this long without a complete answer a call counts as the error {@code timeout}
 * @param mostFailed share of the calls that may fail before the load is stopped; 1 for all of them
 * @param service name of the external service that it is sent to; empty for the service under test
 */
public record Request(List<Call> calls, Duration timeout, double mostFailed, String service) implements Serializable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** So many are named in a row of a table. */
    private static final int NAMED = 5;

    /**
     * A single HTTP request.
     *
     * @param method  HTTP method
     * @param path    path and query, starting with a slash
     * @param headers by their names; they may hold passwords, so they are never written to a file
     * @param body    null for none; never written to a file, either
     */
    public record Call(String method, String path, LinkedHashMap<String, String> headers, String body)
            implements Serializable {

        /** Methods that change nothing, by RFC 9110, 9.2.1; QUERY has a body. TRACE is not for services. */
        public static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "QUERY");

        /** Whether it changes nothing, by its method. */
        public boolean isSafe() {
            return SAFE.contains(method);
        }

        /** A GET without headers. */
        public static Call get(String path) {
            return new Call("GET", path, new LinkedHashMap<>(), null);
        }

        public Call with(String header, String value) {
            var more = new LinkedHashMap<>(headers);
            more.put(header, value);
            return new Call(method, path, more, body);
        }

        /**
         * As the JDK's client sends it.
         *
         * @param base where the service listens
         * @throws IllegalArgumentException where a header is none that the client sends
         */
        public HttpRequest to(URI base) {
            var builder = HttpRequest.newBuilder(base.resolve(path));
            headers.forEach(builder::header);
            return builder.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                    .build();
        }

        /** Without headers, body and passwords. */
        @Override
        public String toString() {
            return method + " " + Secrets.masked(path);
        }
    }

    /** @throws IllegalArgumentException where there is no call */
    public Request {
        if (calls.isEmpty()) {
            throw new IllegalArgumentException("a request of no calls");
        }
        calls = List.copyOf(calls);
    }

    /** GET, with the usual time-out. */
    public static Request get(String path) {
        return of(List.of(Call.get(path)));
    }

    /** POST of a JSON body, with the usual time-out. */
    public static Request post(String path, String json) {
        return of(List.of(new Call("POST", path, new LinkedHashMap<>(Map.of("Content-Type", "application/json")),
                json)));
    }

    /** These in turn, with the usual time-out. */
    public static Request of(List<Call> calls) {
        return new Request(calls, PATIENCE, 1, "");
    }

    /** Given up after this time. */
    public Request timeout(Duration limit) {
        return new Request(calls, limit, mostFailed, service);
    }

    /** Each with a connection of its own, which ends with the answer: as {@code ab} sends it. */
    public Request closing() {
        return new Request(calls.stream().map(call -> call.with("Connection", "close")).toList(), timeout,
                mostFailed, service);
    }

    /** Sent to an external service of the variant, by its name: see {@link Variant#external}. */
    public Request to(String external) {
        return new Request(calls, timeout, mostFailed, external);
    }

    /** Stopped where more than this share of the calls fails. */
    public Request stoppingAbove(double share) {
        return new Request(calls, timeout, share, service);
    }

    /** The first call. */
    public Call first() {
        return calls.getFirst();
    }

    /** Path and query of the first call. */
    public String path() {
        return first().path();
    }

    /** Each call once, and how often it is sent in a turn. */
    public Map<Call, Long> weights() {
        return calls.stream().collect(Collectors.groupingBy(call -> call, LinkedHashMap::new, Collectors.counting()));
    }

    /** Each call once; of many the first, and how many more there are. */
    @Override
    public String toString() {
        List<String> names = weights().keySet().stream().map(Call::toString).distinct().toList();
        return String.join(", ", names.stream().limit(NAMED).toList())
                + (names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : "");
    }
}
