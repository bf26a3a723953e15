package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import pages.Inspection.Aspect;
import tests.Lane;
import tests.Repository;

/**
 * The pages of the committed samples, in a real browser without a network: what is drawn, and what its reader meets.
 */
@Tag(Lane.BROWSER)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class BrowserTest {

    private static final Pattern PLOT = Pattern.compile("class=\"plot\" id=\"([^\"]+)\"");

    @TempDir
    static Path temp;

    private static Browser browser;
    private static Browser.Tab tab;
    private static final List<Browser.Tab> TABS = new ArrayList<>();
    private static List<Path> pages;
    /** Those that have no kind of plot that another page does not have. */
    private static List<Path> others;
    private static Inspection seen;

    /** Draws all pages, and looks at as few as have every kind of plot. */
    @BeforeAll
    static void drawAndLook() throws Exception {
        var program = Browser.program();
        assumeTrue(program.isPresent(), "no Chromium on the PATH, nor in CHROME_BIN");
        pages = written("plot", "data/sample");
        String run = Repository.onlyRun(Repository.root().resolve("data/sample/pinning")).toString();
        List<Path> some = new ArrayList<>(List.of(page("index"), pages.getFirst().resolveSibling("glossary.html")));
        some.addAll(written("room", "data/sample"));
        some.addAll(written("compare", run, run));
        some.addAll(few(pages));
        others = pages.stream().filter(page -> !some.contains(page)).toList();
        browser = new Browser(program.get());
        tab = browser.tab();
        TABS.add(tab);
        while (TABS.size() < Runtime.getRuntime().availableProcessors()) {
            TABS.add(browser.tab());
        }
        seen = Inspection.of(some, TABS);
    }

    /** Page after page, the one with the most kinds of plots that no page before it has. */
    private static List<Path> few(List<Path> pages) throws IOException {
        Map<Path, Set<String>> kinds = new LinkedHashMap<>();
        for (Path page : pages) {
            kinds.put(page, PLOT.matcher(Files.readString(page)).results().map(plot -> plot.group(1))
                    .collect(Collectors.toCollection(TreeSet::new)));
        }
        List<Path> few = new ArrayList<>();
        while (kinds.values().stream().anyMatch(left -> !left.isEmpty())) {
            Path best = Collections.max(kinds.keySet(), Comparator.comparingInt(page -> kinds.get(page).size()));
            few.add(best);
            Set<String> had = Set.copyOf(kinds.get(best));
            kinds.values().forEach(left -> left.removeAll(had));
        }
        return few;
    }

    @AfterAll
    static void close() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void everySampleHasAPage() throws IOException {
        try (Stream<Path> labs = Files.list(Repository.root().resolve("data/sample"))) {
            // Where the samples were drawn themselves, their pages are there too.
            long samples = labs.filter(lab -> Files.isDirectory(lab) && !lab.endsWith("charts")).count();
            assertEquals(samples + 1, pages.size(), "and there is the index: " + pages);
        }
    }

    @Test
    void onAProjectorAPageIsSoundInLight() {
        assertEquals(Map.of(), seen.wrong(Inspection.PROJECTOR));
    }

    @Test
    void onAPhoneAPageIsSoundInTheDark() {
        Map<Aspect, List<String>> wrong = seen.wrong(Inspection.PHONE);
        wrong.keySet().removeAll(List.of(Aspect.HEADINGS, Aspect.TICKS));
        assertEquals(Map.of(), wrong);
    }

    /**
     * A table that is wider than a phone scrolls beneath the headings of its rows, which leave its numbers room and can
     * be read themselves.
     */
    @Test
    void onAPhoneTheHeadingOfARowTakesHalfOfTheWidthAtMost() {
        assertEquals(List.of(), seen.wrong(Inspection.PHONE).getOrDefault(Aspect.HEADINGS, List.of()));
        assertTrue(seen.count(Aspect.HEADINGS) > 100, "headings: " + seen.count(Aspect.HEADINGS));
    }

    /** On a phone the ticks of an axis keep apart, no two are written alike, and its title is in the picture. */
    @Test
    void onAPhoneAnAxisCanBeRead() {
        assertEquals(List.of(), seen.wrong(Inspection.PHONE).getOrDefault(Aspect.TICKS, List.of()));
        assertTrue(seen.count(Aspect.TICKS) > 100, "ticks: " + seen.count(Aspect.TICKS));
    }

    /** Of the pages whose kinds of plots the others have, too. */
    @Test
    @Tag(Lane.WHOLE)
    void everyOtherPageIsSoundToo() throws Exception {
        Inspection rest = Inspection.of(others, TABS);
        assertEquals(List.of(Map.of(), Map.of()),
                List.of(rest.wrong(Inspection.PROJECTOR), rest.wrong(Inspection.PHONE)));
    }

    @Test
    void aButtonOfTheLegendHidesItsTracesWithTheKeyboardToo() {
        tab.open(page("cpu-light"), new Browser.View(1280, 900, false));
        String shown = "document.getElementById('throughput').data.filter(trace => trace.visible !== false).length";
        int before = tab.evaluate(shown).asInt();
        tab.evaluate(
                "document.querySelector('#chart_throughput .legend button[data-key=\"variant virtual\"]').focus()");
        tab.pressEnter();
        assertEquals("false", tab.evaluate("document.activeElement.getAttribute('aria-pressed')").asString());
        assertTrue(tab.evaluate(shown).asInt() < before);
        tab.pressEnter();
        assertEquals(before, tab.evaluate(shown).asInt());
    }

    /** The form on the index says what {@code jbang decide} says. */
    @Test
    void theFormAnswersWithTheCommandsWords() {
        tab.open(page("index"), new Browser.View(390, 844, false));
        assertEquals(
                "Not yet. The pool of threads has the lowest limit, but at the peak 48 of 200 threads are busy. With "
                        + "virtual threads the limit is 800/s (CPUs) instead of 500/s. A larger pool does the same.",
                decided());
        tab.evaluate("form.elements.rate.value = 450; decide()");
        assertEquals(
                "Yes. The pool of threads is the bottleneck. With virtual threads the limit is 800/s (CPUs) instead "
                        + "of 500/s.",
                decided());
        tab.evaluate("form.elements.cpu.value = 20; form.elements.connections.value = ''; decide()");
        assertEquals(
                "The numbers contradict each other: CPUs allow 200/s, and the peak is 450/s. Were all of them read "
                        + "at the peak? If so: No. The bottleneck is CPUs (200/s), on any kind of thread. Virtual "
                        + "threads raise only the limit of the pool, which is 500/s.",
                decided());
        tab.evaluate("form.elements.rate.value = ''; decide()");
        assertEquals("Fill in the first five numbers.", decided());
    }

    private static String decided() {
        return tab.evaluate("document.getElementById('decide-answer').textContent").asString();
    }

    /** On paper a plot is as wide as the paper, in ink, and afterwards as it was. */
    @Test
    void aPageCanBePrinted() throws IOException {
        tab.open(page("cpu-light"), new Browser.View(1280, 900, true));
        byte[] pdf = tab.print();
        assertEquals("%PDF-", new String(pdf, 0, 5, StandardCharsets.US_ASCII));
        tab.evaluate("dispatchEvent(new Event('beforeprint'))");
        Map<String, Integer> widths = new TreeMap<>();
        tab.evaluate("""
                [...document.querySelectorAll('.plot')]
                  .map(p => [p.id, p.querySelector('svg.main-svg').getBoundingClientRect().width])""")
                .forEach(plot -> widths.put(plot.path(0).asString(), plot.path(1).asInt()));
        List<String> wide = new ArrayList<>();
        widths.forEach((plot, width) -> {
            if (width > 680) {
                wide.add(plot + " " + width);
            }
        });
        assertEquals(List.of(), wide, "A4 without its margins of 15 mm is 680 px wide");
        assertTrue(tab.evaluate("document.querySelector('#chart_throughput .numbers').open").asBoolean(),
                "few numbers are printed");
        String ink = "document.getElementById('throughput').layout.font.color";
        assertEquals("#1c2128", tab.evaluate(ink).asString(), "though the screen is dark");
        tab.evaluate("dispatchEvent(new Event('afterprint'))");
        assertFalse(tab.evaluate("document.querySelector('#chart_throughput .numbers').open").asBoolean());
        assertEquals("#e6e9ed", tab.evaluate(ink).asString());
        assertTrue(tab.evaluate("document.querySelector('#throughput svg.main-svg').getBoundingClientRect().width")
                .asInt() > 680);
        assertEquals(List.of(), tab.complaints());
    }

    /** The pages that a script writes, as it says. */
    private static List<Path> written(String script, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(arguments));
        words.replaceAll(word -> Repository.root().resolve(word).toString());
        words.addAll(List.of("--out", temp.toString()));
        Repository.Ran ran = Repository.analysis(script, words.toArray(String[]::new));
        assertEquals(0, ran.exit(), ran.err());
        return ran.out().lines().filter(line -> line.endsWith(".html")).map(Path::of).toList();
    }

    private static Path page(String lab) {
        return pages.stream().filter(page -> page.endsWith(lab + ".html")).findFirst().orElseThrow();
    }
}
