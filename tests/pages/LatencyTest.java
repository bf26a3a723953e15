package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static pages.Drawn.layouts;
import static pages.Drawn.occurrences;
import static pages.Drawn.traces;
import static pages.MadeCell.closed;
import static pages.MadeCell.open;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;

/** The chart of response times: whose are drawn, whose are pale, and how many plots there are. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LatencyTest {

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Gallery.drawn();
    }

    /** Those of its labs that no other test has. */
    static List<Runs> labs(Path data) {
        return List.of(late(data), Runs.in(data).lab("foretold").cell(took(closed("slow", 100), 20)
                .with("predicted_p50_ms", 19).with("predicted_p99_ms", 21), took(closed("fast", 100), 10)));
    }

    @Test
    void whatTheRuleSaysIsACrossBesideTheCurve() throws IOException {
        String chart = drawn.chart("foretold", "latency");
        contains(chart, "A cross is what the rule says.");
        assertEquals(1, traces(chart).stream().filter(trace -> trace.toString().contains("x-thin")).count());
        assertFalse(drawn.chart("late", "latency").contains("A cross"));
    }

    /**
     * At the rate the client was late, in one row by its own word and in another by what it measured; streams beside
     * the main one.
     */
    private static Runs late(Path data) {
        return Runs.in(data).lab("late").cell(
                lag(took(closed("slow", 100).path("GET /how=plain"), 20).with("latency_trusted", "yes"), 9),
                lag(took(closed("fast", 100).path("GET /how=plain"), 10).with("latency_trusted", "yes"), 0.5),
                lag(took(open("slow", 50).named("plain").path("GET /x?how=plain"), 500).with("latency_trusted", "no"),
                        0.5),
                lag(took(open("fast", 50).named("plain").path("GET /x?how=plain"), 3), 5),
                hiccups(took(open("fast", 50).named("more").path("GET /x?how=more"), 2), 12),
                hiccups(took(open("fast", 50).named("plain").stream("other").path("GET /x?how=other"), 2), 5),
                hiccups(took(open("fast", 50).named("plain").stream("probe").path("GET /probe"), 2), 5),
                hiccups(took(open("fast", 50).named("more").stream("probe").path("GET /probe"), 2), 5),
                hiccups(took(open("slow", 50).named("plain").stream("probe").path("GET /probe"), 2), 5));
    }

    private static MadeCell took(MadeCell cell, int ms) {
        return cell.rps(50).with("mean_ms", ms).with("p50_ms", ms).latency(0, ms, 1).latency(50, ms, 500).latency(100,
                ms, 1000);
    }

    private static MadeCell lag(MadeCell cell, double p99Ms) {
        return cell.with("start_lag_p99_ms", p99Ms);
    }

    private static MadeCell hiccups(MadeCell cell, double p99Ms) {
        return lag(cell, 0.5).with("hiccup_driver_p50_ms", 0.1).with("hiccup_driver_p99_ms", p99Ms);
    }

    @Test
    void theSentenceQuotesTheNumbersOfTheRun() throws IOException {
        contains(drawn.chart("waits", "latency"),
                "virtual answers half of the requests within 402 ms and 99 % within 402 ms",
                "platform answers half of the requests within 803 ms and 99 % within 812 ms");
    }

    @Test
    void aPercentileIsDrawnOnlyWhereTenRequestsLieBeyond() throws IOException {
        assertFalse(drawn.page("waits").contains("98765"), "the 99.9th percentile of 1000 requests is one request");
    }

    @Test
    void responseTimesOfALateClientArePaleAndNoResult() throws IOException {
        String chart = drawn.chart("late", "latency");
        contains(chart,
                "At 100 users fast answers half of the requests within 10 ms and 99 % within 10 ms; slow answers half "
                        + "of the requests "
                        + "within 20 ms",
                "Pale curves are cells whose load generator was late or paused: ignore their response times",
                "slow at 50 requests/s offered (plain), client was late",
                "fast at 50 requests/s offered (plain), client was late",
                "fast at 50 requests/s offered (more), client was late",
                "<th scope=\"row\">fast at 50 requests/s offered (other)</th>");
        Map<String, Double> opacities = new LinkedHashMap<>();
        traces(chart).forEach(trace -> opacities.put(trace.path("hovertemplate").asString().replaceFirst("<.*", ""),
                trace.path("opacity").asDouble()));
        assertEquals(Set.of("slow-plain-r50-f1", "fast-plain-r50-f1", "fast-more-r50-f1"), opacities.keySet().stream()
                .filter(cell -> opacities.get(cell) < 1).collect(Collectors.toSet()), opacities.toString());
    }

    @Test
    void aStreamIsNamedByItselfUnlessTheCellsNameIsNeededToTellItApart() throws IOException {
        String page = drawn.page("late");
        contains(page, "fast at 50 requests/s offered (other)", "fast at 50 requests/s offered (plain) (probe)",
                "fast at 50 requests/s offered (more) (probe)", "slow at 50 requests/s offered (plain) (probe)");
        assertFalse(page.contains("(plain) (other)"));
    }

    @Test
    void whereThereAreMoreLoadsThanDashesThoseOfEachSizeHaveAPlotAndADashSaysTheRest() throws IOException {
        String chart = drawn.chart("stored", "latency");
        contains(chart, "<h3>10 users</h3>", "<h3>50 users</h3>", "<h3>100 users</h3>",
                "<h3>1,000 requests/s offered</h3>",
                "data-key=\"load /person/sync\"", "data-key=\"load /person/async\"");
        assertEquals(4, occurrences(chart, "<figure>"));
        assertEquals(3, traces(chart, "load /person/sync").size());
        assertEquals(4, traces(chart, "load /person/async").size());
        Set<String> ranges = new LinkedHashSet<>();
        layouts(chart).forEach(layout -> ranges.add(layout.path("yaxis").path("range").toString()));
        assertEquals(1, ranges.size(), "the plots can be compared");
        contains(drawn.chart("stored", "timeline"), "<h3>50 users: throughput</h3>",
                "<h3>50 users: response time, median</h3>");
        assertEquals(1, occurrences(drawn.chart("herd", "latency"), "<figure>"), "few loads stand in one");
    }
}
