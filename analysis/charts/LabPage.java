package charts;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The page of one lab: what it asked, what it found, and its charts. */
public final class LabPage {
    private LabPage() {}

    /** The name of the lab's page, beside the index. */
    static String name(RunFolder folder) {
        return folder.lab() + ".html";
    }

    /** Whether there is anything to show of the run. */
    public static boolean isWorthWriting(Run run, List<Drawing> drawings) {
        return !drawings.isEmpty() || !run.table(Csv.SUMMARY).isEmpty();
    }

    /** Writes the page. @return its path */
    public static Path write(Run run, Look look, List<Drawing> drawings, Pages pages) {
        RunFolder folder = run.folder();
        List<CellRow> rows = run.table(Csv.SUMMARY).isEmpty() ? List.of()
                : run.cells().stream().map(cell -> CellRow.of(cell, look)).toList();
        Map<String, Object> page = new HashMap<>();
        page.put("folder", folder);
        page.put("drawings", drawings);
        page.put("neutral", Palette.NEUTRAL);
        page.put("rows", rows);
        page.put("severalJdks", rows.stream().map(CellRow::jdk).filter(jdk -> !jdk.isEmpty()).distinct().count() > 1);
        page.put("severalForks", rows.stream().anyMatch(row -> row.fork() > 1));
        page.put("published", rows.stream().anyMatch(row -> !row.publishedRps().isEmpty()));
        page.put("publishedMs", rows.stream().anyMatch(row -> !row.publishedMs().isEmpty()));
        page.put("publishedP95", rows.stream().anyMatch(row -> !row.publishedP95().isEmpty()));
        page.put("predictedMs", rows.stream().anyMatch(row -> !row.predictedMs().isEmpty()));
        page.put("jdks", rows.stream().map(CellRow::jdk).filter(jdk -> !jdk.isEmpty()).distinct().sorted().toList());
        page.put("notebook", pages.link(folder.path().resolve("notebook.md")));
        return pages.write(name(folder), "lab.html", page);
    }
}
