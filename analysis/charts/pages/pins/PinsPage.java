package charts.pages.pins;

import charts.figure.CellStyle;
import charts.figure.Palette;
import charts.figure.PinningChart;
import charts.run.Cell;
import charts.run.PinTotals;
import charts.text.Pages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The page of one flight recording: its pins by line of code, as a chart and as a table. */
public final class PinsPage {
    private static final int SHOWN = 100; // rows; pinning.csv has all
    private static final int WITH_STACK = 10;

    private PinsPage() {}

    /** Lines that the baseline does not have, or has alone. @param more rows that are not shown */
    public record Difference(String title, List<PinRow> rows, int more) {

        static Difference of(String title, List<PinRow> rows) {
            return new Difference(title, rows.stream().limit(SHOWN).toList(), Math.max(0, rows.size() - SHOWN));
        }
    }

    /** Writes the page. @param changes since the baseline, where there is one @return its path */
    public static Path write(FlightRecording recording, Optional<PinChanges> changes, Pages pages) {
        Cell cell = Cell.recorded(FlightRecording.name(recording.file()), recording.jvm());
        List<PinTotals> held = recording.lines().stream().flatMap(line -> line.in(cell).stream()).toList();
        Map<String, Object> page = new HashMap<>();
        page.put("name", cell.name());
        page.put("file", recording.file().toAbsolutePath().normalize().toString());
        page.put("jvm", recording.jvm());
        page.put("span", recording.span());
        page.put("threshold", recording.thresholds().toString());
        page.put("pins", recording.heading().getLast());
        page.put("limits", recording.limits());
        page.put("drawing", PinningChart.draw(held, new CellStyle(List.of(cell)), PinningChart.sentence(held) + "."));
        page.put("neutral", Palette.NEUTRAL);
        page.put("changes", changes.map(PinChanges::sentence).orElse(""));
        page.put("baseline", changes.map(PinChanges::heading).orElse(List.of()));
        page.put("warnings", changes.map(PinChanges::warnings).orElse(List.of()));
        List<Difference> differences = changes.map(PinsPage::differences).orElse(List.of());
        page.put("differences", differences);
        addTable(page, changes.map(PinChanges::rows).orElseGet(recording::rows), differences);
        return pages.write("index.html", "pins.html", page);
    }

    private static List<Difference> differences(PinChanges changes) {
        return Stream.of(Difference.of("New lines, worst first", changes.newRows()),
                Difference.of("Gone lines, worst first: figures of the baseline", changes.goneRows()))
                .filter(difference -> !difference.rows.isEmpty()).toList();
    }

    private static void addTable(Map<String, Object> page, List<PinRow> rows, List<Difference> differences) {
        List<PinRow> all = new ArrayList<>(rows);
        differences.forEach(difference -> all.addAll(difference.rows));
        page.put("rows", rows.stream().limit(SHOWN).toList());
        page.put("more", Math.max(0, rows.size() - SHOWN));
        page.put("withStack", WITH_STACK);
        // Before JDK 24 the event has neither.
        page.put("reasons", all.stream().anyMatch(row -> !row.reason().isEmpty()));
        page.put("operations", all.stream().anyMatch(row -> !row.operation().isEmpty()));
    }
}
