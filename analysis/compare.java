///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION compare two runs of one lab, cell by cell: on two machines, JDKs or dates
//JAVA 25+
//DEPS com.github.freva:ascii-table:1.12.1
//SOURCES charts/text/package-info.java charts/run/package-info.java charts/figure/package-info.java
//SOURCES charts/pages/compare/package-info.java
//FILES charts/compare.html=charts/compare.html charts/chart.html=charts/chart.html charts/head.html=charts/head.html
//FILES charts/page.css=charts/page.css charts/page.js=charts/page.js
// Tablesaw finds its readers with a library that uses an old memory API; JDK 24 and later warn of it on every start.
//RUNTIME_OPTIONS --sun-misc-unsafe-memory-access=allow
//MAIN Compare

import charts.pages.compare.ComparePage;
import charts.run.Comparison;
import charts.run.RunDifferences;
import charts.text.Messages;
import charts.text.Pages;
import charts.text.Script;
import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * One lab on two machines, JDKs or dates: what differs between the runs, and by how much in each cell. It knows
 * the files of data/README.md and nothing of the labs.
 */
@Command(name = "compare", sortOptions = false,
        description = {
                "Compares two runs of one lab, cell by cell: B's throughput, median and 99th percentile response time "
                        + "and CPU per",
                "request over A's, with 95 % intervals where there are forks. First it tells what differs between the "
                        + "runs."})
class Compare extends Script {

    @Parameters(index = "0", paramLabel = "RUN_A",
            description = "a run's folder, such as data/cpu-light/20260131-093000")
    Path runA;

    @Parameters(index = "1", paramLabel = "RUN_B",
            description = "another one of the same lab: its numbers are divided by A's")
    Path runB;

    @Option(names = "--out", paramLabel = "DIR",
            description = "where the page goes (default: charts/ beside RUN_A's lab)")
    Path out;

    @Override
    public Integer call() {
        Comparison comparison = Comparison.of(runA, runB, new Messages("compare"));
        ComparePage page = new ComparePage(comparison);
        System.out.println("A: " + words(page.a()));
        System.out.println("B: " + words(page.b()));
        page.warnings().forEach(warning -> System.out.println("Beware: " + warning + "."));
        if (!page.differences().isEmpty()) {
            System.out.println(table(page.differences(), List.of(text("what differs", RunDifferences.Difference::what),
                    text("A", RunDifferences.Difference::a), text("B", RunDifferences.Difference::b))));
        }
        if (!page.untold().isEmpty()) {
            System.out.println(page.untold());
        }
        System.out.println(table(page.rows(), List.of(text("cell", row -> row.first() ? row.cell() : ""),
                text("figure", ComparePage.Row::brief), number("A", ComparePage.Row::a),
                number("B", ComparePage.Row::b),
                number("B / A", ComparePage.Row::ratio), number("95 % interval", ComparePage.Row::interval),
                text("what can be claimed", ComparePage.Row::claim))));
        if (!comparison.byChance().isEmpty()) {
            System.out.println(comparison.byChance());
        }
        comparison.leftOut().forEach(left -> System.out.println("Not compared: " + left.cell() + ": " + left.why()));
        if (!page.claims().isEmpty()) {
            System.out.println(table(page.claims(), List.of(text("claim", Comparison.Claim::text),
                    text("A", Comparison.Claim::verdictA),
                    number("measured", Comparison.Claim::valueA), text("B", Comparison.Claim::verdictB),
                    number("measured", Comparison.Claim::valueB))));
        }
        Pages pages = new Pages(
                out != null ? out : runA.toAbsolutePath().normalize().getParent().resolveSibling("charts"));
        System.out.println(page.write(pages));
        pages.writeShared();
        return 0;
    }

    private static String words(ComparePage.Side side) {
        return side.folder() + (side.verdict().isEmpty() ? "" : ", " + side.verdict()) + "; " + side.machine()
                + (side.jdk().isEmpty() ? "" : "; JDK " + side.jdk());
    }

    private static <T> String table(List<T> rows, List<ColumnData<T>> columns) {
        return AsciiTable.builder().border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS).data(rows, columns).asString();
    }

    private static <T> ColumnData<T> text(String header, Function<T, String> value) {
        return column(header, HorizontalAlign.LEFT).with(value::apply);
    }

    private static <T> ColumnData<T> number(String header, Function<T, String> value) {
        return column(header, HorizontalAlign.RIGHT).with(value::apply);
    }

    private static Column column(String header, HorizontalAlign align) {
        return new Column().header(header).headerAlign(align).dataAlign(align).maxWidth(60);
    }

    public static void main(String... args) {
        new Compare().run(args);
    }
}
