package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.layouts;
import static pages.Drawn.numbers;
import static pages.Drawn.occurrences;
import static pages.Drawn.traces;
import static pages.MadeCell.closed;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;
import tools.jackson.databind.JsonNode;

/** The chart of what was accepted and not yet stored. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LagTest {

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Gallery.drawn();
    }

    /** Those of its labs that no other test has. */
    static List<Runs> labs(Path data) {
        return List.of(caught(data));
    }

    /**
     * Far behind for a moment, and not at all when the load ended; by its first and last row it accepted 1000 rows/s,
     * by its summary 990.
     */
    private static Runs caught(Path data) {
        return Runs.in(data).lab("caught").cell(closed("virtual", 100).path("POST /person").with("duration_s", 4)
                .with("ok", 3960).rps(990)
                .with("mean_ms", 5).with("service_cpu_s", 6).with("cpu_us_per_request", 1500).with("database_cpu_s", 1)
                .with("accepted_rows", 5000).with("table_rows", 5000).with("lost_rows", 0).with("lag_begin_rows", 40)
                .with("lag_rows", 0)
                .with("drain_s", 0.04)
                .seconds("rps", 1090, 990, 990, 890).seconds("p50_ms", 5, 5, 5, 5)
                .seconds("service_cpu", 1.5, 1.5, 1.5, 1.5)
                .seconds("accepted_rows", 2000, 3500, 4000, 5000).seconds("persisted_rows", 2000, 2000, 4000, 5000)
                .seconds("lag_rows", 0, 1500, 0, 0).seconds("predicted_lag_rows", 110, 220, 330, 440));
    }

    @Test
    void whatTheRuleSaysIsAThinDashedLine() throws IOException {
        String chart = drawn.chart("caught", "lag");
        contains(chart, "The thin dashed line is what the rule says.", "longdash");
        assertTrue(Pattern.compile("110\\.0\"?, ?\"?220\\.0").matcher(chart).find(), "the values of the rule");
        assertEquals(2, traces(chart, "variant virtual").size(), "measured, and by the rule");
        assertFalse(drawn.chart("stored", "lag").contains("what the rule says"));
    }

    @Test
    void whatWasAcceptedAndNotStoredIsFollowedUntilItIs() throws IOException {
        String chart = drawn.chart("stored", "lag");
        contains(chart,
                "At 100 users platform is up to 10,000 to 10,400 rows behind, 10,000 to 10,400 when the load ended, "
                        + "stored 6.67 to 6.93 s later; virtual 6,000, 6,000 when the load ended, stored 4 s later. "
                        + "On platform 4,000 rows/s are accepted and 1,500 stored: the lag grows by 2,500 rows/s. "
                        + "Accepted and not in the table: 3 rows of virtual at 10 users (/person/async).",
                "At 10 users platform is up to 2,000 rows behind", "Equal offered rate: 1,000 requests/s",
                "At 1,000 requests/s offered virtual is up to 8 rows behind, 8 when the load ended, stored 0.00802 s "
                        + "later; platform 4, "
                        + "4 when the load ended, stored 0.004 s later. "
                        + "On virtual 1,000 rows/s are accepted and 998 stored: the lag does not grow.",
                "Never behind, and left out: platform (/person/sync).", "The first valid fork is drawn.");
        assertEquals(4, occurrences(chart, "<figure>"), "10, 50 and 100 users and a rate");
        assertEquals(4, traces(chart, "variant platform").size());
        for (JsonNode layout : layouts(chart)) {
            assertEquals("[4.0]", "[" + layout.path("shapes").path(0).path("x0") + "]", "where the load ends");
            assertEquals("load ends", layout.path("annotations").path(0).path("text").asString());
        }
        assertTrue(Pattern.compile("10000\\.0\"?, ?\"?8500\\.0").matcher(chart).find(), "the drain after it");
        assertEquals(List.of(1.0, 2.0, 3.0, 4.0), numbers(drawn.chart("stored", "timeline"), "variant platform", "x"),
                "after the load there is no throughput");
        contains(drawn.chart("stored", "vitals"), "uses the most CPU, 1.5 CPUs");
        assertFalse(drawn.chart("stored", "vitals").contains("9.75"), "nor a vital sign under load");
        contains(drawn.chart("caught", "lag"), "virtual is up to 1,500 rows behind, none when the load ended. "
                + "On virtual 990 rows/s are accepted and 1,000 stored: the lag shrinks by 10 rows/s.");
    }
}
