package pages;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static pages.Drawn.inOrder;
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
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** What the lab said, notebook.md, as the page: charts, tables and claims stand at their places in it. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class NotebookTest {

    @TempDir
    static Path temp;

    private static Drawn drawn;

    private static final String NOTEBOOK = """
            # 1 told: what of it?

            A request waits. <script>alert('told')</script> ![a picture](http://example.com/picture.png)

            ## The code

            `apps/Told.java` waits:

            ```java
            if (a < b && c > d) { wait(); }
            ```

            ## The rule

            X = c / S

            ## Predictions

            - **How many times as many?**
              - a: fewer
              - b: more

              You said: b

            ## The rule on this machine

            | cell | requests/s | bound |
            |------|------------|-------|
            | platform, c=100 | 125.0 | pool |

            A word before the charts.

            <!-- charts -->

            A word after the charts.

            ## Published, predicted, measured

            | cell | measured/s |
            |------|------------|
            | its own table | 120 |

            - **CONFIRMED** its own remark

            A word behind the cells.

            ## Guess, rule, measured

            its own answers: how many? You said 3, measured 1.25.

            ## Claims

            One fork: no interval.

            - **SURPRISE** its own claim
              - hint: its own hint

            ## What happened

            A [link](javascript:alert(1)) and a **CONFIRMED**.

            ## Try it

            - `-c 200` which claim breaks now?
            - Verdict: **SURPRISE**. Files: here
            """;

    @BeforeAll
    static void draw() throws IOException {
        Runs.in(temp).lab("told").verdict("SURPRISE").file("notebook.md", NOTEBOOK).json("""
                {"title": "1 told", "question": "what of it?",
                 "claims": [{"text": "more", "verdict": "SURPRISE", "why": "ratio 0.9", "hint": "look again"}],
                 "predictions": [
                  {"question": "How many times as many?", "jdk": 25, "choices": [{"key": "a", "text": "fewer"}, \
                {"key": "b", "text": "more"}],
                   "guess": null, "guess_choice": "b", "rule": 2.0, "rule_choice": "b", "measured": 0.9, "low": 0.85, \
                "high": 0.95,
                   "measured_choice": "a", "hints": []},
                  {"question": "And a number?", "jdk": 25, "choices": null, "guess": 3, "guess_choice": null, "rule": \
                null,
                   "rule_choice": null, "measured": 1.25, "low": null, "high": null, "measured_choice": null, "hints": \
                []}],
                 "cells": {"platform-c100-f1": {"asked": {"flag -Xmx1g": "true", "tomcat.threads.max": "50"},
                                                "found": {"jdk.version": "25.0.1+8", "jdk.vendor": "Somebody"}},
                           "virtual-c100-f1": {"asked": {"flag -Xmx1g": "true", "request.thread": "virtual"}, "found": \
                {}}}}
                """).write();
        Runs.in(temp).lab("cut").verdict("INVALID").incomplete()
                .file("notebook.md", "# cut\n\nIt waits.\n\n## The rule\n\nX = c / S\n\n"
                        + "*How many?*\n\nA word.\n\n## Predicted, measured\n\n| cell | measured/s |\n|---|---|\n| "
                        + "its own table | 120 |\n\n"
                        + "## Try it\n\n-c 5  one\n--forks 3  two\n\nIt was interrupted.\n")
                .write();
        Runs.in(temp).lab("nameless").without("summary.csv").file("notebook.md", NOTEBOOK)
                .cell(closed("virtual", 100).jdk(21).latency(0, 801, 1).latency(100, 812, 1000))
                .cell(closed("virtual", 100).jdk(25).latency(0, 801, 1).latency(100, 812, 1000)).write();
        drawn = Drawn.plot(temp);
    }

    @Test
    void aNotebookIsThePageAndTheChartsAndTablesStandAtTheirPlaces() throws IOException {
        String page = drawn.page("told");
        List<String> order = List.of("<span class=\"asks\">what of it?", "SURPRISE</span>",
                "0 of 1 claims held, 1 SURPRISE.",
                "A request waits.", ">The code</h2>",
                "<code>apps/Told.java</code>", "class=\"language-java\">if (a &lt; b &amp;&amp; c &gt; d)",
                ">The rule</h2>", "X = c / S",
                ">Predictions</h2>", "You said: b", ">The rule on this machine</h2>",
                "<th scope=\"row\">platform, c=100</th><td class=\"number\">125.0</td>",
                "A word before the charts.", "id=\"chart_throughput\"", "id=\"chart_timeline\"",
                "A word after the charts.",
                ">Published, predicted, measured</h2>", "Every cell", "A word behind the cells.",
                ">Guess, rule, measured</h2>",
                "<td>b: more</td><td>b: more (2)</td><td>a: fewer (0.9) [0.85, 0.95]</td>",
                "<td>3</td><td></td><td>1.25</td>", ">Claims</h2>",
                "One fork: no interval.", "ratio 0.9", "Hint: look again", ">What happened</h2>", ">Try it</h2>",
                "<code>-c 200</code> which claim breaks now?", ">How this was made</h2>", "25.0.1+8 Somebody",
                "<code>-Xmx1g</code>",
                "<th scope=\"row\">platform</th>", "<code>tomcat.threads.max = 50</code>",
                "<code>request.thread = virtual</code>");
        inOrder(page, order);
        for (String twice : List.of("its own table", "its own remark", "its own answers", "its own claim",
                "its own hint",
                "Files: here")) {
            assertFalse(page.contains(twice), twice);
        }
        for (String harm : List.of("<script>alert", "<img", "javascript:", "<!-- charts")) {
            assertFalse(page.contains(harm), harm);
        }
        contains(page, "&lt;script&gt;alert(", "a picture", "<strong class=\"verdict confirmed\">CONFIRMED</strong>");
    }

    @Test
    void anInterruptedOrOlderNotebookHasItsChartsBeforeItsTable() throws IOException {
        String page = drawn.page("cut");
        List<String> order = List.of("It waits.", "X = c / S", "A word.", "id=\"chart_throughput\"",
                ">Predicted, measured</h2>",
                "Every cell",
                ">Try it</h2>", "-c 5  one<br />", "It was interrupted.", ">How this was made</h2>");
        inOrder(page, order);
        assertFalse(page.contains("its own table"));
    }

    @Test
    void whatTheFilesDoNotTellTheNotebookMay() throws IOException {
        String page = drawn.page("nameless");
        contains(page, "its own table", "its own remark", "its own claim", "its own answers", "id=\"chart_latency\"");
        assertFalse(page.contains("Every cell"), "there is no summary.csv");
    }

    @Test
    void aCellsNameAloneTellsItsVariantAndJdk() throws IOException {
        String chart = drawn.chart("nameless", "latency");
        contains(chart, "data-key=\"variant virtual\"", "data-key=\"jdk JDK 21\"", "data-key=\"jdk JDK 25\"",
                "100 users");
    }
}
