package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tests.Repository;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What plot did in one start, and how its pages are read.
 *
 * @param pages  that it printed
 * @param said   what it said beside them, a line each
 * @param charts the folder of the pages, where nothing else was asked for
 */
record Drawn(int exit, List<Path> pages, List<String> said, Path charts) {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern ELSEWHERE = Pattern.compile(
            "(?:src|href)\\s*=\\s*[\"']?(?:https?:)?//|@import|\\burl\\((?!#)",
            Pattern.CASE_INSENSITIVE);

    /** Starts plot as a user does. */
    static Drawn plot(Object folder, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of(folder.toString()));
        words.addAll(List.of(more));
        Repository.Ran ran = Repository.analysis("plot", words.toArray(String[]::new));
        return new Drawn(ran.exit(), ran.out().lines().map(Path::of).toList(), ran.said("plot"),
                Path.of(folder.toString()).resolve("charts"));
    }

    /** With runs that are whole, of which there is nothing to say. */
    static Drawn quietly(Path data) throws IOException {
        Drawn drawn = plot(data);
        assertEquals(0, drawn.exit, drawn.toString());
        assertEquals(List.of(), drawn.said);
        return drawn;
    }

    /** The page of that name, without {@code .html}. */
    String page(String name) throws IOException {
        return Files.readString(charts.resolve(name + ".html"));
    }

    /** One chart of a page, with its sentence, legend and script. */
    String chart(String page, String id) throws IOException {
        return section(page(page), id);
    }

    boolean hasChart(String page, String id) throws IOException {
        return page(page).contains("id=\"chart_" + id + "\"");
    }

    /** The table of all cells of a page, and what follows it. */
    String cells(String page) throws IOException {
        return cellsIn(page(page));
    }

    /** The table of all cells in the text of a page. */
    static String cellsIn(String text) {
        return from(text, "<caption>Every cell").split("</table>", 2)[0];
    }

    /** One chart of a page. */
    static String section(String page, String id) {
        return from(page, "id=\"chart_" + id + "\"").split("</section>", 2)[0];
    }

    static String from(String page, String words) {
        assertTrue(page.contains(words), "no " + words + " on a page of " + page.length() + " characters");
        return page.substring(page.indexOf(words));
    }

    /** What plotly draws: data and layout of each plot of a chart. */
    private static Stream<JsonNode> figures(String chart) {
        return Pattern.compile("<script>draw\\(\"\\w+\", (\\{.*\\})\\)</script>").matcher(chart).results()
                .map(found -> JSON.readTree(found.group(1)));
    }

    /** The traces that all these buttons of the legend switch. */
    static List<JsonNode> traces(String chart, String... keys) {
        return figures(chart).flatMap(figure -> figure.path("data").valueStream())
                .filter(trace -> Stream.of(keys)
                        .allMatch(key -> trace.path("meta").toString().contains("\"" + key + "\"")))
                .toList();
    }

    /** The layout of each plot. */
    static List<JsonNode> layouts(String chart) {
        return figures(chart).map(figure -> figure.path("layout")).toList();
    }

    /** The coordinates of the first trace that the button switches. @param axis x or y */
    static List<Double> numbers(String chart, String key, String axis) {
        return traces(chart, key).stream().findFirst()
                .orElseThrow(() -> new AssertionError("no " + key + " in " + chart))
                .path(axis).valueStream().map(value -> Double.valueOf(value.asString())).toList();
    }

    /** The first group of every match. */
    static List<String> matches(String text, String pattern) {
        return Pattern.compile(pattern, Pattern.DOTALL).matcher(text).results().map(match -> match.group(1)).toList();
    }

    static int occurrences(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    /** That these parts stand in the text in this order. */
    static void inOrder(String text, List<String> parts) {
        int at = 0;
        for (String part : parts) {
            int next = text.indexOf(part, at);
            assertTrue(next >= 0,
                    "\"" + part + "\" is not where it should be: " + (text.contains(part) ? "elsewhere" : "nowhere"));
            at = next;
        }
    }

    static void needsNoNetwork(String page, String what) {
        assertFalse(ELSEWHERE.matcher(page).find(), what);
    }
}
