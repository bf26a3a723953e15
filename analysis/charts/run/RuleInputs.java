package charts.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kit.record.Column;
import kit.record.RunJson;
import tools.jackson.databind.JsonNode;

/**
 * A service of a run as the rule of a closed loop has it: what one request needs, and what there is of it.
 *
 * @param waitMs  a request waits, alone
 * @param cpuMs   it needs of a CPU
 * @param pinned  whether it holds its carrier while it waits
 * @param threads requests that are served at a time; 0 where nothing limits them
 * @param cpus    that the service can use
 * @param further what else a request holds
 * @param cells   that were measured with users who send the next request when the last one is answered
 */
public record RuleInputs(double waitMs, double cpuMs, boolean pinned, int threads, int cpus,
        List<RunJson.Station> further, List<Cell> cells) {

    private static final String CLOSED = "closed";

    /** The services of a run, in its order; none in a run whose run.json does not tell what a request needs. */
    public static List<RuleInputs> of(Run run, JsonNode json) {
        if (!RunInfo.isTyped(json)) {
            return List.of();
        }
        RunJson typed = RunJson.of(json);
        Map<List<String>, List<Cell>> services = new LinkedHashMap<>();
        run.cells().stream().filter(cell -> cell.kind().equals(CLOSED) && !cell.aside() && !cell.skipped())
                .filter(cell -> isKnown(typed.cells().get(cell.name())))
                .forEach(cell -> services.computeIfAbsent(List.of(cell.variant(), cell.route(), cell.jdk()),
                        key -> new ArrayList<>()).add(cell));
        return services.values().stream().map(cells -> {
            Cell first = cells.stream().filter(Cell::counts).findFirst().orElse(cells.getFirst());
            return of(typed.cells().get(first.name()), typed.machine().cpus(), List.copyOf(cells));
        }).toList();
    }

    /** The times in s within which the users of a burst send one request each. */
    public static List<Double> ramps(Run run) {
        return run.table(Csv.SUMMARY).stream().map(row -> Csv.number(row, Column.RAMP_S)).filter(Double::isFinite)
                .distinct().toList();
    }

    private static boolean isKnown(RunJson.CellFacts facts) {
        return facts != null && facts.demand() != null && facts.demand().waitMs() + facts.demand().cpuMs() > 0;
    }

    private static RuleInputs of(RunJson.CellFacts facts, int machineCpus, List<Cell> cells) {
        RunJson.Demand demand = facts.demand();
        boolean isTold = demand.cpus() > 0;
        int threads = isTold ? demand.concurrencyLimit() : number(facts.asked().get("tomcat.threads.max"), 0);
        int cpus = isTold ? demand.cpus() : number(facts.asked().get("scheduler.parallelism"), machineCpus);
        return new RuleInputs(demand.waitMs(), demand.cpuMs(), demand.pinned(), threads, cpus,
                demand.further() == null ? List.of() : demand.further(), cells);
    }

    /** @param otherwise where the fact is missing, or no number: {@code unbounded} */
    private static int number(String fact, int otherwise) {
        return fact != null && fact.matches("\\d{1,9}") ? Integer.parseInt(fact) : otherwise;
    }
}
