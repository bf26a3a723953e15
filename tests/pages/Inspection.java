package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
import org.junit.jupiter.api.function.Executable;
import tools.jackson.databind.JsonNode;

/** A look at pages in a browser, each in either view: on a projector in light, and on a phone in the dark. */
final class Inspection {

    static final Browser.View PROJECTOR = new Browser.View(1280, 900, false);
    static final Browser.View PHONE = new Browser.View(390, 844, true);

    /** What a page is looked at for. */
    enum Aspect {
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

    /** What was wrong with some page, by view and aspect. */
    private final Map<Browser.View, Map<Aspect, List<String>>> wrong = Map.of(PROJECTOR, new ConcurrentHashMap<>(),
            PHONE, new ConcurrentHashMap<>());
    private final Map<Aspect, LongAdder> seen = new ConcurrentHashMap<>();

    private Inspection() {}

    /** Looks at all of these pages, at as many of them at a time as there are tabs. */
    static Inspection of(List<Path> pages, List<Browser.Tab> tabs) throws Exception {
        var inspection = new Inspection();
        BlockingQueue<Browser.Tab> free = new LinkedBlockingQueue<>(tabs);
        try (var looks = Executors.newFixedThreadPool(tabs.size())) {
            List<Future<?>> begun = new ArrayList<>();
            for (int i = 0; i < pages.size(); i++) {
                Path page = pages.get(i);
                // Every other page is opened on a phone. Then each window is changed to the other one.
                var views = i % 2 == 0 ? List.of(PROJECTOR, PHONE) : List.of(PHONE, PROJECTOR);
                begun.add(looks.submit(() -> {
                    Browser.Tab mine = free.take();
                    mine.open(page, views.getFirst());
                    inspection.look(mine, page, views.getFirst());
                    mine.change(views.getLast());
                    inspection.look(mine, page, views.getLast());
                    return free.add(mine);
                }));
            }
            for (Future<?> look : begun) {
                look.get();
            }
        }
        return inspection;
    }

    /** What is wrong: for each aspect the pages, and what was expected and seen. */
    Map<Aspect, List<String>> wrong(Browser.View view) {
        return new TreeMap<>(wrong.get(view));
    }

    /** How many things were looked at. */
    long count(Aspect aspect) {
        return seen.get(aspect).sum();
    }

    private void look(Browser.Tab tab, Path page, Browser.View view) {
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

    private void ask(Aspect aspect, Path page, Browser.View view, Executable assertion) {
        try {
            assertion.execute();
        } catch (Throwable e) {
            wrong.get(view).computeIfAbsent(aspect, key -> Collections.synchronizedList(new ArrayList<>()))
                    .add(page.getFileName() + ": " + e);
        }
    }

    /** @param script that yields how many things it looked at and, in words, which of them are bad */
    private void assertNoneBad(Browser.Tab tab, Path page, Aspect aspect, String script) {
        JsonNode said = tab.evaluate(script);
        assertEquals("", said.path(1).asString(), page + " at " + PHONE);
        seen.computeIfAbsent(aspect, key -> new LongAdder()).add(said.path(0).asInt());
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

    /** All plots are there, there are no complaints, no other host is asked, and nothing is wider than the window. */
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
}
