package own.generator;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kit.plan.Request;
import kit.plan.Request.Call;

/** wrk, by its summary. It tells the percentiles 50, 75, 90 and 99. */
final class Wrk implements Recipe {

    @Override
    public String name() {
        return "wrk";
    }

    @Override
    public String command() {
        return "wrk -t {threads} -c {users} -d {duration}s --timeout 30s --latency -s {folder}/requests.lua {base}";
    }

    @Override
    public List<String> versionCommand() {
        return List.of(name(), "-v");
    }

    @Override
    public String install() {
        return "apt-get install wrk";
    }

    @Override
    public String differs() {
        return "requests that are under way at the end are not counted";
    }

    /** Each of its threads sends the requests in turn. */
    @Override
    public Map<String, String> files(Request request) {
        return Map.of("requests.lua", """
                -- wrk -t 2 -c 100 -d 10s --latency -s requests.lua http://127.0.0.1:8080
                local calls = {
                %s
                }
                local formatted = {}
                local turn = 0

                function init(args)
                  for i, call in ipairs(calls) do
                    formatted[i] = wrk.format(call.method, call.path, call.headers, call.body)
                  end
                end

                function request()
                  turn = turn %% #formatted + 1
                  return formatted[turn]
                end
                """.formatted(request.calls().stream().map(Wrk::table).collect(Collectors.joining("\n"))));
    }

    private static String table(Call call) {
        String headers = call.headers().entrySet().stream()
                .map(header -> "[" + quoted(header.getKey()) + "] = " + quoted(header.getValue()))
                .collect(Collectors.joining(", "));
        return "  { method = " + quoted(call.method()) + ", path = " + quoted(call.path()) + ", headers = { " + headers
                + " }" + (call.body() == null ? "" : ", body = " + quoted(call.body())) + " },";
    }

    /** A string of Lua: each byte that is no plain character of ASCII as its decimal number. */
    static String quoted(String text) {
        var lua = new StringBuilder("\"");
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            boolean isPlain = one >= ' ' && one < 127 && one != '"' && one != '\\';
            lua.append(isPlain ? String.valueOf((char) one) : "\\%03d".formatted(one & 0xff));
        }
        return lua.append('"').toString();
    }

    @Override
    public Path result(Path out, Path log) {
        return log;
    }
}
