package kit.results;

import kit.record.WholeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Tool;
import kit.results.LoadResult.Users;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gatling's js/stats.js, js/stats.json, and js/global_stats.json, which has the total only. From version 3.12 on there
 * is stats.js only: a program that begins with the same figures, as texts. No file names the percentiles: they are
 * those of gatling.conf.
 */
final class GatlingStats implements Format {

    private static final Tool TOOL = new Tool("Gatling", "", "each request; the time is from the sending, in whole ms. "
            + "Its percentiles are taken as 50, 75, 95 and 99, the default of gatling.conf");
    private static final Map<String, Double> PERCENTILES = Map.of("percentiles1", 50.0, "percentiles2", 75.0,
            "percentiles3", 95.0, "percentiles4", 99.0);

    private static final String FIGURES = "\"numberOfRequests\"";
    private static final Pattern PROGRAM = Pattern.compile("\\A\\s*var stats ?= ?");
    private static final JsonMapper OF_PROGRAM = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    @Override
    public boolean knows(String beginning) {
        return beginning.contains(FIGURES) && (Json.has(beginning) || PROGRAM.matcher(beginning).find());
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        JsonNode root = PROGRAM.matcher(ResultFile.beginning(file)).find() ? program(file) : Json.tree(file);
        var parts = new ArrayList<LoadResult>();
        addParts(file, root.path("contents"), parts);
        LoadResult total = load(file.toString(), root.has("stats") ? root.path("stats") : root, parts);
        if (!(total.counts().requests() > 0)) {
            throw Foreign.empty(file);
        }
        return List.of(total);
    }

    /** The object that the program begins with. */
    private static JsonNode program(Path file) throws IOException {
        return Json.tree(file, OF_PROGRAM, PROGRAM.matcher(WholeText.of(file)).replaceFirst(""));
    }

    /** The requests; a group has them inside. */
    private static void addParts(Path file, JsonNode contents, List<LoadResult> parts) {
        for (JsonNode one : contents) {
            if (one.path("type").asString("").equals("GROUP")) {
                addParts(file, one.path("contents"), parts);
            } else {
                parts.add(load(file + " " + one.path("name").asString(""), one.path("stats"), List.of()));
            }
        }
    }

    private static LoadResult load(String name, JsonNode stats, List<LoadResult> parts) {
        var percentiles = new TreeMap<Double, Double>();
        PERCENTILES.forEach((field, percentage) -> {
            if (stats.has(field)) {
                percentiles.put(percentage, total(stats, field));
            }
        });
        double requests = total(stats, "numberOfRequests");
        double rate = total(stats, "meanNumberOfRequestsPerSecond");
        return new LoadResult(name, TOOL,
                new Counts(requests, number(stats.path("numberOfRequests").path("ko")), requests / rate, rate,
                        Double.NaN),
                new ResponseTimes(total(stats, "meanResponseTime"), total(stats, "standardDeviation"),
                        total(stats, "minResponseTime"), total(stats, "maxResponseTime"), percentiles, 1, null, false),
                Users.UNKNOWN, List.of(), List.copyOf(parts), null);
    }

    private static double total(JsonNode stats, String field) {
        return number(stats.path(field).path("total"));
    }

    /** A number; or one as text, with commas in early versions; or - where there is none. */
    private static double number(JsonNode value) {
        String text = value.asString("").replaceAll("[ ,]", "");
        return text.matches("[\\d.]+") ? Double.parseDouble(text) : Double.NaN;
    }
}
