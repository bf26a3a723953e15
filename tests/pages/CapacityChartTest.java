package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static pages.Drawn.traces;
import static pages.MadeCell.closed;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tools.jackson.databind.JsonNode;

/** The chart of the rule over the number of users, with the measured cells beside it. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class CapacityChartTest {

    @TempDir
    static Path temp;

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        Path run = Runs.in(temp).lab("rules").cell(closed("platform", 100).rps(124).predicted(125).with("mean_ms", 803))
                .cell(closed("virtual", 100).rps(249).predicted(250).with("mean_ms", 401)).write();
        Files.writeString(run.resolve("capacity.csv"), """
                cell,users,predicted_rps,predicted_ms,bound
                platform-c100-f1,1,2.50,400.000,users
                platform-c100-f1,100,125.00,800.000,pool
                platform-c100-f1,10000,125.00,80000.000,pool
                virtual-c100-f1,1,2.50,400.000,users
                virtual-c100-f1,100,250.00,400.000,users
                virtual-c100-f1,10000,25000.00,400.000,users
                """);
        Path several = Runs.in(temp).lab("several").cell(closed("platform", 10).rps(20).predicted(20)).write();
        Files.writeString(several.resolve("capacity.csv"), """
                cell,users,predicted_rps,predicted_ms,bound
                platform-c10-f1,1,2.00,500.000,users
                platform-c10-f1,100,50.00,2000.000,connections
                platform-c10-f1,500,60.00,8000.000,cpu
                platform-c10-f1,1000,60.00,16000.000,cpu
                """);
        Runs.in(temp).lab("older").write();
        drawn = Drawn.plot(temp);
    }

    @Test
    void theSentenceNamesTheBottleneckAndWhereItBegins() throws IOException {
        contains(drawn.chart("rules", "capacity"),
                "platform: from about 50 users on, Tomcat&#39;s threads allow at most 125 requests/s",
                "virtual: throughput grows with the users up to 10,000");
    }

    @Test
    void eachStationAlongTheCurveIsNamed() throws IOException {
        String chart = drawn.chart("several", "capacity");
        contains(chart, "from about 100 users on, the connections are the limit: from about 500 users "
                + "on, the CPUs allow at most 60 requests/s");
        List<String> words = List.of("the number of users", "the connections", "the CPUs", "the CPUs");
        JsonNode curve = traces(chart).getFirst();
        assertEquals(words, curve.path("text").valueStream().map(JsonNode::asString).toList());
        contains(chart, ": limit");
    }

    @Test
    void aCurveForEachVariantAndAMarkerForEachCell() throws IOException {
        List<JsonNode> traces = traces(drawn.chart("rules", "capacity"));
        assertEquals(8, traces.size(), "two figures of two variants, by the rule and measured");
        List<String> modes = traces.stream().map(trace -> trace.path("mode").asString()).toList();
        assertEquals(List.of("lines", "markers", "lines", "markers", "lines", "markers", "lines", "markers"), modes);
        contains(drawn.chart("rules", "capacity"), "124.0", "249.0", "803.0", "25000.0");
    }

    @Test
    void aRunWithoutRulesForOtherNumbersOfUsersHasNone() throws IOException {
        assertFalse(drawn.hasChart("older", "capacity"));
    }
}
