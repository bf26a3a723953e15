package kit.results;

import kit.record.WholeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/** Files that are one JSON object, of a size that a summary has. */
final class Json {

    private Json() {}

    static JsonNode tree(Path file) throws IOException {
        return tree(file, JsonMapper.shared(), WholeText.of(file));
    }

    /** @param text of the file, or the part of it that is JSON */
    static JsonNode tree(Path file, JsonMapper mapper, String text) {
        try {
            return mapper.readTree(text);
        } catch (UnexpectedEndOfInputException e) {
            throw Foreign.cutOff(file, "its JSON does not end");
        } catch (MismatchedInputException e) {
            // It ended, and something follows.
            throw Foreign.several(file, "something follows behind its first JSON object");
        } catch (JacksonException e) {
            throw Foreign.damaged(file, "it is no JSON (" + e.getOriginalMessage().lines().findFirst().orElse("")
                    + ")");
        }
    }

    /** Whether a file that begins so is an object with these fields, on whatever level. */
    static boolean has(String beginning, String... fields) {
        return beginning.stripLeading().startsWith("{")
                && Stream.of(fields).allMatch(field -> beginning.contains("\"" + field + "\""));
    }

    /** A field that is a number; NaN where it is not there. */
    static double number(JsonNode node, String field) {
        return node.path(field).asDouble(Double.NaN);
    }

    /** The sum of the fields whose names are asked for. */
    static double sum(JsonNode counts, Predicate<String> names) {
        return counts.properties().stream().filter(one -> names.test(one.getKey()))
                .mapToDouble(one -> one.getValue().asDouble(0)).sum();
    }

    /** Whether a status of HTTP is no success. */
    static boolean isFailure(String status) {
        return !status.matches("[123]\\d\\d");
    }

    /**
     * Percentiles by percentage, ms.
     *
     * @param name of a field; its group is the percentage
     * @param inMs unit of the values
     */
    static TreeMap<Double, Double> percentiles(JsonNode fields, String name, double inMs) {
        Pattern pattern = Pattern.compile(name);
        var percentiles = new TreeMap<Double, Double>();
        fields.properties().forEach(field -> {
            Matcher found = pattern.matcher(field.getKey());
            if (found.matches() && field.getValue().isNumber()) {
                percentiles.put(Double.parseDouble(found.group(1)), field.getValue().asDouble() * inMs);
            }
        });
        return percentiles;
    }
}
