package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kit.base.LabException;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.Period;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Tool;
import kit.results.LoadResult.Users;
import tools.jackson.databind.JsonNode;

/** Hyperfoil's all.json, or what its controller answers for /stats/total: a load for each phase and metric. */
final class HyperfoilJson implements Format {

    private static final double PER_MS = 1e6; // it measures ns

    @Override
    public boolean knows(String beginning) {
        return Json.has(beginning) && (beginning.contains("hyperfoil.io/run-schema")
                || beginning.contains("\"percentileResponseTime\""));
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        var reports = new ArrayList<Report>();
        addReports(file.toString(), Json.tree(file), reports);
        if (reports.isEmpty()) {
            throw new LabException(file + " names Hyperfoil, and has no report of it. Give all.json of a run");
        }
        List<LoadResult> loads = reports.stream().flatMap(report -> loads(report).stream()).toList();
        if (loads.isEmpty()) {
            throw Foreign.empty(file);
        }
        return loads.size() == 1 ? List.of(loads.get(0).named(file.toString())) : loads;
    }

    /** @param name the file, and where in the file it is, if it does not begin there */
    private record Report(String name, JsonNode root, JsonNode entries) {}

    /** A report may lie in the file of another tool: Horreum's of a run, or the state of qDup. */
    private static void addReports(String name, JsonNode node, List<Report> reports) {
        for (String field : List.of("stats", "statistics")) {
            if (node.path(field).isArray() && summary(node.path(field).path(0)).has("requestCount")) {
                reports.add(new Report(name, node, node.path(field)));
                return;
            }
        }
        node.properties().forEach(one -> addReports(name + " " + one.getKey(), one.getValue(), reports));
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                addReports(name + " " + i, node.get(i), reports);
            }
        }
    }

    private static JsonNode summary(JsonNode entry) {
        return entry.path("total").has("summary") ? entry.path("total").path("summary") : entry.path("summary");
    }

    private static List<LoadResult> loads(Report report) {
        var tool = new Tool("Hyperfoil", report.root.path("version").asString(""),
                "each request; the time is from the first byte sent to the last one received");
        var loads = new ArrayList<LoadResult>();
        for (JsonNode entry : report.entries) {
            JsonNode summary = summary(entry);
            if (!entry.path("isWarmup").asBoolean(false) && Json.number(summary, "requestCount") > 0) {
                loads.add(load(
                        report.name + " " + entry.path("phase").asString("") + "/" + entry.path("metric").asString(""),
                        tool, entry, summary));
            }
        }
        return loads;
    }

    private static LoadResult load(String name, Tool tool, JsonNode entry, JsonNode summary) {
        double seconds = (Json.number(summary, "endTime") - Json.number(summary, "startTime")) / 1e3;
        var percentiles = Json.percentiles(summary.path("percentileResponseTime"), "([\\d.]+)", 1 / PER_MS);
        var times = new ResponseTimes(Json.number(summary, "meanResponseTime") / PER_MS,
                Json.number(summary, "stdDevResponseTime") / PER_MS, Json.number(summary, "minResponseTime") / PER_MS,
                Json.number(summary, "maxResponseTime") / PER_MS, percentiles, 1e-6, null, false);
        double sessions = entry.path("total").path("maxSessions").asDouble(0);
        return new LoadResult(name, tool, Counts.of(Json.number(summary, "responseCount"), errors(summary), seconds),
                times, new Users(sessions > 0 ? sessions : Double.NaN, Double.NaN), periods(entry.path("series")),
                List.of(), null);
    }

    private static double errors(JsonNode summary) {
        JsonNode http = summary.path("extensions").path("http");
        double status = http.path("status_4xx").asDouble(0) + http.path("status_5xx").asDouble(0)
                + http.path("status_other").asDouble(0);
        // Hyperfoil calls a response invalid that its handlers refuse, which may be those of the same status.
        return Math.max(status, summary.path("invalid").asDouble(0)) + summary.path("connectionErrors").asDouble(0)
                + summary.path("requestTimeouts").asDouble(0) + summary.path("internalErrors").asDouble(0);
    }

    private static List<Period> periods(JsonNode series) {
        var periods = new ArrayList<Period>();
        double begin = Double.NaN;
        for (JsonNode one : series) {
            double start = Json.number(one, "startTime") / 1e3;
            double end = Json.number(one, "endTime") / 1e3;
            begin = Double.isNaN(begin) ? start : begin;
            if (end > start) {
                periods.add(new Period(start - begin, end - start, Json.number(one, "responseCount"),
                        Json.number(one, "meanResponseTime") / PER_MS));
            }
        }
        return periods;
    }
}
