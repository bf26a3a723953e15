package charts.run;

import charts.text.Numbers;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What run.json says of the machine and of the JDK that ran the lab, each by its name for people. What is not known is
 * left out.
 */
public final class MachineFacts {
    private MachineFacts() {}

    public static Map<String, String> of(JsonNode run) {
        Map<String, String> facts = new LinkedHashMap<>();
        JsonNode machine = run.path("machine");
        if (!machine.isObject()) {
            put(facts, "Machine", RunInfo.words(machine));
        }
        put(facts, "CPU", RunInfo.words(machine.path("cpu")));
        put(facts, "CPUs", RunInfo.words(machine.path("cpus")));
        put(facts, "Memory", machine.path("memory_mb").isNumber()
                ? Numbers.brief(machine.path("memory_mb").doubleValue() / 1024) + " GiB"
                : "");
        put(facts, "Operating system", RunInfo.words(machine.path("os")));
        put(facts, "CPU limit of the container", RunInfo.words(machine.path("container_cpu_limit")));
        put(facts, "Memory limit of the container", RunInfo.words(machine.path("container_memory_limit")));
        put(facts, "JDK", RunInfo.words(run.path("jdk")));
        return facts;
    }

    private static void put(Map<String, String> facts, String name, String value) {
        if (!value.isEmpty()) {
            facts.put(name, value);
        }
    }
}
