package own.requests;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import kit.plan.Request.Call;
import own.requests.LeftOut.Why;

/**
 * A request as it stands in a file. Only one that would be sent is read further, so that nothing is complained of in
 * the others.
 *
 * @param method as it is written, in capitals
 * @param host   see {@link Hosts}
 * @param weight how often it is sent, beside the others
 * @param name   for people, without secrets
 * @param call   what is sent; throws {@link NotSent} where it cannot be
 */
record Listed(String method, String host, int weight, String name, Supplier<Call> call) {

    /** Methods that may change something. */
    private static final Set<String> WRITING = Set.of("POST", "PUT", "PATCH", "DELETE");
    /** All that a service may be asked for. */
    static final List<String> METHODS = Stream.concat(Call.SAFE.stream(), WRITING.stream()).sorted().toList();
    /** What the IDEs' HTTP clients write in place of a method. */
    private static final Set<String> OTHER_PROTOCOLS = Set.of("GRPC", "GRAPHQL", "GQL", "WEBSOCKET", "WS", "WSS",
            "RSOCKET", "SSE", "EVENTSOURCE", "MQTT", "AMQP");
    /** Of headers that the JDK's client writes itself, or that would make an answer depend on an earlier one. */
    private static final Set<String> NOT_SENT = Set.of("host", "connection", "content-length", "expect", "upgrade",
            "transfer-encoding", "keep-alive", "proxy-connection", "te", "trailer", "http2-settings",
            "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range");

    /** @throws NotSent where it is no request of HTTP, or none for a service */
    void checkMethod() {
        if (OTHER_PROTOCOLS.contains(method)) {
            throw new NotSent(Why.PROTOCOL, name + ": own sends HTTP requests only, no " + method);
        }
        if (Hosts.isOtherScheme(host)) {
            throw new NotSent(Why.PROTOCOL, name + ": own sends http and https only");
        }
        if (!METHODS.contains(method)) {
            throw new NotSent(Why.METHOD, name + ": own does not send '" + method + "', only " + String.join(", ",
                    METHODS));
        }
    }

    /** Whether it may change something in the service. */
    boolean isWriting() {
        return WRITING.contains(method);
    }

    /** Adds a header, unless it is one that is not sent. */
    static void header(LinkedHashMap<String, String> headers, String name, String value) {
        if (!name.startsWith(":") && !NOT_SENT.contains(name.toLowerCase(Locale.ROOT))) {
            headers.merge(name, value, (a, b) -> a + (name.equalsIgnoreCase("cookie") ? "; " : ", ") + b);
        }
    }
}
