package own.generator;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kit.base.LabException;
import kit.machine.Connections;
import kit.plan.Request;
import kit.plan.Request.Call;
import tools.jackson.databind.json.JsonMapper;

/**
 * Hyperfoil in a JVM of its own, which JBang starts: a script of this project, so it needs the checkout. Or a
 * controller of Hyperfoil that runs already, as in {@code hyperfoil@http://10.0.0.9:8090}; behind a comma each stand
 * its agents, as in {@code load@10.0.0.10}.
 */
final class Hyperfoil implements Recipe {

    private static final String NAME = "hyperfoil";
    private static final String AT = NAME + "@";
    private static final Path SCRIPT = Path.of("labs/own/generator/hyperfoil.java");
    /** The launcher of the checkout. */
    private static final Path LAUNCHER = Path.of("jbang");
    /** What Hyperfoil replaces in texts, and how it is written there to stand for itself. */
    private static final String REFERENCE = "${";
    private static final String ESCAPED = "$${";
    /** Of a scenario in the script. */
    private static final int INDENT = 6;

    /** Null where there is none. */
    private final URI controller;
    private final List<String> agents;

    private Hyperfoil(URI controller, List<String> agents) {
        this.controller = controller;
        this.agents = agents;
    }

    /** In a JVM of its own. */
    static Hyperfoil here() {
        return new Hyperfoil(null, List.of());
    }

    /** @return null where the text names no controller */
    static Hyperfoil byController(String text) {
        if (!text.startsWith(AT)) {
            return null;
        }
        List<String> parts = List.of(text.substring(AT.length()).split(","));
        try {
            URI controller = URI.create(parts.getFirst());
            if (controller.getHost() != null && List.of("http", "https").contains(controller.getScheme())) {
                return new Hyperfoil(controller, parts.subList(1, parts.size()));
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new LabException(
                "--generator " + text + ": '" + parts.getFirst() + "' is no address of a controller: write "
                        + "it as " + AT + "http://10.0.0.9:8090");
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isElsewhere() {
        return controller != null && Connections.isElsewhere(controller);
    }

    /** A controller copies Hyperfoil to its agents, and starts them. */
    @Override
    public Duration start() {
        return controller == null ? Recipe.super.start() : Duration.ofMinutes(3);
    }

    /** For the run on the controller to be killed. */
    @Override
    public Duration patience() {
        return controller == null ? Duration.ZERO : Duration.ofSeconds(5);
    }

    @Override
    public String command() {
        return "./" + LAUNCHER + " " + SCRIPT + " {folder}/benchmark.hf.yaml {out}.json "
                + (controller == null ? "" : "CONTROLLER=" + controller + " ")
                + "BASE={base} USERS={users} SECONDS={duration}s";
    }

    @Override
    public boolean isThere() {
        return Files.exists(SCRIPT) && Files.isExecutable(LAUNCHER);
    }

    @Override
    public List<String> versionCommand() {
        return List.of(program(), SCRIPT.toString(), "--version");
    }

    @Override
    public String install() {
        return "jbang own in the folder of the checkout (its libraries are fetched by JBang)";
    }

    @Override
    public String differs() {
        return "a request's time begins when its first byte is sent, and each user sends all requests in turn once "
                + "more before it ends";
    }

    @Override
    public String refuses(Request request) {
        return request.calls().stream().anyMatch(call -> call.method().equals("QUERY"))
                ? "hyperfoil does not know the method QUERY: take wrk, k6 or locust"
                : null;
    }

    @Override
    public Map<String, String> files(Request request) {
        List<Call> calls = request.calls();
        return Map.of("benchmark.hf.yaml",
                """
                # In Hyperfoil's CLI: upload benchmark.hf.yaml, then
                # run -PBASE=http://127.0.0.1:8080 -PUSERS=100 -PSECONDS=10s
                name: load
                http:
                  host: !param BASE http://127.0.0.1:8080
                  sharedConnections: !param USERS 100
                # A user whose request fails goes on with the next one.
                ergonomics:
                  stopOnInvalid: false
                %sphases:
                - load:
                    always:
                      users: !param USERS 100
                      duration: !param SECONDS 10s
                      scenario:
                %s
                """.formatted(agents(), IntStream.range(0, calls.size())
                        .mapToObj(i -> sequence(i + 1, calls.get(i)).indent(INDENT).stripTrailing())
                        .collect(Collectors.joining("\n"))));
    }

    private String agents() {
        return agents.isEmpty() ? ""
                : IntStream.range(0, agents.size()).mapToObj(i -> "  agent-" + (i + 1) + ": "
                        + JsonMapper.shared().writeValueAsString(agents.get(i)) + "\n").collect(Collectors.joining("",
                                "agents:\n", ""));
    }

    /** A text of JSON is one of YAML, and so is an object of texts. */
    private static String sequence(int number, Call call) {
        JsonMapper json = JsonMapper.shared();
        var headers = new LinkedHashMap<String, String>();
        call.headers().forEach((name, value) -> headers.put(name, escaped(value)));
        return """
                      - call%d:
                        - httpRequest:
                            %s: %s
                            headers: %s
                            body: %s
                            metric: requests
                            timeout: 30s""".formatted(number, call.method(),
                json.writeValueAsString(escaped(call.path())),
                json.writeValueAsString(headers), json.writeValueAsString(call.body() == null ? ""
                        : escaped(call.body())));
    }

    private static String escaped(String text) {
        return text.replace(REFERENCE, ESCAPED);
    }

    @Override
    public Path result(Path out, Path log) {
        return Path.of(out + ".json");
    }
}
