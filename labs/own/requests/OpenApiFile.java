package own.requests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Secrets;
import kit.plan.Request.Call;
import own.requests.LeftOut.Why;
import org.springframework.web.util.UriUtils;

/**
 * An OpenAPI document, 3.0 or later, in YAML or JSON. Its GET operations are taken, with the examples of their
 * parameters: {@code example}, the first of {@code examples}, or the schema's {@code example}, {@code examples}, {@code
 * default} or first {@code enum}. {@code x-weight} of an operation is its weight. References to other files are
 * followed, but not to the network.
 */
final class OpenApiFile {

    private static final String REFERENCE = "$ref";
    private static final int MOST_HOPS = 10;
    /** Of the document, of a path, of an operation and of its components: the rest is about bodies and answers. */
    private static final Set<String> OF_THE_DOCUMENT = Set.of("openapi", "swagger", "paths", "components", "servers");
    private static final Set<String> OF_A_PATH = Set.of("get", "parameters", "servers", REFERENCE);
    private static final Set<String> OF_AN_OPERATION = Set.of("parameters", "servers", "x-weight");
    private static final Set<String> COMPONENTS = Set.of("parameters", "schemas", "examples", "pathItems");
    private static final Set<String> OPERATIONS = Set.of("put", "post", "delete", "options", "head", "patch", "trace",
            "query");

    private final Map<Path, Object> documents = new HashMap<>();

    private OpenApiFile() {}

    /**
     * A part of a document. What it refers to stands in its place.
     *
     * @param file in which it is, and from which its references lead
     */
    private record Part(Path file, Object value) {

        List<Part> list(String key) {
            return Outline.list(Outline.at(value, key)).stream().map(one -> new Part(file, one)).toList();
        }

        Part at(String key) {
            return new Part(file, Outline.at(value, key));
        }

        /** Empty where it is missing, or no text. */
        Optional<String> text(String key) {
            return Outline.text(Outline.at(value, key));
        }
    }

    static RequestFile.Content read(Path file, String text) {
        Object document = Outline.read(file, text, OpenApiFile::isNeeded);
        checkKind(file, Outline.map(document));
        var read = new OpenApiFile();
        // As references lead to it.
        Path place = file.normalize();
        read.documents.put(place, document);
        return read.content(new Part(place, document));
    }

    private static boolean isNeeded(List<String> at) {
        String key = at.getLast();
        return switch (at.size()) {
        // Anchors are defined in extensions.
        case 1 -> OF_THE_DOCUMENT.contains(key) || key.startsWith("x-");
        case 2 -> !at.getFirst().equals("components") || COMPONENTS.contains(key);
        case 3 -> !at.getFirst().equals("paths") || OF_A_PATH.contains(key);
        case 4 -> !at.getFirst().equals("paths") || !at.get(2).equals("get") || OF_AN_OPERATION.contains(key);
        default -> true;
        };
    }

    private static void checkKind(Path file, Map<String, Object> document) {
        whatElse(document).ifPresent(what -> {
            throw new LabException(file + " " + what);
        });
    }

    /** What is there in place of a document of version 3, and what to do with it. */
    private static Optional<String> whatElse(Map<String, Object> document) {
        String version = Outline.text(document.get("openapi")).orElse("");
        if (document.containsKey("swagger")) {
            return Optional.of("is a Swagger " + Outline.text(document.get("swagger")).orElse("2.0") + " document: "
                    + "convert it to OpenAPI 3, as with npx swagger2openapi, or write its requests in an .http file");
        }
        if (document.containsKey("log")) {
            return Optional.of("is a recording: name it .har");
        }
        if (document.containsKey("asyncapi")) {
            return Optional.of("is an AsyncAPI document, which has no HTTP requests: give an OpenAPI document");
        }
        if (document.containsKey("item") && document.containsKey("info")) {
            return Optional.of("is a Postman collection: write its requests in an .http file, or give the service's "
                    + "OpenAPI document");
        }
        if (version.isEmpty()) {
            return Optional.of("is no OpenAPI document: it has no member openapi. A recording must be named .har");
        }
        if (!version.matches("3(?:\\..*)?")) {
            return Optional.of("is an OpenAPI document of version " + version + ": convert it to version 3");
        }
        return document.get("paths") instanceof Map ? Optional.empty()
                : Optional.of("is an OpenAPI document without paths: give the document that has them");
    }

    private RequestFile.Content content(Part document) {
        var listed = new ArrayList<Listed>();
        var others = new ArrayList<String>();
        Part paths = resolved(document.at("paths"), document.file + ", paths");
        Outline.map(paths.value).forEach((path, value) -> {
            if (path.startsWith("/")) {
                String where = document.file + ", GET " + path;
                Part item;
                try {
                    item = resolved(new Part(paths.file, value), where);
                } catch (NotSent e) {
                    listed.add(new Listed("GET", "", 1, where, () -> {
                        throw e;
                    }));
                    return;
                }
                Set<String> operations = Outline.map(item.value).keySet();
                OPERATIONS.stream().filter(operations::contains)
                        .forEach(method -> others.add(method.toUpperCase(Locale.ROOT) + " " + path));
                if (operations.contains("get")) {
                    listed.add(listed(document, path, item, where));
                }
            }
        });
        return new RequestFile.Content(listed, "", others.isEmpty() ? List.of()
                : List.of(new LeftOut(Why.OPERATION, others.size(), others.getFirst() + ": only GET operations of a "
                        + "document are taken; write others in an .http file")));
    }

