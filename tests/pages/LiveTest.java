package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import kit.page.LightPage;
import tests.Lane;
import tests.Repository;
import tests.Script;

/** What a browser shows of a lab that measures, and of a room that fills. */
@Tag(Lane.BROWSER)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LiveTest {

    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/");
    /** The rule is at most 250/s (five users wait 20 ms) and lower where the machine is late or busy. */
    private static final Pattern RULE = Pattern.compile("rule ([\\d.,]+)");
    private static final long LIMIT_S = 180;

    @TempDir
    Path folder;

    private static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        var program = Browser.program();
        assumeTrue(program.isPresent(), "no Chromium on the PATH, nor in CHROME_BIN");
        browser = new Browser(program.get());
    }

    @AfterAll
    static void close() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    private static <T> T until(String what, Callable<T> found) throws Exception {
        return Repository.until(what, LIMIT_S, found);
    }

    /** A lab on a service that starts in a blink. */
    private Process light(String... words) throws IOException, InterruptedException {
        List<String> command = LightPage.command(folder.resolve("data"), List.of(), Stream.concat(Stream.of("--live"),
                Stream.of(words)).toArray(String[]::new));
        return Repository.interruptible(new ProcessBuilder(command).directory(Repository.root().toFile()))
                .redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile()).start();
    }

    private Process start(String script, String... words) throws IOException, InterruptedException {
        return Script.of(script).process(words).redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile()).start();
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("out"));
    }

    private String address(Process process) throws Exception {
        return until("an address", () -> {
            Matcher found = ADDRESS.matcher(said());
            assertTrue(process.isAlive() || found.find(), said());
            return found.reset().find() ? found.group() : null;
        });
    }

    private static long blocks(Browser.Tab tab) {
        return tab.evaluate("document.querySelectorAll('.track b').length").asLong();
    }

    private static String text(Browser.Tab tab) {
        return tab.evaluate("document.body.innerText").asString();
    }

    /** Two tabs see each block; the one that is closed changes nothing, and the other one becomes the run's page. */
    @Test
    void eachBlockIsShownAndAtTheEndTheRunsPage() throws Exception {
        Process lab = light("--forks", "2");
        try {
            String address = address(lab);
            Browser.Tab first = browser.tab();
            Browser.Tab second = browser.tab();
            first.open(address, Inspection.PROJECTOR);
            second.open(address, Inspection.PHONE);
            var counts = new ArrayList<Long>();
            var cells = new TreeSet<String>();
            until("the blocks of a fork", () -> {
                long now = blocks(first);
                if (counts.isEmpty() || counts.getLast() != now) {
                    counts.add(now);
                }
                first.evaluate("[...document.querySelectorAll('.now')].map(one => one.dataset.cell)").valueStream()
                        .forEach(cell -> cells.add(cell.asString()));
                return text(first).contains("Judged after all rounds of one fork") ? true : null;
            });
            assertTrue(counts.size() >= 6, "they come one after the other: " + counts);
            assertEquals(Set.of("first-c5", "second-c5"), cells, "what runs is marked");
            contains(text(first), "1 light", "first", "second");
            List<Double> rules = RULE.matcher(text(first)).results()
                    .map(rule -> Double.valueOf(rule.group(1).replace(",", ""))).toList();
            assertTrue(rules.size() == 2 && rules.stream().allMatch(rule -> rule > 0 && rule <= 250), text(first));
            contains(text(second), "Measured so far");
            assertTrue(second.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean(), "on a phone");
            second.open("about:blank", Inspection.PHONE);
            until("the page of the run", () -> first.evaluate("document.querySelector('iframe')?.contentDocument?"
                    + ".querySelector('h1')?.textContent ?? ''").asString().contains("What becomes of a lab")
                            ? true
                            : null);
            contains(first.evaluate("document.getElementById('over').textContent").asString(), "The run has ended",
                    "light.html");
            assertTrue(first.evaluate("document.querySelector('iframe').contentDocument"
                    + ".querySelectorAll('.plot .main-svg').length").asLong() > 0, "its charts are drawn");
            assertTrue(lab.waitFor(LIMIT_S, TimeUnit.SECONDS), said());
            assertEquals(List.of(), first.complaints());
            assertFalse(
                    first.requests().stream().anyMatch(one -> !one.startsWith("http://127.0.0.1:") && !one.startsWith(
                            "data:")),
                    "nothing comes from elsewhere");
        } finally {
            lab.descendants().forEach(ProcessHandle::destroyForcibly);
            lab.destroyForcibly();
        }
    }

    /** A lab that is interrupted says so in its tab. */
    @Test
    void afterCtrlCTheTabTellsThatTheLabHasEnded() throws Exception {
        Process lab = light();
        try {
            Browser.Tab tab = browser.tab();
            tab.open(address(lab), Inspection.PROJECTOR);
            until("a block", () -> blocks(tab) > 0 ? true : null);
            Repository.interrupt(lab);
            until("its end", () -> text(tab).contains("was stopped before its end") ? true : null);
            assertTrue(lab.waitFor(LIMIT_S, TimeUnit.SECONDS), said());
        } finally {
            lab.descendants().forEach(ProcessHandle::destroyForcibly);
            lab.destroyForcibly();
        }
    }

    @Test
    void theRoomIsDrawnAgainWhenARunAppears() throws Exception {
        Path shared = Files.createDirectories(folder.resolve("shared"));
        Process room = start("analysis/room.java", "--live", shared.toString(), "--out", folder.resolve("charts")
                .toString());
        try {
            Browser.Tab tab = browser.tab();
            tab.open(address(room), Inspection.PROJECTOR);
            contains(text(tab), "Waiting for the first run");
            for (String person : List.of("ada", "bob")) {
                Path run = Repository.onlyRun(Repository.root().resolve("data/sample/cpu-light"));
                Path copy = Files
                        .createDirectories(shared.resolve(person).resolve("cpu-light").resolve(run.getFileName()));
                try (Stream<Path> files = Files.list(run)) {
                    for (Path file : files.toList()) {
                        Files.copy(file, copy.resolve(file.getFileName()));
                    }
                }
                until(person,
                        () -> tab.evaluate("document.querySelector('iframe').contentDocument?.body?.innerText ?? ''")
                                .asString().contains(person) ? true : null);
            }
            assertTrue(room.isAlive(), said());
        } finally {
            room.destroyForcibly();
        }
    }
}
