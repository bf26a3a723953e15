package charts.run;

import charts.text.Damaged;
import kit.record.CellName;
import kit.record.Column;
import kit.record.RunTable;
import kit.record.WholeText;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tech.tablesaw.api.ColumnType;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.io.AddCellToColumnException;
import tech.tablesaw.io.csv.CsvReadOptions;

/**
 * The CSV files of a run as Tablesaw tables. The columns are those of data/README.md; a column that is only nice to
 * have may be missing, so that a run of an older lab can still be drawn.
 */
public enum Csv {
    SUMMARY("summary.csv", Column.CELL, Column.VARIANT, Column.LOAD, Column.RPS, Column.VALIDITY),
    LATENCY("latency.csv", Column.CELL, Column.PERCENTILE, Column.MS, Column.COUNT),
    TIMELINE("timeline.csv", Column.CELL, Column.SECOND, Column.RPS),
    PINNING("pinning.csv", Column.CELL, Column.DURATION_MS, Column.FRAME),
    BURST("burst.csv", Column.CELL, Column.MS, Column.STARTED, Column.ENDED, Column.FAILED, Column.IN_FLIGHT),
    CAPACITY("capacity.csv", Column.CELL, Column.USERS, Column.RULE_RPS, Column.RULE_MS, Column.BOUND),
    WAITS("waits.csv", Column.CELL, Column.LINE, Column.OPERATION, Column.SHARE_PCT),
    BLOCKS(RunTable.BLOCKS.file(), Column.CELL, Column.ROUND, Column.RPS, Column.WARMUP, Column.COUNTS);

    private static final int LONGEST_FIELD = 1_000_000; // a stack of pinning.csv is long; Tablesaw's own limit is 4096

    public final String file;
    private final List<Column> required;

    Csv(String file, Column... required) {
        this.file = file;
        this.required = List.of(required);
    }

    /**
     * Reads the file in that folder.
     *
     * @throws Damaged with the reason, if it is missing or does not hold to the contract
     */
    Table read(Path folder) throws Damaged {
        String text;
        try {
            text = WholeText.of(folder.resolve(file));
        } catch (NoSuchFileException e) {
            throw new Damaged("it is missing");
        } catch (CharacterCodingException e) {
            throw new Damaged("it is not UTF-8 text");
        } catch (IOException e) {
            throw new Damaged("it cannot be read (" + e.getMessage() + ")");
        }
        if (text.isBlank()) {
            throw new Damaged("it is empty");
        }
        // A spreadsheet that changes the separators changes numbers too, 1.5 even to a date: nothing in the file can be
        // trusted.
        if (text.lines().findFirst().orElse("").matches("[^,]*[;\t].*")) {
            throw new Damaged(
                    "its columns are separated by semicolons or tabs, so a spreadsheet saved it and may have changed "
                            + "its numbers. "
                            + "Take the file as the lab wrote it");
        }
        Table table = numbered(parse(text));
        for (Column column : required) {
            if (!table.containsColumn(column.toString())) {
                throw new Damaged("it has no column " + column);
            }
        }
        return lastAttempts(table);
    }

    /** Without the rows of cells that were measured again: the last attempt counts. */
    private static Table lastAttempts(Table table) {
        StringColumn cells = table.stringColumn(Column.CELL.toString());
        Map<String, String> last = cells.asList().stream()
                .collect(Collectors.toMap(CellName::ofAnyAttempt, Function.identity(), CellName::laterAttempt));
        return table.where(cells.eval(cell -> last.get(CellName.ofAnyAttempt(cell)).equals(cell)));
    }

    /**
     * Whether the file is not there and need not be: a run has the file of bursts only where it measured one, that of
     * waits only where it took thread dumps, and an older run has no capacities and no blocks.
     */
    boolean isLeftOut(Path folder, Map<Csv, Table> read) {
        if (Files.exists(folder.resolve(file))) {
            return false;
        }
        return this == CAPACITY || this == WAITS || this == BLOCKS || this == BURST
                && StreamSupport.stream(read.get(SUMMARY).spliterator(), false)
                        .map(row -> Cell.of(row, ""))
                        .noneMatch(cell -> cell.burst() && !cell.skipped() && !Double.isNaN(cell.rps()));
    }

    /** In summary.csv {@code started} is a time of day, in burst.csv a number of requests. */
    private boolean isNumber(Column column) {
        return column.isNumber() || this == BURST && column == Column.STARTED;
    }

    private static Table parse(String text) throws Damaged {
        Table table;
        try {
            table = Table.read()
                    .usingOptions(CsvReadOptions.builder(new StringReader(text)).columnTypes(name -> ColumnType.STRING)
                            // The contract's "not known"; by default Tablesaw also swallows * and null.
                            .missingValueIndicator("")
                            .locale(Locale.ROOT).maxCharsPerColumn(LONGEST_FIELD).sample(false));
        } catch (AddCellToColumnException e) {
            throw new Damaged(String.valueOf(e.getCause().getMessage()).replace("Row number", "row"));
        } catch (RuntimeException e) { // Tablesaw and its parser have no type of their own for the other faults
            if (e instanceof IndexOutOfBoundsException || e.getCause() instanceof IndexOutOfBoundsException) {
                throw new Damaged("a row has more columns than any file of a run");
            }
            throw new Damaged(
                    String.valueOf(e.getMessage()).lines().findFirst().orElse("?").replace("Row number", "row"));
        }
        return table;
    }

    /** With its columns named as in a run of today, and numbers where numbers should be. */
    private Table numbered(Table table) throws Damaged {
        for (Column column : Column.values()) {
            column.formerly().filter(table::containsColumn)
                    .ifPresent(old -> table.column(old).setName(column.toString()));
        }
        for (Column column : Column.values()) {
            String name = column.toString();
            if (isNumber(column) && table.containsColumn(name)) {
                table.replaceColumn(name, numbers(table.stringColumn(name)));
            }
        }
        return table;
    }

    /**
     * Numbers as Java writes them. Tablesaw's own reader drops every comma: 117,14 of a German spreadsheet would become
     * 11714.
     */
    private static DoubleColumn numbers(StringColumn texts) throws Damaged {
        DoubleColumn column = DoubleColumn.create(texts.name());
        for (int row = 0; row < texts.size(); row++) {
            String text = texts.get(row);
            try {
                column.append(text.isEmpty() ? Double.NaN : finite(Double.parseDouble(text)));
            } catch (NumberFormatException e) {
                throw new Damaged("row " + (row + 1) + " holds no number in column " + texts.name());
            }
        }
        return column;
    }

    /** NaN, not known, for a number that no lab writes. */
    private static double finite(double value) {
        return Double.isFinite(value) ? value : Double.NaN;
    }

    /** An empty table with the columns that every reader asks for. */
    Table none() {
        Table table = Table.create(file);
        required.forEach(column -> table.addColumns(
                (isNumber(column) ? ColumnType.DOUBLE : ColumnType.STRING).create(column.toString())));
        return table;
    }

    /** The number in that column, NaN where it is not known. */
    public static double number(Row row, Column column) {
        double value = has(row, column) ? row.getDouble(column.toString()) : Double.NaN;
        return finite(value);
    }

    /** The text in that column, "" where it is not known. */
    public static String text(Row row, Column column) {
        return has(row, column) ? row.getString(column.toString()).strip() : "";
    }

    /** Whether the run's lab knew the column. */
    static boolean has(Row row, Column column) {
        return row.columnNames().contains(column.toString());
    }
}
