package charts.run;

import charts.text.Damaged;
import charts.text.Messages;
import kit.record.Column;
import kit.record.Validity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** The rows of one run. A file that is damaged is an empty table here, and was named to the person. */
public final class Run {
    private final RunFolder folder;
    private final List<Cell> cells;
    private final Map<Csv, Table> tables;

    private Run(RunFolder folder, List<Cell> cells, Map<Csv, Table> tables) {
        this.folder = folder;
        this.cells = cells;
        this.tables = tables;
    }

    /** Reads the run's CSVs; each that cannot be used is named in {@code messages} and left out. */
    public static Run read(RunFolder folder, Messages messages) {
        Map<Csv, Table> tables = new HashMap<>();
        boolean measured = true;
        for (Csv csv : Csv.values()) {
            if (csv.isLeftOut(folder.path(), tables)) {
                tables.put(csv, csv.none());
                continue;
            }
            try {
                Table table = csv.read(folder.path());
                if (table.isEmpty() && csv != Csv.PINNING && measured) { // nothing pinned is good news
                    throw new Damaged("it has a header and no rows");
                }
                tables.put(csv, table);
                if (csv == Csv.SUMMARY) { // a lab that this machine cannot show has no latencies to draw
                    measured = table.stringColumn(Column.VALIDITY.toString()).countUnique() != 1
                            || !Validity.SKIPPED.is(table.stringColumn(Column.VALIDITY.toString()).get(0));
                }
            } catch (Damaged e) {
                messages.skipped(folder.path().resolve(csv.file), e.getMessage(),
                        "The page is drawn without it; run the lab again for a whole one");
                tables.put(csv, csv.none());
            }
        }
        return new Run(folder, cells(tables), tables);
    }

    private static List<Cell> cells(Map<Csv, Table> tables) {
        Table summary = tables.get(Csv.SUMMARY);
        List<Cell> cells = new ArrayList<>();
        Routes routes = new Routes(summary);
        for (Row row : summary) {
            cells.add(Cell.of(row, routes.of(row)));
        }
        if (cells.isEmpty()) {
            Stream.of(Csv.LATENCY, Csv.TIMELINE, Csv.BURST)
                    .flatMap(csv -> tables.get(csv).stringColumn(Column.CELL.toString()).asList().stream())
                    .distinct().map(Cell::named).forEach(cells::add);
        }
        return List.copyOf(cells);
    }

    public RunFolder folder() {
        return folder;
    }

    /** Every row of summary.csv, in its order. */
    public List<Cell> cells() {
        return cells;
    }

    /** The cell of that name, or what its name tells where summary.csv does not have it. */
    public Cell cell(String name) {
        return cells.stream().filter(cell -> cell.name().equals(name)).findFirst().orElseGet(() -> Cell.named(name));
    }

    /** Whether the cell's stages have rows of their own, beside which a mean over all of them says nothing. */
    public boolean toldInStages(Cell cell) {
        return cell.inStages() && cells.stream().anyMatch(other -> other.stage() && other.whole().equals(cell.name()));
    }

    public Table table(Csv csv) {
        return tables.get(csv);
    }

    /** The rows that one of the CSVs has of a cell. */
    public Table rows(Csv csv, Cell cell) {
        Table table = tables.get(csv);
        return table.where(table.stringColumn(Column.CELL.toString()).isEqualTo(cell.name()));
    }
}
