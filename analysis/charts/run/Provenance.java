package charts.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * How a run was made, as far as run.json tells: on which JDKs, with which settings and flags, with which libraries.
 *
 * @param jdks     of the cells, with their vendors, as read back from them
 * @param common   what every cell asked for
 * @param settings what a variant asked for beside that, in the order of the run
 */
public record Provenance(List<String> jdks, String versions, String database, List<String> common,
        List<Setting> settings) {

    /** @param cells those of the variant that asked for it; empty where all of them did */
    public record Setting(String variant, String cells, List<String> asked) {}

    public static final Provenance UNKNOWN = new Provenance(List.of(), "", "", List.of(), List.of());

    private static final String FLAG = "flag ";

    public static Provenance of(JsonNode run, List<Cell> measured) {
        Map<String, Set<String>> asked = new LinkedHashMap<>(); // by cell
        Set<String> jdks = new LinkedHashSet<>();
        run.path("cells").properties().forEach(cell -> {
            Set<String> settings = new LinkedHashSet<>();
            Map<String, JsonNode> sorted = new TreeMap<>();
            cell.getValue().path("asked").properties().forEach(fact -> sorted.put(fact.getKey(), fact.getValue()));
            sorted.forEach((name, value) -> settings.add(name.startsWith(FLAG) && RunInfo.words(value).equals("true")
                    ? name.substring(FLAG.length())
                    : name + " = " + RunInfo.words(value)));
            asked.put(cell.getKey(), settings);
            JsonNode found = cell.getValue().path("found");
            String jdk = (RunInfo.words(found.path("jdk.version")) + " " + RunInfo.words(found.path("jdk.vendor")))
                    .strip();
            if (!jdk.isEmpty()) {
                jdks.add(jdk);
            }
        });
        Set<String> common = new LinkedHashSet<>(asked.values().stream().findFirst().orElse(Set.of()));
        asked.values().forEach(common::retainAll);
        String versions = run.path("versions").properties().stream()
                .map(one -> one.getKey() + " " + RunInfo.words(one.getValue()))
                .collect(Collectors.joining(", "));
        String database = run.path("database").properties().stream()
                .map(one -> one.getKey().equals("database") || one.getKey().equals("database.where")
                        ? RunInfo.words(one.getValue())
                        : one.getKey().replaceFirst("^database\\.", "") + " = " + RunInfo.words(one.getValue()))
                .collect(Collectors.joining(", "));
        return new Provenance(jdks.stream().sorted().toList(), versions, database, List.copyOf(common),
                settings(asked, common, measured));
    }

    /** A row for each variant, or for each of its groups of cells that asked for the same. */
    private static List<Setting> settings(Map<String, Set<String>> asked, Set<String> common, List<Cell> measured) {
        Map<String, Map<Set<String>, Set<String>>> byVariant = new LinkedHashMap<>();
        asked.forEach((name, settings) -> {
            Set<String> own = new LinkedHashSet<>(settings);
            own.removeAll(common);
            String variant = measured.stream().filter(cell -> cell.name().equals(name)).map(Cell::variant).findFirst()
                    .orElseGet(() -> Cell.named(name).variant());
            byVariant.computeIfAbsent(variant, key -> new LinkedHashMap<>())
                    .computeIfAbsent(own, key -> new LinkedHashSet<>())
                    .add(name.replaceFirst("-f\\d+$", "").replaceFirst("^" + Pattern.quote(variant) + "-", ""));
        });
        List<Setting> rows = new ArrayList<>();
        byVariant.forEach((variant, groups) -> groups.forEach((own, cells) -> rows.add(new Setting(variant,
                groups.size() == 1 ? "" : String.join(", ", cells), List.copyOf(own)))));
        return rows;
    }
}
