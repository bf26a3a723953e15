package charts.pages.index;

import charts.run.DataFolder;
import charts.run.RunFolder;
import charts.run.RunInfo;
import charts.text.Pages;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The page that lists every run and leads to the lab's pages. */
public final class IndexPage {
    private IndexPage() {}

    /** One run in the list. @param page the page that shows it, empty where none could be drawn */
    public record Line(RunFolder folder, String page) {}

    /** A lab, whose card leads to its newest run. @param runs all of them, newest first */
    public record Lab(Line newest, List<Line> runs) {}

    /** Writes the page. @param drawn the names of the pages that were just written, by run @return its path */
    public static Path write(DataFolder data, Map<RunFolder, String> drawn, Pages pages) {
        List<Lab> labs = data.newest().stream().map(newest -> new Lab(new Line(newest, drawn.getOrDefault(newest, "")),
                data.runs().stream().filter(run -> run.lab().equals(newest.lab()))
                        .map(run -> new Line(run, drawn.getOrDefault(run, ""))).toList()))
                // The labs in the order of the workshop, which their titles begin with; then those without a number.
                .sorted(Comparator.comparingInt(lab -> RunInfo.number(lab.newest().folder().title()))).toList();
        return pages.write("index.html", "index.html", Map.of("labs", labs, "decide", Pages.resource("decide.js"),
                "sample", drawn.keySet().stream().anyMatch(RunFolder::sample)));
    }
}
