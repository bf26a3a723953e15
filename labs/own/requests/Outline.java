package own.requests;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import kit.base.LabException;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * What is needed of a file in JSON or YAML: maps, lists, and texts as they are written there. The rest is skipped while
 * it is read: documents of 13 MB and recordings of 100 MB have few requests.
 */
final class Outline {

    private static final TokenStreamFactory JSON = new JsonFactory();
    /** Its own limit is 3 MB. */
    private static final TokenStreamFactory YAML = YAMLFactory.builder()
            .loadSettings(LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build()).build();
    private static final String MERGE = "<<";

    private final JsonParser parser;
    private final Predicate<List<String>> isNeeded;
    /** Keys from the root to what is being read; lists have none. */
    private final Deque<String> at = new ArrayDeque<>();
    private final Map<String, Object> anchors = new HashMap<>();

    private Outline(JsonParser parser, Predicate<List<String>> isNeeded) {
        this.parser = parser;
        this.isNeeded = isNeeded;
    }

    /**
     * Reads a file.
     *
     * @param isNeeded told the keys from the root to a value; where it is false, the value is null
     * @throws LabException where it is neither JSON nor YAML
     */
    static Object read(Path file, String text, Predicate<List<String>> isNeeded) {
        try {
            return read(text.stripLeading().startsWith("{") ? JSON : YAML, text, isNeeded);
        } catch (JacksonException e) {
            // YAML has braces, too.
            boolean isJson = String.valueOf(file.getFileName()).matches("(?i).*\\.(?:json|har)");
            try {
                if (!isJson) {
                    return read(YAML, text, isNeeded);
                }
            } catch (JacksonException again) {
                throw unreadable(file, "neither YAML nor JSON", again);
            }
            throw unreadable(file, "no JSON", e);
        }
    }

    private static LabException unreadable(Path file, String what, JacksonException e) {
        // One that is nested too deeply has no line.
        String line = e.getLocation() == null ? "" : "line " + Math.max(1, e.getLocation().getLineNr()) + ": ";
        return new LabException(file + " is " + what + " (" + line + String.valueOf(e.getOriginalMessage()).lines()
                .findFirst().orElse("") + "): is it the right file, and is it whole?", e);
    }

    private static Object read(TokenStreamFactory format, String text, Predicate<List<String>> isNeeded) {
        try (JsonParser parser = format.createParser(ObjectReadContext.empty(), text)) {
            parser.nextToken();
            return new Outline(parser, isNeeded).value();
        }
    }

    private Object value() {
        String anchor = parser instanceof YAMLParser && parser.getObjectId() != null ? String.valueOf(parser
                .getObjectId()) : null;
        Object value = switch (parser.currentToken()) {
        case START_OBJECT -> members();
        case START_ARRAY -> elements();
        case VALUE_NULL -> null;
        case null -> null;
        default -> parser instanceof YAMLParser yaml && yaml.isCurrentAlias() ? anchors.get(parser.getString())
                : parser.getString();
        };
        if (anchor != null) {
            anchors.put(anchor, value);
        }
        return value;
    }

    private Map<String, Object> members() {
        var members = new LinkedHashMap<String, Object>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.getString();
            parser.nextToken();
            at.addLast(key);
            if (isNeeded.test(List.copyOf(at))) {
                members.put(key, value());
            } else {
                parser.skipChildren();
                members.put(key, null);
            }
            at.removeLast();
        }
        Object merged = members.remove(MERGE);
        List<?> sources = merged instanceof List<?> several ? several : Arrays.asList(merged);
        sources.forEach(one -> map(one).forEach(members::putIfAbsent));
        return members;
    }

    private List<Object> elements() {
        var elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value());
        }
        return elements;
    }

    /** Its members, where it is a map. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object node) {
        return node instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** Its elements, where it is a list. */
    static List<?> list(Object node) {
        return node instanceof List<?> list ? list : List.of();
    }

    /** A text or a number; empty where it is none. */
    static Optional<String> text(Object node) {
        return node instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** What these keys lead to; null for nothing. */
    static Object at(Object node, String... keys) {
        Object found = node;
        for (String key : keys) {
            found = map(found).get(key);
        }
        return found;
    }
}
