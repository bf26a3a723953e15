package kit.requests;

import contract.WholeText;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Secrets;
import kit.plan.Request;
import kit.plan.Request.Call;

/**
 * The requests of a file.
 *
 * @param calls   in the order in which they are sent; one of weight 3 is there three times
 * @param leftOut what was not taken, and why, a line each; without headers and bodies
 */
public record RequestFile(List<Call> calls, List<String> leftOut) {

    /** Each is tried once before anything is measured. */
    private static final int MOST_CALLS = 100;
    private static final int MOST_WEIGHT = 1000;

    /** What a kind of file tells. */
    record Content(List<Listed> listed, List<String> leftOut) {}

    /**
     * Reads a file by its kind: {@code .http} and {@code .rest} files of IDEs, {@code .har} recordings, and OpenAPI
     * documents in JSON or YAML.
     *
     * @param writes whether requests that may change data are taken, too
     * @throws LabException where it cannot be used; its message names the file, the place and what to do
     */
    public static RequestFile read(Path file, boolean writes) {
        Content content = content(file, text(file));
        var leftOut = new ArrayList<>(content.leftOut);
        var weights = new LinkedHashMap<Call, Integer>();
        for (Listed one : content.listed) {
            if (one.isSafe() || writes) {
                weights.merge(one.call(), one.weight(), Integer::sum);
            } else {
                leftOut.add(one.call() + " may change data: --writes includes it");
            }
        }
        if (weights.isEmpty()) {
            throw new LabException(file + " has no request that can be sent" + leftOut.stream().findFirst()
                    .map(why -> ": " + why).orElse(": is it the right file?"));
        }
        if (weights.size() > MOST_CALLS) {
            throw new LabException(file + " has " + weights.size() + " different requests. Each is tried once before "
                    + "anything is measured, so at most " + MOST_CALLS + " are allowed: keep those that matter");
        }
        if (isRecording(file)) {
            scaled(weights).ifPresent(leftOut::add);
        }
        return new RequestFile(inTurn(weights, file), List.copyOf(leftOut.stream().distinct().toList()));
    }

    private static Content content(Path file, String text) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".http") || name.endsWith(".rest")) {
            return HttpFile.read(file, text);
        }
        if (isRecording(file)) {
            return HarFile.read(file, text);
        }
        if (Stream.of(".json", ".yaml", ".yml").anyMatch(name::endsWith)) {
            return OpenApiFile.read(file, text);
        }
        throw new LabException(file + ": its name must end with .http or .rest (requests as in IDEs), .har (a "
                + "recording), or .json, .yaml or .yml (an OpenAPI document)");
    }

    private static boolean isRecording(Path file) {
        return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".har");
    }

    /**
     * The weights of a recording are counts. Those of a long one are made smaller, so that each call stays.
     *
     * @return what was done, in words; empty for nothing
     */
    private static Optional<String> scaled(Map<Call, Integer> counts) {
        int all = sum(counts);
        if (all / divisor(counts) <= MOST_WEIGHT) {
            return Optional.empty();
        }
        // Rounded down, with one for each at least, they add up to what is allowed at most.
        long most = MOST_WEIGHT - counts.size();
        counts.replaceAll((call, count) -> Math.max(1, (int) (count * most / all)));
        return Optional.of(all - sum(counts) + " of the " + all + " recorded requests: the counts are scaled down, "
                + "since a turn may have " + MOST_WEIGHT + " requests");
    }

    private static int sum(Map<Call, Integer> weights) {
        return weights.values().stream().mapToInt(weight -> weight).sum();
    }

    private static int divisor(Map<Call, Integer> weights) {
        return weights.values().stream().reduce(0, RequestFile::greatestCommonDivisor);
    }

    static String text(Path file) {
        try {
            return WholeText.of(file);
        } catch (CharacterCodingException e) {
            throw new LabException(file + " is not text in UTF-8: is it the right file?", e);
        } catch (IOException e) {
            throw new LabException(file + " cannot be read: "
                    + (Files.exists(file) ? String.valueOf(e.getMessage()) : "there is no such file"), e);
        }
    }

    /**
     * Path and query of an address: load goes to the service that is measured, whatever host is written there.
     *
     * @param where it stands, for the complaint
     */
    static String path(String address, String where) {
        try {
            var uri = new URI(address);
            String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
            if (uri.isOpaque() || !path.startsWith("/")) {
                throw new LabException(
                        where + ": '" + Secrets.masked(address) + "' is no address; write it as /api/orders/42 or "
                                + "http://localhost:8080/api/orders/42");
            }
            return path + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        } catch (URISyntaxException e) {
            throw new LabException(where + ": '" + Secrets.masked(address) + "' is no valid address (" + e.getReason()
                    + "): write a space as %20", e);
        }
    }

    /**
     * A turn in which each call comes as often as its weight says, and evenly (smooth weighted round robin: in each
     * step all gain their weight, and the one that has most is sent and loses the sum of all).
     */
    private static List<Call> inTurn(Map<Call, Integer> weights, Path file) {
        int divisor = divisor(weights);
        int all = sum(weights) / divisor;
        if (all > MOST_WEIGHT) {
            throw new LabException(file + ": the weights add up to " + all + ", and at most " + MOST_WEIGHT
                    + " are allowed: make them smaller");
        }
        var gained = new LinkedHashMap<Call, Integer>();
        var turn = new ArrayList<Call>();
        for (int i = 0; i < all; i++) {
            weights.forEach((call, weight) -> gained.merge(call, weight / divisor, Integer::sum));
            Call most = gained.entrySet().stream().reduce((a, b) -> b.getValue() > a.getValue() ? b : a).orElseThrow()
                    .getKey();
            gained.merge(most, -all, Integer::sum);
            turn.add(most);
        }
        return turn;
    }

    private static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /** What a user sends: these calls in turn. */
    public Request request() {
        return Request.of(calls);
    }
}
