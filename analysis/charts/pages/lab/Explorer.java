package charts.pages.lab;

import charts.figure.CellStyle;
import charts.run.Cell;
import charts.run.RuleInputs;
import charts.run.Run;
import charts.text.Bound;
import charts.text.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import kit.record.RunJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What explore.js is given of a run: the numbers of its rule, and the points on its curve. */
final class Explorer {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String THROUGHPUT = "throughput";
    /** What a request holds for nearly as long as it takes, it holds throughout. */
    private static final double THROUGHOUT = 0.999;

    private Explorer() {}

    /** @param json run.json @return JSON that may stand in a script element; empty where the run has no closed rule */
    static String json(Run run, JsonNode json, CellStyle style) {
        List<RuleInputs> services = RuleInputs.of(run, json);
        if (services.isEmpty()) {
            return "";
        }
        var words = new TreeMap<String, String>();
        Stream.concat(Stream.of("users", "pool", "cpu", "carriers"), services.stream()
                .flatMap(service -> service.further().stream()).map(RunJson.Station::name))
                .forEach(name -> words.put(name, Bound.words(name)));
        return JSON.writeValueAsString(Map.of(
                "services", services.stream().map(service -> service(service, style)).toList(),
                "ramps", RuleInputs.ramps(run),
                "guesses", RunJson.of(json).guesses().stream().flatMap(guess -> guess(guess, run, services, style)
                        .stream()).toList(),
                "words", words)).replace("<", "\\u003c");
    }

    private static String name(RuleInputs service, CellStyle style) {
        Cell cell = service.cells().getFirst();
        return style.variant(cell) + (cell.route().isEmpty() ? "" : " (" + cell.route() + ")");
    }

    private static Map<String, Object> service(RuleInputs service, CellStyle style) {
        Cell first = service.cells().getFirst();
        var told = new LinkedHashMap<String, Object>();
        told.put("name", name(service, style));
        told.put("colour", style.colour(first));
        told.put("symbol", style.symbol(first));
        told.put("waitMs", service.waitMs());
        told.put("cpuMs", service.cpuMs());
        told.put("pinned", service.pinned());
        told.put("threads", service.threads());
        told.put("cpus", service.cpus());
        told.put("further", service.further().stream().map(station -> Map.of("name", station.name(), "servers",
                station.servers(), "heldMs", station.heldMs(), "throughout",
                Math.abs(station.heldMs() / (service.waitMs() + service.cpuMs()) - 1) < 1 - THROUGHOUT)).toList());
        told.put("measured", service.cells().stream().filter(cell -> cell.users() > 0).map(cell -> {
            var point = point(cell.users(), cell.rps(), cell.meanMs());
            point.put("ruleRps", known(cell.ruleRps()));
            point.put("counts", cell.counts());
            return point;
        }).toList());
        told.put("published", service.cells().stream().filter(cell -> cell.users() > 0 && cell.publishedRps() > 0)
                .map(cell -> point(cell.users(), cell.publishedRps(), cell.publishedMs())).distinct().toList());
        return told;
    }

    private static Map<String, Object> point(double users, double rps, double ms) {
        var point = new LinkedHashMap<String, Object>();
        point.put("users", users);
        point.put("rps", known(rps));
        point.put("ms", known(ms));
        return point;
    }

    /** JSON has no NaN. */
    private static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** Where the participant guessed a throughput, or its ratio to one that was measured: the point that it means. */
    private static Optional<Map<String, Object>> guess(RunJson.Guess guess, Run run, List<RuleInputs> services,
            CellStyle style) {
        RunJson.About about = guess.about();
        if (about == null || !THROUGHPUT.equals(about.metric()) || Double.isNaN(guess.guess())) {
            return Optional.empty();
        }
        Cell cell = run.cell(about.cell());
        double over = about.over() == null ? 1 : run.cell(about.over()).rps();
        return services.stream().filter(service -> service.cells().contains(cell) && Double.isFinite(over)).findFirst()
                .map(service -> Map.of("service", name(service, style), "users", cell.users(), "rps",
                        guess.guess() * over, "text", "your guess"
                                + (about.over() == null ? "" : ": " + Numbers.times(guess.guess()) + " times")));
    }
}
