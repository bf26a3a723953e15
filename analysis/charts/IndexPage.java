package charts;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The page that lists every run and leads to the lab's pages. */
public final class IndexPage {
    private IndexPage() {}

    /** One run in the list. @param page the page that shows it, empty where none does */
    public record Line(RunFolder folder, String page) {}

    /** Writes the page. @param drawn the runs whose pages were just written @return its path */
    public static Path write(DataFolder data, Set<RunFolder> drawn, Pages pages) {
        // The labs in the order of the workshop, which their titles begin with; then those without a number.
        Comparator<Line> workshop = Comparator.comparingInt(line -> number(line.folder().title()));
        List<Line> all = data.runs().stream()
                .map(run -> new Line(run, drawn.contains(run) ? LabPage.name(run) : "")).sorted(workshop).toList();
        return pages.write("index.html", "index.html", Map.of(
                "labs", all.stream().filter(line -> !line.page().isEmpty()).toList(),
                "runs", all,
                "sample", drawn.stream().anyMatch(RunFolder::sample)));
    }

    private static int number(String title) {
        String digits = title.replaceFirst("(?s)\\D.*", "");
        return digits.isEmpty() || digits.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }
}
