package own.generator;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kit.plan.Request;
import kit.plan.Request.Call;
import tools.jackson.databind.json.JsonMapper;

/** k6, by the CSV that has each of its requests. */
final class K6 implements Recipe {

    private static final String RUN = "k6 run --quiet --no-color --no-usage-report -e BASE={base} -e USERS={users} "
            + "-e SECONDS={duration} ";
    private static final String SCRIPT = "--out csv={out}.csv {folder}/requests.js";

    @Override
    public String name() {
        return "k6";
    }

    @Override
    public String command() {
        return RUN + SCRIPT;
    }

    @Override
    public String rated() {
        return RUN + "-e RATE={rate} " + SCRIPT;
    }

    /** Its times of day would be whole seconds, and the length of the load with them. */
    @Override
    public Map<String, String> environment() {
        return Map.of("K6_CSV_TIME_FORMAT", "unix_micro");
    }

    @Override
    public List<String> versionCommand() {
        return List.of(name(), "version");
    }

    @Override
    public String install() {
        return "go install go.k6.io/k6@latest";
    }

    @Override
    public String differs() {
        return "a request's time has no part for making the connection, and the last requests of the users are "
                + "waited for and counted";
    }

    @Override
    public Map<String, String> files(Request request) {
        String calls = request.calls().stream().map(K6::call).collect(Collectors.joining("\n"));
        return Map.of("requests.js", """
                // k6 run -e BASE=http://127.0.0.1:8080 -e USERS=100 -e SECONDS=10 requests.js
                // With -e RATE=150 it starts 150 requests a second, whether or not earlier ones have ended.
                import http from 'k6/http';
                import exec from 'k6/execution';

                const base = __ENV.BASE || 'http://127.0.0.1:8080';
                const users = Number(__ENV.USERS || 100);
                const duration = (__ENV.SECONDS || 10) + 's';
                const rate = Number(__ENV.RATE || 0);

                // Sent in turn.
                const calls = [
                %s
                ];

                export const options = {
                  discardResponseBodies: true,
                  maxRedirects: 0,
                  scenarios: {
                    load: rate > 0
                      ? {
                          executor: 'constant-arrival-rate', rate: Math.round(60 * rate), timeUnit: '1m', duration,
                          preAllocatedVUs: Math.ceil(rate), maxVUs: Math.ceil(30 * rate),
                        }
                      : { executor: 'constant-vus', vus: users, duration, gracefulStop: '30s' },
                  },
                };

                export default function () {
                  const call = calls[exec.scenario.iterationInTest %% calls.length];
                  http.request(call.method, base + call.path, call.body, { headers: call.headers, timeout: '30s' });
                }
                """.formatted(calls));
    }

    private static String call(Call call) {
        JsonMapper json = JsonMapper.shared();
        return "  { method: " + json.writeValueAsString(call.method()) + ", path: " + json.writeValueAsString(call
                .path()) + ", headers: " + json.writeValueAsString(call.headers()) + ", body: " + json
                        .writeValueAsString(call.body())
                + " },";
    }

    @Override
    public Path result(Path out, Path log) {
        return Path.of(out + ".csv");
    }
}
