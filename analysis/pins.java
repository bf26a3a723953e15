///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION which lines of code pinned virtual threads, by a flight recording of your own service
//JAVA 25+
//DEPS com.github.freva:ascii-table:1.12.1
//SOURCES charts/text/package-info.java charts/run/package-info.java charts/figure/package-info.java
//SOURCES charts/pages/pins/package-info.java
//FILES charts/pins.html=charts/pins.html charts/chart.html=charts/chart.html charts/head.html=charts/head.html
//FILES charts/page.css=charts/page.css charts/page.js=charts/page.js
// Tablesaw finds its readers with a library that uses an old memory API; JDK 24 and later warn of it on every start.
//RUNTIME_OPTIONS --sun-misc-unsafe-memory-access=allow

import charts.pages.pins.FlightRecording;
import charts.pages.pins.OwnCode;
import charts.pages.pins.PinRow;
import charts.pages.pins.PinningFile;
import charts.pages.pins.PinsPage;
import charts.text.Pages;
import charts.text.Script;
import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The question of the pinning lab, asked of a service that is none of the labs': a flight recording in, a table and a
 * page out. The chart is the labs', and pinning.csv has the columns of data/README.md.
 */
@Command(name = "pins", sortOptions = false,
        description = {
                "Tells which lines of code held a carrier while they waited, by a flight recording of your own service",
                "on JDK 21 or later: a table, worst first, a page with a chart, and every pin as CSV.",
                "To record: java -XX:StartFlightRecording:filename=my.jfr ... (a JDK's settings record pins of 20 ms "
                        + "and longer;",
                "filename=my.jfr,jdk.VirtualThreadPinned#threshold=1ms also shorter ones)."})
class Pins extends Script {
    private static final int SHOWN = 20; // rows in the terminal; the page has more, pinning.csv all

    @Parameters(paramLabel = "FILE", description = "the flight recording, such as my.jfr")
    Path file;

    @Option(names = "--out", paramLabel = "DIR",
            description = "where the page goes (default: beside FILE, in a folder of its name with -pins for .jfr)")
    Path out;

    @Option(names = "--package", paramLabel = "PREFIX", split = ",",
            description = "your own packages: a pin is put down to its first frame there, and elsewhere only where it "
                    + "has none")
    List<String> packages = List.of();

    @Override
    public Integer call() {
        String name = FlightRecording.name(file);
        Pages pages = new Pages(out != null ? out : file.resolveSibling(name + "-pins"));

        // Read it once. Every pin goes to pinning.csv at once, and only what each line of code has in all is kept.
        try (PinningFile csv = new PinningFile(pages, name)) {
            FlightRecording recording = FlightRecording.read(file, OwnCode.of(packages), csv);
            if (!recording.hasPins()) {
                System.out.println(recording.none());
                return 0;
            }
            csv.complete();
            say(recording);
            System.out.println(PinsPage.write(recording, pages));
        }
        pages.writePlotly();
        return 0;
    }

    private void say(FlightRecording recording) {
        recording.heading().forEach(System.out::println);
        if (recording.missesOwnCode()) {
            System.out.println("No pin has a frame in " + String.join(", ", packages)
                    + ": each is put down to its first frame outside "
                    + "the JDK and the frameworks");
        }
        List<PinRow> rows = recording.rows();
        System.out.println(table(rows.stream().limit(SHOWN).toList()));
        if (rows.size() > SHOWN) {
            System.out.println((rows.size() - SHOWN) + " more lines of code are on the page");
        }
    }

    private static String table(List<PinRow> rows) {
        List<ColumnData<PinRow>> columns = new ArrayList<>(
                List.of(text("line of code", PinRow::line), number("pins", PinRow::events),
                        number("ms in all", PinRow::ms), number("longest, ms", PinRow::longest),
                        number("share, %", PinRow::share)));
        // Before JDK 24 the event has neither.
        if (rows.stream().anyMatch(row -> !row.reason().isEmpty())) {
            columns.add(text("reason", PinRow::reason));
        }
        if (rows.stream().anyMatch(row -> !row.operation().isEmpty())) {
            columns.add(text("operation", PinRow::operation));
        }
        return AsciiTable.builder().data(rows, columns).asString();
    }

    private static ColumnData<PinRow> text(String header, Function<PinRow, String> value) {
        return column(header, HorizontalAlign.LEFT).with(value::apply);
    }

    private static ColumnData<PinRow> number(String header, Function<PinRow, String> value) {
        return column(header, HorizontalAlign.RIGHT).with(value::apply);
    }

    private static Column column(String header, HorizontalAlign align) {
        return new Column().header(header).headerAlign(align).dataAlign(align).maxWidth(200);
    }

    public static void main(String... args) {
        new Pins().run(args);
    }
}
