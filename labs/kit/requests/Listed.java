package kit.requests;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.plan.Request.Call;

/**
 * A request of a file.
 *
 * @param call   what is sent
 * @param weight how often, beside the others
 */
record Listed(Call call, int weight) {

    /** Methods that may change something. */
    private static final Set<String> WRITING = Set.of("POST", "PUT", "PATCH", "DELETE");
    /** All that a service may be asked for. */
    static final List<String> METHODS = Stream.concat(Call.SAFE.stream(), WRITING.stream()).sorted().toList();
    /** Of headers that the JDK's client writes itself, or that would make an answer depend on an earlier one. */
    private static final Set<String> NOT_SENT = Set.of("host", "connection", "content-length", "expect", "upgrade",
            "transfer-encoding", "keep-alive", "proxy-connection", "te", "trailer", "http2-settings",
            "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range");

    /** Whether it changes nothing in the service. */
    boolean isSafe() {
        return call.isSafe();
    }

    /**
     * A method that a service may be asked for.
     *
     * @param where it stands, for the complaint
     * @throws LabException where it is none of HTTP's
     */
    static String method(String word, String where) {
        String method = word.toUpperCase(Locale.ROOT);
        if (METHODS.contains(method)) {
            return method;
        }
        throw new LabException(where + ": '" + word + "' is no HTTP method; those are " + String.join(", ", METHODS));
    }

    /** Adds a header, unless it is one that is not sent. */
    static void header(LinkedHashMap<String, String> headers, String name, String value) {
        if (!name.startsWith(":") && !NOT_SENT.contains(name.toLowerCase(Locale.ROOT))) {
            headers.merge(name, value, (a, b) -> a + ", " + b);
        }
    }
}
