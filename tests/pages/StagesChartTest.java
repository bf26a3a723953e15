package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.layouts;
import static pages.Drawn.occurrences;
import static pages.Drawn.traces;
import static pages.MadeCell.closed;
import static pages.Runs.change;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tools.jackson.databind.JsonNode;

/** The chart of stages: users who rise, and where does what grows with them end? */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class StagesChartTest {

    @TempDir
    static Path temp;

    private static Drawn drawn;
    private static Drawn damaged;
    private static Path slipped;
    private static Path unsummed;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Gallery.drawn();
        Runs stages = Runs.in(temp).lab("slipped");
        new Ramp("virtual", 1, 1_000_000, 1000).rise(1, 3, 50, 500).forEach(stages::cell);
        Stream.of("at-once", "later", "later-slow").forEach(name -> stages.cell(closed("virtual", 70).named(name)
                .path("POST /" + name.replace("-slow", "")).with("duration_s", 3).with("ok", 300).rps(100)
                .with("mean_ms", 700).predicted(100)));
        slipped = stages.write();
        change(slipped.resolve("timeline.csv"), text -> text.replaceFirst(",50,50-users,", ",fifty,50-users,"));
        Runs bare = Runs.in(temp).lab("unsummed").without("summary.csv");
        new Ramp("virtual", 1, 1_000_000, 1000).jdk(21).rise(1, 3, 50, 500).forEach(bare::cell);
        new Ramp("virtual", 1, 1_000_000, 1000).jdk(25).rise(1, 3, 50, 500).forEach(bare::cell);
        unsummed = bare.write();
        damaged = Drawn.plot(temp);
    }

    @Test
    void stagesShareOneTimeAndTheSentenceTellsWhatHeldEachOfThem() throws IOException {
        String chart = drawn.chart("ramp", "stages");
        contains(chart, "At 50 users all serve 100 requests/s, limited by the number of users. "
                + "At 500 users platform serves 400 to 404 requests/s, limited by Tomcat&#39;s threads; "
                + "virtual 1,000 and wide 900, both limited by the number of users. "
                + "At 2,500 users virtual serves 1,700 requests/s, limited by the load generator. "
                + "Not counted: 2 INVALID.",
                "Zero throughout: failed.", "The first valid fork is drawn.", "Pale curves are INVALID stages.");
        assertEquals(2, occurrences(chart, "<figure>"),
                "the stage of the late one is at the time of another one's first");
        JsonNode layout = layouts(chart).getFirst();
        List<String> bands = new ArrayList<>();
        layout.path("shapes").forEach(shape -> bands.add(shape.path("x0") + " to " + shape.path("x1")));
        assertEquals(List.of("1.0 to 4.0", "5.0 to 8.0", "9.0 to 12.0"), bands);
        List<String> words = new ArrayList<>();
        layout.path("annotations").forEach(word -> words.add(word.path("text").asString()));
        assertEquals(List.of("Users", "Throughput, requests/s",
                "Response time, ms: p50 \u2014, p95 - -, p99 \u00B7\u00B7\u00B7", "In flight, requests",
                "CPUs in use: service", "Tomcat's threads: at work \u2014, queued - -", "50 users", "500 users",
                "2,500 users"), words);
        assertEquals("y6", layout.path("xaxis").path("anchor").asString(), "the time stands below the last strip");
        assertEquals(0, layout.path("yaxis6").path("domain").path(0).asDouble(), 1e-9);
        assertEquals(1, layouts(chart).getLast().path("shapes").size());
    }

    @Test
    void aStripHasALineForEachVariantAndNoneForWhatIsNotKnown() throws IOException {
        String chart = drawn.chart("ramp", "stages");
        List<JsonNode> platform = traces(chart, "variant platform");
        assertEquals(List.of("y", "y2", "y3", "y3", "y3", "y4", "y5", "y6", "y6"),
                platform.stream().map(trace -> trace.path("yaxis").asString()).toList(), "of one fork");
        JsonNode p99 = platform.get(4);
        assertEquals("dot platform-stages-f1<br>p99 of the stage %{y:.4~g} ms<extra></extra>",
                p99.path("line").path("dash").asString() + " "
                        + p99.path("hovertemplate").asString(),
                "its seconds have too few requests for a p99, the second of its stages has not");
        contains(chart, "the 99th percentile of the whole stage is drawn");
        assertEquals(List.of("solid", "dash", "dot"), traces(chart, "variant virtual").stream()
                .filter(trace -> trace.path("yaxis").asString().equals("y3"))
                .map(trace -> trace.path("line").path("dash").asString()).toList());
        assertEquals("vh", platform.getFirst().path("line").path("shape").asString(), "users come in steps");
        List<JsonNode> users = traces(chart, "variant wide").stream()
                .filter(trace -> trace.path("yaxis").asString().equals("y")).toList();
        assertEquals(List.of(0.35, 1.0), users.stream().map(trace -> trace.path("opacity").asDouble()).toList(),
                "one stage of it is INVALID");
        List<JsonNode> late = traces(chart, "variant late");
        assertFalse(late.isEmpty());
        assertTrue(late.stream().allMatch(trace -> trace.path("opacity").asDouble() == 0.35));
        assertTrue(traces(chart, "variant virtual").stream()
                .noneMatch(trace -> trace.path("yaxis").asString().equals("y6")), "no pool");
    }

    @Test
    void aStageIsALoadOfItsOwnInTheOtherChartsAndTheWholeRampIsNone() throws IOException {
        String throughput = drawn.chart("ramp", "throughput");
        contains(throughput, "At 500 users (stage) virtual serves 1,000 requests/s, 2.49 times the 402 of platform",
                "platform\\u003cbr>50 users (stage)", "virtual\\u003cbr>500 users (stage)",
                "virtual\\u003cbr>500 users\"");
        assertFalse(throughput.contains("stages to"), "a mean over stages says nothing");
        contains(drawn.chart("ramp", "ratios"),
                "virtual at 500 users (stage) was published at 2.47 times platform at 500 users (stage)");
        assertFalse(drawn.chart("ramp", "latency").contains("76543"));
        contains(drawn.chart("ramp", "latency"),
                "At 500 users (stage) virtual answers half of the requests within 510 ms",
                "platform answers half of the requests within 1,250 ms");
        for (String steady : List.of("timeline", "vitals")) {
            List<JsonNode> traces = traces(drawn.chart("ramp", steady));
            assertFalse(traces.isEmpty(), steady);
            assertTrue(traces.stream().allMatch(trace -> trace.path("hovertemplate").asString().startsWith(
                    "virtual-c500-f1")), steady);
        }
        contains(drawn.cells("ramp"), "stages to 2,500 users", "[seen: pool]",
                "95th percentile, ms", "<td class=\"number\">1,500</td><td class=\"number\">1,234</td>");
        assertFalse(drawn.page("waits").contains("95th percentile, ms"), "of which none was published");
    }

    @Test
    void aRunWithoutStagesHasNoneOfTheirCharts() throws IOException {
        for (String steady : List.of("waits", "bounds", "herd")) {
            for (String chart : List.of("stages", "cpu", "lag")) {
                assertFalse(drawn.hasChart(steady, chart), steady + " has " + chart);
            }
            assertTrue(drawn.hasChart(steady, "throughput"), steady);
        }
        assertFalse(drawn.hasChart("ramp", "lag") || drawn.hasChart("stored", "stages"));
    }

    @Test
    void aRampThatIsDamagedLosesOnlyWhatItsFileTells() throws IOException {
        assertFalse(damaged.page("slipped").contains("chart_stages"));
        contains(damaged.page("slipped"), "id=\"throughput\"", "chart_cpu", "virtual\\u003cbr>500 users\"");
        // Where a path is that of two cells, it is no name: they would pass for forks.
        contains(damaged.chart("slipped", "throughput"), "70 users (at-once)", "70 users (later)",
                "70 users (later-slow)");
        String chart = damaged.chart("unsummed", "stages");
        contains(chart, "No stage has a row of its own", "data-key=\"jdk JDK 21\"", "data-key=\"jdk JDK 25\"");
        assertEquals(1, occurrences(chart, "<figure>"));
        assertEquals(2, layouts(chart).getFirst().path("shapes").size());
        contains(damaged.chart("unsummed", "latency"), "At 500 users virtual on JDK 21 answers half");
    }

    @Test
    void whatIsDamagedOrMissingIsNamed() {
        assertEquals(0, damaged.exit(), damaged.toString());
        assertEquals(2, damaged.said().size(), damaged.said().toString());
        contains(damaged.said().getFirst(), "skipped " + slipped.resolve("timeline.csv"),
                "row 2 holds no number in column users");
        contains(damaged.said().getLast(), "skipped " + unsummed.resolve("summary.csv"), "missing");
    }
}
