///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION draw the charts of the runs under data/
//JAVA 25+
//SOURCES charts/text/package-info.java charts/run/package-info.java charts/figure/package-info.java
//SOURCES charts/pages/lab/package-info.java charts/pages/index/package-info.java
//FILES charts/lab.html=charts/lab.html charts/chart.html=charts/chart.html charts/head.html=charts/head.html
//FILES charts/index.html=charts/index.html charts/headline.html=charts/headline.html
//FILES charts/cells.html=charts/cells.html charts/page.css=charts/page.css charts/page.js=charts/page.js
//FILES charts/decide.js=charts/decide.js charts/explore.html=charts/explore.html charts/rule.js=charts/rule.js
//FILES charts/queue.js=charts/queue.js charts/explore.js=charts/explore.js
// Tablesaw finds its readers with a library that uses an old memory API; JDK 24 and later warn of it on every start.
//RUNTIME_OPTIONS --sun-misc-unsafe-memory-access=allow
//MAIN Plot

import charts.figure.*;
import charts.pages.index.IndexPage;
import charts.pages.lab.Jupyter;
import charts.pages.lab.LabPage;
import charts.run.DataFolder;
import charts.run.Run;
import charts.run.RunFolder;
import charts.text.BadInput;
import charts.text.Messages;
import charts.text.Pages;
import charts.text.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The runs that the labs wrote, as pages with charts: CSV in, HTML out. What the files hold is told in data/README.md;
 * this script knows that and nothing of the labs, so it draws every lab alike, and your own CSVs too.
 */
@Command(name = "plot", sortOptions = false,
        description = {
                "Draws a page for every run, and DIR/charts/index.html, which links to all of them. The page of the "
                        + "newest",
                "complete run of a lab has the lab's name, such as cpu-light.html. Others also have their time in it.",
                "Where there is no run of a lab yet, the sample that comes with the project is drawn."})
class Plot extends Script {

    /** What a lab's page shows, from top to bottom. A chart that has no data in a run is left out of its page. */
    static final List<Chart> CHARTS = List.of(
            new ThroughputChart(), // how much: measured, by the rule and as published
            new CapacityChart(), // and with other numbers of users?
            new RatiosChart(), // the same as multiples of one cell: shapes, where machines and waits differ
            new LatencyChart(), // how long: the whole distribution, not a mean
            new BurstChart(), // who started together, and came back in waves?
            new StagesChart(), // users who rise: where does what grows with them end?
            new CpuChart(), // more CPU, or more requests?
            new LagChart(), // was what was accepted stored?
            new BlocksChart(), // did variants side by side differ from round to round?
            new TimelineChart(), // was it steady while it was measured?
            new VitalsChart(), // what did it cost in CPU, memory and threads?
            new MemoryChart(), // and in memory for each request that waits?
            new WaitsChart(), // what do requests wait for?
            new PinningChart()); // which line of code held a carrier?

    @Parameters(arity = "0..1", paramLabel = "DIR", defaultValue = "data",
            description = "the data folder, or the folder of one run, to print the path of its page (default: "
                    + "${DEFAULT-VALUE})")
    Path dir;

    @Option(names = "--out", paramLabel = "DIR",
            description = "where the pages go (default: charts/ in the data folder)")
    Path out;

    @Option(names = "--ipynb", description = "write each page as a Jupyter notebook, too, with its charts")
    boolean ipynb;

    @Override
    public Integer call() {
        Messages messages = new Messages();

        // Which runs are there, and which of each lab is the newest?
        DataFolder data = DataFolder.find(dir, messages);
        Pages pages = new Pages(out != null ? out : data.path().resolve("charts"));
        List<RunFolder> newestFirst = new ArrayList<>(data.newest());
        data.runs().stream().filter(run -> !data.newest().contains(run)).forEach(newestFirst::add);

        // A page per run: read the CSVs, draw what they allow. A damaged file costs its charts, not the page.
        Map<RunFolder, String> drawn = new LinkedHashMap<>();
        Map<String, String> newer = new HashMap<>(); // the page of each lab's newest run
        for (RunFolder folder : newestFirst) {
            Run run = Run.read(folder, messages);
            CellStyle style = new CellStyle(run); // one colour per variant, one dash per load, in all charts
            List<Drawing> drawings = CHARTS.stream().map(chart -> chart.draw(run, style)).flatMap(Optional::stream)
                    .toList();
            if (!LabPage.isWorthWriting(run, drawings)) {
                messages.skipped(folder.path(), "no file of the run could be used", "Run the lab again");
                continue;
            }
            if (folder.incomplete() && data.newest().contains(folder)) {
                messages.say(folder.path() + " is incomplete: it was cut short, and its page shows what it had. "
                        + "Run the lab again for a whole one");
            }
            Path page = LabPage.write(run, style, drawings, newer.getOrDefault(folder.lab(), ""), pages, messages);
            newer.putIfAbsent(folder.lab(), page.getFileName().toString());
            drawn.put(folder, page.getFileName().toString());
            boolean isTold = data.asked().map(folder::equals).orElse(data.newest().contains(folder));
            if (isTold) {
                System.out.println(page);
            }
            if (ipynb) {
                Path notebook = Jupyter.write(folder, drawings, page, pages);
                if (isTold) {
                    System.out.println(notebook);
                }
            }
        }
        if (drawn.isEmpty()) {
            throw new BadInput("none of the runs in " + data.path()
                    + " could be drawn. Run a lab first: ./jbang labs/cpu-light.java");
        }

        // And one page that leads to all of them.
        System.out.println(IndexPage.write(data, drawn, pages));
        pages.writeShared();
        return 0;
    }

    public static void main(String... args) {
        new Plot().run(args);
    }
}
