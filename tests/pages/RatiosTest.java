package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.traces;
import static pages.MadeCell.closed;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;
import tools.jackson.databind.JsonNode;

/** The chart of ratios: figures as multiples of one cell, published, predicted and measured. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class RatiosTest {

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Gallery.drawn();
    }

    /** Those of its labs that no other test has. */
    static List<Runs> labs(Path data) {
        return List.of(jdks(data));
    }

    private static Runs jdks(Path data) {
        Runs run = Runs.in(data).lab("jdks");
        for (int jdk : List.of(21, 25)) {
            run.cell(closed("platform", 100).jdk(jdk).rps(5 * jdk).predicted(100).published(90),
                    closed("virtual", 100).jdk(jdk).rps(2 * 5 * jdk).predicted(200).published(180));
        }
        return run;
    }

    @Test
    void ratiosHoldEachFigureAgainstTheSameFigureOfTheFirstPublishedCell() throws IOException {
        String chart = drawn.chart("waits", "ratios");
        contains(chart,
                "virtual at 100 users was published at 1.82 times platform at 100 users; the rule says 2.00 and 2.00 "
                        + "was measured.</p>");
        assertEquals(6, traces(chart).size(), "two variants with three bars each");
        JsonNode measured = traces(chart, "variant virtual", "kind measured").getFirst();
        assertEquals("[\"2.00\"]", measured.path("text").toString());
        assertEquals(248 / 122.0 - 2, measured.path("error_x").path("array").path(0).asDouble(), 1e-9,
                "to its greatest fork");
        assertEquals("[\"1.82\"]",
                traces(chart, "variant virtual", "kind published").getFirst().path("text").toString());
        assertTrue(measured.path("base").isMissingNode(), "from 1 to 2 is no case for a logarithmic axis");
        assertFalse(drawn.page("limits").contains("chart_ratios"), "nothing was published");
    }

    @Test
    void ratiosThatAreFarApartGrowFromOneOnALogarithmicAxis() throws IOException {
        String chart = drawn.chart("calls", "ratios");
        contains(chart, "times (log scale)",
                "virtual (eachCallInAVirtualThreadOfItsOwn) was published at 30.8 times platform (sequential); "
                        + "the rule says 40 and 39.6 was measured.",
                "As published, it departs most from the rule.",
                "As measured, platform (commonPool) departs most from the rule: 0.50 times instead of 0.70.");
        JsonNode platform = traces(chart, "variant platform", "kind published").getFirst();
        assertEquals(1, platform.path("base").asDouble());
        assertEquals("[\"1.00\",\"2.01\"]", platform.path("text").toString().replace("\u2003", ""));
        List<JsonNode> virtual = traces(chart, "variant virtual", "kind measured");
        assertEquals(List.of("[0.95,0.95]", "[0.35]"),
                virtual.stream().map(trace -> trace.path("marker").path("opacity")
                        .toString()).toList(),
                "the INVALID one is pale; it is folded, since six cells have 18 bars");
        assertFalse(chart.contains("virtual-own"), "of which nothing was published");
    }

    @Test
    void onSeveralJdksEachHasItsOwnReference() throws IOException {
        String chart = drawn.chart("jdks", "ratios");
        contains(chart,
                "Throughput as a multiple of platform on JDK 21 at 100 users or platform on JDK 25 at 100 users",
                "As published, all keep to the rule within 0.1 %. As measured, all keep to the rule within 0.1 %.");
        assertEquals("[\"2.00\",\"2.00\"]",
                traces(chart, "variant virtual", "kind measured").getFirst().path("text").toString());
    }
}
