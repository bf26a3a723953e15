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
//MAIN Pins

import charts.pages.pins.FlightRecording;
import charts.pages.pins.OwnCode;
import charts.pages.pins.PinChanges;
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
import java.util.Optional;
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
                "Shows which lines of your service's code pinned a virtual thread: the thread waited there and held "
                        + "its carrier. It reads a flight recording of the service, made by JDK 21 or later. It prints "
                        + "a table of the lines, worst first, and writes a page with a chart (index.html) and every "
                        + "pin as CSV (pinning.csv).%n",
                "Record: start the service with this JVM option, put it under load, and end it.",
                "  -XX:StartFlightRecording:filename=my.jfr",
                "That records pins of 20 ms and longer. To record shorter ones, too:",
                "  -XX:StartFlightRecording:filename=my.jfr,jdk.VirtualThreadPinned#threshold=1ms",
                "A thread also holds its carrier in file I/O and in a blocking native call. The JVM has no event "
                        + "for that, so no recording tells of it.",
                "Read the recording:",
                "  pins my.jfr --package com.me",
                "In CI, end with exit code 1 if a change pins at a new line:",
                "  pins my.jfr --package com.me --baseline old.jfr%n"},
        footer = {
                "%nWith --baseline, a line is not new if the baseline has a line of the same class and method that "
                        + "calls a method of the same name. The line number and the reason of the pin may differ. If a "
                        + "method has more such lines than before, the surplus is new.",
                "Record both under the same load, for the same time and with the same threshold. If the threshold of "
                        + "the baseline is higher, the comparison is refused: shorter pins would look new. It is also "
                        + "refused if one of them is cut off."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:The recording was read. With --baseline: no pinned line is new.",
                "1:With --baseline: at least one pinned line is new.",
                "2:Bad input, such as a damaged recording or one that does not show whether a thread was pinned. Of a "
                        + "recording that is cut off, the parts that are whole are read."})
class Pins extends Script {
    private static final int SHOWN = 20; // rows in the terminal; the page has more, pinning.csv all

    @Parameters(paramLabel = "FILE", description = "the flight recording, such as my.jfr")
    Path file;

    @Option(names = "--package", paramLabel = "PREFIX", split = ",",
            description = "your own packages, such as com.me: a pin counts for the first line of its stack that is "
                    + "there. A pin without one, and every pin without this option, counts for the first line outside "
                    + "the JDK and known frameworks")
    List<String> packages = List.of();

    @Option(names = "--baseline", paramLabel = "OLD_FILE",
            description = "a recording from before a change: shows which pinned lines are new and which are gone. The "
                    + "exit code is 1 if a line is new")
    Path baseline;

    @Option(names = "--out", paramLabel = "DIR",
            description = "folder for the page and pinning.csv (default: my-pins for my.jfr, in the same folder). "
                    + "Without a pin neither is written")
    Path out;

    @Override
    public Integer call() {
        String name = FlightRecording.name(file);
        Pages pages = new Pages(out != null ? out : file.resolveSibling(name + "-pins"));
        OwnCode code = OwnCode.of(packages);
        Optional<FlightRecording> before = Optional.ofNullable(baseline)
                .map(old -> PinChanges.baseline(old, file, code));

        // Read it once. Every pin goes to pinning.csv at once, and only what each line of code has in all is kept.
        try (PinningFile csv = new PinningFile(pages, name)) {
            FlightRecording recording = FlightRecording.read(file, code, csv);
            Optional<PinChanges> changes = before.map(old -> PinChanges.between(old, recording));
            if (recording.hasPins()) {
                csv.complete();
                changes.ifPresentOrElse(all -> say(recording, all), () -> say(recording));
                System.out.println(PinsPage.write(recording, changes, pages));
                pages.writeShared();
            } else {
                String none = recording.none();
                changes.ifPresent(Pins::say);
                System.out.println(none);
                recording.limits().forEach(System.out::println);
            }
            return changes.isPresent() && changes.get().hasNew() ? 1 : 0;
        }
    }

    private void say(FlightRecording recording) {
        recording.heading().forEach(System.out::println);
        sayWhatIsMissing(recording);
        print(recording.rows());
    }

    private void say(FlightRecording recording, PinChanges changes) {
        say(changes);
        System.out.println(String.join(": ", recording.heading()));
        System.out.println("Baseline: " + String.join(": ", changes.heading()));
        sayWhatIsMissing(recording);
    }

    /** The answer first. The lines that stayed are on the page. */
    private static void say(PinChanges changes) {
        System.out.println(changes.sentence());
        changes.warnings().forEach(warning -> System.out.println("Beware: " + warning + "."));
        if (changes.hasNew()) {
            System.out.println("New lines, worst first:");
            print(changes.newRows());
        }
        if (!changes.goneRows().isEmpty()) {
            System.out.println("Gone lines, worst first, with the figures of the baseline:");
            print(changes.goneRows());
        }
    }

    private void sayWhatIsMissing(FlightRecording recording) {
        recording.limits().forEach(System.out::println);
        if (recording.missesOwnCode()) {
            System.out.println("No pin has a frame in " + String.join(", ", packages)
                    + ": each counts for its first frame outside the JDK and known frameworks");
        }
    }

    private static void print(List<PinRow> rows) {
        System.out.println(table(rows.stream().limit(SHOWN).toList()));
        if (rows.size() > SHOWN) {
            System.out.println("and " + (rows.size() - SHOWN) + " more lines of code");
        }
    }

    private static String table(List<PinRow> rows) {
        List<ColumnData<PinRow>> columns = new ArrayList<>(
                List.of(text("line of code", PinRow::line), number("pins", PinRow::events),
                        number("held, ms", PinRow::ms), number("longest, ms", PinRow::longest),
                        number("share, %", PinRow::share)));
        // Before JDK 24 the event has neither.
        if (rows.stream().anyMatch(row -> !row.reason().isEmpty())) {
            columns.add(text("reason", PinRow::reason));
        }
        if (rows.stream().anyMatch(row -> !row.operation().isEmpty())) {
            columns.add(text("operation", PinRow::operation));
        }
        return AsciiTable.builder().border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS).data(rows, columns).asString();
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
