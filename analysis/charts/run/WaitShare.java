package charts.run;

import kit.record.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/**
 * The share of the requests under way that are at one place, see waits.csv: a mean over the forks. By Little's law it
 * is the same share of the response time.
 *
 * @param cell      the first of the forks
 * @param line      of the service; empty where requests wait at none
 * @param operation what they wait in, or their state
 * @param percent   of the requests under way
 */
public record WaitShare(Cell cell, String line, String operation, double percent) {

    private static final String NO_THREAD = "no thread";

    /** Of each variant under each load, in the order of the file; none in a run that has no thread dumps. */
    public static List<WaitShare> of(Run run) {
        Map<List<String>, Map<String, List<Row>>> bySeries = new LinkedHashMap<>();
        Table table = run.table(Csv.WAITS);
        for (int i = 0; i < table.rowCount(); i++) {
            Row row = table.row(i);
            Cell cell = run.cell(Csv.text(row, Column.CELL));
            bySeries.computeIfAbsent(List.of(cell.variant(), cell.load(), cell.jdk()), key -> new LinkedHashMap<>())
                    .computeIfAbsent(cell.name(), key -> new ArrayList<>()).add(row);
        }
        return bySeries.values().stream().flatMap(forks -> means(run, forks).stream()).toList();
    }

    private static List<WaitShare> means(Run run, Map<String, List<Row>> forks) {
        Cell first = run.cell(forks.keySet().iterator().next());
        Map<List<String>, Double> sums = forks.values().stream().flatMap(List::stream).collect(Collectors.groupingBy(
                row -> List.of(Csv.text(row, Column.LINE), Csv.text(row, Column.OPERATION)), LinkedHashMap::new,
                Collectors.summingDouble(row -> Csv.number(row, Column.SHARE_PCT))));
        return sums.entrySet().stream().map(sum -> new WaitShare(first, sum.getKey().getFirst(), sum.getKey().getLast(),
                sum.getValue() / forks.size())).toList();
    }

    /** As in {@code org.example.Shop.order:12 (Thread.sleep)}. */
    public String place() {
        return line.isEmpty() ? operation : line + " (" + operation + ")";
    }

    /** As in {@code 80 % of the requests under way have no thread}. */
    public String inWords(String share) {
        return share + (operation.equals(NO_THREAD) ? " have no thread"
                : line.isEmpty() ? " are " + operation : " are at " + place());
    }
}
