package old.page;

import java.util.function.Function;
import old.plan.Cell;

/**
 * A column of a table whose rows are cells.
 *
 * @param of a number or a text
 */
public record TableColumn(String name, Function<Cell, Object> of) {

    /** As a page writes it: {@code column("requests/s", measured::rps)}. */
    public static TableColumn column(String name, Function<Cell, Object> of) {
        return new TableColumn(name, of);
    }
}
