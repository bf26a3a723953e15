package old.run;

import kit.record.Column;
import java.util.List;
import kit.base.Numbers;
import old.cell.Outcome;
import kit.report.CellReport;

/** The columns of waits.csv. */
final class WaitRows {

    /** Where requests of a cell waited. */
    record Wait(String cell, CellReport.Waits all, CellReport.Place place) {}

    static final Rows.Sheet<Wait> WAITS = new Rows.Sheet<Wait>()
            .column(Column.CELL, Wait::cell)
            .column(Column.LINE, w -> w.place().line())
            .column(Column.OPERATION, w -> w.place().operation())
            .column(Column.WAITING, w -> Numbers.fixed(w.place().requests() / w.all().dumps(), 1))
            .column(Column.SHARE_PCT, w -> Numbers.fixed(100 * w.place().requests() / w.all().underWay(), 1))
            .column(Column.DUMPS, w -> w.all().dumps());

    private WaitRows() {}

    /** Of a cell; none where no thread dumps were taken. */
    static List<Wait> of(Outcome outcome) {
        return outcome.waits == null ? List.of()
                : outcome.waits.places().stream()
                        .map(place -> new Wait(outcome.spec.name(), outcome.waits, place)).toList();
    }
}
