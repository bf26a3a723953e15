package pages;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Compared.figure;
import static pages.Compared.interval;
import static pages.Compared.rows;
import static pages.TwoRuns.SAME_A;
import static pages.TwoRuns.SUMMARY;
import static pages.TwoRuns.TWICE_A;
import static pages.TwoRuns.forks;
import static pages.TwoRuns.timed;
import static pages.TwoRuns.write;
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
import tests.Repository;
import tests.Repository.Ran;

/** What `./jbang analysis/compare.java` makes of runs that are unlike, alike, damaged, or no two runs of one lab. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class CompareRunsTest {

    @TempDir
    static Path temp;

    private static Path a;

    @BeforeAll
    static void writesARun() throws IOException {
        a = temp.resolve("mine/data/waits/20260101-100000");
        TwoRuns.writeA(a);
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

    /** Of three forks one was late by its own word; of another run, from before it was said, one by the lag it had. */
    @Test
    void responseTimesOfALateClientAreNotCompared() throws Exception {
        Path trusted = temp.resolve("trusted/20260101-100000");
        Path lagged = temp.resolve("lagged/20260101-100000");
        String json = "{\"lab\": \"waits\", \"complete\": true}";
        write(trusted, json, "");
        write(lagged, json, "");
        String both = "lab,run,cell,variant,jdk,load,path,users,fork,rps,p50_ms,p99_ms,verdict,why,";
        String row = "waits,r,%s-c9-f%d,%1$s,25.0.1,closed,GET /,9,%2$d,100,%d,30,VALID,%s,%s%n";
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
    void aRunComparedWithItselfDiffersInNothing() throws Exception {
        // It has several forks: one has no interval.
        String sample = Repository.onlyRun(Repository.root().resolve("data/sample/cpu-intensive")).toString();
        Ran self = Repository.analysis("compare", sample, sample, "--out", temp.resolve("self").toString());
        assertEquals(0, self.exit(), self.err());
        contains(self.out(), "Beware: A and B are the same run.");
        assertFalse(self.out().contains("what differs") || self.out().contains("Not recorded in run.json"), self.out());
        List<List<String>> figures = rows(
                self.out().substring(self.out().indexOf("| cell"), self.out().indexOf("| claim"))).stream().skip(1)
                .toList();
        // Four cells with throughput, median and CPU time; a 99th percentile only where there are enough values for it.
        assertTrue(figures.size() >= 12 && figures.size() <= 16, self.out());
        contains(self.out(), "Of " + figures.size() + " intervals 0 do not contain the ratio 1");
        for (List<String> figure : figures) {
            assertEquals("1.000", figure.get(4), figure.toString());
            double[] interval = interval(figure.subList(2, 7));
            assertTrue(interval[0] <= 1 && interval[1] >= 1, figure.toString());
            assertEquals("no difference can be claimed", figure.get(6));
        }
        contains(Files.readString(temp.resolve("self/compare.html")), "No differences: run.json has the same");
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
        assertTrue(median.get(4).startsWith("no difference can be claimed: it is smaller than"), median.toString());
        assertTrue(Files.exists(temp.resolve("fine/data/charts/compare.html")), "beside the lab's folder");
    }

    /** A run of jbang own has a word of its own, and stages of one service. */
    @Test
    void twoRunsOfOneService() throws Exception {
        Path before = temp.resolve("own/20260101-100000");
        Path after = temp.resolve("own/20260102-100000");
        String json = """
                {"lab": "own", "complete": true, "verdict": "%s", "judgement": "%s",
                 "options": {"--jar": "%s", "--get": "[/orders]"}}""";
        String stage = "stage,GET /orders,40,,";
        write(before, json.formatted("CONFIRMED", "enable", "shop-1.jar"), forks("platform", "stages", "", "25.0.1",
                stage, TWICE_A));
        write(after, json.formatted("UNDECIDED", "cannot tell", "shop-2.jar"), forks("platform", "stages", "",
                "25.0.1", stage, TwoRuns.TWICE_B));
        Ran ran = Repository.analysis("compare", before.toString(), after.toString());
        assertEquals(0, ran.exit(), ran.err());
        contains(ran.out(), before + ", ENABLE", after + ", CANNOT TELL", "shop-1.jar", "shop-2.jar", "2.010");
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
        String untold = "Not recorded in run.json, so it may differ: machine, libraries, options and settings "
                + "of each cell in A.";
        contains(empty.out(), untold);
        String damaged = Files.readString(Path.of(out, "compare.html"));
        contains(damaged, untold, "<td>twice as many</td><td>not known</td>");
        assertFalse(damaged.contains("not claimed"), "of a run that tells no claims");
        Ran neither = Repository.analysis("compare", hurt.toString(), hurt.toString(), "--out", out);
        assertEquals(0, neither.exit(), neither.err());
        contains(Files.readString(Path.of(out, "compare.html")), "No differences in what both runs record.");
        write(hurt, "{\"lab\": \"waits\"}",
                "waits,r,platform-c100-f1,platform,25,closed,GET /wait,ten,,,1,1,1,1,1,1,1,VALID,\n");
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
}
