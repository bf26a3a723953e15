package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.occurrences;
import static pages.Drawn.traces;
import static pages.MadeCell.burst;
import static pages.MadeCell.closed;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;

/** The chart of bursts: who started together, and came back in waves? */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class BurstTest {

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Gallery.drawn();
    }

    /** Those of its labs that no other test has. */
    static List<Runs> labs(Path data) {
        return List.of(herd(data), shapes(data), blocks(data));
    }

    /**
     * 2000 users start within a second, each waits one: with 500 threads that is four waves. Those who wait longer all
     * wait at once.
     */
    static Runs herd(Path data) {
        return Runs.in(data).lab("herd").cell(
                burst("virtual", 20000, 13).named("waiting").path("GET /block?ms=13000").with("jdk", "")
                        .skipped("no file descriptors"),
                oneSecond("platform-500").rps(470).predicted(470).published(373.3).served(500, 1)
                        .latency(0, 1000, 1).latency(50, 2000, 1000).latency(100, 3250, 2000)
                        .seconds("rps", 0, 600, 400).seconds("p50_ms", "", 1500, 2000)
                        .seconds("service_cpu", 0.5, 0.5, 0.5).seconds("platform_threads", 3031, 3031, 3031),
                oneSecond("platform-500").fork(2).rps(460).predicted(470).published(373.3).served(500, 1.02),
                oneSecond("virtual").rps(1000).predicted(1000).published(665).served(2000, 1)
                        .latency(0, 1000, 1).latency(100, 1001, 2000),
                closed("platform-500", 2000).path("GET /block").with("ok", 40000).rps(500).with("mean_ms", 4000)
                        .predicted(500)
                        .seconds("rps", 500, 501, 500).seconds("p50_ms", 4000, 4000, 4000)
                        .seconds("service_cpu", 0.5, 0.5, 0.5).seconds("platform_threads", 3031, 3031, 3031),
                MemoryTest.waiting("platform-2000", 2000, 1, 48, 100, 12031).served(2000, 4),
                MemoryTest.waiting("platform-2000", 2000, 1, 52, 104, 12033).fork(2).served(2000, 4),
                MemoryTest.waiting("virtual", 2000, 1, 10, 20, 31).served(2000, 4),
                MemoryTest.waiting("virtual", 10000, 5, 9, 18, 31).invalid("").served(10000, 8));
    }

    private static MadeCell oneSecond(String variant) {
        return burst(variant, 2000, 1).path("GET /block").with("ok", 2000).with("mean_ms", 1000);
    }

    /** Two bursts of one cell, each answered after a second: of format 4, which has all of them. */
    private static Runs blocks(Path data) {
        String name = "virtual-b2000-f1";
        return Runs.in(data).lab("blocks").cell(oneSecond("virtual").rps(1000).predicted(1000)).file("burst.csv", """
                cell,block,ms,started,ended,failed,in_flight
                %1$s,1,20,2000,0,0,2000
                %1$s,1,1020,0,2000,0,0
                %1$s,2,20,2000,0,0,2000
                %1$s,2,1020,0,2000,0,0
                """.formatted(name));
    }

    private static Runs shapes(Path data) {
        Runs run = Runs.in(data).lab("shapes");
        for (int concurrencyLimit : List.of(250, 1000, 1500, 1900)) {
            run.cell(oneSecond("slots-" + concurrencyLimit).rps(500).predicted(470).served(concurrencyLimit, 1));
        }
        // Some of them are answered after a second, the others fail after three, and failures make no wave.
        MadeCell refused = oneSecond("refused").rps(500).predicted(470);
        for (int ms = 20; ms <= 3000; ms += 20) {
            refused.step(ms, ms == 20 ? 2000 : 0, ms == 1000 ? 766 : ms == 3000 ? 1234 : 0, ms == 3000 ? 1234 : 0,
                    ms < 1000 ? 2000 : ms < 3000 ? 1234 : 0);
        }
        return run.cell(refused);
    }

    @Test
    void theWavesOfABurstAreCountedAndTimed() throws IOException {
        String chart = drawn.chart("herd", "burst");
        contains(chart,
                "At 2,000 users in 1 s platform-500 answers in 4 waves within 4.26 to 4.34 s and virtual in 1 wave "
                        + "within 2 s.",
                "At 2,000 users in 1 s (waiting) virtual answers in 1 wave within 5 s and platform-2000 in 1 wave "
                        + "within 5 s.",
                "No valid cell answered here", "answers in 40 ms", "Pale curves are INVALID cells",
                "The first valid fork is drawn.");
        assertEquals(3, occurrences(chart, "<figure>"), "one for each size and kind of burst");
        assertEquals(2, traces(chart, "variant platform-500").size(),
                "answers and requests in flight, of one of its two forks");
        assertEquals(3, traces(chart, "kind started so far").size(), "one in each plot");
        // The steps are sums: none of the requests is lost.
        Matcher answers = Pattern.compile("\"?y\"?:\\s*\\[([^]]*)]").matcher(chart);
        assertTrue(answers.find());
        assertEquals(2000,
                Stream.of(answers.group(1).replace("\"", "").split(",")).mapToDouble(Double::parseDouble).sum());
        assertFalse(chart.contains("data-key=\"kind failed\""));
    }

    @Test
    void aGapBetweenWavesHasToBeWideAndDeep() throws IOException {
        // A wave lasts as long as the users took to come that it serves, slots / 2000 s; the rest of the second is the
        // gap.
        contains(drawn.chart("shapes", "burst"),
                "slots-250 answers in 8 waves within 8.14 s, slots-1000 in 2 waves within 2.5 s, "
                        + "slots-1500 in 2 waves within 2.26 s, slots-1900 in 1 wave within 2.06 s "
                        + "and refused in 1 wave within 3 s (1,234 failed).",
                "data-key=\"kind failed\"");
        assertEquals(3, traces(drawn.chart("shapes", "burst"), "variant refused").size(),
                "answers, failures, requests in flight");
    }

    @Test
    void ofSeveralBurstsOfACellTheFirstIsDrawn() throws IOException {
        String chart = drawn.chart("blocks", "burst");
        contains(chart, "virtual answers in 1 wave");
        Matcher answers = Pattern.compile("\"?y\"?:\\s*\\[([^]]*)]").matcher(chart);
        assertTrue(answers.find());
        assertEquals(2000,
                Stream.of(answers.group(1).replace("\"", "").split(",")).mapToDouble(Double::parseDouble).sum());
    }

    @Test
    void aBurstIsNoSteadyLoadAndHasNoSecondsToCompare() throws IOException {
        String chart = drawn.chart("herd", "timeline");
        contains(chart, "platform-500 at 2,000 users with 500 to 501 requests/s");
        assertFalse(chart.contains("in 1 s"), chart);
        contains(drawn.chart("herd", "latency"),
                "At 2,000 users in 1 s virtual answers half of the requests within 1,000 ms");
        contains(drawn.chart("herd", "throughput"), "virtual\\u003cbr>2,000 users in 1 s");
        contains(drawn.cells("herd"), "20,000 users in a burst (waiting)", "SKIPPED");
    }

    @Test
    void aRunWithoutBurstsHasNoneOfTheirCharts() throws IOException {
        for (String steady : List.of("waits", "bounds")) {
            assertFalse(drawn.hasChart(steady, "burst") || drawn.hasChart(steady, "memory"), steady);
            assertTrue(drawn.hasChart(steady, "throughput"), steady);
        }
    }
}
