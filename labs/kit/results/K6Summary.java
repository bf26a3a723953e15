package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Users;
import tools.jackson.databind.JsonNode;

/** k6's {@code --summary-export FILE}, or what its handleSummary is given, written as JSON. */
final class K6Summary implements Format {

    @Override
    public boolean knows(String beginning) {
        return Json.has(beginning, "metrics"); // reports of other tools, too: this is the last one to try
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        JsonNode root = Json.tree(file);
        JsonNode metrics = root.path("metrics");
        JsonNode sent = values(metrics, "http_reqs");
        JsonNode took = values(metrics, K6Points.DURATION);
        double count = Json.number(sent, "count");
        if (Double.isNaN(count)) {
            throw Unread.unknown(file);
        }
        if (!(count > 0)) {
            throw Foreign.empty(file);
        }
        double rate = Json.number(sent, "rate");
        double mean = Json.number(took, "avg");
        JsonNode failed = values(metrics, "http_req_failed");
        // Where a request failed the rate is 1: its passes are the failures.
        double errors = failed.isMissingNode() ? Double.NaN : Json.number(failed, "passes");
        double iterations = values(metrics, "iterations").path("count").asDouble(0);
        double think = K6Points.think(iterations, Json.number(values(metrics, "iteration_duration"), "avg"), count,
                mean);
        var counts = new Counts(count, errors,
                root.path("state").path("testRunDurationMs").asDouble(1e3 * count / rate) / 1e3, rate,
                values(metrics, "dropped_iterations").path("count").asDouble(0));
        // k6 measures in ns and prints what it has.
        return List.of(new LoadResult(file.toString(), K6Csv.TOOL, counts,
                new ResponseTimes(mean, Double.NaN, Json.number(took, "min"), Json.number(took, "max"),
                        percentiles(took), 1e-6, null, false),
                new Users(Double.NaN, think), List.of(), List.of(), null));
    }

    /** Of handleSummary they are an object of their own. */
    private static JsonNode values(JsonNode metrics, String metric) {
        JsonNode its = metrics.path(metric);
        return its.has("values") ? its.path("values") : its;
    }

    private static TreeMap<Double, Double> percentiles(JsonNode took) {
        TreeMap<Double, Double> percentiles = Json.percentiles(took, "p\\(([\\d.]+)\\)", 1);
        if (took.has("med")) {
            percentiles.put(50.0, Json.number(took, "med"));
        }
        return percentiles;
    }
}
