package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kit.live.LiveServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tools.jackson.databind.JsonNode;

/** All rules of axe-core, on every kind of page, on a projector in light and on a phone in the dark. */
@Tag(Lane.BROWSER)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class AccessibilityTest {

    /** The file axe.min.js of the npm package axe-core. */
    private static final String AXE = "AXE_CORE";

    @TempDir
    static Path temp;

    private static Browser browser;
    private static Browser.Tab tab;
    private static String axe;

    @BeforeEach
    void open() throws Exception {
        String file = System.getenv(AXE);
        assumeTrue(file != null && Files.exists(Path.of(file)), "no axe-core in " + AXE);
        var program = Browser.program();
        assumeTrue(program.isPresent(), "no Chromium on the PATH, nor in CHROME_BIN");
        if (browser == null) {
            axe = Files.readString(Path.of(file));
            browser = new Browser(program.get());
            tab = browser.tab();
        }
    }

    @AfterAll
    static void close() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    private static void assertNoViolation(String address) {
        tab.open(address, Inspection.PROJECTOR);
        tab.evaluate(axe + "; document.querySelectorAll('details').forEach(one => one.open = true)");
        for (Browser.View view : List.of(Inspection.PROJECTOR, Inspection.PHONE)) {
            tab.change(view);
            JsonNode found = tab.evaluate("""
                    axe.run().then(all => ({
                      passes: all.passes.length,
                      violations: all.violations.map(one => one.id + ': ' + one.nodes.slice(0, 3).map(node =>
                        node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? node.failureSummary)).join(' | '))
                    }))""");
            assertTrue(found.path("passes").asInt() > 10, "it has looked: " + found);
            assertEquals(List.of(), found.path("violations").valueStream().map(JsonNode::asString).toList(),
                    address + " "
                            + view);
        }
    }

    @Test
    void pagesOfRuns() throws Exception {
        Path sample = Repository.root().resolve("data/sample");
        assertEquals(0, Drawn.plot(sample, "--out", temp.toString()).exit());
        // Between them they have every chart.
        for (String page : List.of("index", "glossary", "cpu-light", "herd", "pinning", "ramp", "backlog")) {
            assertNoViolation(temp.resolve(page + ".html").toUri().toString());
        }
    }

    @Test
    void otherPages() throws Exception {
        Path sample = Repository.root().resolve("data/sample");
        Path out = temp.resolve("others");
        assertEquals(0, Repository.analysis("room", sample.toString(), "--out", out.toString()).exit());
        var runs = new ArrayList<Path>();
        for (int i = 0; i < 2; i++) {
            runs.add(Repository.onlyRun(sample.resolve("cpu-light")));
        }
        assertEquals(0, Repository.analysis("compare", runs.get(0).toString(), runs.get(1).toString(), "--out", out
                .toString()).exit());
        for (String page : List.of("room", "compare")) {
            assertNoViolation(out.resolve(page + ".html").toUri().toString());
        }
    }

    /** With a state as a run has it. */
    @Test
    void theLivePage() throws Exception {
        String page = Files.readString(Repository.root().resolve("labs/kit/page/live.html"));
        String state = """
                {"title": "1 cpu-light", "question": "What limits?", "doing": "fork 1, round 2 of 3",
                 "left": "about 20 s left", "guesses": [{"question": "How many?", "guess": "3"}],
                 "claim": {"text": "ratio is 1.9 to 2.1", "least": 1.9, "most": 2.1, "rule": 2, "guess": 3, "forks": 0,
                  "verdict": "", "steps": [{"after": "1.1", "low": null, "value": 1.97, "high": null},
                   {"after": "1.2", "low": 1.93, "value": 1.98, "high": 2.02}]},
                 "charts": [{"title": "many users", "about": "(throughput)", "unit": "/s", "bars": [
                  {"cell": "virtual-c100", "label": "virtual", "unit": "/s", "value": 246, "rule": 247, "doing": "now",
                   "dots": [{"value": 246, "counts": true}]},
                  {"cell": "platform-c100", "label": "platform", "unit": "/s", "value": 124, "rule": 124,
                   "doing": "next", "dots": [{"value": 120, "counts": false}]}]}],
                 "end": null}""";
        try (var server = LiveServer.of(page, state.replace("\n", ""))) {
            assertNoViolation(server.address().toString());
        }
    }
}
