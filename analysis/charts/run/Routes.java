package charts.run;

import kit.record.CellName;
import kit.record.Column;
import java.util.HashMap;
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
 * What tells the cells of a run apart beside variant, JDK and load: their paths; or, where the paths do not, or not at
 * a glance because the difference lies in a query, the further names that the lab gave them. Stages are told apart from
 * stages: what a lab measures beside them does not make their names longer.
 */
final class Routes {

    /** The routes of some of the rows. */
    private static final class Of {
        private final Map<String, Set<String>> pathsOf = new LinkedHashMap<>();
        private final Map<String, Set<String>> namesOf = new LinkedHashMap<>();
        private final Map<String, String> mainPaths = new HashMap<>();
        private final Set<String> paths = new HashSet<>();
        private final Set<String> names = new HashSet<>();

        private void add(Row row, Cell cell) {
            String likeness = likeness(cell);
            if (CellName.streamIn(cell.name()).isEmpty()) {
                mainPaths.put(cell.name(), Csv.text(row, Column.PATH));
            }
            pathsOf.computeIfAbsent(likeness, key -> new LinkedHashSet<>()).add(Csv.text(row, Column.PATH));
            namesOf.computeIfAbsent(likeness, key -> new LinkedHashSet<>()).add(Cell.furtherName(row));
        }

        private void compare() {
            pathsOf.forEach((likeness, alike) -> {
                int known = namesOf.get(likeness).size();
                if (known > 1 && (alike.size() < known || alike.stream().anyMatch(path -> path.contains("?")))) {
                    names.addAll(namesOf.get(likeness));
                } else if (alike.size() > 1) {
                    paths.addAll(alike);
                }
            });
            names.remove(""); // says nothing: such a cell's path may
        }

        private String route(Row row) {
            String path = Csv.text(row, Column.PATH);
            String name = Cell.furtherName(row);
            if (isToldByItsStream(row)) {
                return "";
            }
            return names.contains(name) ? name
                    : paths.contains(path) ? path.replaceFirst("^" + method() + " ", "") : "";
        }

        /**
         * A stream that requests something else than its cell's main one: its own name says what, and the cell's what
         * it is not. But where the streams of several cells of a variant have the same name, the cell's is needed to
         * tell them apart, for all that are compared.
         */
        private boolean isToldByItsStream(Row row) {
            Cell cell = Cell.of(row, "");
            return cell.aside() && !Csv.text(row, Column.PATH).equals(mainPaths.get(cell.whole()))
                    && namesOf.keySet().stream()
                            .filter(likeness -> likeness.endsWith("|" + cell.load()))
                            .allMatch(
                                    likeness -> namesOf.get(likeness).size() == 1 && pathsOf.get(likeness).size() == 1);
        }

        private static String likeness(Cell cell) {
            return String.join("|", cell.variant(), cell.jdk(), cell.load());
        }

        /** The method that goes without saying: where all have the same one it tells nothing. */
        private String method() {
            Set<String> methods = paths.stream().map(path -> path.replaceFirst(" .*", "")).collect(Collectors.toSet());
            return methods.size() == 1 ? Pattern.quote(methods.iterator().next()) : "GET";
        }
    }

    private final Of steady = new Of();
    private final Of stages = new Of();
    private final boolean alike; // a stage would pass for a load that does not change

    Routes(Table summary) {
        for (Row row : summary) {
            Cell cell = Cell.of(row, "");
            (staged(cell) ? stages : steady).add(row, cell);
        }
        steady.compare();
        stages.compare();
        alike = steady.pathsOf.keySet().stream().anyMatch(stages.pathsOf::containsKey);
    }

    private static boolean staged(Cell cell) {
        return cell.stage() || cell.inStages();
    }

    /** The route of the cell in that row, empty where it tells nothing. */
    String of(Row row) {
        Cell cell = Cell.of(row, "");
        String route = (staged(cell) ? stages : steady).route(row);
        return route.isEmpty() && alike && cell.stage() ? "stage" : route;
    }
}
