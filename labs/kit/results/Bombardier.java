package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Tool;
import kit.results.LoadResult.Users;
import tools.jackson.databind.JsonNode;

/** bombardier's {@code -o json -p r}, in µs. With {@code -l} it has percentiles. */
final class Bombardier implements Format {

    private static final Tool TOOL = new Tool("bombardier", "",
            "each request; the time is from the sending to the last byte received, in whole µs");

    @Override
    public boolean knows(String beginning) {
        return Json.has(beginning, "numberOfConnections", "timeTakenSeconds");
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        JsonNode root = Json.tree(file);
        JsonNode result = root.path("result");
        double good = sum(result, "req1xx", "req2xx", "req3xx");
        double failed = sum(result, "req4xx", "req5xx", "others");
        if (good + failed == 0) {
            throw Foreign.empty(file);
        }
        JsonNode latency = result.path("latency");
        var times = new ResponseTimes(Json.number(latency, "mean") / 1e3, Json.number(latency, "stddev") / 1e3,
                Double.NaN, Json.number(latency, "max") / 1e3,
                Json.percentiles(latency.path("percentiles"), "([\\d.]+)", 1e-3), 1e-3, null, false);
        // A rate that was ordered makes it no open loop: its connections wait for the answers.
        return List.of(new LoadResult(file.toString(), TOOL,
                Counts.of(good + failed, failed, Json.number(result, "timeTakenSeconds")), times,
                new Users(Json.number(root.path("spec"), "numberOfConnections"),
                        root.path("spec").has("rate") ? Double.NaN : 0),
                List.of(), List.of(), null));
    }

    private static double sum(JsonNode result, String... fields) {
        return Stream.of(fields).mapToDouble(field -> result.path(field).asDouble(0)).sum();
    }
}
