package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static pages.Drawn.traces;
import static pages.MadeCell.burst;
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

/** The chart of memory: what does a request take that waits? */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class MemoryTest {

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Gallery.drawn();
    }

    /** Each variant waits with as many users as no other does: there is nothing to compare, and each is told. */
    static List<Runs> labs(Path data) {
        return List.of(Runs.in(data).lab("uncompared").cell(waiting("platform-2000", 2000, 1, 48, 100, 12031)
                .served(2000, 4)).cell(waiting("virtual", 10000, 5, 9, 18, 31).served(10000, 8)));
    }

    /** A burst whose requests all wait at once, and what memory that took. */
    static MadeCell waiting(String variant, int users, int rampS, double heapKb, double rssKb, int threads) {
        return burst(variant, users, rampS).named("waiting").path("GET /block?ms=" + (rampS * 1000 + 3000))
                .with("ok", users).rps(400)
                .with("mean_ms", 4000).predicted(400).with("waiting", users).with("heap_rest_mb", 30)
                .with("heap_waiting_mb", 30 + users * heapKb / 1024).with("rss_rest_mb", 150)
                .with("rss_waiting_mb", 150 + users * rssKb / 1024)
                .with("threads_waiting", threads).with("heap_kb_per_waiting", heapKb).with("rss_kb_per_waiting", rssKb);
    }

    @Test
    void memoryIsHeldAgainstThatOfTheOtherVariantAtTheSameLoad() throws IOException {
        String chart = drawn.chart("herd", "memory");
        contains(chart,
                "At 2,000 users in 1 s (waiting) a waiting request takes 102 KiB of memory of the process (RSS) on "
                        + "platform-2000 "
                        + "and 20 on virtual (5.10 : 1) and 50 KiB of live heap on platform-2000 and 10 on virtual "
                        + "(5.00 : 1). "
                        + "platform-2000 has 12,032 platform threads while 2,000 wait, virtual has 31 platform "
                        + "threads while 2,000 wait.",
                "2,000 waiting\\u003cbr>12,032 platform threads",
                "10,000 waiting\\u003cbr>31 platform threads\\u003cbr>INVALID");
        JsonNode rss = traces(chart, "variant platform-2000", "kind memory of the process (RSS)").getFirst();
        assertEquals("[2.0]", rss.path("error_x").path("array").toString(), "to the greater of its forks");
        assertEquals("[0.95,0.35]", traces(chart, "variant virtual", "kind memory of the process (RSS)").getFirst()
                .path("marker").path("opacity").toString());
        assertEquals(4, traces(chart).size(), "two variants with two bars each");
        assertFalse(chart.contains("free space"), "every process grew by more than its heap");
    }

    @Test
    void memoryUnderLoadsThatDifferIsToldForEach() throws IOException {
        contains(drawn.chart("uncompared", "memory"),
                "On platform-2000 at 2,000 users in 1 s a waiting request takes 100 KiB of memory of the process "
                        + "(RSS) and 48 KiB of live heap, and there are 12,031 platform threads while 2,000 wait. On "
                        + "virtual at 10,000 users in 5 s "
                        + "a waiting request takes 18 KiB of memory of the process (RSS) and 9 KiB of live heap, and "
                        + "there are 31 platform threads "
                        + "while 10,000 wait.");
    }
}
