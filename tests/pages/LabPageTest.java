package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.inOrder;
import static pages.Drawn.matches;
import static pages.Drawn.needsNoNetwork;
import static pages.Drawn.occurrences;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tools.jackson.databind.JsonNode;

/** A lab's page around its charts: what the run holds, in words that cannot break it, and to be read without eyes. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LabPageTest {

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Gallery.drawn();
    }

    @Test
    void theLabsPageTellsWhatTheRunHolds() throws IOException {
        String page = drawn.page("waits");
        contains(page, "1 waits", "Is 1 &lt; 2 &amp; 3?", "X = min(c, m) / S", "twice as fast",
                "throughput 1.98, claimed at least 3",
                "look again", "Testing 3000", "2 CPUs", "25.0.1 Somebody", "jbang labs/waits.java -c 100");
        assertFalse(page.contains("incomplete"));
        // Variant, load and fork, then published, predicted, measured, and measured / predicted; two response times;
        // whether the row is valid, and why. Up to format 2 a valid row said what its rule made of it.
        assertEquals(List.of("platform 100 users 1 117.1 125 120 0.96 400 400 VALID "
                + "a thread of 50 is missing to &lt;b&gt;half&lt;/b&gt; &amp; more [bound: users]",
                "platform 100 users 2 117.1 125 124 0.99 400 400 VALID [bound: users]",
                "virtual 100 users 1 212.7 250 240 0.96 400 400 VALID [bound: users]",
                "virtual 100 users 2 212.7 250 248 0.99 400 400 VALID [bound: users]",
                "&lt;/script&gt;\\&#39; 100 users 1 2,000 400 INVALID a neighbour",
                "virtual 5 requests/s offered (probe) 1 5 3 VALID [bound: rate]"),
                matches(drawn.cells("waits"), "<tbody>(.*?)</tbody>").stream()
                        .map(row -> row.replaceAll("<[^>]*>", " ").strip().replaceAll("\\s+", " ")).toList());
    }

    @Test
    void withoutANotebookThePageHasItsRuleChartsTableAndClaims() throws IOException {
        String page = drawn.page("waits");
        List<String> order = List.of(">The rule</h2>", "id=\"chart_throughput\"",
                ">Published, by the rule, measured</h2>", ">Claims</h2>",
                ">How this was made</h2>");
        inOrder(page, order);
    }

    @Test
    void textFromAFileCannotBreakThePage() throws IOException {
        String page = drawn.page("waits");
        contains(page, "a thread of 50 is missing to &lt;b&gt;half&lt;/b&gt; &amp; more", "&lt;/script&gt;");
        assertFalse(page.contains("<b>half"));
        assertEquals(occurrences(page, "<script"), occurrences(page, "</script>"));
    }

    @Test
    void pagesNeedNoNetwork() throws IOException {
        for (String name : List.of("index", "waits", "bounds", "shown")) {
            needsNoNetwork(drawn.page(name), name);
        }
        contains(drawn.page("waits"), "<script src=\"plotly.js\"></script>");
    }

    @Test
    void aVariantHasOneColourInEveryChartAndSharesItWithNone() throws IOException {
        Map<String, Set<String>> colours = coloursOfVariants(drawn.page("waits"));
        assertEquals(3, colours.size(), colours.toString());
        assertEquals(Set.of("#D55E00"), colours.get("platform"));
        assertEquals(Set.of("#0072B2"), colours.get("virtual"));
        Set<String> all = new LinkedHashSet<>();
        colours.values().forEach(all::addAll);
        assertEquals(3, all.size(), colours.toString());
    }

    /** The colours of the traces that carry each variant's name, over all plots of the page. */
    private static Map<String, Set<String>> coloursOfVariants(String page) {
        Map<String, Set<String>> colours = new LinkedHashMap<>();
        for (JsonNode trace : Drawn.traces(page)) {
            String variant = trace.path("meta").valueStream().map(JsonNode::asString)
                    .filter(key -> key.startsWith("variant ")).findFirst().orElseThrow().replaceFirst("variant ", "");
            Stream.of("marker", "line").map(part -> trace.path(part).path("color")).filter(JsonNode::isString)
                    .forEach(colour -> colours.computeIfAbsent(variant, key -> new LinkedHashSet<>()).add(colour
                            .asString()));
        }
        return colours;
    }

    @Test
    void theNumbersOfEveryPlotAreATableToo() throws IOException {
        for (String lab : List.of("waits", "bounds", "herd", "ramp", "stored")) {
            String page = drawn.page(lab);
            assertEquals(occurrences(page, "class=\"plot\""),
                    Pattern.compile("<details class=\"numbers\">.*?</details>", Pattern.DOTALL)
                            .matcher(page).results().mapToInt(details -> occurrences(details.group(), "<caption>"))
                            .sum(),
                    lab);
        }
        contains(drawn.chart("waits", "throughput"),
                "<th scope=\"row\">platform at 100 users</th><td class=\"number\">122</td>"
                        + "<td class=\"number\">120 to 124</td><td class=\"number\">125</td><td "
                        + "class=\"number\">117</td>");
        contains(drawn.chart("waits", "latency"),
                "<th scope=\"row\">platform at 100 users</th><td class=\"number\">803</td>");
        contains(drawn.chart("waits", "timeline"),
                "<th scope=\"row\">platform at 100 users</th><td class=\"number\">100</td>"
                        + "<td class=\"number\">110</td><td class=\"number\">150</td>");
        contains(drawn.chart("bounds", "pinning"), "<th scope=\"row\">a.Native.call:1</th>", "42 ms in 2 events");
        contains(drawn.chart("ramp", "stages"), "<td class=\"number\">Throughput, requests/s</td>");
    }

    @Test
    void onePlotOfSeveralIsNotDescribedByTheSentenceAboutAll() throws IOException {
        for (String lab : List.of("stored", "waits", "ramp", "herd", "late")) {
            List<String> labels = matches(drawn.page(lab), "class=\"plot\"[^>]* aria-label=\"([^\"]*)\"");
            assertFalse(labels.isEmpty(), lab);
            assertEquals(new LinkedHashSet<>(labels).size(), labels.size(), lab + ": " + labels);
            for (String drawing : drawn.page(lab).split("(?=<section class=\"chart\")")) {
                List<String> sentence = matches(drawing, "<p class=\"sentence\">([^<]*)</p>");
                if (!sentence.isEmpty() && occurrences(drawing, "<figure>") > 1) {
                    assertTrue(
                            matches(drawing, "aria-label=\"([^\"]*)\"").stream()
                                    .filter(label -> label.contains(sentence.getFirst())).count() <= 1,
                            lab + ", of the one plot that it is about: " + sentence);
                }
            }
        }
        contains(drawn.chart("stored", "timeline"), "aria-label=\"Second by second: 50 users: throughput. ",
                "aria-label=\"Second by second: 50 users: response time, median. In ms, over the seconds");
    }

    /** A service that deadlocked serves well what it still serves: its row begins with what it did not. */
    @Test
    void aCellWithFailedRequestsShowsThemBeforeItsFigures(@TempDir Path data) throws IOException {
        Runs.in(data).cell(MadeCell.closed("stuck", 100).rps(73).with("ok", 665).with("errors", 75),
                MadeCell.closed("well", 100).rps(250)).write();
        String page = Drawn.quietly(data).page("lab");
        contains(page, "<th rowspan=\"2\" scope=\"col\">Failed requests</th>");
        String table = page.substring(page.indexOf("<table class=\"cells\">"));
        inOrder(table, List.of(">75 of 740 (10.1 %)<", ">73<"));
        Runs.in(data).lab("fine").write();
        assertFalse(Drawn.quietly(data).page("fine").contains("Failed requests"), "no column for nothing");
    }
}
