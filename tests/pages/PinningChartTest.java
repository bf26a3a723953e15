package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.traces;
import static tests.Repository.contains;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;
import tools.jackson.databind.JsonNode;

/** The chart of pinned carriers, by line of code. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class PinningChartTest {

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Gallery.drawn();
    }

    @Test
    void thePinsOfTwoJdksStandSideBySideInTheirVariantsColours() throws IOException {
        String chart = drawn.chart("bounds", "pinning");
        contains(chart,
                "a.Native.call:1 held carriers for 84 ms in 5 events, 94 % of all that was pinned, under one-carrier "
                        + "on JDK 21, "
                        + "all-carriers on JDK 21, one-carrier on JDK 25 and all-carriers on JDK 25. "
                        + "Only on JDK 21: a.Monitor.&lt;held&gt; &amp; more:2.",
                "data-key=\"jdk JDK 21\"", "data-key=\"jdk JDK 25\"", "\"barmode\":\"group\"");
        assertEquals(4, traces(chart).size(), "a trace for each variant on each JDK");
        JsonNode old = traces(chart, "variant all-carriers", "jdk JDK 21").getFirst();
        JsonNode recent = traces(chart, "variant all-carriers", "jdk JDK 25").getFirst();
        assertEquals("[0.01,0.005]", old.path("base").toString(), "stands on what one-carrier has, in seconds");
        assertEquals("[0.011,0.0]", recent.path("base").toString());
        assertEquals("42 ms in 2 events", old.path("customdata").path(0).asString(), "JDK 21 does not say why");
        assertEquals("21 ms in 1 event<br>Native or VM frame on stack", recent.path("customdata").path(0).asString());
        assertTrue(old.path("marker").path("pattern").isMissingNode());
        assertEquals("\\", recent.path("marker").path("pattern").path("shape").asString());
        assertFalse(old.path("offsetgroup").equals(recent.path("offsetgroup")));
    }

    @Test
    void thePinsOfOneJdkAreOneBarForEachLine() throws IOException {
        String chart = drawn.chart("waits", "pinning");
        contains(chart, "\"barmode\":\"stack\"");
        JsonNode only = traces(chart, "variant virtual").getFirst();
        assertTrue(only.path("marker").path("pattern").isMissingNode() && only.path("base").isMissingNode(),
                only.toString());
        assertFalse(chart.contains("data-key=\"jdk"));
    }

    @Test
    void theSentenceQuotesTheNumbersOfTheRun() throws IOException {
        contains(drawn.chart("waits", "pinning"),
                "org.example.Held.here:42 held carriers for 301 ms in 2 events, 100 % of all");
    }
}
