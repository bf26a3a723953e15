package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Tool;
import kit.results.LoadResult.Users;
import tools.jackson.databind.JsonNode;

/**
 * oha's {@code --output-format json} (earlier {@code --json}), in seconds. Its requests/s count those that it gave up
 * at the end of the load; an answer of any status is a success for it.
 */
final class Oha implements Format {

    static final Tool TOOL = new Tool("oha", "",
            "each request; the time is from the connection's begin, where it makes one, to the last byte received");
    private static final String GIVEN_UP = "aborted due to deadline";

    @Override
    public boolean knows(String beginning) {
        return Json.has(beginning, "successRate", "requestsPerSec");
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        JsonNode root = Json.tree(file);
        JsonNode summary = root.path("summary");
        JsonNode statuses = root.path("statusCodeDistribution");
        JsonNode errors = root.path("errorDistribution");
        double answered = Json.sum(statuses, status -> true);
        double broken = Json.sum(errors, error -> !error.equals(GIVEN_UP));
        if (answered == 0) {
            throw Foreign.empty(file);
        }
        double seconds = Json.number(summary, "total");
        var counts = new Counts(answered + broken, broken + Json.sum(statuses, Json::isFailure), seconds,
                Json.number(summary, "requestsPerSec") - Json.sum(errors, GIVEN_UP::equals) / seconds, Double.NaN);
        var times = new ResponseTimes(broken == 0 ? 1e3 * Json.number(summary, "average") : Double.NaN, Double.NaN,
                1e3 * Json.number(summary, "fastest"), 1e3 * Json.number(summary, "slowest"),
                Json.percentiles(root.path("latencyPercentiles"), "p([\\d.]+)", 1e3), 1e-6, null, false, answered);
        return List.of(new LoadResult(file.toString(), TOOL, counts, times, Users.UNKNOWN, List.of(), List.of(), null));
    }
}
