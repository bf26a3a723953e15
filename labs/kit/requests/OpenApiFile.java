package kit.requests;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.plan.Request.Call;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * An OpenAPI document, 3.0 or 3.1, in YAML or JSON. Its GET operations are taken, with the examples of their
 * parameters: {@code example}, the first of {@code examples}, or the schema's {@code example}, {@code examples}, {@code
 * default} or first {@code enum}. {@code x-weight} of an operation is its weight.
 */
final class OpenApiFile {

    private final Path file;
    private final Map<?, ?> document;

    private OpenApiFile(Path file, Map<?, ?> document) {
        this.file = file;
        this.document = document;
    }

    static RequestFile.Content read(Path file, String text) {
        Object loaded;
        try {
            // JSON is YAML.
            var options = new LoaderOptions();
            loaded = new Yaml(new SafeConstructor(options), new Representer(new DumperOptions()), new DumperOptions(),
                    options, new WithoutDates()).load(text);
        } catch (YAMLException e) {
            throw new LabException(file + " is neither YAML nor JSON (" + e.getMessage().lines().findFirst().orElse("")
                    + "): is it the right file?", e);
        }
        if (!(loaded instanceof Map<?, ?> document) || !word(document.get("openapi")).startsWith("3.")
                || !(document.get("paths") instanceof Map)) {
            throw new LabException(file + " is no OpenAPI document of version 3: it needs openapi and paths. A "
                    + "recording must be named .har");
        }
        return new OpenApiFile(file, document).content();
    }

    /** A date stays the text that is written there. */
    private static final class WithoutDates extends Resolver {
        @Override
        public void addImplicitResolver(Tag tag, Pattern regexp, String first, int limit) {
            if (!tag.equals(Tag.TIMESTAMP)) {
                super.addImplicitResolver(tag, regexp, first, limit);
            }
        }
    }

    private RequestFile.Content content() {
        var listed = new ArrayList<Listed>();
        var leftOut = new ArrayList<String>();
        String base = base();
        map(document.get("paths")).forEach((path, item) -> {
            Map<?, ?> operation = map(map(item).get("get"));
            if (!map(item).containsKey("get")) {
                return;
            }
            try {
                listed.add(new Listed(call(base, word(path), map(item), operation),
                        weight(operation, "GET " + word(path))));
            } catch (NoExample e) {
                leftOut.add("GET " + word(path) + ": its parameter " + e.getMessage() + " has no example");
            }
        });
        return new RequestFile.Content(listed, leftOut);
    }

    /** A parameter that is needed, and of which no value is known. */
    private static final class NoExample extends RuntimeException {
        NoExample(String parameter) {
            super(parameter);
        }
    }

    /** The path of the first server, without a slash at its end. */
    private String base() {
        return list(document.get("servers")).stream().map(OpenApiFile::map).findFirst().map(server -> server.get("url"))
                .map(url -> word(url).replaceFirst("^https?://[^/]*", "").replaceFirst("/+$", ""))
                .filter(path -> path.startsWith("/") && !path.contains("{")).orElse("");
    }

    private Call call(String base, String path, Map<?, ?> item, Map<?, ?> operation) {
        // A parameter of the operation takes the place of the path's one with the same name.
        var parameters = new LinkedHashMap<String, Map<?, ?>>();
        Stream.of(item, operation).flatMap(owner -> list(owner.get("parameters")).stream()).map(this::resolved)
                .forEach(one -> parameters.put(word(one.get("in")) + " " + word(one.get("name")), one));
        String where = file + ", GET " + path;
        String full = base + path;
        var query = new ArrayList<String>();
        var headers = new LinkedHashMap<String, String>();
        for (Map<?, ?> parameter : parameters.values()) {
            String name = word(parameter.get("name"));
            boolean inPath = "path".equals(parameter.get("in"));
            Optional<String> value = example(parameter);
            if (value.isEmpty() && (inPath || Boolean.TRUE.equals(parameter.get("required")))) {
                throw new NoExample(name);
            }
            if (value.isEmpty()) {
                continue;
            }
            switch (word(parameter.get("in"))) {
            case "path" -> full = full.replace("{" + name + "}", encoded(value.get()));
            case "query" -> query.add(encoded(name) + "=" + encoded(value.get()));
            case "header" -> Listed.header(headers, name, value.get());
            default -> headers.merge("Cookie", name + "=" + value.get(), (a, b) -> a + "; " + b);
            }
        }
        if (full.contains("{")) {
            throw new NoExample(full.replaceFirst(".*\\{([^}]*)}?.*", "$1"));
        }
        return new Call("GET", RequestFile.path(full + (query.isEmpty() ? "" : "?" + String.join("&", query)), where),
                headers, null);
    }

    private int weight(Map<?, ?> operation, String name) {
        Object weight = operation.get("x-weight");
        if (weight != null && !(weight instanceof Integer number && number > 0)) {
            throw new LabException(file + ", " + name + ": x-weight '" + word(weight)
                    + "' must be a whole number greater than 0");
        }
        return weight == null ? 1 : (Integer) weight;
    }

    private Optional<String> example(Map<?, ?> parameter) {
        Map<?, ?> schema = resolved(parameter.get("schema"));
        return Stream.of(Stream.ofNullable(parameter.get("example")),
                map(parameter.get("examples")).values().stream().map(one -> resolved(one).get("value")),
                Stream.ofNullable(schema.get("example")), list(schema.get("examples")).stream(),
                Stream.ofNullable(schema.get("default")), list(schema.get("enum")).stream())
                .flatMap(values -> values).map(OpenApiFile::words).filter(words -> !words.isEmpty()).findFirst();
    }

    /** A value, or a list of values; empty for what is neither. */
    private static String words(Object value) {
        List<String> words = (value instanceof List<?> several ? several : Collections.singletonList(value)).stream()
                .map(OpenApiFile::word).toList();
        return words.contains("") ? "" : String.join(",", words);
    }

    /** Empty for lists and objects: by the aliases of YAML, one may be within itself or larger than any memory. */
    private static String word(Object value) {
        return value == null || value instanceof Map || value instanceof Collection ? "" : String.valueOf(value);
    }

    /** What a reference within the document leads to. */
    private Map<?, ?> resolved(Object node) {
        Map<?, ?> found = map(node);
        for (int i = 0; found.get("$ref") instanceof String reference && i < 10; i++) {
            Object target = document;
            for (String step : reference.replaceFirst("^#/", "").split("/")) {
                target = map(target).get(step.replace("~1", "/").replace("~0", "~"));
            }
            found = map(target);
        }
        return found;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static Map<?, ?> map(Object node) {
        return node instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<?> list(Object node) {
        return node instanceof List<?> list ? list : List.of();
    }
}
