package old.run;

import kit.record.Column;
import java.util.List;
import kit.base.Numbers;
import old.cell.Outcome;
import kit.service.PoolUse;

/** The columns of pools.csv. */
final class PoolRows {

    /** How much of a pool was used in a cell. */
    record Use(String cell, int looks, PoolUse mean) {}

    static final Rows.Sheet<Use> POOLS = new Rows.Sheet<Use>()
            .column(Column.CELL, Use::cell)
            .column(Column.KIND, u -> u.mean().kind().words())
            .column(Column.POOL, u -> u.mean().name())
            .column(Column.SIZE, u -> u.mean().size())
            .column(Column.BUSY, u -> Numbers.fixed(u.mean().busy(), 2))
            .column(Column.WAITING, u -> Numbers.fixed(u.mean().waiting(), 2))
            .column(Column.LOOKS, Use::looks);

    private PoolRows() {}

    /** Of a cell; none where its pools were not looked at, or tell nothing. */
    static List<Use> of(Outcome outcome) {
        return outcome.pools == null ? List.of()
                : outcome.pools.means().stream()
                        .map(mean -> new Use(outcome.spec.name(), outcome.pools.looks(), mean)).toList();
    }
}
