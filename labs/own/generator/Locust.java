package own.generator;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import kit.plan.Request;
import kit.plan.Request.Call;
import tools.jackson.databind.json.JsonMapper;

/** Locust: a master and three workers, as the published ramp had them; by its statistics, which are a CSV. */
final class Locust implements Recipe {

    @Override
    public String name() {
        return "locust";
    }

    /** The master's port is a free one: another Locust may have the usual one. */
    @Override
    public String command() {
        return "locust -f {folder}/locustfile.py --headless --processes 3 --master-bind-port {port} "
                + "--master-port {port} -H {base} -u {users} -r {users} -t {duration}s --stop-timeout 30 --csv {out} "
                + "--only-summary --exit-code-on-error 0";
    }

    @Override
    public String install() {
        return "pip install locust";
    }

    @Override
    public String differs() {
        return "times from 100 ms on are rounded to 10 ms in percentiles, the last requests of the users are waited "
                + "for and counted, and so is the time in which the users start";
    }

    /** In one second, on a busy machine, workers were stopped before their first requests were answered. */
    @Override
    public Duration shortest() {
        return Duration.ofSeconds(4);
    }

    /** Each worker sends the requests in turn. */
    @Override
    public Map<String, String> files(Request request) {
        return Map.of("locustfile.py", """
                # locust -f locustfile.py --headless --processes 3 -H http://127.0.0.1:8080 -u 100 -r 100 -t 10s
                import itertools

                from locust import FastHttpUser, constant, task

                # method, path, headers, body; sent in turn
                CALLS = itertools.cycle([
                %s
                ])


                class User(FastHttpUser):
                    wait_time = constant(0)
                    connection_timeout = 30.0
                    network_timeout = 30.0

                    @task
                    def call(self):
                        method, path, headers, body = next(CALLS)
                        self.client.request(method, path, headers=headers, data=body, allow_redirects=False)
                """.formatted(request.calls().stream().map(Locust::tuple).collect(Collectors.joining("\n"))));
    }

    /** A string of JSON is one of Python, and so is an object of strings. */
    private static String tuple(Call call) {
        JsonMapper json = JsonMapper.shared();
        return "    (" + json.writeValueAsString(call.method()) + ", " + json.writeValueAsString(call.path()) + ", "
                + json.writeValueAsString(call.headers()) + ", "
                + (call.body() == null ? "None" : json.writeValueAsString(call.body())) + "),";
    }

    @Override
    public Path result(Path out, Path log) {
        return Path.of(out + "_stats.csv");
    }
}
