package charts.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kit.record.Column;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/**
 * The recorded blocks of a cell in one fork.
 *
 * @param before rounds of the forks before
 */
public record DrivenBlocks(Cell cell, int before, List<One> blocks) {

    /**
     * One of them.
     *
     * @param round  in its fork, from 1
     * @param counts whether nothing disturbed it
     * @param why    codes of what did; empty where nothing did
     */
    public record One(int round, double rps, boolean counts, String why) {}

    /** Of all cells, in the order of the run; none in a run of an older format. */
    public static List<DrivenBlocks> of(Run run) {
        Map<Integer, Integer> rounds = new HashMap<>(); // in each fork
        Map<String, List<One>> byCell = new HashMap<>();
        Table table = run.table(Csv.BLOCKS);
        for (Row row : table) {
            double rps = Csv.number(row, Column.RPS);
            if (!Csv.text(row, Column.WARMUP).equals("no") || Double.isNaN(rps)) {
                continue;
            }
            String name = Csv.text(row, Column.CELL);
            int round = (int) Csv.number(row, Column.ROUND);
            rounds.merge(run.cell(name).fork(), round, Math::max);
            byCell.computeIfAbsent(name, key -> new ArrayList<>()).add(new One(round, rps,
                    Csv.text(row, Column.COUNTS).equals("yes"), Csv.text(row, Column.DISTURBANCES)));
        }
        return run.cells().stream().filter(cell -> byCell.containsKey(cell.name()))
                .map(cell -> new DrivenBlocks(cell, rounds.entrySet().stream()
                        .filter(fork -> fork.getKey() < cell.fork()).mapToInt(Map.Entry::getValue).sum(),
                        byCell.get(cell.name())))
                .toList();
    }

    /** Those that count, or those that do not. */
    public List<One> thatCount(boolean whether) {
        return blocks.stream().filter(block -> block.counts == whether).toList();
    }

    /** Its round among those of all forks. */
    public double at(One block) {
        return before + block.round;
    }
}
