package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import kit.plan.Demand;
import kit.rule.Forecast;
import kit.rule.Queueing;
import kit.rule.RuleFigures;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The part of a page in which a reader changes the numbers of the rule, and watches the queue. */
@Tag(Lane.BROWSER)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class ExplorerTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Browser.View PROJECTOR = Inspection.PROJECTOR;
    private static final Browser.View PHONE = Inspection.PHONE;
    private static final int CASES = 600;

    @TempDir
    static Path temp;

    private static Browser browser;
    private static Browser.Tab tab;

    /** What the rule is asked. Times in ms. @param heldMs of ten connections; 0: there are none */
    private record Asked(int users, double thinkMs, double waitMs, double cpuMs, boolean pinned, int threads, int cpus,
            double heldMs) {

        Demand demand() {
            Demand demand = Demand.measured((waitMs + cpuMs) / 1e3, cpuMs / 1e3).pinned(pinned);
            return heldMs == 0 ? demand : demand.holding("connections", 10, Duration.ofNanos(Math.round(1e6 * heldMs)));
        }

        RuleFigures closed() {
            return Queueing.closed(users, thinkMs / 1e3, demand(), threads, cpus);
        }

        Map<String, Object> inJavaScript() {
            return Map.of("users", users, "thinkMs", thinkMs, "waitMs", waitMs, "cpuMs", cpuMs, "pinned", pinned,
                    "threads", threads, "cpus", cpus, "further", heldMs == 0 ? List.of()
                            : List.of(Map.of("name", "connections", "servers", 10, "heldMs", heldMs)));
        }
    }

    @BeforeAll
    static void draw() throws Exception {
        var program = Browser.program();
        assumeTrue(program.isPresent(), "no Chromium on the PATH, nor in CHROME_BIN");
        for (String lab : List.of("cpu-light", "held-connection", "herd", "cpu-intensive", "waiting")) {
            Path run = Repository.onlyRun(Repository.root().resolve("data/sample").resolve(lab));
            Path copy = Files.createDirectories(temp.resolve(lab).resolve(run.getFileName()));
            try (Stream<Path> files = Files.list(run)) {
                for (Path file : files.toList()) {
                    Files.copy(file, copy.resolve(file.getFileName()));
                }
            }
            if (lab.equals("cpu-light")) {
                guess(copy.resolve("run.json"));
            }
        }
        assertEquals(0, Drawn.plot(temp).exit());
        browser = new Browser(program.get());
        tab = browser.tab();
    }

    /** As if three times had been guessed. */
    private static void guess(Path file) throws IOException {
        ObjectNode json = (ObjectNode) JSON.readTree(Files.readString(file));
        ((ObjectNode) json.path("guesses").path(0)).put("guess", 3).putObject("about").put("metric", "throughput")
                .put("cell", "virtual-c100-f1").put("over", "platform-c100-f1");
        Files.writeString(file, json.toString());
    }

    @AfterAll
    static void close() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    private static Path sample() throws IOException {
        return Repository.onlyRun(Repository.root().resolve("data/sample/cpu-light"));
    }

    /** CPU time of a request in a cell of the sample of cpu-light, by the rule, in s. */
    private static double cpuSeconds(String cell) throws IOException {
        return JSON.readTree(Files.readString(sample().resolve("run.json"))).path("cells").path(cell + "-f1")
                .path("demand").path("cpu_ms").asDouble() / 1000;
    }

    /** Throughput of such a cell, in requests/s. */
    private static double measured(String cell) throws IOException {
        return Repository.csv(sample().resolve("summary.csv")).stream()
                .filter(row -> row.get("cell").equals(cell + "-f1"))
                .mapToDouble(row -> Repository.number(row, "rps")).findFirst().orElseThrow();
    }

    private static void open(String lab, Browser.View view) {
        open(lab, "", view);
    }

    private static void open(String lab, String link, Browser.View view) {
        tab.open("about:blank", view);
        tab.open(temp.resolve("charts").resolve(lab + ".html").toUri() + link, view);
    }

    private static String text(String id) {
        return tab.evaluate("document.getElementById('" + id + "').textContent").asString();
    }

    /** Moves a slider, as the one who holds it sees it: by its exact number. */
    private static void set(String number, double value) {
        tab.evaluate("""
                (() => {
                  const exact = document.querySelector('#explore-%s').closest('.slider').querySelector('[type=number]');
                  exact.value = '%s';
                  exact.dispatchEvent(new Event('change'));
                })()""".formatted(number, value));
    }

    /** Edges, and numbers by chance that are the same in each run. */
    private static List<Asked> cases() {
        List<Asked> cases = new ArrayList<>();
        for (int users : List.of(1, 2, 49, 50, 51, 100, 10_000, 65_536)) {
            for (int threads : List.of(0, 1, 50, 200)) {
                for (double waitMs : List.of(0.0, 400.0)) {
                    for (boolean pinned : List.of(false, true)) {
                        cases.add(new Asked(users, 0, waitMs, 3, pinned, threads, 2, waitMs));
                    }
                }
            }
        }
        var random = new Random(52);
        while (cases.size() < CASES) {
            cases.add(new Asked(1 + random.nextInt(3000), random.nextBoolean() ? 0 : random.nextInt(2000),
                    Math.round(Math.exp(random.nextDouble() * 10)), random.nextInt(3) * 2.5, random.nextInt(4) == 0,
                    random.nextInt(3) * 100, 1 + random.nextInt(16), random.nextInt(3) * 7));
        }
        return cases;
    }

    @Test
    void theRuleInThePageIsThatOfTheLabs() {
        open("cpu-light", PROJECTOR);
        List<Asked> cases = cases();
        JsonNode said = tab.evaluate(JSON.writeValueAsString(cases.stream().map(Asked::inJavaScript).toList())
                + ".map(closedLoop)");
        assertEquals(cases.size(), said.size());
        List<String> bounds = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            RuleFigures rule = cases.get(i).closed();
            assertEquals(rule.bound(), said.path(i).path("bound").asString(), cases.get(i).toString());
            assertEquals(rule.rps(), said.path(i).path("rps").asDouble(), 1e-9 * rule.rps(), cases.get(i).toString());
            assertEquals(rule.meanMs(), said.path(i).path("ms").asDouble(), 1e-6 * Math.abs(rule.meanMs()) + 1e-6,
                    cases.get(i).toString());
            bounds.add(rule.bound());
        }
        for (String bound : List.of("users", "pool", "cpu", "carriers", "connections")) {
            assertTrue(bounds.contains(bound), "no case is limited by " + bound);
        }
    }

    /** What the picture shows is what the model of the labs has. */
    @Test
    void theQueueInThePageIsTheModelOfTheLabs() {
        open("cpu-light", PROJECTOR);
        for (Asked asked : List.of(new Asked(100, 0, 400, 3, false, 50, 2, 0),
                new Asked(100, 0, 400, 3, false, 0, 2, 0), new Asked(40, 0, 500, 4, false, 0, 2, 504),
                new Asked(10, 0, 100, 0, true, 0, 2, 0), new Asked(100, 0, 50, 10, false, 0, 2, 0),
                new Asked(1, 0, 400, 3, false, 50, 2, 0))) {
            RuleFigures model = Forecast.closed(asked.users, 0, asked.demand(), asked.threads, asked.cpus, true);
            JsonNode seen = tab.evaluate("""
                    (() => {
                      const model = queueModel(%s);
                      model.advance(20000);
                      const answered = model.answered, totalMs = model.totalMs;
                      model.advance(120000);
                      const more = model.answered - answered;
                      return [more / 100, (model.totalMs - totalMs) / more];
                    })()""".formatted(JSON.writeValueAsString(asked.inJavaScript())));
            assertEquals(1, seen.path(0).asDouble() / model.rps(), 0.03, asked + ": " + seen);
            assertEquals(1, seen.path(1).asDouble() / model.meanMs(), 0.03, asked + ": " + seen);
        }
    }

    @Test
    void aSliderThatIsMovedHasTheNumbersOfTheRule() {
        open("cpu-light", PROJECTOR);
        assertEquals("[\"platform\",\"virtual\",\"platform-sized\"]", tab.evaluate(
                "[...document.querySelectorAll('#explore-form select option')].map(o => o.textContent)").toString());
        set("aloneMs", 400);
        set("cpuMs", 4);
        record Place(String slider, double value, String says) {}
        for (Place place : List.of(
                new Place("users", 20, "20 users: 50 requests/s, and a mean response time of 400 ms. Nothing limits"),
                new Place("users", 300, "300 users: 125 requests/s, and a mean response time of 2,400 ms. The "
                        + "bottleneck is Tomcat's threads: 50 / 400 ms = 125/s."),
                new Place("threads", 150, "300 users: 375 requests/s, and a mean response time of 800 ms."),
                new Place("threads", 500, "300 users: 500 requests/s, and a mean response time of 600 ms. The "
                        + "bottleneck is the CPUs: 2 / 4 ms = 500/s."),
                new Place("cpus", 8,
                        "300 users: 750 requests/s, and a mean response time of 400 ms. Nothing limits"))) {
            set(place.slider, place.value);
            contains(text("explore-answer"), place.says);
        }
        tab.evaluate("document.getElementById('explore-unlimited').click()");
        assertTrue(tab.evaluate("document.getElementById('explore-threads').disabled").asBoolean());
        assertEquals(1, tab.evaluate("document.querySelectorAll('#explore-limits tbody tr').length").asInt());
        assertEquals(List.of(), tab.complaints());
    }

    @Test
    void theKeyboardMovesASlider() {
        open("cpu-light", PROJECTOR);
        tab.evaluate("document.getElementById('explore-users').focus()");
        String value = "Number(document.getElementById('explore-users').value)";
        int before = tab.evaluate(value).asInt();
        tab.pressRight();
        assertEquals(before + 1, tab.evaluate(value).asInt());
        contains(text("explore-answer"), "101 users: ");
        contains(tab.evaluate("document.getElementById('explore-users').getAttribute('aria-valuetext')").asString(),
                "101");
    }

    @Test
    void aLinkKeepsTheNumbers() throws Exception {
        open("cpu-light", PROJECTOR);
        set("users", 2000);
        tab.evaluate("document.getElementById('explore-unlimited').click()");
        String says = text("explore-answer");
        contains(says, "2,000 users: %,d requests/s".formatted(Math.round(2 / cpuSeconds("platform-c50"))),
                "The bottleneck is the CPUs");
        String link = tab.evaluate("location.hash").asString();
        open("cpu-light", link, PHONE);
        assertEquals(says, text("explore-answer"));
        tab.evaluate("document.querySelector('#explore-form [name=reset]').click()");
        contains(text("explore-answer"), "100 users: 12");
        // A link that was changed by hand breaks nothing.
        open("cpu-light", "#explore?service=unknown&users=-3&cpus=x&threads=", PROJECTOR);
        contains(text("explore-answer"), "100 users: 12");
        assertEquals(List.of(), tab.complaints());
    }

    @Test
    void theCurveHasWhatWasMeasuredPublishedAndGuessed() throws Exception {
        double platform = measured("platform-c100");
        double virtual = measured("virtual-c100");
        open("cpu-light", "#explore?service=virtual&users=100", PROJECTOR);
        JsonNode traces = tab.evaluate("""
                document.getElementById('explore_rps').data.map(trace => [trace.mode, trace.marker?.symbol ?? '',
                  [...trace.x].map(Number), [...trace.y].map(Number)])""");
        List<JsonNode> all = traces.valueStream().toList();
        assertTrue(all.stream().anyMatch(trace -> trace.path(1).asString().equals("star")
                && trace.path(2).path(0).asInt() == 100
                && Math.abs(trace.path(3).path(0).asDouble() - 3 * platform) < 1),
                "a guess of three times: " + traces);
        assertTrue(all.stream().anyMatch(trace -> trace.path(1).asString().equals("diamond-open")
                && trace.path(3).path(1).asDouble() > 210), "published: " + traces);
        assertTrue(all.stream().anyMatch(trace -> trace.path(0).asString().equals("markers")
                && Math.abs(trace.path(3).path(1).asDouble() - virtual) < 0.1), "measured: " + traces);
    }

    @Test
    void theQueueShowsWavesAndStops() {
        open("cpu-light", PHONE);
        contains(text("queue-sentence"), "50 of the 100 requests are served at a time, so the users are served in 2 "
                + "waves.");
        contains(text("queue-words"), "0 ms of simulated time: 50 of 50 threads busy, 50 requests wait for one; 0 "
                + "requests answered.");
        tab.evaluate("document.getElementById('queue-step').click()");
        contains(text("queue-words"), "50 of 50 threads busy", " answered; mean response time 40");
        String play = "document.getElementById('queue-play')";
        tab.evaluate(play + ".click(); new Promise(done => setTimeout(done, 600))");
        assertEquals("Pause", text("queue-play"));
        tab.evaluate(play + ".click()");
        String words = text("queue-words");
        assertFalse(words.startsWith("40"), words);
        tab.evaluate("new Promise(done => setTimeout(done, 300))");
        tab.evaluate("document.getElementById('queue-restart').click()");
        contains(text("queue-words"), "0 ms of simulated time");
        assertTrue(tab.evaluate("""
                (() => {
                  const canvas = document.getElementById('queue-picture');
                  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                  return new Set(new Uint32Array(pixels.buffer)).size;
                })()""").asInt() > 3, "something is drawn");
        set("users", 2000);
        contains(text("queue-sentence"), "at most 1,000 users are shown");
        assertEquals(List.of(), tab.complaints());
    }

    @Test
    void aBurstAndConnectionsAreShownToo() {
        open("herd", PROJECTOR);
        tab.evaluate("""
                (() => {
                  const load = document.getElementById('queue-load');
                  load.value = '1';
                  load.dispatchEvent(new Event('change'));
                  const step = document.getElementById('queue-step');
                  for (let i = 0; i < 600; i++) step.click();
                })()""");
        contains(text("queue-words"), "0 virtual threads; 500 requests answered; mean response time 1,00");
        open("held-connection", PROJECTOR);
        contains(text("queue-sentence"), "10 of the 40 requests are served at a time, so the users are served in 4 "
                + "waves.");
        contains(text("queue-words"), "10 of 10 connections busy, 30 requests wait for one");
        assertEquals(List.of(), tab.complaints());
    }

    /** Where requests keep their CPU until they wait, the bounds are not the whole rule. */
    @Test
    void whereTheLabsRuleSaysMoreThePageTellsSo() {
        open("cpu-intensive", PROJECTOR);
        tab.evaluate("""
                (() => {
                  const from = document.querySelector('#explore-form select');
                  from.value = [...from.options].map(o => o.value).find(name => name.startsWith('virtual')
                    && !name.includes('clock'));
                  from.dispatchEvent(new Event('change'));
                })()""");
        contains(text("explore-beside"), "The curve is an upper bound here.");
        open("cpu-light", PROJECTOR);
        assertEquals("", text("explore-beside"));
    }

    /** Users who send one request each have no curve over their number. */
    @Test
    void aRunOfBurstsAloneHasNone() throws IOException {
        assertFalse(Files.readString(temp.resolve("charts/waiting.html")).contains("id=\"explore\""));
    }

    @Test
    void aPictureOfAChartTellsWhatOneMustKnow() {
        open("cpu-light", new Browser.View(390, 844, true));
        JsonNode svg = tab.evaluate("""
                picture(document.getElementById('chart_throughput')).then(async made => {
                  const read = new DOMParser().parseFromString(made.text, 'image/svg+xml');
                  const png = await asPng(made);
                  return [[...read.querySelectorAll('text')].map(text => text.textContent).join(' '),
                    read.querySelectorAll('parsererror').length, png.size, made.height];
                })""");
        contains(svg.path(0).asString(), "Throughput", "virtual", "published", "1 cpu-light: CONFIRMED.", "2 CPUs");
        assertEquals(0, svg.path(1).asInt());
        assertTrue(svg.path(2).asInt() > 10_000, "bytes: " + svg);
        String text = tab.evaluate("picture(document.getElementById('explore')).then(made => made.text)").asString();
        contains(text, "And with other numbers?", "100 users: 12", "the number of users");
        assertEquals(List.of(), tab.complaints());
    }
}
