package charts.pages.pins;

import charts.figure.CellStyle;
import charts.figure.Palette;
import charts.figure.PinningChart;
import charts.run.Cell;
import charts.run.PinTotals;
import charts.text.Pages;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The page of one flight recording: its pins by line of code, as a chart and as a table. */
public final class PinsPage {
    private static final int SHOWN = 100; // rows; pinning.csv has all
    private static final int WITH_STACK = 10;

    private PinsPage() {}

    /** Writes the page. @return its path */
    public static Path write(FlightRecording recording, Pages pages) {
        Cell cell = Cell.recorded(FlightRecording.name(recording.file()), recording.jvm());
        List<PinTotals> held = recording.lines().stream().flatMap(line -> line.in(cell).stream()).toList();
        List<PinRow> rows = recording.rows();
        Map<String, Object> page = new HashMap<>();
        page.put("name", cell.name());
        page.put("file", recording.file().toAbsolutePath().normalize().toString());
        page.put("jvm", recording.jvm());
        page.put("span", recording.span());
        page.put("threshold", recording.threshold());
        page.put("pins", recording.heading().getLast());
        page.put("blindSpot", recording.blindSpot());
        page.put("drawing", PinningChart.draw(held, new CellStyle(List.of(cell)), PinningChart.sentence(held) + "."));
        page.put("neutral", Palette.NEUTRAL);
        page.put("rows", rows.stream().limit(SHOWN).toList());
        page.put("more", Math.max(0, rows.size() - SHOWN));
        page.put("withStack", WITH_STACK);
        page.put("reasons", rows.stream().anyMatch(row -> !row.reason().isEmpty()));
        page.put("operations", rows.stream().anyMatch(row -> !row.operation().isEmpty()));
        return pages.write("index.html", "pins.html", page);
    }
}
