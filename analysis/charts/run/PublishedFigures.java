package charts.run;

import charts.text.Numbers;
import kit.record.CellName;
import kit.record.Column;
import kit.record.Validity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;
import tools.jackson.databind.JsonNode;

/**
 * Every figure that was published of a run's cells, beside what was measured: a mean over the forks that are valid.
 *
 * @param file   in data/published/ that they are from; empty where run.json does not tell
 * @param byCell the figures of each cell; none where run.json tells of none
 */
public record PublishedFigures(String file, Map<String, OfCell> byCell) {

    public static final PublishedFigures NONE = new PublishedFigures("", Map.of());

    /** The figures of a cell. @param source where in the document they are from; empty where that is not told */
    public record OfCell(String source, List<Line> lines) {}

    /** One figure. @param published as the authors wrote it, converted where everything took less time in this run */
    public record Line(String metric, String published, String measured) {}

    /** By what a figure is multiplied where everything took {@code faster} times less time. */
    private enum Scale {
        RATE, TIME, NONE;

        private double of(double faster) {
            return this == RATE ? faster : this == TIME ? 1 / faster : 1;
        }
    }

    /** A column of the published files. @param measured the same of a row of summary.csv; needs the machine's CPUs */
    private record Metric(String column, String words, Scale scale, Measured measured) {

        /** Why nothing was measured. */
        private String missing() {
            return column.matches("p\\d+_ms") ? "too few answers for a percentile" : "not known";
        }
    }

    private interface Measured {
        /** @param told all published figures of the cell, by their columns */
        double of(Row row, double cpus, JsonNode told);
    }

    private static final List<Metric> METRICS = List.of(
            metric("rps", "throughput, requests/s", Scale.RATE, row -> Csv.number(row, Column.RPS)),
            new Metric("time_s", "time for the published number of requests, s", Scale.TIME,
                    (row, cpus, told) -> number(told.path("n")) / Csv.number(row, Column.RPS)),
            new Metric("total_requests", "requests in as long as the published run took", Scale.RATE,
                    (row, cpus, told) -> Csv.number(row, Column.RPS) * number(told.path("total_requests"))
                            / number(told.path("rps"))),
            metric("mean_ms", "mean response time, ms", Scale.TIME, row -> Csv.number(row, Column.MEAN_MS)),
            metric("sd_ms", "standard deviation, ms", Scale.TIME, row -> Csv.number(row, Column.SD_MS)),
            metric("p50_ms", "median, ms", Scale.TIME, row -> Csv.number(row, Column.P50_MS)),
            metric("p90_ms", "90th percentile, ms", Scale.TIME, row -> Csv.number(row, Column.P90_MS)),
            metric("p95_ms", "95th percentile, ms", Scale.TIME, row -> Csv.number(row, Column.P95_MS)),
            metric("p99_ms", "99th percentile, ms", Scale.TIME, row -> Csv.number(row, Column.P99_MS)),
            metric("max_ms", "longest response time, ms", Scale.TIME, row -> Csv.number(row, Column.MAX_MS)),
            new Metric("cpu_percent", "CPU, % of all CPUs (measured: of the service)", Scale.NONE,
                    (row, cpus, told) -> 100 * Csv.number(row, Column.SERVICE_CPU_S)
                            / Csv.number(row, Column.DURATION_S) / cpus),
            metric("lag_rows", "rows that were still to be stored", Scale.NONE,
                    row -> Csv.number(row, Column.LAG_ROWS)),
            metric("drain_s", "time until they were stored, s", Scale.NONE, row -> Csv.number(row, Column.DRAIN_S)),
            metric("error_percent", "failed requests, %", Scale.NONE,
                    row -> 100 * Csv.number(row, Column.ERRORS) / Csv.number(row, Column.REQUESTS)));

    private static Metric metric(String column, String words, Scale scale, ToDoubleFunction<Row> measured) {
        return new Metric(column, words, scale, (row, cpus, told) -> measured.applyAsDouble(row));
    }

    /** @param json run.json @param summary may be empty */
    public static PublishedFigures of(JsonNode json, Table summary) {
        double faster = json.path("published_faster").asDouble(1);
        Map<String, List<Row>> forks = new LinkedHashMap<>();
        for (int i = 0; i < summary.rowCount(); i++) {
            Row row = summary.row(i);
            if (!Validity.INVALID.is(Csv.text(row, Column.VALIDITY))) {
                forks.computeIfAbsent(plan(Csv.text(row, Column.CELL)), name -> new ArrayList<>()).add(row);
            }
        }
        var byCell = new LinkedHashMap<String, OfCell>();
        json.path("published").propertyStream().forEach(told -> {
            String plan = plan(told.getKey());
            List<Row> rows = forks.getOrDefault(plan, List.of());
            double cpus = number(json.path("cells").path(CellName.whole(told.getKey())).path("found").path("cpus"));
            for (Metric metric : METRICS) {
                JsonNode figure = told.getValue().path(metric.column);
                if (!figure.isMissingNode() && !rows.isEmpty()) {
                    byCell.computeIfAbsent(plan, name -> new OfCell(RunInfo.words(told.getValue().path("source")),
                            new ArrayList<>())).lines.add(new Line(metric.words,
                                    converted(figure, metric.scale.of(faster)),
                                    rows.stream().mapToDouble(row -> metric.measured.of(row, cpus, told.getValue()))
                                            .filter(value -> !Double.isNaN(value)).average().stream()
                                            .mapToObj(Numbers::table).findFirst().orElse(metric.missing())));
                }
            }
        });
        return new PublishedFigures(RunInfo.words(json.path("published_file")),
                Collections.unmodifiableMap(byCell));
    }

    /** One name for all forks and attempts. */
    private static String plan(String name) {
        return name.replaceFirst("-f\\d+(-a\\d+)?(?=$|~)", "");
    }

    private static String converted(JsonNode figure, double factor) {
        double number = number(figure);
        return Double.isNaN(number) || factor == 1 ? RunInfo.words(figure) : Numbers.table(number * factor);
    }

    private static double number(JsonNode node) {
        try {
            return Double.parseDouble(node.asString(""));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
