package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static pages.Drawn.traces;
import static tests.Repository.contains;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;

/** The chart of CPU: more CPU, or more requests? */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class CpuTest {

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Gallery.drawn();
    }

    @Test
    void cpuIsToldForEachRequestToo() throws IOException {
        String chart = drawn.chart("ramp", "cpu");
        contains(chart, "At 500 users (stage) virtual uses 1 CPUs, 3.11 times the 0.322 of platform, "
                + "and serves 2.49 times as many requests. Each of them takes 1,000 \u00B5s instead of 800, 1.25 "
                + "times as much.",
                "class=\"panels small two\"");
        List<String> folded = List.of(chart.split("<details class=\"more\">", -1));
        assertEquals(2 * 2 * 3, traces(folded.getFirst()).size(), "two plots, two kinds of bars, three variants");
        assertEquals(List.of("CPUs in use: 3 more cells", "CPU time per request: 3 more cells"),
                folded.stream().skip(1).map(part -> part.replaceFirst("(?s).*?<summary>(.*?)</summary>.*", "$1"))
                        .toList(),
                "nine cells of two bars: six are shown at once");
        assertFalse(chart.contains("stages to"));
        // Where all use all of the machine, what differs is what a request takes.
        contains(drawn.chart("stored", "cpu"),
                "At 100 users (/person/async) platform uses 1.5 CPUs, 1.00 times the 1.5 of virtual, "
                        + "and serves 1.35 times as many requests. Each of them takes 370 \u00B5s instead of 500, "
                        + "0.74 times as much.");
        contains(drawn.page("stored"), "data-key=\"kind database\"");
    }
}
