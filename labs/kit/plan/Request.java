package kit.plan;

import java.io.Serializable;
import java.time.Duration;

/**
 * What a user sends, again and again.
 *
 * @param method  HTTP method
 * @param path    path and query, starting with a slash
 * @param body    body, or null for none
 * @param contentType media type of the body, or null
 * @param timeout after this long without a complete answer the request counts as the error {@code timeout}
 */
public record Request(String method, String path, String body, String contentType, Duration timeout)
        implements Serializable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** GET, with the usual time-out. */
    public static Request get(String path) {
        return new Request("GET", path, null, null, PATIENCE);
    }

    /** POST of a JSON body, with the usual time-out. */
    public static Request post(String path, String json) {
        return new Request("POST", path, json, "application/json", PATIENCE);
    }

    /** The same, given up after this time. */
    public Request timeout(Duration limit) {
        return new Request(method, path, body, contentType, limit);
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
