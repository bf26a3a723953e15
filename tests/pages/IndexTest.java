package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.from;
import static pages.Drawn.matches;
import static pages.Drawn.occurrences;
import static pages.Runs.names;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** Which runs are drawn, how their pages are called, and the page that leads to all of them. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class IndexTest {

    @TempDir
    static Path temp;

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        Waits.lab(temp).write();
        // An older one, and a newer one that was cut short: neither is the one to draw.
        Runs.in(temp).lab("waits").run("20260101-100000").write();
        Runs.in(temp).lab("waits").run("20260103-100000").incomplete().verdict("INVALID").write();
        Runs.in(temp).lab("cut").incomplete().verdict("INVALID").write();
        // The committed sample stands in where there is no run, and what is not whole yet has a name that begins with a
        // dot.
        Runs.in(temp.resolve("sample")).lab("shown")
                .json("{\"answer\": \"Twice as many.\", \"headline\": {\"what\": \"Requests <per> second\", \"bars\": ["
                        + "{\"label\": \"pool\", \"value\": 125}, {\"label\": \"virtual\", \"value\": 250},"
                        + "{\"label\": \"damaged\", \"value\": \"many\"}]}}")
                .write();
        Runs.in(temp.resolve("sample")).lab("waits").run("20300101-100000").write();
        Files.createDirectories(temp.resolve("waits/.20310101-100000.partial"));
        drawn = Drawn.plot(temp);
    }

    @Test
    void everyPageIsWrittenAndNamedAndThePlotterLiesBeside() throws IOException {
        assertEquals(0, drawn.exit(), drawn.toString());
        assertEquals(Stream.of("cut", "shown", "waits", "index").map(page -> temp.resolve("charts/" + page + ".html"))
                .toList(), drawn.pages());
        assertEquals(Set.of("cut.html", "shown.html", "waits.html", "waits-20260101-100000.html",
                "waits-20260103-100000.html", "index.html", "glossary.html",
                "plotly.js"), names(temp.resolve("charts")));
        assertTrue(Files.size(temp.resolve("charts/plotly.js")) > 1_000_000);
    }

    /** Each page leads to it, and each term of the terminal's glossary is there. */
    @Test
    void theGlossaryLiesBesideThePagesThatLinkToIt() throws IOException {
        for (String page : List.of("cut", "waits-20260101-100000", "index")) {
            contains(drawn.page(page), "<a href=\"glossary.html\">Glossary</a>");
        }
        String glossary = drawn.page("glossary");
        List<String> terms = Repository.read("labs/GLOSSARY.md").lines().filter(line -> line.startsWith("| "))
                .map(line -> line.split(" \\| ")[0].substring(2)).toList();
        assertTrue(terms.size() > 20, terms.toString());
        assertEquals(List.of(), terms.stream().filter(term -> !glossary.contains(">" + term + "</th>")).toList());
    }

    @Test
    void anIncompleteRunIsDrawnOnlyForWantOfAnotherAndSaysSo() throws IOException {
        contains(drawn.page("cut"), "incomplete");
        assertEquals(1, drawn.said().size(), drawn.toString());
        contains(drawn.said().getFirst(), "cut/20260101-100000 is incomplete");
        contains(drawn.page("waits"), "20260102-100000");
    }

    @Test
    void aSampleStandsInAndSaysSo() throws IOException {
        contains(drawn.page("shown"), "committed sample", "not on this one");
        assertFalse(drawn.page("waits").contains("committed sample"));
        contains(drawn.page("index"), "<span class=\"name\">shown <em>sample</em></span>");
        assertFalse(drawn.page("index").contains("2030-01-01"), "there is a run of waits of one's own");
    }

    @Test
    void theIndexLeadsToEveryRunByLabAndDate() throws IOException {
        String index = drawn.page("index");
        contains(index, "2026-01-01 10:00", "2026-01-02 10:00", "2026-01-03 10:00", "Testing 3000");
        assertEquals(List.of("INCOMPLETE", "SURPRISE", "CONFIRMED", "INCOMPLETE", "CONFIRMED"),
                matches(from(index, "Every run"), "<span class=\"verdict \\w+\">(\\w+)</span>"),
                "the three of lab 1, then cut and shown");
        String rows = index.substring(index.indexOf("Every run"));
        assertEquals(5, occurrences(rows, "<a href="));
        List<String> waits = Pattern.compile("<a href=\"(waits[^\"]*)\"").matcher(rows).results()
                .map(link -> link.group(1)).toList();
        assertEquals(List.of("waits-20260103-100000.html", "waits.html", "waits-20260101-100000.html"), waits,
                "newest first");
        String labs = index.substring(0, index.indexOf("Every run"));
        assertEquals(3, occurrences(labs, "class=\"lab\""));
        assertFalse(labs.contains("waits-2026"), "a lab leads to its newest whole run");
    }

    @Test
    void theAnswerAndItsPictureStandOnTheIndexAndOnTopOfThePage() throws IOException {
        String page = drawn.page("shown");
        for (String shown : List.of(drawn.page("index"), page.substring(0, page.indexOf("</header>")))) {
            contains(shown, "Twice as many.", "<caption>Requests &lt;per&gt; second</caption>",
                    "<th scope=\"row\">pool</th><td class=\"bar\"><span style=\"width: 50%\"></span></td>"
                            + "<td class=\"number\">125</td>",
                    "<span style=\"width: 100%\"></span></td><td class=\"number\">250</td>");
            assertEquals(2, occurrences(shown, "class=\"bar\""), "what is no number has no bar");
        }
        assertFalse(drawn.page("waits").contains("class=\"headline\""), "a run that tells none");
    }

    @Test
    void anOlderRunHasAPageOfItsOwnThatLeadsToTheNewest() throws IOException {
        contains(drawn.page("waits-20260101-100000"), "This is not the current run of this lab",
                "<a href=\"waits.html\">",
                "id=\"throughput\"");
        assertFalse(drawn.page("waits").contains("This is not the current run"));
    }

    @Test
    void aRunsOwnFolderIsNamedAndReplacesNoOthersPage(@TempDir Path other) throws IOException {
        Path older = Runs.in(other).run("20260101-100000").write();
        Runs.in(other).run("20260102-100000").write();
        Drawn one = Drawn.plot(older);
        assertEquals(0, one.exit(), one.toString());
        Path charts = other.resolve("charts");
        assertEquals(Set.of("lab.html", "lab-20260101-100000.html", "index.html", "glossary.html", "plotly.js"),
                names(charts));
        assertEquals(List.of(charts.resolve("lab-20260101-100000.html"), charts.resolve("index.html")), one.pages());
        contains(Files.readString(charts.resolve("lab.html")), "20260102-100000");
        contains(Files.readString(charts.resolve("lab-20260101-100000.html")), "20260101-100000");
    }

    /** A run in which everything was SKIPPED has a page, and not the lab's. */
    @Test
    void aRunThatMeasuredNothingTakesNoPlace(@TempDir Path data) throws IOException {
        Runs.in(data).lab("own").run("20260101-100000").write();
        skipped(data, "own");
        Runs.in(data.resolve("sample")).lab("shown").write();
        skipped(data, "shown");
        Drawn drawn = Drawn.quietly(data);
        contains(drawn.page("own"), "20260101-100000");
        contains(drawn.page("own-20260102-100000"), "Nothing was measured", "own.html");
        contains(drawn.page("shown"), "This is the committed sample");
        assertTrue(Files.exists(data.resolve("charts/shown-20260102-100000.html")));
    }

    private static void skipped(Path data, String lab) throws IOException {
        Runs.in(data).lab(lab).run("20260102-100000").verdict("SKIPPED")
                .cell(MadeCell.closed("platform", 100).skipped("there is no JDK 99")).write();
    }

    @Test
    void aSmokeTestIsMarkedAndGivesWayToARealRun(@TempDir Path data) throws IOException {
        String quick = "{\"options\": {\"--quick\": true}}";
        Runs.in(data).lab("both").run("20260101-100000").write();
        Runs.in(data).lab("both").run("20260102-100000").json(quick).write();
        Runs.in(data).lab("tried").json(quick).write();
        Drawn drawn = Drawn.quietly(data);
        contains(drawn.page("tried"), "This is a <code>--quick</code> run, a smoke test.", ">QUICK<");
        contains(drawn.page("both"), "20260101-100000");
        assertFalse(drawn.page("both").contains(">QUICK<"), "the real one");
        contains(drawn.page("both-20260102-100000"), ">QUICK<");
        assertEquals(3, occurrences(drawn.page("index"), ">QUICK<"), "a card and two lines of the table");
    }
}
