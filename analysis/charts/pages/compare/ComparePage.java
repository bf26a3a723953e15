package charts.pages.compare;

import charts.figure.CellStyle;
import charts.figure.ForestChart;
import charts.figure.Palette;
import charts.run.ComparedFigure;
import charts.run.ComparedRun;
import charts.run.Comparison;
import charts.run.MachineFacts;
import kit.record.Forks;
import charts.run.RunDifferences;
import charts.text.Numbers;
import charts.text.Pages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Two runs of one lab side by side: as lines for the terminal and as a page. */
public final class ComparePage {

    /** One of the two, as the page's head tells it. */
    public record Side(String letter, String run, String folder, String verdict, String machine, String jdk) {}

    /**
     * A figure of a cell.
     *
     * @param first whether it is the cell's first
     * @param last  whether it is the cell's last
     * @param brief the figure's name where there is little room
     */
    public record Row(String cell, boolean first, boolean last, String figure, String brief, String a, String b,
            String ratio,
            String interval, String claim, boolean differs) {}

    private final Comparison comparison;
    private final CellStyle style;
    private final List<RunDifferences.Difference> differences;

    public ComparePage(Comparison comparison) {
        this.comparison = comparison;
        style = new CellStyle(comparison.matched());
        differences = RunDifferences.of(comparison);
    }

    /** What differs between the runs beside their numbers. */
    public List<RunDifferences.Difference> differences() {
        return differences;
    }

    /** What may differ too, since a run.json does not tell it; empty where both tell all. */
    public String untold() {
        String untold = RunDifferences.untold(comparison);
        return untold.isEmpty() ? "" : "Not recorded in run.json, so it may differ: " + untold + ".";
    }

    /**
     * Why the numbers may differ for other reasons than the reader thinks; empty where nothing speaks against
     * comparing.
     */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        List<String> matter = differences.stream().filter(RunDifferences.Difference::matters)
                .map(one -> one.what() + " (A: " + one.a() + ", B: " + one.b() + ")").toList();
        if (!matter.isEmpty()) {
            warnings.add("Cells of the same name are not the same experiment in A and B: " + String.join("; ", matter)
                    + ". A difference may come from that alone. Repeat one run with the settings of the other");
        }
        if (comparison.a().path().toAbsolutePath().normalize()
                .equals(comparison.b().path().toAbsolutePath().normalize())) {
            warnings.add("A and B are the same run");
        }
        for (ComparedRun run : List.of(comparison.a(), comparison.b())) {
            if (run.incomplete()) {
                warnings.add(run.letter()
                        + " is incomplete: it was cut short, and only the cells that it had measured are compared");
            }
        }
        return warnings;
    }

    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Comparison.Compared cell : comparison.cells()) {
            for (ComparedFigure figure : cell.figures()) {
                rows.add(new Row(style.series(cell.cell()), figure == cell.figures().getFirst(),
                        figure == cell.figures().getLast(),
                        figure.kind().label + ", " + figure.kind().unit,
                        figure.kind().brief, mean(figure.a()), mean(figure.b()), figure.ratioText(),
                        figure.intervalText(), figure.claim(), figure.differs()));
            }
        }
        return rows;
    }

    private static String mean(Forks of) {
        return Numbers.table(of.mean()) + (of.count() > 1 ? " (" + of.count() + " forks)" : "");
    }

    public List<Comparison.Claim> claims() {
        return comparison.claims();
    }

    public Side a() {
        return side(comparison.a());
    }

    public Side b() {
        return side(comparison.b());
    }

    private static Side side(ComparedRun run) {
        Map<String, String> machine = MachineFacts.of(run.json());
        String jdk = machine.remove("JDK");
        String words = machine.entrySet().stream()
                .map(fact -> fact.getKey().equals("CPUs") ? fact.getValue() + " CPUs" : fact.getValue())
                .collect(Collectors.joining(", "));
        return new Side(run.letter(), run.run(), run.path().toString(), run.verdict(),
                words.isEmpty() ? "not known" : words,
                jdk == null ? "" : jdk);
    }

    /** What the page says where a run has no such claim: one that tells none at all may have made it. */
    private static String notClaimed(ComparedRun run) {
        return run.json().has("claims") ? "not claimed" : "not known";
    }

    /** Writes the page. @return its path */
    public Path write(Pages pages) {
        Map<String, Object> page = new HashMap<>();
        page.put("title", comparison.a().title());
        page.put("sides", List.of(a(), b()));
        page.put("differences", differences);
        page.put("untold", untold());
        page.put("warnings", warnings());
        page.put("drawing", ForestChart.draw(comparison, style));
        page.put("rows", rows());
        page.put("leftOut", comparison.leftOut());
        page.put("claims", claims());
        page.put("notClaimedInA", notClaimed(comparison.a()));
        page.put("notClaimedInB", notClaimed(comparison.b()));
        page.put("neutral", Palette.NEUTRAL);
        return pages.write("compare.html", "compare.html", page);
    }
}
