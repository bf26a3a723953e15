package pages;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kit.base.Forks;
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
import tools.jackson.databind.json.JsonMapper;

/** `./jbang analysis/compare.java` as a user runs it, on two made-up runs of one lab and on the samples. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class CompareTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String SUMMARY = "lab,run,cell,variant,jdk,load,path,users,rate,ramp_s,fork,ok,rps,mean_ms,"
            + "p50_ms,p99_ms,cpu_us_per_request,verdict,why\n";
    private static final double[] TWICE_A = {100, 101, 102, 103, 104};
    private static final double[] TWICE_B = {201, 203, 205, 207, 209};
    private static final double[] SAME_A = {50, 51, 52};
    private static final double[] SAME_B = {50.5, 51.5, 50, 52.5};

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
        write(a, """
                {"lab": "waits", "run": "20260101-100000", "complete": true, "verdict": "CONFIRMED", "title": "1 waits",
                 "machine": {"cpu": "Testing 3000", "cpus": 2, "memory_mb": 4096, "os": "Linux"}, "jdk": "25.0.1 \
                Somebody", "git": "abc1234",
                 "versions": {"spring-boot": "4.1.0"}, "options": {"--forks": 5, "--quick": false, "--variant": "[]", \
                "--data": "data",
                 "--jdbc-url": null}, "cells": {"platform-c100-f1": {"asked": {"tomcat.threads.max": "50"}, "found": \
                {"gc": "G1"}}},
                 "claims": [{"text": "twice as many", "jdk": 25, "verdict": "CONFIRMED", "value": 1.998, "low": 1.99, \
                "high": 2.01},
                            {"text": "mine alone", "jdk": 25, "verdict": "CONFIRMED", "value": 1}]}
                """, forks("platform", "c100", "", "25.0.1", "closed,GET /wait,100,,", TWICE_A)
                + forks("virtual", "c100", "", "25.0.1", "closed,GET /wait,100,,", SAME_A)
                + forks("slow", "c100", "plain", "25.0.1", "closed,GET /wait,100,,", 10)
                + forks("slow", "c100", "other", "25.0.1", "closed,GET /wait,100,,", 20, 20.1)
                + row("bad-c100-f1", "bad", "25.0.1", "closed,GET /wait,100,,", 1, 30, "INVALID", "a neighbour")
                + row("bad-c100-f2", "bad", "25.0.1", "closed,GET /wait,100,,", 2, 30, "CONFIRMED", "")
                + row("gone-r50", "gone", "25.0.1", "open,GET /wait,,50,", 1, Double.NaN, "SKIPPED", "no node here")
                + forks("virtual", "r50", "", "25.0.1", "open,GET /wait,,50,", 50, 50)
                + forks("virtual", "b200", "", "25.0.1", "burst,GET /wait,200,,1", 90)
                + row("virtual-c100-f1~probe", "virtual", "25.0.1", "open,GET /probe,,5,", 1, 5, "CONFIRMED", "")
                + row("two-c9-jdk21-f1", "two", "21.0.8", "closed,GET /wait,9,,", 1, 7, "CONFIRMED", "")
                + row("two-c9-jdk25-f1", "two", "25.0.1", "closed,GET /wait,9,,", 1, 70, "CONFIRMED", ""));
        write(b, """
                {"lab": "waits", "run": "20260202-100000", "complete": false, "verdict": "SURPRISE", "title": "1 waits",
                 "machine": {"cpu": "Testing 9000", "cpus": 8, "memory_mb": 4096, "os": "Linux"}, "jdk": "26.0.1 \
                Somebody", "git": "abc1234",
                 "versions": {"spring-boot": "4.2.0"}, "options": {"--forks": 3, "--quick": true, "--variant": "[]", \
                "--data": "elsewhere",
                 "--jdbc-url": "jdbc:postgresql://db/lab?user=me&password=word"},
                 "cells": {"platform-c100-f1": {"asked": {"tomcat.threads.max": "60"}, "found": {"gc": "ZGC"}}},
                 "claims": [{"text": "twice as many", "jdk": 26, "verdict": "SURPRISE", "value": 1.5}]}
                """, forks("platform", "c100", "", "26.0.1", "closed,GET /wait,100,,", TWICE_B)
                + forks("virtual", "c100", "", "26.0.1", "closed,GET /wait,100,,", SAME_B)
                + forks("slow", "c100", "plain", "26.0.1", "closed,GET /wait,100,,", 11, 12)
                + forks("slow", "c100", "other", "26.0.1", "closed,GET /wait,100,,", 20, 20.1)
                + forks("bad", "c100", "", "26.0.1", "closed,GET /wait,100,,", 33)
                + row("gone-r50", "gone", "26.0.1", "open,GET /wait,,50,", 1, 10, "CONFIRMED", "")
                + forks("virtual", "r60", "", "26.0.1", "open,GET /wait,,60,", 60, 60)
                + forks("virtual", "b200", "", "26.0.1", "burst,GET /wait,200,,2", 95)
                + row("virtual-c100-f1~probe", "virtual", "26.0.1", "open,GET /probe,,5,", 1, 6, "CONFIRMED", "")
                + row("two-c9-jdk25-f1", "two", "25.0.3", "closed,GET /wait,9,,", 1, 77, "CONFIRMED", "")
                + row("two-c9-jdk26-f1", "two", "26.0.1", "closed,GET /wait,9,,", 1, 7, "CONFIRMED", ""));
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

    /**
     * The labs' own bootstrap resamples forks of unequal number apart, as two runs always are: then both must tell the
     * same.
     */
    @Test
    void theIntervalIsThatOfTheLabs() {
        List<String> throughput = figure(ran, "virtual at 100 users", "throughput/s");
        Forks.Interval known = Forks.of(SAME_B).ratioInterval(Forks.of(SAME_A));
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

    /** The cache brings compiled code's profiles along, so a ratio of the two would be one of two things. */
    @Test
    void aRunWithAnAotCacheIsNotComparedWithOneWithout() throws Exception {
        String json = "{\"lab\": \"waits\", \"complete\": true, \"verdict\": \"CONFIRMED\"}";
        String heading = SUMMARY.replace("lab,run,", "aot_cache,lab,run,");
        String cells = forks("virtual", "c100", "", "25.0.1", "closed,GET /wait,100,,", SAME_A)
                + forks("platform", "c50", "", "25.0.1",
                        "closed,GET /wait,50,,", SAME_A);
        Path with = temp.resolve("with");
        Path without = temp.resolve("without");
        write(with, json, "");
        write(without, json, "");
        Files.writeString(with.resolve("summary.csv"),
                heading + cells.replaceAll("(?m)^waits,r,virtual", "yes,waits,r,virtual")
                        .replaceAll("(?m)^waits,r,platform", "no,waits,r,platform"));
        Files.writeString(without.resolve("summary.csv"), heading + cells.replaceAll("(?m)^waits", "no,waits"));
        Ran ran = Repository.analysis("compare", with.toString(), without.toString(), "--out",
                temp.resolve("mixed").toString());
        assertEquals(0, ran.exit(), ran.err());
        assertEquals("1.000", figure(ran, "platform at 50 users", "throughput/s").get(2));
        assertEquals(List.of(
                "Not compared: virtual-c100 (100 users): an AOT cache (--aot) was used in some of its forks and not "
                        + "in the others"),
                ran.out().lines().filter(line -> line.startsWith("Not compared: ")).toList());
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

    /** Of three forks one was late by its own word; of another run, from before it was said, one by the lag it had. */
    @Test
    void responseTimesOfALateClientAreNotCompared() throws Exception {
        Path trusted = temp.resolve("trusted/20260101-100000");
        Path lagged = temp.resolve("lagged/20260101-100000");
        String json = "{\"lab\": \"waits\", \"complete\": true}";
        write(trusted, json, "");
        write(lagged, json, "");
        String both = "lab,run,cell,variant,jdk,load,path,users,fork,rps,p50_ms,p99_ms,verdict,why,";
        String row = "waits,r,%s-c9-f%d,%1$s,25.0.1,closed,GET /,9,%2$d,100,%d,30,CONFIRMED,%s,%s%n";
        Files.writeString(trusted.resolve("summary.csv"),
                both + "latency_trusted\n" + row.formatted("some", 1, 10, "", "yes")
                        + row.formatted("some", 2, 12, "", "yes") + row.formatted("some", 3, 99, "sent late", "no")
                        + row.formatted("all", 1, 10, "", "no"));
        Files.writeString(lagged.resolve("summary.csv"),
                both + "start_lag_p99_ms\n" + row.formatted("some", 1, 11, "", "0.1")
                        + row.formatted("some", 2, 99, "", "1.1") + row.formatted("all", 1, 10, "", "0.1"));
        Ran late = Repository.analysis("compare", trusted.toString(), lagged.toString(), "--out",
                temp.resolve("late").toString());
        assertEquals(0, late.exit(), late.err());
        assertEquals(List.of("11 (2 forks)", "11", "1.000"),
                figure(late, "some at 9 users", "median, ms").subList(0, 3));
        assertEquals(List.of("100 (3 forks)", "100 (2 forks)", "1.000"),
                figure(late, "some at 9 users", "throughput/s").subList(0, 3));
        assertEquals(List.of("100", "100", "1.000"), figure(late, "all at 9 users", "throughput/s").subList(0, 3));
        assertEquals(1, late.out().split("median, ms", -1).length - 1,
                "of the other cell nothing is left: " + late.out());
        contains(late.out(), "Not compared: some-c9-f3, response times alone: the client was late in A: sent late\n",
                "Not compared: some-c9-f2, response times alone: the client was late in B\n",
                "Not compared: all-c9-f1, response times alone: the client was late in A\n");
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
                "Of 12 intervals 1 leaves 1 out. At 95 % one of twenty does so by chance: of these, about 0.6;");
        Matcher told = Pattern.compile(
                "with 2 on a side it leaves 1 out in about (\\d+) % of the cells where nothing differs, so expect "
                        + "about ([\\d.]+)\\. ")
                .matcher(ran.out());
        assertTrue(told.find(), ran.out());
        // Two forks on either side are apart by chance in 2 of the 4! / (2! 2!) = 6 orders, and then every resample is.
        assertEquals(100.0 / 3, Double.parseDouble(told.group(1)), 5);
        double expected = Double.parseDouble(told.group(2));
        assertTrue(expected > 4 * 0.33 + 4 * 0.10 + 4 * 0.05 && expected < 4 * 0.40 + 4 * 0.33 + 4 * 0.2, ran.out());
    }

    @Test
    void thePageDrawsEveryRatioWithItsIntervalAboutOne() {
        String chart = page.substring(page.indexOf("id=\"chart_compare\""));
        chart = chart.substring(0, chart.indexOf("</section>"));
        contains(chart, "platform at 100 users: B has 2.010 times A&#39;s throughput [", "type: 'log'",
                "percentile bootstrap");
        List<JsonNode> platform = extras(chart, "variant platform");
        assertEquals(4, platform.size(), "one in the plot of each figure");
        assertEquals("circle", platform.getFirst().path("marker").path("symbol").asString());
        assertEquals("circle-open", platform.get(1).path("marker").path("symbol").asString());
        double[] interval = interval(figure(ran, "platform at 100 users", "throughput/s"));
        assertEquals(interval[1], 205.0 / 102 + platform.getFirst().path("error_x").path("array").get(0).doubleValue(),
                0.0006);
        assertEquals(interval[0],
                205.0 / 102 - platform.getFirst().path("error_x").path("arrayminus").get(0).doubleValue(), 0.0006);
        JsonNode one = extras(chart, "variant two").getFirst();
        assertEquals("diamond-open", one.path("marker").path("symbol").asString());
        assertTrue(one.path("error_x").isMissingNode());
        assertTrue(Pattern.compile("\"x0\":1[,}].*\"x1\":1[,}]|\"x1\":1[,}].*\"x0\":1[,}]").matcher(chart).find(),
                "the line at 1");
        contains(page, "<caption", "scope=\"rowgroup\"", "Not compared", "prefers-color-scheme: dark",
                "width=device-width");
        assertFalse(Pattern.compile("(?:src|href)\\s*=\\s*[\"']?(?:https?:)?//|@import|url\\(").matcher(page).find(),
                "needs no network");
        assertTrue(Files.exists(temp.resolve("out/plotly.js")));
    }

    @Test
    void aRunComparedWithItselfDiffersInNothing() throws Exception {
        String sample = Repository.onlyRun(Repository.root().resolve("data/sample/cpu-light")).toString();
        Ran self = Repository.analysis("compare", sample, sample, "--out", temp.resolve("self").toString());
        assertEquals(0, self.exit(), self.err());
        contains(self.out(), "Beware: A and B are the same run.", "Of 20 intervals 0 leave 1 out");
        assertFalse(self.out().contains("what differs") || self.out().contains("Not told"), self.out());
        List<List<String>> figures = rows(
                self.out().substring(self.out().indexOf("| cell"), self.out().indexOf("| claim"))).stream().skip(1)
                .toList();
        assertEquals(20, figures.size(), "five cells, four figures");
        for (List<String> figure : figures) {
            assertEquals("1.000", figure.get(4), figure.toString());
            double[] interval = interval(figure.subList(2, 7));
            assertTrue(interval[0] <= 1 && interval[1] >= 1, figure.toString());
            assertEquals("no difference can be claimed", figure.get(6));
        }
        contains(Files.readString(temp.resolve("self/compare.html")), "Nothing that run.json tells");
    }

    @Test
    void aDifferenceThatIsLessThanTheFilesTellIsNone() throws Exception {
        String json = "{\"lab\": \"waits\", \"complete\": true}";
        Path one = temp.resolve("fine/data/waits/20260101-100000");
        Path other = temp.resolve("fine/data/waits/20260102-100000");
        write(one, json, timed("virtual", 401.342));
        // The next step of a histogram of three digits; and this run tells more than the other, older one.
        write(other, json.replace("}", ", \"published_faster\": 10}"), timed("virtual", 401.605));
        Ran fine = Repository.analysis("compare", one.toString(), other.toString());
        assertEquals(0, fine.exit(), fine.err());
        contains(fine.out(), "Times faster than published");
        assertFalse(fine.out().contains("Beware"),
                "what is not known of one is no difference to beware of: " + fine.out());
        List<String> median = figure(fine, "virtual at 100 users", "median, ms");
        assertEquals(List.of("1.001", "[1.001, 1.001]"), median.subList(2, 4));
        assertTrue(median.get(4).startsWith("no difference can be claimed: it is less than"), median.toString());
        assertTrue(Files.exists(temp.resolve("fine/data/charts/compare.html")), "beside the lab's folder");
    }

    private static String timed(String variant, double ms) {
        return IntStream.rangeClosed(1, 3).mapToObj(
                fork -> "waits,r,%s-c100-f%d,%1$s,25,closed,GET /wait,100,,,%2$d,1000,100,400,%3$s,,,CONFIRMED,%n"
                        .formatted(variant, fork, ms))
                .collect(Collectors.joining());
    }

    @Test
    void damagedFilesAreNamedAndOfTheRestWhatCanBeIsCompared() throws Exception {
        Path hurt = temp.resolve("hurt/waits/20260101-100000");
        write(hurt, "{\"lab\": \"waits\", \"comp",
                forks("platform", "c100", "", "25", "closed,GET /wait,100,,", TWICE_A));
        Ran named = Repository.analysis("compare", hurt.toString(), a.toString());
        assertEquals(0, named.exit(), named.err());
        assertEquals(1, named.said("compare").size(), named.err());
        contains(named.said("compare").getFirst(), "skipped " + hurt.resolve("run.json"), "not whole JSON");
        contains(named.out(), "platform at 100 users");
        write(hurt, "[]", forks("platform", "c100", "", "25", "closed,GET /wait,100,,", TWICE_A));
        String out = temp.resolve("hurt/out").toString();
        Ran empty = Repository.analysis("compare", hurt.toString(), a.toString(), "--out", out);
        assertEquals(0, empty.exit(), empty.err());
        assertFalse(empty.out().contains("Beware") || empty.out().contains("not asked for"),
                "what is not known of a run is no setting of it: " + empty.out());
        String untold = "Not told by run.json, so it may be the same or not: machine, libraries, options and settings "
                + "of each cell in A.";
        contains(empty.out(), untold);
        String damaged = Files.readString(Path.of(out, "compare.html"));
        contains(damaged, untold, "<td>twice as many</td><td>not known</td>");
        assertFalse(damaged.contains("not claimed"), "of a run that tells no claims");
        Ran neither = Repository.analysis("compare", hurt.toString(), hurt.toString(), "--out", out);
        assertEquals(0, neither.exit(), neither.err());
        contains(Files.readString(Path.of(out, "compare.html")), "Nothing that both runs tell.");
        write(hurt, "{\"lab\": \"waits\"}",
                "waits,r,platform-c100-f1,platform,25,closed,GET /wait,ten,,,1,1,1,1,1,1,1,CONFIRMED,\n");
        fails("summary.csv cannot be used: row", "Copy the run again", hurt.toString(), a.toString());
    }

    @Test
    void badInputIsOneLine() throws Exception {
        Path other = temp.resolve("data/other/20260101-100000");
        write(other, "{\"lab\": \"other\"}", forks("platform", "c100", "", "25", "closed,GET /wait,100,,", 1));
        Path elsewhere = temp.resolve("data/waits/20260101-100000");
        write(elsewhere, "{\"lab\": \"waits\"}", forks("platform", "c7", "", "25", "closed,GET /wait,7,,", 1));
        assertAll(
                () -> fails("is a run of waits and", "two runs of the same lab", a.toString(), other.toString()),
                () -> fails("there is no folder", "Give two runs' folders", a.toString(),
                        temp.resolve("nowhere").toString()),
                () -> fails("is no run", "such as " + a, a.getParent().toString(), a.toString()),
                () -> fails("no cell in common", "the same loads and variants", a.toString(), elsewhere.toString()),
                () -> fails("RUN_B", "--help", a.toString()));
        assertFalse(Files.exists(temp.resolve("mine/data/charts")), "nothing is written");
    }

    private static void fails(String why, String next, String... arguments) throws Exception {
        Ran ran = Repository.analysis("compare", arguments);
        assertEquals(2, ran.exit(), why + ran.out());
        assertEquals(1, ran.said("compare").size(), ran.err());
        contains(ran.said("compare").getFirst(), why, next);
    }

    // ---- what it reads ----

    private static void write(Path run, String json, String rows) throws IOException {
        Files.createDirectories(run);
        Files.writeString(run.resolve("run.json"), json);
        Files.writeString(run.resolve("summary.csv"), SUMMARY + rows);
    }

    private static String forks(String variant, String load, String name, String jdk, String columns, double... rps) {
        return IntStream.range(0, rps.length)
                .mapToObj(i -> row(variant + (name.isEmpty() ? "" : "-" + name) + "-" + load + "-f" + (i + 1), variant,
                        jdk,
                        columns, i + 1, rps[i], "CONFIRMED", ""))
                .collect(Collectors.joining());
    }

    /** @param columns load, path, users, rate and ramp */
    private static String row(String cell, String variant, String jdk, String columns, int fork, double rps,
            String verdict, String why) {
        boolean served = !Double.isNaN(rps);
        return "waits,r,%s,%s,%s,%s,%d,1000,%s,%s,%s,%s,%s,%s,%s%n".formatted(cell, variant, jdk, columns, fork,
                served ? rps : "", served ? 400 : "",
                served ? 400 : "", served ? 410 : "", served ? 900 : "", verdict, why);
    }

    // ---- what it said ----

    /** The rows of tables, without what encloses them. */
    private static List<List<String>> rows(String out) {
        return out.lines().filter(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.substring(1).split("\\|")).map(String::strip).toList()).toList();
    }

    /** A, B, ratio, interval and claim of a figure of a cell. */
    private static List<String> figure(Ran ran, String cell, String figure) {
        String table = ran.out().substring(ran.out().indexOf("| cell"));
        String named = "";
        for (List<String> row : rows(table)) {
            named = row.getFirst().isEmpty() ? named : row.getFirst();
            if (named.equals(cell) && row.get(1).equals(figure)) {
                return row.subList(2, 7);
            }
        }
        throw new AssertionError("no " + figure + " of " + cell + " in " + table);
    }

    private static double[] interval(List<String> figure) {
        Matcher ends = Pattern.compile("\\[([\\d.]+), ([\\d.]+)]").matcher(figure.get(3));
        assertTrue(ends.matches(), figure.toString());
        return new double[] {Double.parseDouble(ends.group(1)), Double.parseDouble(ends.group(2))};
    }

    private static List<JsonNode> extras(String section, String key) {
        return Pattern.compile("merge\\(trace\\d+, (.*)\\);").matcher(section).results()
                .map(found -> JSON.readTree(found.group(1)))
                .filter(trace -> trace.path("meta").toString().contains("\"" + key + "\"")).toList();
    }
}
