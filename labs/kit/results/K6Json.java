package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** k6's {@code --out json=FILE}: an object on each line, for a metric or a value of one. */
final class K6Json implements Format {

    private static final Pattern LINE = Pattern.compile("\"type\"\\s*:\\s*\"(Metric|Point)\"");

    private static final String METRIC = "{\"type\":\"Metric\"";

    @Override
    public boolean knows(String beginning) {
        String first = beginning.lines().findFirst().orElse("");
        return first.startsWith("{") && LINE.matcher(first).find();
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        var points = new K6Points();
        ObjectReader json = JsonMapper.shared().readerFor(JsonNode.class);
        long number = 0;
        long runs = 0;
        try (var lines = LineLimit.reader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                boolean whole = line.endsWith("}") || line.isBlank();
                if (line.startsWith(METRIC) && line.contains("\"name\":\"" + K6Points.DURATION + "\"") && ++runs > 1) {
                    throw Foreign.several(file, "another run begins in line " + number);
                }
                if (whole && (line.contains("\"" + K6Points.DURATION + "\"") || line.contains("iteration"))) {
                    point(json.readValue(line), points);
                } else if (!whole) {
                    throw Foreign.cutOff(file, "line " + number + " ends within an object");
                }
            }
        } catch (JacksonException | DateTimeException e) {
            throw Foreign.damaged(file, "line " + number + " is no value of a metric");
        }
        return List.of(points.result(file, true));
    }

    private static void point(JsonNode line, K6Points points) {
        if (!line.path("type").asString("").equals("Point")) {
            return;
        }
        String metric = line.path("metric").asString("");
        JsonNode data = line.path("data");
        if (K6Points.isBeside(data.path("tags").path("group").asString(""))) {
            return;
        }
        if (metric.equals(K6Points.DURATION)) {
            points.request(K6Points.nanos(data.path("time").asString("")), data.path("value").asDouble(),
                    !data.path("tags").path("expected_response").asString("").equals("false"));
        } else {
            points.other(metric, data.path("value").asDouble());
        }
    }
}
