package kit.page;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import kit.base.LabException;
import kit.plan.Cell;

/** Which cells {@code --variant} and {@code --cells} leave to be measured. */
final class Selection {

    private final LabOptions options;
    /** All that were ordered so far: an option may name what is measured in another part of the page. */
    private final Set<Cell> known = new LinkedHashSet<>();

    Selection(LabOptions options) {
        this.options = options;
    }

    /**
     * Those of the ordered cells that are wanted.
     *
     * @throws LabException where an option names nothing, or leaves nothing
     */
    List<Cell> of(List<Cell> ordered) {
        known.addAll(ordered);
        checkVariants();
        checkCells();
        return ordered.stream().filter(this::isWanted).toList();
    }

    /** Whether the options leave it. */
    boolean isWanted(Cell cell) {
        return (options.variants.isEmpty() || options.variants.contains(cell.variant().name()))
                && (options.cells.isEmpty() || options.cells.stream().anyMatch(cell::isCalled));
    }

    /** Why a cell is not measured that is not wanted. */
    String leftOut() {
        return options.variants.isEmpty() ? "left out by --cells" : "left out by --variant";
    }

    private void checkVariants() {
        List<String> names = known.stream().map(c -> c.variant().name()).distinct().toList();
        for (String asked : options.variants) {
            if (!names.contains(asked)) {
                throw new LabException("unknown variant '" + asked + "': this lab has " + String.join(", ", names));
            }
        }
    }

    private void checkCells() {
        for (String asked : options.cells) {
            if (known.stream().noneMatch(cell -> cell.isCalled(asked))) {
                throw new LabException("--cells: there is no cell '" + asked + "': this lab has "
                        + known.stream().map(Cell::shortName).collect(Collectors.joining(", ")));
            }
        }
        if (known.stream().noneMatch(this::isWanted)) {
            throw new LabException(
                    "--cells: none of these cells is of a variant that --variant names: leave one of the two out");
        }
    }
}
