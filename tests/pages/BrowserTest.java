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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tools.jackson.databind.JsonNode;

/**
 * The pages of the committed samples, in a real browser without a network: what is drawn, and what its reader meets.
 */
@Tag(Lane.BROWSER)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class BrowserTest {

    @TempDir
    static Path temp;

    /** What a page is looked at for. */
    private enum Aspect {
        FEW_BARS, DRAWN, READABLE, CONTRAST, HEADINGS, TICKS
    }

    private static final String HEADINGS_OF_ROWS = """
                (() => {
                  document.querySelectorAll('details').forEach(d => d.open = true);
                  const sticky = [...document.querySelectorAll('.scroll th')].filter(th => \
                getComputedStyle(th).position === 'sticky');
                  const width = e => e.getBoundingClientRect().width;
                  const narrow = th => th.textContent.trim().length > 8 && width(th) < 4 * \
                parseFloat(getComputedStyle(th).fontSize);
                  const bad = sticky.filter(th => !(width(th) <= width(th.closest('.scroll')) / 2) || narrow(th));
                  return [sticky.length, [...new Set(bad.map(th => Math.round(width(th)) + ' px: ' + \
                th.textContent.trim()))].join('; ')];
                })()""";
    private static final String TICKS = """
                (() => {
                  const box = e => e.getBoundingClientRect();
                  const bad = [];
                  let read = 0;
                  document.querySelectorAll('.plot').forEach(plot => {
                    const whole = box(plot);
                    plot.querySelectorAll('.g-xtitle text').forEach(title => {
                      if (box(title).left < whole.left - 1 || box(title).right > whole.right + 1) bad.push(plot.id + \
                ': ' + title.textContent);
                    });
                    // Percentiles have their ticks where they are, not where there is room.
                    plot.id === 'latency' || plot.querySelectorAll('.xaxislayer-above').forEach(axis => {
                      const ticks = [...axis.querySelectorAll('.xtick text')].sort((a, b) => box(a).left - box(b).left);
                      read += ticks.length;
                      ticks.slice(1).forEach((tick, i) => {
                        if (box(tick).left < box(ticks[i]).right || tick.textContent === ticks[i].textContent) {
                          bad.push(plot.id + ': ' + ticks.map(one => one.textContent).join(' '));
                        }
                      });
                    });
                  });
                  return [read, [...new Set(bad)].join('; ')];
                })()""";

    private static final Browser.View PROJECTOR = new Browser.View(1280, 900, false);
    private static final Browser.View PHONE = new Browser.View(390, 844, true);

    private static Browser browser;
    private static Browser.Tab tab;
    private static List<Path> pages;
    /** What was wrong with some page, by view and aspect. */
    private static final Map<Browser.View, Map<Aspect, List<String>>> WRONG = Map.of(PROJECTOR,
            new ConcurrentHashMap<>(),
            PHONE, new ConcurrentHashMap<>());
    private static final Map<Aspect, LongAdder> SEEN = new ConcurrentHashMap<>();

    /** Draws all pages and looks at each of them in either view, in as many tabs as there are CPUs. */
    @BeforeAll
    static void drawAndLook() throws Exception {
        var program = Browser.program();
        assumeTrue(program.isPresent(), "no Chromium on the PATH, nor in CHROME_BIN");
        pages = written("plot", "data/sample");
        String run = Repository.onlyRun(Repository.root().resolve("data/sample/pinning")).toString();
        List<Path> all = new ArrayList<>(pages);
        all.add(pages.getFirst().resolveSibling("glossary.html"));
        all.addAll(written("room", "data/sample"));
        all.addAll(written("compare", run, run));
        browser = new Browser(program.get());
        tab = browser.tab();
        BlockingQueue<Browser.Tab> free = new LinkedBlockingQueue<>(List.of(tab));
        int cpus = Runtime.getRuntime().availableProcessors();
        for (int i = 1; i < cpus; i++) {
            free.add(browser.tab());
        }
        try (var looks = Executors.newFixedThreadPool(cpus)) {
            List<Future<?>> begun = new ArrayList<>();
            for (Path page : all) {
                begun.add(looks.submit(() -> {
                    Browser.Tab mine = free.take();
                    // Every other page is opened on a phone. Then each window is changed to the other one.
                    var views = all.indexOf(page) % 2 == 0 ? List.of(PROJECTOR, PHONE) : List.of(PHONE, PROJECTOR);
                    mine.open(page, views.getFirst());
                    look(mine, page, views.getFirst());
                    mine.change(views.getLast());
                    look(mine, page, views.getLast());
                    return free.add(mine);
                }));
            }
            for (Future<?> look : begun) {
                look.get();
            }
        }
    }

    private static void look(Browser.Tab tab, Path page, Browser.View view) {
        ask(Aspect.FEW_BARS, page, view, () -> assertFewBars(tab, page));
        ask(Aspect.DRAWN, page, view, () -> assertDrawnQuietly(tab, page, view));
        ask(Aspect.READABLE, page, view, () -> assertReadable(tab, page));
        ask(Aspect.CONTRAST, page, view, () -> assertContrast(tab, page, view));
        if (view == PHONE) {
            ask(Aspect.TICKS, page, view, () -> assertNoneBad(tab, page, Aspect.TICKS, TICKS));
            // Unfolds all.
            ask(Aspect.HEADINGS, page, view, () -> assertNoneBad(tab, page, Aspect.HEADINGS, HEADINGS_OF_ROWS));
        }
    }

    private static void ask(Aspect aspect, Path page, Browser.View view, Executable assertion) {
        try {
            assertion.execute();
        } catch (Throwable e) {
            WRONG.get(view).computeIfAbsent(aspect, key -> Collections.synchronizedList(new ArrayList<>()))
                    .add(page.getFileName() + ": " + e);
        }
    }

    /** @param script that yields how many things it looked at and, in words, which of them are bad */
    private static void assertNoneBad(Browser.Tab tab, Path page, Aspect aspect, String script) {
        JsonNode said = tab.evaluate(script);
        assertEquals("", said.path(1).asString(), page + " at " + PHONE);
        SEEN.computeIfAbsent(aspect, key -> new LongAdder()).add(said.path(0).asInt());
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
            // Where somebody drew the samples themselves, their pages are there too.
            long samples = labs.filter(lab -> Files.isDirectory(lab) && !lab.endsWith("charts")).count();
            assertEquals(samples + 1, pages.size(), "and there is the index: " + pages);
        }
    }

    @Test
    void onAProjectorEveryPageIsSoundInLight() {
        assertEquals(Map.of(), WRONG.get(PROJECTOR));
    }

    @Test
    void onAPhoneEveryPageIsSoundInTheDark() {
        Map<Aspect, List<String>> wrong = new TreeMap<>(WRONG.get(PHONE));
        wrong.keySet().removeAll(List.of(Aspect.HEADINGS, Aspect.TICKS));
        assertEquals(Map.of(), wrong);
    }

    /**
     * A table that is wider than a phone scrolls beneath the headings of its rows, which leave its numbers room and can
     * be read themselves.
     */
    @Test
    void onAPhoneTheHeadingOfARowTakesHalfOfTheWidthAtMost() {
        assertEquals(List.of(), WRONG.get(PHONE).getOrDefault(Aspect.HEADINGS, List.of()));
        assertTrue(SEEN.get(Aspect.HEADINGS).sum() > 100, SEEN.toString());
    }

    /** On a phone the ticks of an axis keep apart, no two are written alike, and its title is in the picture. */
    @Test
    void onAPhoneAnAxisCanBeRead() {
        assertEquals(List.of(), WRONG.get(PHONE).getOrDefault(Aspect.TICKS, List.of()));
        assertTrue(SEEN.get(Aspect.TICKS).sum() > 100, SEEN.toString());
    }

    /** At most twelve bars to a plot: the others are folded, and fill the width once they are opened. */
    private static void assertFewBars(Browser.Tab tab, Path page) {
        assertEquals("", tab.evaluate("""
                [...document.querySelectorAll('.plot')].filter(plot => !plot.closest('details')).map(plot => {
                  const bars = new Set(plot.data.flatMap((trace, i) => trace.type !== 'bar' ? [] : [...trace.x]
                    .map((x, k) => Number.isFinite(+x) && trace.y[k] + '|' + (trace.offsetgroup ?? (plot.layout.barmode
                      === 'stack' ? '' : i))).filter(Boolean)));
                  return bars.size > 12 ? plot.id + ' ' + bars.size : '';
                }).join('')""").asString(), page + " has more bars in a plot");
        tab.evaluate("""
                (document.querySelectorAll('details.more').forEach(more => more.open = true),
                  new Promise(done => setTimeout(done, document.querySelector('details.more') ? 300 : 0)))""");
    }

    /** All plots are there, nobody complains, no other host is asked, and nothing is wider than the window. */
    private static void assertDrawnQuietly(Browser.Tab tab, Path page, Browser.View view) throws IOException {
        assertEquals(List.of(), tab.complaints(), page + " at " + view);
        List<String> elsewhere = tab.requests().stream()
                .filter(url -> !url.startsWith("file:") && !url.startsWith("data:")).toList();
        assertEquals(List.of(), elsewhere, page + " needs no other host");
        assertEquals(view.width(), tab.evaluate("innerWidth").asInt(), "as wide as was asked for");
        assertTrue(tab.evaluate("document.documentElement.scrollWidth").asInt() <= view.width(), page
                + " is wider than " + view
                + ": " + tab.evaluate("[...document.querySelectorAll('body *')].filter(e => !e.closest('.scroll, pre') "
                        + "&& e.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map(e => "
                        + "e.outerHTML.slice(0, 120)).join(' ')"));
        int plots = Files.readString(page).split("class=\"plot\"", -1).length - 1;
        assertEquals(page.endsWith("index.html") || page.endsWith("glossary.html"), plots == 0, page + " has " + plots
                + " plots");
        JsonNode drawn = tab.evaluate("""
                [...document.querySelectorAll('.plot')].map(plot => {
                  const marks = plot.querySelectorAll('svg.main-svg .trace, svg.main-svg .scatterlayer \
                .js-line').length;
                  const box = plot.querySelector('svg.main-svg')?.getBoundingClientRect();
                  return plot.data?.length > 0 && marks > 0 && box.width > 200 && box.height > 100 ? '' : plot.id;
                })""");
        assertEquals(plots, drawn.size(), page.toString());
        drawn.forEach(plot -> assertEquals("", plot.asString(), "not drawn on " + page + " at " + view));
    }

    /**
     * For who does not see the page: a language, landmarks, headings in order, words for every plot, headings of rows
     * and columns.
     */
    private static void assertReadable(Browser.Tab tab, Path page) {
        assertEquals("", tab.evaluate("""
                [...document.querySelectorAll('pre code.language-java, pre code.language-js')].filter(
                  code => !code.querySelector('.token.keyword')).map(code => code.textContent).join(' ')""").asString(),
                page + " has code without colours");
        assertEquals("en", tab.evaluate("document.documentElement.lang").asString());
        assertEquals(1, tab.evaluate("document.querySelectorAll('main').length").asInt(), page.toString());
        assertEquals(1, tab.evaluate("document.querySelectorAll('h1').length").asInt(), page.toString());
        assertEquals("", tab.evaluate("""
                [...document.querySelectorAll('h1, h2, h3, h4')].reduce(([last, bad], h) =>
                  [+h.tagName[1], bad || (+h.tagName[1] > last + 1 ? h.textContent : '')], [0, ''])[1]""").asString(),
                page + " skips a level");
        assertEquals("", tab.evaluate("""
                [...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) < \
                i).join(' ')""").asString(),
                page + " has an id twice");
        assertEquals("", tab.evaluate("""
                [...document.querySelectorAll('a[href^="#"]')].map(a => a.hash.slice(1)).filter(id => \
                !document.getElementById(id))
                  .join(' ')""").asString(), page + " leads nowhere");
        assertEquals(0, tab.evaluate("""
                [...document.querySelectorAll('.plot')].filter(p => p.getAttribute('role') !== 'img'
                  || p.getAttribute('aria-label').length < 20).length""").asInt(), page + " has a plot without words");
        assertEquals("", tab.evaluate("""
                [...document.querySelectorAll('.plot')].map(p => p.getAttribute('aria-label')).filter((one, i, all) => \
                all.indexOf(one) < i)
                  .join(' ')""").asString(), page + " has the same words for two plots");
        assertEquals("", tab.evaluate("""
                [...document.querySelectorAll('.chart')].filter(chart => { const sentence = \
                chart.querySelector('.sentence')?.textContent;
                  return sentence && [...chart.querySelectorAll('.plot')].filter(p => \
                p.getAttribute('aria-label').includes(sentence))
                    .length > 1; }).map(chart => chart.id).join(' ')""").asString(),
                page + " says of several plots what is true of one");
        assertEquals(0, tab.evaluate("document.querySelectorAll('th:not([scope])').length").asInt(),
                page + " has a heading of nothing");
    }

    /** The contrast of all text, as WCAG 2.2 (1.4.3) defines it, is at least the 4.5 that it asks for. */
    private static void assertContrast(Browser.Tab tab, Path page, Browser.View view) {
        assertEquals("", tab.evaluate("""
                (() => {
                  const rgb = css => css.match(/[\\d.]+/g).map(Number);
                  const light = css => rgb(css).slice(0, 3).map(v => v / 255)
                    .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
                    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
                  const ground = e => { for (; e; e = e.parentElement) {
                    const css = getComputedStyle(e).backgroundColor;
                    if (!(rgb(css)[3] === 0)) return css; } return 'rgb(255, 255, 255)'; };
                  const faint = new Set();
                  const text = 'p, li, td, th, a, button, .verdict, .muted, dt, dd, summary, code, caption, figcaption';
                  document.querySelectorAll(text).forEach(e => {
                    const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
                    if ((a + .05) / (b + .05) < 4.5) faint.add(
                      e.className + ' ' + e.tagName + ' ' + ((a + .05) / (b + .05)).toFixed(2));
                  });
                  return [...faint].join('; ');
                })()""").asString(), page + " at " + view);
    }

    @Test
    void aButtonOfTheLegendHidesItsTracesWithTheKeyboardToo() {
        tab.open(page("cpu-light"), new Browser.View(1280, 900, false));
        String shown = "document.getElementById('throughput').data.filter(trace => trace.visible !== false).length";
        int before = tab.evaluate(shown).asInt();
        tab.evaluate(
                "document.querySelector('#chart_throughput .legend button[data-key=\"variant virtual\"]').focus()");
        tab.press("Enter");
        assertEquals("false", tab.evaluate("document.activeElement.getAttribute('aria-pressed')").asString());
        assertTrue(tab.evaluate(shown).asInt() < before);
        tab.press("Enter");
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
