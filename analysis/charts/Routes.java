package charts;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/**
 * What tells the cells of a run apart beside variant, JDK and load: their paths; or, where the paths do not, or not at a
 * glance because the difference lies in a query, the further names that the lab gave them.
 */
final class Routes {
    private final Set<String> paths = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private boolean stagesPassForOthers; // for a load that does not change

    Routes(Table summary) {
        Map<String, Set<String>> pathsOf = new LinkedHashMap<>();
        Map<String, Set<String>> namesOf = new LinkedHashMap<>();
        Map<String, Set<Boolean>> stagesOf = new LinkedHashMap<>();
        for (Row row : summary) {
            Cell cell = Cell.of(row, "");
            String likeness = String.join("|", cell.variant(), cell.jdk(), cell.load());
            stagesOf.computeIfAbsent(likeness, key -> new LinkedHashSet<>()).add(cell.stage());
            pathsOf.computeIfAbsent(likeness, key -> new LinkedHashSet<>()).add(Csv.text(row, "path"));
            namesOf.computeIfAbsent(likeness, key -> new LinkedHashSet<>()).add(Cell.furtherName(row));
        }
        pathsOf.forEach((likeness, alike) -> {
            boolean named = namesOf.get(likeness).size() > 1;
            if (named && (alike.size() == 1 || alike.stream().anyMatch(path -> path.contains("?")))) {
                names.addAll(namesOf.get(likeness));
            } else if (alike.size() > 1) {
                paths.addAll(alike);
            } else if (stagesOf.get(likeness).size() > 1) {
                stagesPassForOthers = true;
            }
        });
        names.remove(""); // says nothing: such a cell's path may
    }

    /** The route of the cell in that row, empty where it tells nothing. */
    String of(Row row) {
        String path = Csv.text(row, "path");
        String name = Cell.furtherName(row);
        return names.contains(name) ? name : paths.contains(path) ? path.replaceFirst("^" + method() + " ", "")
                : stagesPassForOthers && Cell.of(row, "").stage() ? "stage" : "";
    }

    /** The method that goes without saying: where all have the same one it tells nothing. */
    private String method() {
        Set<String> methods = paths.stream().map(path -> path.replaceFirst(" .*", "")).collect(Collectors.toSet());
        return methods.size() == 1 ? Pattern.quote(methods.iterator().next()) : "GET";
    }
}
