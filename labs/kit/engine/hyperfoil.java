///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION runs a Hyperfoil benchmark in this JVM, for jbang own --engine hyperfoil: BENCHMARK.hf.yaml RESULT.json NAME=VALUE...
//JAVA 21+
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//DEPS io.hyperfoil:hyperfoil-core:0.25.2
//DEPS io.hyperfoil:hyperfoil-http:0.25.2
//MAIN kit.engine.HyperfoilRun

package kit.engine;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkData;
import io.hyperfoil.api.statistics.StatisticsSnapshot;
import io.hyperfoil.api.statistics.StatisticsSummary;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.core.parser.BenchmarkParser;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
