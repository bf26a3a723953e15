package kit.plan;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a user sends, again and again.
 *
 * @param method  HTTP method
 * @param path    path and query, starting with a slash
 * @param body    body, or null for none
 * @param contentType media type of the body, or null
 * @param timeout after this long without a complete answer the request counts as the error {@code timeout}
 * @param further paths that are requested in turn with the first, all of them equally often
 */
public record Request(String method, String path, String body, String contentType, Duration timeout,
        List<String> further)
        implements Serializable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** GET, with the usual time-out. */
    public static Request get(String path) {
        return new Request("GET", path, null, null, PATIENCE, List.of());
    }

    /** GET of each of these paths in turn, with the usual time-out. */
    public static Request get(List<String> paths) {
        return new Request("GET", paths.getFirst(), null, null, PATIENCE, List.copyOf(paths.subList(1, paths.size())));
    }

    /** POST of a JSON body, with the usual time-out. */
    public static Request post(String path, String json) {
        return new Request("POST", path, json, "application/json", PATIENCE, List.of());
    }

    /** The same, given up after this time. */
    public Request timeout(Duration limit) {
        return new Request(method, path, body, contentType, limit, further);
    }

    /** All paths, in the order in which they are requested. */
    public List<String> paths() {
        return Stream.concat(Stream.of(path), further.stream()).toList();
    }

    @Override
    public String toString() {
        return paths().stream().map(one -> method + " " + one).collect(Collectors.joining(", "));
    }
}
