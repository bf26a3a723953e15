package old.page;

import kit.record.Misspelt;
import java.util.ArrayList;
import java.util.List;
import kit.base.LabException;
import old.plan.Cell;

/** Which cells {@code --variant}, {@code --cells} and {@code --part} leave to be measured. */
final class Selection {

    private final LabOptions options;
    /** All that were ordered so far: an option may name what is measured in another part of the page. */
    private final List<Cell> known = new ArrayList<>();
    private final Sizes sizes;

    Selection(LabOptions options, Sizes sizes) {
        this.options = options;
        this.sizes = sizes;
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
        checkParts();
        if (known.stream().noneMatch(this::isWanted)) {
            throw new LabException("no cell is named by all of " + String.join(", ", options.selecting())
                    + ": leave one of them out");
        }
        return ordered.stream().filter(this::isWanted).toList();
    }

    /** Whether the options leave it. */
    private boolean isWanted(Cell cell) {
        return (options.variants.isEmpty() || options.variants.contains(cell.variant().name()))
                && (options.cells.isEmpty() || options.cells.stream().anyMatch(cell::isCalled))
                && (options.parts.isEmpty() || options.parts.contains(cell.part()));
    }

    /** Why a cell is not measured that is not wanted. */
    String leftOut() {
        return "left out by " + String.join(" or ", options.selecting());
    }

    private void checkVariants() {
        List<String> names = known.stream().map(c -> c.variant().name()).distinct().toList();
        for (String asked : options.variants) {
            if (!names.contains(asked)) {
                throw new LabException(
                        "unknown variant '" + asked + "'" + Misspelt.hint(asked, names) + ": this lab has "
                                + String.join(", ", names));
            }
        }
    }

    private void checkCells() {
        List<String> names = known.stream().map(Cell::shortName).distinct().toList();
        for (String asked : options.cells) {
            if (known.stream().noneMatch(cell -> cell.isCalled(asked))) {
                throw new LabException("--cells: there is no cell '" + asked + "'" + Misspelt.hint(asked, names)
                        + ": this lab has " + String.join(", ", names));
            }
        }
    }

    private void checkParts() {
        List<String> parts = known.stream().map(Cell::part).filter(part -> part > 0).distinct().sorted()
                .map(String::valueOf).toList();
        for (int asked : options.parts) {
            if (!parts.contains(String.valueOf(asked))) {
                throw new LabException("--part: there is nothing to measure in part " + asked + ": this page has "
                        + (parts.isEmpty() ? "no numbered parts" : "parts " + String.join(", ", parts))
                        + (sizes.hasMore() && !sizes.withAllCells() ? ". --all-cells may have more" : ""));
            }
        }
    }
}
