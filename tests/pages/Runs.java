package pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A made-up run in a data folder, in files as the labs write them:
 *
 * <pre>{@code
 * Runs.in(data).lab("waits").run("20260102-100000")
 *         .cell(closed("platform", 100).rps(120).predicted(125))
 *         .cell(closed("virtual", 100).rps(240).predicted(250).latency(50, 402, 500))
 *         .write();
 * }</pre>
 *
 * <p>What a test does not say is made up, so that the run is whole: one cell, its latencies and two of its seconds. A
 * CSV has the columns that some cell has, since runs of older labs lack those that came later.
 */
final class Runs {

    static final String RUN = "20260101-100000";

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final List<String> ALWAYS = List.of("lab", "run", "cell", "variant", "jdk", "load", "path", "users",
            "rate", "fork", "ok",
            "errors", "rps", "mean_ms");

    private final Path data;
    private final ObjectNode json = JSON.createObjectNode();
    private final List<MadeCell> cells = new ArrayList<>();
    private final Map<String, String> files = new LinkedHashMap<>();
    private final Set<String> without = new LinkedHashSet<>();
    private String lab = "lab";
    private String run = RUN;

    private Runs(Path data) {
        this.data = data;
        json("{'complete': true, 'verdict': 'CONFIRMED', 'machine': 'some machine'}".replace('\'', '"'));
    }

    static Runs in(Path data) {
        return new Runs(data);
    }

    Runs lab(String name) {
        lab = name;
        return this;
    }

    /** @param name its time, such as {@value #RUN}, which it is where nothing else is said */
    Runs run(String name) {
        run = name;
        return this;
    }

    Runs verdict(String verdict) {
        json.put("verdict", verdict);
        return this;
    }

    /** It was cut short, and says so. */
    Runs incomplete() {
        json.put("complete", false);
        return this;
    }

    /** Further fields of run.json, or others instead of the usual ones, as a JSON object. */
    Runs json(String fields) {
        json.setAll((ObjectNode) JSON.readTree(fields));
        return this;
    }

    Runs cell(MadeCell... more) {
        cells.addAll(Arrays.asList(more));
        return this;
    }

    /** One of the run's files as it stands here, instead of what would be written. */
    Runs file(String name, String text) {
        files.put(name, text);
        return this;
    }

    Runs without(String... names) {
        without.addAll(Arrays.asList(names));
        return this;
    }

    /** @return the run's folder */
    Path write() throws IOException {
        Path folder = Files.createDirectories(data.resolve(lab).resolve(run));
        if (cells.isEmpty()) {
            cells.add(MadeCell.closed("platform", 100).rps(120).predicted(125));
        }
        if (cells.stream().allMatch(cell -> cell.percentiles.isEmpty())) {
            cells.getFirst().latency(0, 801, 1).latency(50, 803, 500).latency(100, 812, 1000);
        }
        if (cells.stream().allMatch(cell -> cell.seconds.isEmpty())) {
            cells.getFirst().seconds("rps", 120, 121).seconds("p50_ms", 803, 803).seconds("service_cpu", 0.5, 0.5)
                    .seconds("platform_threads", 78, 78);
        }
        json.put("lab", json.path("lab").asString(lab)).put("run", run);
        Map<String, String> all = new LinkedHashMap<>(
                Map.of("run.json", json.toString(), "summary.csv", summary(), "latency.csv", latency(),
                        "timeline.csv", timeline(), "pinning.csv", pinning()));
        if (cells.stream().anyMatch(cell -> !cell.steps.isEmpty())) {
            all.put("burst.csv", burst());
        }
        all.putAll(files);
        all.keySet().removeAll(without);
        for (Map.Entry<String, String> file : all.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        return folder;
    }

    private String summary() throws IOException {
        Set<String> columns = new LinkedHashSet<>(ALWAYS);
        cells.forEach(cell -> columns.addAll(cell.columns.keySet()));
        for (String last : List.of("verdict", "why")) {
            columns.remove(last);
            columns.add(last);
        }
        return csv(columns, cells.stream().map(cell -> {
            Map<String, Object> row = new LinkedHashMap<>(cell.columns);
            row.putAll(Map.of("lab", lab, "run", run, "cell", cell.name()));
            return columns.stream().<Object>map(column -> row.getOrDefault(column, "")).toList();
        }).toList());
    }

    private String latency() throws IOException {
        return csv(List.of("cell", "percentile", "ms", "count"),
                cells.stream().flatMap(cell -> cell.percentiles.stream()
                        .map(row -> after(cell, row))).toList());
    }

    private String timeline() throws IOException {
        Set<String> columns = new LinkedHashSet<>(List.of("cell", "second", "rps", "p50_ms"));
        cells.forEach(cell -> columns.addAll(cell.seconds.keySet()));
        List<List<Object>> rows = new ArrayList<>();
        for (MadeCell cell : cells) {
            int count = cell.seconds.values().stream().mapToInt(values -> values.length).max().orElse(0);
            for (int second = 1; second <= count; second++) {
                List<Object> row = new ArrayList<>();
                for (String column : columns) {
                    Object[] values = cell.seconds.get(column);
                    row.add(column.equals("cell") ? cell.name()
                            : values != null ? values[second - 1] : column.equals("second") ? second : "");
                }
                rows.add(row);
            }
        }
        return csv(columns, rows);
    }

    private String pinning() throws IOException {
        return csv(List.of("cell", "start", "duration_ms", "reason", "operation", "carrier", "frame", "stack"),
                cells.stream().flatMap(cell -> cell.pins.stream().map(row -> after(cell, row))).toList());
    }

    private String burst() throws IOException {
        return csv(List.of("cell", "ms", "started", "ended", "failed", "in_flight"),
                cells.stream().flatMap(cell -> cell.steps.stream()
                        .map(step -> after(cell, Arrays.stream(step).<Object>mapToObj(number -> number).toList())))
                        .toList());
    }

    private static List<Object> after(MadeCell cell, List<Object> row) {
        List<Object> all = new ArrayList<>(List.of(cell.name()));
        all.addAll(row);
        return all;
    }

    private static String csv(Iterable<String> columns, List<List<Object>> rows) throws IOException {
        StringBuilder text = new StringBuilder();
        try (CSVPrinter printer = new CSVPrinter(text, CSVFormat.RFC4180.builder().setRecordSeparator('\n').get())) {
            printer.printRecord(columns);
            printer.printRecords(rows);
        }
        return text.toString();
    }

    /** Changes the text of a file that was written. */
    static void change(Path file, UnaryOperator<String> change) throws IOException {
        Files.writeString(file, change.apply(Files.readString(file)));
    }

    /** The names of what is in a folder. */
    static Set<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            Set<String> names = new TreeSet<>();
            files.forEach(file -> names.add(file.getFileName().toString()));
            return names;
        }
    }
}
