package kit.requests;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.plan.Request.Call;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A recording of a browser or a proxy, HTTP Archive 1.2. The requests of one host are taken: that with the most. A
 * request that was recorded three times has the weight 3.
 */
final class HarFile {

    private HarFile() {}

    static RequestFile.Content read(Path file, String text) {
        JsonNode entries = tree(file, text).path("log").path("entries");
        if (!entries.isArray() || entries.isEmpty()) {
            throw new LabException(file + " is no recording: it has no log.entries. Export it as HAR from the "
                    + "browser's network view");
        }
        Map<String, Long> hosts = entries.valueStream().map(HarFile::host).filter(host -> !host.isEmpty())
                .collect(Collectors.groupingBy(host -> host, LinkedHashMap::new, Collectors.counting()));
        String most = hosts.entrySet().stream().reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                .orElseThrow(() -> new LabException(file + " has no request with a url")).getKey();
        var listed = new ArrayList<Listed>();
        for (int i = 0; i < entries.size(); i++) {
            if (host(entries.get(i)).equals(most)) {
                listed.add(new Listed(call(entries.get(i).path("request"), file + ", entry " + (i + 1)), 1));
            }
        }
        long without = entries.size() - hosts.values().stream().mapToLong(Long::longValue).sum();
        return new RequestFile.Content(listed, Stream.concat(hosts.keySet().stream().filter(host -> !host.equals(most))
                .map(host -> hosts.get(host) + " requests to " + host + ": most are to " + most),
                Stream.of(without + " requests to no host, such as data: addresses").filter(line -> without > 0))
                .toList());
    }

    private static JsonNode tree(Path file, String text) {
        try {
            return JsonMapper.shared().readTree(text);
        } catch (JacksonException e) {
            throw new LabException(file + " is no JSON (" + e.getOriginalMessage().lines().findFirst().orElse("")
                    + "): export it as HAR once more", e);
        }
    }

    /** Empty where there is none. */
    private static String host(JsonNode entry) {
        try {
            String host = URI.create(entry.path("request").path("url").asString("")).getAuthority();
            return host == null ? "" : host;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static Call call(JsonNode request, String where) {
        var headers = new LinkedHashMap<String, String>();
        request.path("headers").forEach(header -> Listed.header(headers, header.path("name").asString(""),
                header.path("value").asString("")));
        JsonNode body = request.path("postData").path("text");
        return new Call(Listed.method(request.path("method").asString(""), where),
                RequestFile.path(request.path("url").asString(""), where), headers,
                body.isMissingNode() || body.isNull() ? null : body.asString());
    }
}
