package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Compared.figure;
import static pages.Compared.interval;
import static pages.Compared.rows;
import static pages.Drawn.section;
import static pages.Drawn.traces;
import static pages.TwoRuns.SAME_A;
import static pages.TwoRuns.SAME_B;
import static tests.Repository.contains;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import kit.record.Forks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;

/** `./jbang analysis/compare.java` as a user runs it, on two made-up runs of one lab. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class CompareTest {

    @TempDir
    static Path temp;

    private static Path a;
    private static Path b;
    private static Ran ran;
    private static String page;

    @BeforeAll
    static void comparesTwoRunsOnce() throws Exception {
        a = temp.resolve("mine/data/waits/20260101-100000");
        b = temp.resolve("theirs/20260202-100000");
        TwoRuns.writeA(a);
        TwoRuns.writeB(b);
        ran = Repository.analysis("compare", a.toString(), b.toString(), "--out", temp.resolve("out").toString());
        page = Files.readString(temp.resolve("out/compare.html"));
    }

    @Test
    void aRatioThatIsFarFromOneIsClaimedWithItsInterval() {
        assertEquals(0, ran.exit(), ran.err());
        // Means 102 and 205, by hand.
        List<String> throughput = figure(ran, "platform at 100 users", "throughput/s");
        assertEquals(List.of("102 (5 forks)", "205 (5 forks)", "2.010"), throughput.subList(0, 3));
        assertEquals("B is 2.010 times A", throughput.get(4));
        double[] interval = interval(throughput);
        assertTrue(interval[0] > 1.95 && interval[0] < 2.010 && interval[1] > 2.010 && interval[1] < 2.07,
                throughput.toString());
        // Response times are the same in both.
        assertEquals(
                List.of("400 (5 forks)", "400 (5 forks)", "1.000", "[1.000, 1.000]", "no difference can be claimed"),
                figure(ran, "platform at 100 users", "median, ms"));
    }

    @Test
    void theIntervalIsWelchsSinceNothingPairsTheForksOfTwoRuns() {
        List<String> throughput = figure(ran, "virtual at 100 users", "throughput/s");
        Forks.Interval known = Forks.of(SAME_B).independentRatio(Forks.of(SAME_A), 0.95);
        assertEquals("%.3f".formatted(Forks.of(SAME_B).over(Forks.of(SAME_A))), throughput.get(2));
        assertEquals("[%.3f, %.3f]".formatted(known.low(), known.high()), throughput.get(3));
        assertTrue(known.holds(1));
        assertEquals("no difference can be claimed", throughput.get(4));
    }

    @Test
    void oneForkOnEitherSideAllowsNoClaim() {
        List<String> throughput = figure(ran, "slow at 100 users (plain)", "throughput/s");
        assertEquals(
                List.of("10", "11.5 (2 forks)", "1.150", "", "one fork: no interval, so no difference can be claimed"),
                throughput);
    }

    @Test
    void aCellIsTheSameWhereVariantLoadPathNameAndStreamAre() {
        assertEquals("1.000", figure(ran, "slow at 100 users (other)", "throughput/s").get(2),
                "its further name tells it from the other slow one");
        assertEquals("1.200", figure(ran, "virtual at 5 requests/s offered (probe)", "throughput/s").get(2));
        assertEquals("1.100", figure(ran, "two on JDK 25 at 9 users", "throughput/s").get(2),
                "where one of them has several JDKs, by the JDK");
        assertEquals(List.of("bad-c100-f1: INVALID in A: a neighbour", "gone-r50: SKIPPED in A: no node here",
                "virtual-r50 (50 requests/s offered): only in A", "virtual-b200 (200 users in 1 s): only in A",
                "two-c9-jdk21 (9 users): only in A",
                "two-c9-jdk26 (9 users): only in B", "virtual-r60 (60 requests/s offered): only in B",
                "virtual-b200 (200 users in 2 s): only in B"),
                ran.out().lines().filter(line -> line.startsWith("Not compared: "))
                        .map(line -> line.substring("Not compared: ".length())).toList(),
                "another rate or ramp is another load");
        assertEquals("1.100", figure(ran, "bad at 100 users", "throughput/s").get(2), "the fork that is left");
    }

    @Test
    void whatDiffersBesideTheNumbersIsToldFirst() {
        List<List<String>> differences = rows(ran.out().substring(0, ran.out().indexOf("| cell")));
        contains(differences.toString(), "[CPU, Testing 3000, Testing 9000]", "[CPUs, 2, 8]",
                "[JDK, 25.0.1 Somebody, 26.0.1 Somebody]",
                "[spring-boot, 4.1.0, 4.2.0]", "[Option --quick, not given, given]", "[Option --forks, 5, 3]",
                "[Garbage collector, G1, ZGC]",
                "[Setting of platform: tomcat.threads.max, 50, 60]", "[Option --jdbc-url, not given, given");
        assertFalse(differences.toString().contains("Memory") || differences.toString().contains("--data")
                || differences.toString().contains("Revision"), differences.toString());
        assertFalse(page.contains("password=word") || ran.out().contains("password=word"));
        String beware = ran.out().lines().filter(line -> line.startsWith("Beware: Cells")).findFirst().orElseThrow();
        contains(beware, "not the same experiment", "Option --quick (A: not given, B: given)",
                "Setting of platform: tomcat.threads.max (A: 50, B: 60)");
        assertFalse(beware.contains("--forks"), "more forks make no other experiment");
        contains(ran.out(), "Beware: B is incomplete");
        contains(ran.out().lines().findFirst().orElseThrow(), "A: " + a, "CONFIRMED", "Testing 3000, 2 CPUs, 4 GiB",
                "JDK 25.0.1 Somebody");
    }

    @Test
    void claimsStandSideBySide() {
        String claims = ran.out().substring(ran.out().indexOf("| claim"));
        assertEquals(List.of(List.of("claim", "A", "measured", "B", "measured"),
                List.of("twice as many", "CONFIRMED", "2.00 [1.99, 2.01]", "SURPRISE", "1.50"),
                List.of("mine alone", "CONFIRMED", "1.00", "", "")),
                rows(claims));
        contains(page, "<td>not claimed</td>");
    }

    @Test
    void howManyIntervalsLeaveOneOutByChanceIsTold() {
        // Platform (5 forks on each side), virtual (3 on one), slow other (2): four figures of each.
        contains(ran.out(),
                "Of 12 intervals 1 does not contain the ratio 1. At 95 % about 1 interval in 20 misses it by "
                        + "chance: about 0.6 of these 12.");
    }

    @Test
    void thePageDrawsEveryRatioWithItsIntervalAboutOne() {
        String chart = section(page, "compare");
        contains(chart, "platform at 100 users: B has 2.010 times A&#39;s throughput [", "\"type\":\"log\"",
                "one number for each fork");
        List<JsonNode> platform = traces(chart, "variant platform");
        assertEquals(4, platform.size(), "one in the plot of each figure");
        assertEquals("circle", platform.getFirst().path("marker").path("symbol").asString());
        assertEquals("circle-open", platform.get(1).path("marker").path("symbol").asString());
        double[] interval = interval(figure(ran, "platform at 100 users", "throughput/s"));
        assertEquals(interval[1], 205.0 / 102 + platform.getFirst().path("error_x").path("array").get(0).doubleValue(),
                0.0006);
        assertEquals(interval[0],
                205.0 / 102 - platform.getFirst().path("error_x").path("arrayminus").get(0).doubleValue(), 0.0006);
        JsonNode one = traces(chart, "variant two").getFirst();
        assertEquals("diamond-open", one.path("marker").path("symbol").asString());
        assertTrue(one.path("error_x").isMissingNode());
        assertTrue(Pattern.compile("\"x0\":1[,}].*\"x1\":1[,}]|\"x1\":1[,}].*\"x0\":1[,}]").matcher(chart).find(),
                "the line at 1");
        contains(page, "<caption", "scope=\"rowgroup\"", "Not compared", "prefers-color-scheme: dark",
                "width=device-width");
        Drawn.needsNoNetwork(page, "the comparison");
        assertTrue(Files.exists(temp.resolve("out/plotly.js")));
    }
}
