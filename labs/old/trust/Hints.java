package old.trust;

import java.util.List;
import java.util.stream.Collectors;
import kit.rule.RuleFigures;
import kit.rule.Queueing;

/** Where to look first when a claim fails that has no hint of its own: at what limits its cells by their rule. */
final class Hints {

    private Hints() {}

    /** One sentence for each bound of these rules; a cell without a rule has its findings only. */
    static String of(List<RuleFigures> rules) {
        return rules.stream().map(rule -> rule.exists() ? ofBound(rule.bound()) : withoutRule()).distinct()
                .collect(Collectors.joining("; "));
    }

    private static String ofBound(String bound) {
        return switch (bound) {
        case "users" -> "the response time is that of the waits alone: did a wait take longer? see mean_ms and "
                + "machine_cpu in summary.csv";
        case Queueing.RATE -> "were requests sent late, or not at all? see start_lag_p99_ms and errors in "
                + "summary.csv";
        case "pool" -> "how many threads did the service have? see tomcat.threads.max among the facts in run.json";
        case Queueing.CARRIERS -> "how many carriers were there? see carriers and carriers_pool in summary.csv";
        case Queueing.CPU -> "what else used the CPUs? see machine_cpu and neighbour in summary.csv";
        case "connections" -> "how many connections were there, and for how long did a request hold one? see the "
                + "facts in run.json, and connections_active in timeline.csv";
        default -> "how many '" + bound + "' were there? see the facts in run.json";
        };
    }

    private static String withoutRule() {
        return "the cell has no rule: see its findings in summary.csv";
    }
}
