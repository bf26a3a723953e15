package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.matches;
import static pages.Drawn.occurrences;
import static pages.Drawn.traces;
import static pages.MadeCell.closed;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The chart of throughput: measured beside the rule, what was published, and the limits that there are. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class ThroughputTest {

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Gallery.drawn();
    }

    /** Those of its labs that no other test has. */
    static List<Runs> labs(Path data) {
        return List.of(Runs.in(data).lab("limits")
                .cell(closed("platform", 100).rps(80).predicted(100).with("limit_rps", 20))
                .cell(closed("virtual", 100).rps(19).predicted(20).with("limit_rps", 20))
                .cell(closed("platform-sized", 100).rps(19).predicted(20)), bounds(data), calls(data));
    }

    @Test
    void aCellThatWasMeasuredAgainIsDrawnByItsLastAttempt(@TempDir Path data) throws IOException {
        Runs.in(data).lab("twice").cell(closed("virtual", 100).rps(11).latency(0, 402, 10).invalid("it was killed"))
                .cell(closed("virtual", 100).again().rps(240).predicted(250).latency(0, 402, 1000))
                .cell(closed("platform", 100).rps(120).predicted(125).latency(0, 402, 1000)).write();
        Drawn twice = Drawn.quietly(data);
        assertEquals(2, occurrences(twice.cells("twice"), "<tbody>"));
        assertFalse(twice.page("twice").contains("it was killed"));
    }

    /** If pinned, one carrier serves 20/s and all of them 40/s; if not, the users get 400/s. */
    static Runs bounds(Path data) {
        Runs run = Runs.in(data).lab("bounds");
        for (int jdk : List.of(21, 25)) {
            boolean old = jdk == 21;
            String why = old ? "" : "Native or VM frame on stack";
            MadeCell one = bounded("one-carrier", jdk, "native").rps(20.5).pin(old ? 10 : 11, why, "a.Native.call:1");
            MadeCell all = bounded("all-carriers", jdk, "native").rps(40.5).pin(old ? 20 : 21, why, "a.Native.call:1");
            MadeCell monitor = bounded("one-carrier", jdk, "synchronized").rps(old ? 20.5 : 390);
            run.cell(one, monitor, bounded("one-carrier", jdk, "lock").rps(391),
                    // 100 is far nearer to 20 than to 400, but five times the one and a quarter of the other.
                    bounded("one-carrier", jdk, "mixed").rps(old ? 100 : 390),
                    all, bounded("all-carriers", jdk, "synchronized").rps(old ? 40.5 : 390),
                    bounded("all-carriers", jdk, "lock").rps(391),
                    bounded("all-carriers", jdk, "mixed").rps(old ? 41 : 390));
            if (old) {
                all.pin(22, why, "a.Native.call:1");
                monitor.pin(5, why, "a.Monitor.<held> & more:2");
            }
        }
        return run.cell(closed("all-carriers", 30).named("report").with("jdk", "25").path("GET /report").predicted(400)
                .skipped("no JDK 25 here"));
    }

    private static MadeCell bounded(String variant, int jdk, String route) {
        boolean one = variant.equals("one-carrier");
        return closed(variant, one ? 20 : 30).named(route).jdk(jdk).path("GET /" + route).with("bound", "users")
                .with("pinned_rps", one ? 20 : 40).with("unpinned_rps", 400);
    }

    /** What the published machine did at a tenth of the pace; of virtual threads it did less than the rule says. */
    private static Runs calls(Path data) {
        return Runs.in(data).lab("calls").cell(
                call("platform", "sequential").rps(24).predicted(25).published(24.5),
                call("platform", "sequential").fork(2).rps(26).predicted(25).published(24.5),
                call("platform", "eachCallInAVirtualThreadOfItsOwn").rps(50).predicted(50).published(49.3),
                call("platform", "commonPool").rps(12.5).predicted(17.5).published(17.3),
                call("virtual", "sequential").rps(500).predicted(500).published(400.6),
                call("virtual", "eachCallInAVirtualThreadOfItsOwn").rps(990).predicted(1000).published(753.9),
                call("virtual", "commonPool").rps(2000).predicted(17.5).published(17.3).invalid(""),
                call("virtual-own", "sequential").rps(480).predicted(500));
    }

    private static MadeCell call(String variant, String way) {
        return closed(variant, 200).named(way).path("GET /orders?how=" + way);
    }

    @Test
    void theSentenceQuotesTheNumbersOfTheRun() throws IOException {
        contains(drawn.chart("waits", "throughput"),
                // the means of two forks each: 122 and 244
                "At 100 users virtual serves 244 requests/s, 2.00 times the 122 of platform",
                "measured is 0.98 times what the rule says and 1.04 to 1.15 times what was published",
                "Not counted: 1 INVALID");
    }

    @Test
    void theLimitOfTheCpusIsDrawnAndWhoeverExceedsItIsNamed() throws IOException {
        String page = drawn.page("limits");
        contains(page, "platform at 100 users is at 4.00 times its limit", "the highest throughput",
                "\"symbol\":\"line-ns\"", "\"x\":[20.0,20.0]");
        assertFalse(drawn.page("waits").contains("line-ns"), "where nothing is said of CPU there is no line");
    }

    @Test
    void theBoundsAreStrokesOfTheirOwnAndTheSentenceTellsWhoIsNearerToWhich() throws IOException {
        String chart = drawn.chart("bounds", "throughput");
        contains(chart, "if pinned</button>", "if not pinned</button>",
                "if every request held its carrier while it waits",
                "; as if pinned: /native, /synchronized on JDK 21 and all-carriers on JDK 21 at /mixed; "
                        + "as if not pinned: /synchronized on JDK 25, /lock, /mixed on JDK 25 and one-carrier on "
                        + "JDK 21 at /mixed.");
        JsonNode pinned = traces(chart, "kind if pinned").getFirst();
        JsonNode unpinned = traces(chart, "kind if not pinned").getFirst();
        assertEquals("20.0 20.0 40.0 40.0 ".repeat(4).trim(), values(traces(chart, "kind if pinned"), "x"));
        assertEquals("400.0 ".repeat(16).trim(), values(traces(chart, "kind if not pinned"), "x"));
        assertEquals("line-ns", pinned.path("marker").path("symbol").asString());
        assertTrue(pinned.path("marker").path("line").path("width").asInt() > unpinned.path("marker").path("line")
                .path("width").asInt());
        assertFalse(drawn.page("waits").contains("if pinned"), "where nothing is said of pinning there is no stroke");
    }

    /** What traces have, one after the other: those of what is folded come last. */
    private static String values(List<JsonNode> traces, String of) {
        return traces.stream().flatMap(trace -> trace.path(of).valueStream()).map(JsonNode::asString)
                .collect(Collectors.joining(" "));
    }

    @Test
    void cellsStandByRouteThenCarriersThenJdkAndTheirLabelsLeaveOutTheUsersThatAVariantAlwaysHas() throws IOException {
        List<String> expected = new ArrayList<>();
        for (String route : List.of("/native", "/synchronized", "/lock", "/mixed")) {
            for (String variant : List.of("one-carrier", "all-carriers")) {
                expected.add(variant + ", JDK 21<br>" + route);
                expected.add(variant + ", JDK 25<br>" + route);
            }
        }
        List<String> order = matches(drawn.chart("bounds", "throughput"), "\"categoryarray\":\\[([^]]*)]");
        assertEquals(2, order.size(), "twelve cells are shown at once, and four are folded");
        assertEquals(expected, JsonMapper.shared().readTree("[" + String.join(",", order) + "]").valueStream()
                .map(JsonNode::asString).toList());
        contains(drawn.page("waits"), "platform\\u003cbr>100 users"); // on one JDK there is room, and they are said
        String table = drawn.cells("bounds");
        assertTrue(Pattern
                .compile("30 users \\(/report\\)</td>\\s*<td class=\"nowrap\">JDK 25</td>(?:(?!</tbody>).)*SKIPPED"
                        + "(?:(?!</tbody>).)*no JDK 25 here", Pattern.DOTALL)
                .matcher(table).find(), table);
    }

    @Test
    void routesThatDifferInAQueryHaveTheNamesThatTheLabGaveThem() throws IOException {
        contains(drawn.chart("calls", "throughput"),
                "platform\\u003cbr>eachCallInAVirtualThreadOf\\u003cbr>ItsOwn", "virtual\\u003cbr>commonPool");
        String table = drawn.cells("calls");
        contains(table, "200 users (sequential)", "200 users (commonPool)");
        assertFalse(table.contains("how="), table);
    }
}
