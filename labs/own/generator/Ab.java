package own.generator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kit.base.Secrets;
import kit.plan.Request;
import kit.plan.Request.Call;

/** ApacheBench, by its summary. It tells whole milliseconds, and sends one request. */
final class Ab implements Recipe {

    private static final String CONTENT_TYPE = "Content-Type";
    private static final String BODY = "body";

    @Override
    public String name() {
        return "ab";
    }

    /** {@code -k}: connections are kept; {@code -l}: the length of the answers may differ; {@code -n} after -t. */
    @Override
    public String command() {
        return "ab -k -l -r -q -c {users} -t {duration} -n {requests} -s 30 {url}";
    }

    @Override
    public List<String> versionCommand() {
        return List.of(name(), "-V");
    }

    @Override
    public String install() {
        return "apt-get install apache2-utils";
    }

    @Override
    public String differs() {
        return "times are whole milliseconds, requests that are under way at the end are not counted, and it speaks "
                + "HTTP/1.0";
    }

    @Override
    public String refuses(Request request) {
        if (request.weights().size() > 1) {
            return "ab sends one request: take wrk, k6 or locust for several";
        }
        Call call = request.first();
        if (call.headers().keySet().stream().anyMatch(Secrets::isHeader)) {
            return "ab takes headers on its command line, which all users of this machine can read: take wrk, k6 or "
                    + "locust for a request with Authorization, a cookie or a key";
        }
        return List.of("GET", "HEAD").contains(call.method()) && call.body() == null
                || List.of("POST", "PUT").contains(call.method()) && call.body() != null ? null
                        : "ab sends GET and HEAD without a body, POST and PUT with one: take wrk, k6 or locust for "
                                + call;
    }

    @Override
    public List<String> options(Request request) {
        Call call = request.first();
        var words = new ArrayList<String>();
        call.headers().forEach((name, value) -> {
            if (!name.equalsIgnoreCase(CONTENT_TYPE) || call.body() == null) {
                words.addAll(List.of("-H", name + ": " + value));
            }
        });
        switch (call.method()) {
        case "HEAD" -> words.add("-i");
        case "POST" -> words.addAll(List.of("-p", "{folder}/" + BODY, "-T", contentType(call)));
        case "PUT" -> words.addAll(List.of("-u", "{folder}/" + BODY, "-T", contentType(call)));
        default -> {
        }
        }
        return words;
    }

    private static String contentType(Call call) {
        return call.headers().entrySet().stream().filter(header -> header.getKey().equalsIgnoreCase(CONTENT_TYPE))
                .map(Map.Entry::getValue).findFirst().orElse("text/plain");
    }

    @Override
    public Map<String, String> files(Request request) {
        return request.first().body() == null ? Map.of() : Map.of(BODY, request.first().body());
    }

    @Override
    public Path result(Path out, Path log) {
        return log;
    }
}
