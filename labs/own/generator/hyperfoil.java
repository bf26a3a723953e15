///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION runs a Hyperfoil benchmark in this JVM, or by a controller, for --generator hyperfoil: BENCHMARK.hf.yaml RESULT.json NAME=VALUE...
//JAVA 21+
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//DEPS io.hyperfoil:hyperfoil-core:0.25.2
//DEPS io.hyperfoil:hyperfoil-http:0.25.2
//MAIN own.generator.HyperfoilRun

package own.generator;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkData;
import io.hyperfoil.api.statistics.StatisticsSnapshot;
import io.hyperfoil.api.statistics.StatisticsSummary;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.core.parser.BenchmarkParser;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;

/** Hyperfoil without a controller. Its result is what a controller answers for the total statistics of a run. */
final class HyperfoilRun {

    static final String VERSION = "0.25.2";
    private static final double[] PERCENTILES = {0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999};

    private final Map<String, StatisticsSnapshot> statistics = new TreeMap<>();

    private HyperfoilRun() {}

    public static void main(String... args) throws Exception {
        if (args.length == 1 && args[0].equals("--version")) {
            System.out.println("Hyperfoil " + VERSION);
            return;
        }
        if (args.length < 2) {
            System.err.println("hyperfoil: BENCHMARK.hf.yaml RESULT.json NAME=VALUE... are needed");
            System.exit(2);
        }
        Configurator.setRootLevel(Level.WARN);
        Map<String, String> values = Arrays.stream(args).skip(2).map(word -> word.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        String controller = values.remove("CONTROLLER");
        if (controller != null) {
            System.exit(new HyperfoilController(URI.create(controller)).run(Path.of(args[0]), values, Path.of(
                    args[1])));
        }
        var run = new HyperfoilRun();
        try (InputStream file = Files.newInputStream(Path.of(args[0]))) {
            run.drive(BenchmarkParser.instance().buildBenchmark(file, BenchmarkData.EMPTY, values));
        }
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(Path.of(args[1]).toFile(), run.result());
        // Threads of its own would keep the JVM alive.
        System.exit(0);
    }

    private void drive(Benchmark benchmark) {
        new LocalSimulationRunner(benchmark, (phase, step, metric, snapshot, countDown) -> add(metric, snapshot), null,
                null).run();
    }

    private synchronized void add(String metric, StatisticsSnapshot snapshot) {
        statistics.computeIfAbsent(metric, name -> new StatisticsSnapshot()).add(snapshot);
    }

    private synchronized Map<String, Object> result() {
        List<Map<String, Object>> all = new ArrayList<>();
        statistics.forEach((metric, snapshot) -> all.add(Map.of("phase", "load", "metric", metric, "summary",
                fields(snapshot))));
        return Map.of("version", VERSION, "statistics", all);
    }

    private static Map<String, Object> fields(StatisticsSnapshot snapshot) {
        StatisticsSummary summary = snapshot.summary(PERCENTILES);
        var fields = new LinkedHashMap<String, Object>();
        fields.put("startTime", summary.startTime);
        fields.put("endTime", summary.endTime);
        fields.put("minResponseTime", summary.minResponseTime);
        fields.put("meanResponseTime", summary.meanResponseTime);
        fields.put("stdDevResponseTime", snapshot.histogram.getStdDeviation());
        fields.put("maxResponseTime", summary.maxResponseTime);
        fields.put("percentileResponseTime", summary.percentileResponseTime);
        fields.put("requestCount", summary.requestCount);
        fields.put("responseCount", summary.responseCount);
        fields.put("invalid", summary.invalid);
        fields.put("connectionErrors", summary.connectionErrors);
        fields.put("requestTimeouts", summary.requestTimeouts);
        fields.put("internalErrors", summary.internalErrors);
        return fields;
    }
}

/**
 * A controller of Hyperfoil that runs already, by its REST interface. The benchmark may have passwords, so it is
 * removed from the controller in the end; a run that is cut short is killed there.
 */
final class HyperfoilController {

    private static final int SUCCESS = 2;
    private static final int LOOK_MS = 200;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final URI address;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    /** Name of the benchmark that the controller has now; null where it has none of ours. */
    private volatile String uploaded;
    /** That is under way; null where none is. */
    private volatile String run;

    HyperfoilController(URI address) {
        this.address = address;
    }

    /**
     * Runs a benchmark, and writes all of its statistics.
     *
     * @param values of its parameters
     * @return exit code: 1 with a line on standard error, where it fails
     */
    int run(Path benchmark, Map<String, String> values, Path result) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::leave));
        try {
            // A benchmark of this name may be there already, of others.
            String name = "virtual-thread-lab-" + UUID.randomUUID();
            ask("POST", "/benchmark", BodyPublishers.ofString(Files.readString(benchmark)
                    .replaceFirst("(?m)^name: .*$", "name: " + name)));
            uploaded = name;
            String parameters = values.entrySet().stream().map(value -> "templateParam=" + URLEncoder.encode(value
                    .getKey() + "=" + value.getValue(), StandardCharsets.UTF_8)).collect(Collectors.joining("&"));
            run = new JsonObject(get("/benchmark/" + name + "/start?" + parameters)).getString("id");
            await();
            Files.writeString(result, statistics());
            run = null;
            return 0;
        } catch (IOException e) {
            System.err.println("hyperfoil: " + e.getMessage());
            return 1;
        }
    }

    /** Waits until the run has ended. */
    private void await() throws IOException, InterruptedException {
        JsonObject state;
        boolean hasBegun = false;
        do {
            Thread.sleep(LOOK_MS);
            state = new JsonObject(get("/run/" + run));
            if (!hasBegun && state.getString("started") != null) {
                hasBegun = true;
                System.out.println("the load begins");
            }
            JsonArray errors = state.getJsonArray("errors", new JsonArray());
            if (!errors.isEmpty()) {
                throw new IOException("the run failed: " + errors.getString(0));
            }
        } while (state.getString("terminated") == null);
    }

    /** Empty for a moment after the run has ended: the controller gathers them. */
    private String statistics() throws IOException, InterruptedException {
        long until = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < until) {
            String answer = get("/run/" + run + "/stats/all/json");
            if (!answer.isBlank()) {
                return answer;
            }
            Thread.sleep(LOOK_MS);
        }
        throw new IOException("the controller told no statistics of run " + run);
    }

    /** When this JVM ends, however it does. */
    private void leave() {
        try {
            if (run != null) {
                get("/run/" + run + "/kill");
            }
            if (uploaded != null) {
                ask("DELETE", "/benchmark/" + uploaded, BodyPublishers.noBody());
            }
        } catch (IOException e) {
            System.err.println("hyperfoil: something is left on the controller: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String get(String path) throws IOException, InterruptedException {
        return ask("GET", path, BodyPublishers.noBody());
    }

    private String ask(String method, String path, BodyPublisher body) throws IOException, InterruptedException {
        HttpResponse<String> answer;
        try {
            answer = client.send(HttpRequest.newBuilder(URI.create(address.toString().replaceFirst("/$", "") + path))
                    .header("Content-Type", "text/vnd.yaml").header("Accept", "application/json").method(method, body)
                    .timeout(LIMIT).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IOException("no controller answers at " + address + " (" + e.getClass().getSimpleName() + ")", e);
        }
        if (answer.statusCode() / 100 != SUCCESS) {
            throw new IOException("the controller answered " + method + " " + path.replaceFirst("\\?.*", "")
                    + " with the status " + answer.statusCode() + ": " + answer.body().strip());
        }
        return answer.body();
    }
}
