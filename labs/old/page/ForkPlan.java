package old.page;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;
import old.plan.Cell;

/**
 * In how many forks a cell is measured, fixed before the run: as many as {@code --forks} says, else one where waiting
 * binds and three where CPU does. Cells of one claim have the same number, since their forks are compared in pairs.
 */
final class ForkPlan {

    private static final int WHERE_WAITING_BINDS = 1;
    private static final int WHERE_CPU_BINDS = 3;

    private final LabOptions options;
    private final JdkChoice jdks;
    private final Supplier<List<List<Cell>>> compared;

    /** @param compared the cells of each claim */
    ForkPlan(LabOptions options, JdkChoice jdks, Supplier<List<List<Cell>>> compared) {
        this.options = options;
        this.jdks = jdks;
        this.compared = compared;
    }

    /** Number of forks of a cell. */
    int of(Cell cell) {
        if (options.forks != null) {
            return options.forks;
        }
        if (options.quick) {
            return 1;
        }
        // Whatever is compared with it, and with that, and so on.
        var group = new LinkedHashSet<>(List.of(cell));
        while (compared.get().stream().filter(cells -> !Collections.disjoint(cells, group)).map(group::addAll)
                .reduce(false, Boolean::logicalOr)) {
            continue;
        }
        return group.stream().mapToInt(this::alone).max().orElseThrow();
    }

    /** The greatest number of forks among these cells. */
    int most(Collection<Cell> cells) {
        return cells.stream().mapToInt(this::of).max().orElse(0);
    }

    private int alone(Cell cell) {
        return jdks.of(cell.variant()).stream().anyMatch(cell::isBoundByCpu) ? WHERE_CPU_BINDS : WHERE_WAITING_BINDS;
    }
}
