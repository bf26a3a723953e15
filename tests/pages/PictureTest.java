package pages;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import tests.Lane;
import tests.Repository;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Charts without a script: as pictures in a page, and as outputs of a Jupyter notebook. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class PictureTest {

    private static final Pattern PICTURE = Pattern.compile("<noscript>(<svg .*?</svg>)</noscript>", Pattern.DOTALL);
    private static final String PLOTLY = "application/vnd.plotly.v1+json";
    private static final String SVG = "image/svg+xml";

    @TempDir
    static Path temp;

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Drawn.plot(Repository.root().resolve("data/sample"), "--ipynb", "--out", temp.toString());
        assertEquals(0, drawn.exit(), drawn.toString());
    }

    private static List<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        }
    }

    private static Element parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8))).getDocumentElement();
    }

    /** All elements of that name. */
    private static List<Element> all(Element in, String name) {
        NodeList found = in.getElementsByTagName(name);
        return Stream.iterate(0, i -> i < found.getLength(), i -> i + 1).map(i -> (Element) found.item(i)).toList();
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static JsonNode notebook(String lab) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(temp.resolve(lab + ".ipynb")));
    }

    private static List<JsonNode> outputs(JsonNode notebook) {
        return notebook.path("cells").valueStream().flatMap(cell -> cell.path("outputs").valueStream()).toList();
    }

    /** Every plot of every sample: nothing lies outside, and no number is missing. */
    @Test
    void eachPlotHasAPictureThatIsWhole() throws Exception {
        int pictures = 0;
        for (Path page : files(".html")) {
            String text = Files.readString(page);
            List<String> svgs = Drawn.matches(text, PICTURE.pattern());
            assertEquals(Drawn.occurrences(text, "<script>draw(\""), svgs.size(), page.toString());
            for (String svg : svgs) {
                isWhole(parsed(svg), page + ": " + svg.substring(0, 300));
                pictures++;
            }
        }
        assertTrue(pictures > 100, pictures + " pictures");
    }

    private static void isWhole(Element svg, String about) {
        assertFalse(svg.getTextContent().contains("NaN") || svg.getTextContent().contains("null"), about);
        double width = number(svg, "width");
        double height = number(svg, "height");
        for (Element rect : all(svg, "rect")) {
            assertTrue(rect.getAttribute("width").equals("100%") || number(rect, "width") >= 0 && number(rect,
                    "x") >= -1 && number(rect, "x") + number(rect, "width") <= width + 1, about);
        }
        for (Element text : all(svg, "text")) {
            if (text.hasAttribute("x")) {
                assertTrue(number(text, "x") >= 0 && number(text, "x") <= width && number(text, "y") > 0
                        && number(text, "y") <= height, text.getTextContent() + " in " + about);
            }
        }
        for (Element path : all(svg, "path")) {
            assertFalse(path.getAttribute("d").matches(".*(NaN|Infinity).*"), about);
        }
    }

    /** The bars of cpu-light are as long as their numbers say: 124 and 246 requests/s. */
    @Test
    void barsAreAsLongAsTheirNumbers() throws Exception {
        String chart = drawnChart("cpu-light", "throughput");
        List<JsonNode> measured = Drawn.traces(chart, "kind measured");
        Element svg = parsed(Drawn.matches(chart, PICTURE.pattern()).getFirst());
        for (JsonNode trace : measured.subList(0, 2)) {
            String colour = trace.path("marker").path("color").asString();
            List<Double> bars = all(svg, "rect").stream().filter(rect -> rect.getAttribute("fill").equals(colour))
                    .map(rect -> number(rect, "width")).toList();
            assertEquals(trace.path("x").size(), bars.size(), colour);
            for (int i = 1; i < bars.size(); i++) {
                assertEquals(trace.path("x").get(i).asDouble() / trace.path("x").get(0).asDouble(), bars.get(i) / bars
                        .getFirst(), 0.01);
            }
        }
    }

    private static String drawnChart(String page, String id) throws IOException {
        return Drawn.section(Files.readString(temp.resolve(page + ".html")), id);
    }

    @Test
    void aNotebookHasTheTextOfThePageAndEachChartTwice() throws Exception {
        assertEquals(Repository.labs().size(), files(".ipynb").size());
        for (Path file : files(".ipynb")) {
            String lab = file.getFileName().toString().replace(".ipynb", "");
            JsonNode notebook = notebook(lab);
            String page = Files.readString(temp.resolve(lab + ".html"));
            List<JsonNode> outputs = outputs(notebook);
            assertAll(lab,
                    () -> assertEquals(Drawn.occurrences(page, "<script>draw(\""), outputs.size(), "a plot each"),
                    () -> assertEquals(4, notebook.path("nbformat").asInt()),
                    () -> assertTrue(notebook.path("cells").get(0).path("source").asString().startsWith("# Lab "), lab),
                    () -> assertEquals("code", notebook.path("cells").get(1).path("cell_type").asString()));
            for (JsonNode output : outputs) {
                JsonNode data = output.path("data");
                assertTrue(data.path(PLOTLY).path("data").size() > 0 && !data.path("text/plain").asString().isBlank(),
                        lab);
                isWhole(parsed(data.path(SVG).asString()), lab);
            }
        }
        String cells = notebook("cpu-light").path("cells").valueStream().map(cell -> cell.path("source").asString())
                .reduce("", (all, one) -> all + "\n" + one);
        Repository.contains(cells, "## The rule", "## Claims", "## Try it", "labs/cpu-light.java", "```java");
    }

    /** A picture that stands alone has the names of its colours. */
    @Test
    void aPictureOfANotebookHasItsLegend() throws Exception {
        String svg = outputs(notebook("cpu-light")).getFirst().path("data").path(SVG).asString();
        Repository.contains(parsed(svg).getTextContent(), "platform", "virtual", "platform-sized", "measured",
                "by the rule", "requests/s");
    }

    /** As the project that keeps the format checks it. */
    @Test
    void nbformatFindsNoFault() throws Exception {
        var asked = new ProcessBuilder("python3", "-c", "import nbformat").redirectErrorStream(true).start();
        asked.getInputStream().readAllBytes();
        Assumptions.assumeTrue(asked.waitFor(1, TimeUnit.MINUTES) && asked.exitValue() == 0,
                "no Python with nbformat");
        var words = new ArrayList<>(List.of("python3", "-c", """
                import sys, nbformat
                for name in sys.argv[1:]:
                    nbformat.validate(nbformat.read(name, as_version=nbformat.NO_CONVERT))
                """));
        files(".ipynb").forEach(file -> words.add(file.toString()));
        Repository.Ran ran = Repository.run(new ProcessBuilder(words));
        assertEquals(0, ran.exit(), ran.toString());
    }
}
