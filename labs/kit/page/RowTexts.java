package kit.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import kit.base.Finding;
import kit.judge.JudgedRun;
import kit.judge.Row;
import kit.plan.Cell;
import kit.record.Verdict;

/** How the rows of a run are named, and what was found of them, for people. */
public record RowTexts(JudgedRun run) {

    /** Before a finding that leaves its row valid. */
    private static final String REMARK = "Remark:";

    /** Of a cell, with its JDK where the run has several. */
    String label(Cell cell, int jdk) {
        return cell.label() + onJdk(cell, jdk);
    }

    /** The JDK of a row behind a comma, where the run has several. */
    String onJdk(Cell cell, int jdk) {
        return isOnSeveral(cell) ? ", JDK " + jdk : "";
    }

    /** Whether it was measured on several JDKs. */
    boolean isOnSeveral(Cell cell) {
        return run.plan().bench().jdks().size() > 1 && cell.variant().jdk() == 0;
    }

    /** Of a row, with its fork. */
    public String name(Row row) {
        return label(row.cell(), row.jdk()) + ", fork " + row.fork();
    }

    /** What invalidates the run or its rows, each kind once. */
    public List<Passage> invalid() {
        var kinds = new LinkedHashMap<Finding.Code, List<String>>();
        run.findings().stream().filter(Finding::invalidates)
                .forEach(one -> kinds.computeIfAbsent(one.code(), code -> new ArrayList<>()).add(one.text()));
        // The first finding of a row explains those that follow from it.
        run.rows().forEach(row -> row.findings().stream().filter(Finding::invalidates).limit(1).forEach(one -> kinds
                .computeIfAbsent(one.code(), code -> new ArrayList<>()).add(name(row) + ": " + one.text())));
        return kinds.values().stream().map(texts -> (Passage) new Passage.Finding(Verdict.INVALID.name(),
                texts.getFirst(), texts.size() == 1 ? List.of()
                        : List.of((texts.size() - 1) + " more of this kind, see notebook.md")))
                .toList();
    }

    /** Of all rows; a remark that several rows have is told in full once. */
    public List<Passage> findings() {
        var passages = new ArrayList<Passage>();
        var remarks = new LinkedHashMap<Finding.Code, List<Row>>();
        for (Row row : run.rows()) {
            for (Finding one : row.findings()) {
                if (one.invalidates()) {
                    passages.add(finding(name(row), one));
                } else {
                    remarks.computeIfAbsent(one.code(), code -> new ArrayList<>()).add(row);
                }
            }
        }
        remarks.forEach((code, rows) -> passages.add(remark(code, rows)));
        return passages;
    }

    private Passage remark(Finding.Code code, List<Row> rows) {
        Row first = rows.getFirst();
        String text = first.findings().stream().filter(one -> one.code() == code).findFirst().orElseThrow().text();
        return new Passage.Finding(REMARK, name(first) + ": " + text, rows.size() == 1 ? List.of()
                : List.of("the same of " + (rows.size() - 1) + " more rows: "
                        + rows.stream().skip(1).map(this::name).collect(Collectors.joining("; "))));
    }

    static Passage finding(String of, Finding one) {
        return new Passage.Finding(one.invalidates() ? Verdict.INVALID.name() : REMARK, of + ": " + one.text(),
                List.of());
    }
}
