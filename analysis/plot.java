///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION draw the charts of the runs under data/
//JAVA 25+
//DEPS tools.jackson.core:jackson-databind:3.1.4
//DEPS tech.tablesaw:tablesaw-core:0.44.4
//DEPS tech.tablesaw:tablesaw-jsplot:0.44.4
//DEPS io.pebbletemplates:pebble:3.2.4
//DEPS org.commonmark:commonmark-ext-gfm-tables:0.32.0
//DEPS org.webjars.npm:plotly.js-dist:2.35.3
//DEPS info.picocli:picocli:4.7.7
//DEPS org.slf4j:slf4j-nop:2.0.17
//SOURCES charts/Answer.java charts/Answers.java charts/BadInput.java charts/Bound.java charts/Burst.java charts/BurstChart.java charts/Cell.java
//SOURCES charts/CellRow.java charts/Chart.java charts/Cost.java charts/CpuChart.java charts/Csv.java charts/Damaged.java
//SOURCES charts/DataFolder.java charts/Drawing.java charts/Failed.java charts/Figure.java charts/GroupedBars.java charts/Held.java charts/IndexPage.java
//SOURCES charts/LabPage.java charts/Lag.java charts/LagChart.java charts/LatencyChart.java charts/LatencyTrust.java charts/LegendEntry.java charts/Look.java
//SOURCES charts/Made.java charts/Markdown.java charts/MemoryChart.java charts/Messages.java charts/Notebook.java charts/Numbers.java
//SOURCES charts/Pages.java charts/Palette.java charts/PinningChart.java charts/Plot2D.java charts/Ramp.java charts/RatiosChart.java
//SOURCES charts/Routes.java charts/Run.java charts/RunFolder.java charts/RunInfo.java charts/Script.java charts/StagesChart.java
//SOURCES charts/Stored.java charts/Throughput.java charts/ThroughputChart.java charts/Timeline.java charts/TimelineChart.java
//SOURCES charts/VitalsChart.java charts/Waiting.java charts/Words.java
//SOURCES ../labs/kit/contract/Release.java
//FILES charts/lab.html=charts/lab.html charts/chart.html=charts/chart.html charts/head.html=charts/head.html charts/index.html=charts/index.html
//FILES charts/cells.html=charts/cells.html charts/page.css=charts/page.css charts/page.js=charts/page.js
// Tablesaw finds its readers with a library that uses an old memory API; JDK 24 and later warn of it on every start.
//RUNTIME_OPTIONS --sun-misc-unsafe-memory-access=allow

import charts.*;
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
        description = {"Draws every run into a page of its own, and DIR/charts/index.html, which leads to them. The newest whole",
                "run of a lab has the lab's name, such as cpu-light.html; an older one also its time's.",
                "Where there is no run of a lab yet, the sample that comes with the project is drawn."})
class Plot extends Script {

    /** What a lab's page shows, from top to bottom. A chart that has no data in a run is left out of its page. */
    static final List<Chart> CHARTS = List.of(
            new ThroughputChart(),  // how much: measured beside predicted and published
            new RatiosChart(),      // the same as multiples of one cell: shapes, where machines and waits differ
            new LatencyChart(),     // how long: the whole distribution, not a mean
            new BurstChart(),       // who started together, and came back in waves?
            new StagesChart(),      // users who rise: where does what grows with them end?
            new CpuChart(),         // more CPU, or more requests?
            new LagChart(),         // was what was accepted stored?
            new TimelineChart(),    // was it steady while it was measured?
            new VitalsChart(),      // what did it cost in CPU, memory and threads?
            new MemoryChart(),      // and in memory for each request that waits?
            new PinningChart());    // which line of code held a carrier?

    @Parameters(arity = "0..1", paramLabel = "DIR", defaultValue = "data",
            description = "the data folder, or one run's folder to be told its page (default: ${DEFAULT-VALUE})")
    Path dir;

    @Option(names = "--out", paramLabel = "DIR", description = "where the pages go (default: charts/ in the data folder)")
    Path out;

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
            Look look = new Look(run); // one colour per variant, one dash per load, in all charts
            List<Drawing> drawings = CHARTS.stream().map(chart -> chart.draw(run, look)).flatMap(Optional::stream).toList();
            if (!LabPage.isWorthWriting(run, drawings)) {
                messages.skipped(folder.path(), "no file of the run could be used", "Run the lab again");
                continue;
            }
            if (folder.incomplete() && data.newest().contains(folder)) {
                messages.say(folder.path() + " is incomplete: it was cut short, and its page shows what it had. "
                        + "Run the lab again for a whole one");
            }
            Path page = LabPage.write(run, look, drawings, newer.getOrDefault(folder.lab(), ""), pages, messages);
            newer.putIfAbsent(folder.lab(), page.getFileName().toString());
            drawn.put(folder, page.getFileName().toString());
            if (data.asked().map(folder::equals).orElse(data.newest().contains(folder))) {
                System.out.println(page);
            }
        }
        if (drawn.isEmpty()) {
            throw new BadInput("none of the runs in " + data.path() + " could be drawn. Run a lab first: ./jbang labs/cpu-light.java");
        }

        // And one page that leads to all of them, with plotly.js beside it: the pages open without a network.
        System.out.println(IndexPage.write(data, drawn, pages));
        pages.writePlotly();
        return 0;
    }

    public static void main(String... args) {
        new Plot().run(args);
    }
}
