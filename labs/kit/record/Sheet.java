package kit.record;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How the rows of a CSV are made: a value for each column of its {@link RunTable}.
 *
 * @param <T> what a row is made of
 */
public final class Sheet<T> {

    private final RunTable table;
    private final Map<Column, Function<T, ?>> values = new EnumMap<>(Column.class);

    public Sheet(RunTable table) {
        this.table = table;
    }

    /**
     * The value of a column: a text, or a number that is already rounded; null where it is not known.
     *
     * @throws IllegalArgumentException where the table does not have the column, or it has its value already
     */
    public Sheet<T> column(Column column, Function<T, ?> value) {
        if (!table.header().contains(column.toString()) || values.putIfAbsent(column, value) != null) {
            throw new IllegalArgumentException(table.file() + " has no column " + column + ", or has it twice");
        }
        return this;
    }

    /** The CSV that its rows are in. */
    public RunTable table() {
        return table;
    }

    /** @throws IllegalStateException where a column has no value */
    public List<String> row(T of) {
        return table.columns().stream().map(described -> {
            Function<T, ?> value = values.get(described.column());
            if (value == null) {
                throw new IllegalStateException(table.file() + ": nothing fills " + described.column());
            }
            Object is = value.apply(of);
            return is == null ? "" : is.toString();
        }).toList();
    }
}
