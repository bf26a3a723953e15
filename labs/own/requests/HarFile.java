package own.requests;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Secrets;
import kit.plan.Request.Call;
import own.requests.LeftOut.Why;
import org.springframework.web.util.UriUtils;

/**
 * A recording of a browser or a proxy, HTTP Archive 1.2. It has requests to many hosts. Its own host is that of its
 * first document: the host with the most requests may be an advertiser's. A request that was recorded three times has
 * the weight 3.
 */
final class HarFile {

    /** Members that may be large, and are not needed. */
    private static final Set<String> SKIPPED = Set.of("cookies", "queryString", "timings", "cache");
    private static final String RESOURCE = "_resourceType";
    /** What a browser sends as it is written, and {@link java.net.URI} refuses. */
    private static final Pattern UNUSUAL = Pattern.compile("[ \"<>\\\\^`{|}]|[^\\x00-\\x7F]+");

    private HarFile() {}

    static RequestFile.Content read(Path file, String text) {
        Object log = Outline.at(Outline.read(file, text, HarFile::isNeeded), "log");
        List<?> entries = Outline.list(Outline.at(log, "entries"));
        if (entries.isEmpty()) {
            throw new LabException(file + " is no recording: it has no log.entries. Export it as HAR from the "
                    + "browser's network view");
        }
        var listed = new ArrayList<Listed>();
        for (int i = 0; i < entries.size(); i++) {
            listed.add(listed(Outline.at(entries.get(i), "request"), file + ", entry " + (i + 1)));
        }
        return new RequestFile.Content(listed, host(entries), List.of());
    }

    private static boolean isNeeded(List<String> at) {
        String key = at.getLast();
        boolean isOfAnAnswer = at.contains("response");
        boolean isOfABrowser = key.startsWith("_") && !key.equals(RESOURCE);
        return !SKIPPED.contains(key) && !isOfABrowser && !(isOfAnAnswer && key.equals("text"));
    }

    /** That of the first document, or else of the first request; empty for none. What was redirected is neither. */
    private static String host(List<?> entries) {
        // A recording of several pages need not be in order.
        List<?> answered = entries.stream().filter(entry -> !text(entry, "response", "status").startsWith("3"))
                .filter(entry -> isOfAService(url(entry)))
                .sorted(Comparator.comparing(entry -> text(entry, "startedDateTime"))).toList();
        return Stream.concat(answered.stream().filter(HarFile::isDocument), answered.stream()).findFirst()
                .map(entry -> Hosts.of(url(entry))).orElse("");
    }

    private static String url(Object entry) {
        return text(entry, "request", "url");
    }

    private static boolean isOfAService(String url) {
        String host = Hosts.of(url);
        return !host.isEmpty() && !Hosts.isOtherScheme(host);
    }

    /** Recorders say it in different ways. */
    private static boolean isDocument(Object entry) {
        return text(entry, RESOURCE).equals("document")
                || header(entry, "Sec-Fetch-Dest").equals("document")
                || header(entry, "Accept").startsWith("text/html")
                || Stream.of("text/html", "application/xhtml+xml").anyMatch(text(entry, "response", "content",
                        "mimeType").toLowerCase(Locale.ROOT)::startsWith);
    }

    private static String header(Object entry, String name) {
        return Outline.list(Outline.at(entry, "request", "headers")).stream()
                .filter(header -> text(header, "name").equalsIgnoreCase(name)).map(header -> text(header, "value"))
                .findFirst().orElse("");
    }

    private static String text(Object node, String... keys) {
        return Outline.text(Outline.at(node, keys)).orElse("");
    }

    private static Listed listed(Object request, String where) {
        String url = text(request, "url");
        String method = text(request, "method").toUpperCase(Locale.ROOT);
        return new Listed(method, Hosts.of(url), 1, where + ": " + method + " " + Secrets.masked(url.startsWith("data:")
                ? "data:"
                : url), () -> call(request, method, url, where));
    }

    private static Call call(Object request, String method, String url, String where) {
        var headers = new LinkedHashMap<String, String>();
        Outline.list(Outline.at(request, "headers")).forEach(header -> Listed.header(headers, text(header, "name"),
                text(header, "value")));
        Matcher unusual = UNUSUAL.matcher(url);
        String encoded = unusual.replaceAll(part -> Matcher.quoteReplacement(encoded(part.group())));
        return new Call(method, RequestFile.path(encoded, where), headers, body(request, where));
    }

    private static String encoded(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }

    /** Null for none. A form has either a text or the values that it was made of. */
    private static String body(Object request, String where) {
        Map<String, Object> posted = Outline.map(Outline.at(request, "postData"));
        List<?> values = Outline.list(posted.get("params"));
        Optional<String> text = Outline.text(posted.get("text")).filter(one -> !one.isEmpty());
        if (text.isPresent() || values.isEmpty()) {
            return text.orElse(null);
        }
        if (!text(posted, "mimeType").startsWith("application/x-www-form-urlencoded")) {
            throw new NotSent(Why.BODY, where + ": its body of several parts was not recorded: write the request in an "
                    + ".http file");
        }
        return String.join("&", values.stream().filter(Objects::nonNull)
                .map(value -> encoded(text(value, "name")) + "=" + encoded(text(value, "value"))).toList());
    }
}