    private Listed listed(Part document, String path, Part item, String where) {
        Part operation = item.at("get");
        String server = Stream.of(operation, item, document).flatMap(owner -> owner.list("servers").stream())
                .findFirst().map(OpenApiFile::address).orElse("");
        String base = server.replaceFirst("^[A-Za-z][A-Za-z0-9+.-]*://[^/]*", "").replaceFirst("/+$", "");
        String weight = operation.text("x-weight").orElse("1");
        boolean isWeight = weight.matches("[1-9]\\d{0,5}");
        return new Listed("GET", Hosts.of(server), isWeight ? Integer.parseInt(weight) : 1, where, () -> {
            if (!isWeight) {
                throw new NotSent(Why.SYNTAX, where + ": x-weight '" + weight
                        + "' must be a whole number greater than 0");
            }
            return call((base.startsWith("/") && !base.contains("{") ? base : "") + path, List.of(item, operation),
                    where);
        });
    }

    /** Of a server, with the default values of its variables. */
    private static String address(Part server) {
        String address = server.text("url").orElse("");
        for (Map.Entry<String, Object> variable : Outline.map(server.at("variables").value).entrySet()) {
            address = address.replace("{" + variable.getKey() + "}", Outline.text(Outline.at(variable.getValue(),
                    "default")).orElse(""));
        }
        return address;
    }

    /** @param owners of parameters: one of the operation takes the place of the path's one with the same name */
    private Call call(String path, List<Part> owners, String where) {
        var parameters = new LinkedHashMap<String, Part>();
        owners.stream().flatMap(owner -> owner.list("parameters").stream()).map(one -> resolved(one, where))
                .forEach(one -> parameters.put(one.text("in") + " " + one.text("name"), one));
        String full = path;
        var query = new ArrayList<String>();
        var headers = new LinkedHashMap<String, String>();
        for (Part parameter : parameters.values()) {
            String name = parameter.text("name").orElse("");
            String in = parameter.text("in").orElse("");
            Optional<String> value = example(parameter, where);
            if (value.isEmpty() && (in.equals("path") || parameter.text("required").equals(Optional.of("true")))) {
                throw noExample(name, where);
            }
            if (value.isEmpty()) {
                continue;
            }
            switch (in) {
            case "path" -> full = full.replace("{" + name + "}", encoded(value.get()));
            case "query" -> query.add(encoded(name) + "=" + encoded(value.get()));
            case "header" -> Listed.header(headers, name, value.get());
            default -> Listed.header(headers, "Cookie", name + "=" + value.get());
            }
        }
        if (full.contains("{")) {
            throw noExample(full.replaceFirst(".*\\{([^}]*)}?.*", "$1"), where);
        }
        return new Call("GET", RequestFile.path(full + (query.isEmpty() ? "" : "?" + String.join("&", query)), where),
                headers, null);
    }

    private static NotSent noExample(String parameter, String where) {
        return new NotSent(Why.EXAMPLE, where + ": its parameter " + parameter + " has no example: add one to the "
                + "document");
    }

    private Optional<String> example(Part parameter, String where) {
        Part schema = resolved(parameter.at("schema"), where);
        Stream<Object> named = Outline.map(parameter.at("examples").value).values().stream()
                .map(one -> resolved(new Part(parameter.file, one), where).at("value").value);
        return Stream.of(Stream.of(parameter.at("example")), named.map(one -> new Part(parameter.file, one)),
                Stream.of(schema.at("example")), schema.list("examples").stream(), Stream.of(schema.at("default")),
                schema.list("enum").stream()).flatMap(values -> values).map(Part::value).map(OpenApiFile::words)
                .flatMap(Optional::stream).findFirst();
    }

    /** A list is sent with commas. What is more than a list of values cannot be sent. */
    private static Optional<String> words(Object value) {
        List<String> words = Stream.concat(Stream.of(value), Outline.list(value).stream()).map(Outline::text)
                .flatMap(Optional::stream).toList();
        return words.isEmpty() ? Optional.empty() : Optional.of(String.join(",", words));
    }

    /** What a reference leads to. */
    private Part resolved(Part part, String where) {
        Part found = part;
        for (int i = 0; Outline.at(found.value, REFERENCE) instanceof String reference; i++) {
            if (i == MOST_HOPS) {
                throw new NotSent(Why.REFERENCE, where + ": its $ref '" + reference + "' leads in a circle: mend it");
            }
            found = target(found.file, reference, where);
        }
        return found;
    }

    private Part target(Path from, String reference, String where) {
        if (reference.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")) {
            throw new NotSent(Why.REFERENCE, where + ": its $ref '" + Secrets.masked(reference) + "' leads to another "
                    + "machine, which own does not ask: download that file, and refer to it");
        }
        try {
            String[] parts = UriUtils.decode(reference, StandardCharsets.UTF_8).split("#", 2);
            Path file = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]).normalize();
            Object found = document(file);
            for (String step : parts.length < 2 || parts[1].length() < 2 ? new String[0]
                    : parts[1].substring(1).split(
                            "/")) {
                found = step(found, step.replace("~1", "/").replace("~0", "~"));
            }
            if (found != null) {
                return new Part(file, found);
            }
        } catch (IOException | LabException | IllegalArgumentException e) {
            throw new NotSent(Why.REFERENCE,
                    where + ": its $ref '" + reference + "' leads to a file that is not there, "
                            + "or cannot be read: put it there",
                    e);
        }
        throw new NotSent(Why.REFERENCE, where + ": its $ref '" + reference + "' leads to nothing: mend it");
    }

    private static Object step(Object from, String name) {
        List<?> elements = Outline.list(from);
        return name.matches("\\d{1,5}") && Integer.parseInt(name) < elements.size()
                ? elements.get(Integer.parseInt(name))
                : Outline.at(from, name);
    }

    private Object document(Path file) throws IOException {
        if (!documents.containsKey(file)) {
            documents.put(file, Outline.read(file, RequestFile.text(file), at -> true));
        }
        return documents.get(file);
    }

    private static String encoded(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }
}
