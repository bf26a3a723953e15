package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.Loop;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Tool;
import kit.results.LoadResult.Users;
import tools.jackson.databind.JsonNode;

/** {@code vegeta report -type=json}, in ns. Its rate is that of the sending. */
final class Vegeta implements Format {

    private static final Tool TOOL = new Tool("vegeta", "",
            "each request; the time is from the sending, at a rate, to the last byte received");

    @Override
    public boolean knows(String beginning) {
        return Json.has(beginning, "latencies", "50th");
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        JsonNode root = Json.tree(file);
        JsonNode latencies = root.path("latencies");
        double requests = Json.number(root, "requests");
        if (!(requests > 0)) {
            throw Foreign.empty(file);
        }
        var counts = new Counts(requests, Json.sum(root.path("status_codes"), Json::isFailure),
                Json.number(root, "duration") / 1e9, Json.number(root, "rate"), Double.NaN);
        var times = new ResponseTimes(Json.number(latencies, "mean") / 1e6, Double.NaN,
                Json.number(latencies, "min") / 1e6, Json.number(latencies, "max") / 1e6,
                Json.percentiles(latencies, "([\\d.]+)th", 1e-6), 1e-6, null, false);
        return List.of(new LoadResult(file.toString(), TOOL, counts, times, Users.none(Loop.OPEN), List.of(), List.of(),
                null));
    }
}
