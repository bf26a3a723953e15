package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.layouts;
import static pages.Drawn.numbers;
import static pages.Drawn.traces;
import static pages.MadeRoom.PICKS;
import static pages.MadeRoom.choice;
import static pages.MadeRoom.run;
import static tests.Repository.contains;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;

/** `./jbang analysis/room.java` as a facilitator runs it, on the folders of the {@link MadeRoom}. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class RoomTest {

    @TempDir
    static Path temp;

    private static Path room;
    private static Ran ran;
    private static String page;

    @BeforeAll
    static void gathersARoomOnce() throws Exception {
        room = temp.resolve("laptops");
        MadeRoom.fill(room);
        ran = Repository.analysis("room", room.toString());
        page = Files.readString(temp.resolve("charts/room.html"));
    }

    @Test
    void aLineForEachLabInTheOrderOfTheWorkshopAndThePage() {
        assertEquals(0, ran.exit(), ran.err());
        assertEquals(List.of(
                "1 waits: 6 participants ran it: 3 CONFIRMED, 1 SURPRISE, 1 INVALID and 1 INCOMPLETE; median 2.00 "
                        + "(rule 2.00)",
                "2 spins: 2 participants ran it: 1 CONFIRMED and 1 SURPRISE; median 3.20 (rule 1.25 to 5.00)",
                "10 picks: 3 participants ran it: 3 CONFIRMED; measured b (as many) twice and c (more) once",
                temp.resolve("charts/room.html").toString()), ran.out().lines().toList());
        assertTrue(Files.exists(temp.resolve("charts/plotly.js")));
    }

    @Test
    void whatCannotBeReadIsNamed() {
        List<String> said = ran.said("room");
        assertEquals(1, said.size(), ran.err());
        contains(said.getFirst(), "skipped " + room.resolve("gus/waits/20260102-100000/run.json"), "not whole JSON",
                "ask for that run again");
        assertFalse(page.contains(">gus<"));
    }

    @Test
    void theSentencesQuoteTheNumbers() {
        contains(section("waits"), "6 participants ran it: 3 CONFIRMED, 1 SURPRISE, 1 INVALID and 1 INCOMPLETE.",
                "3 participants measured 1.90 to 2.10, median 2.00; the rule says 2.00, and all of them are within 10 "
                        + "% of it. "
                        + "2 guessed: the median guess is 3.00, and 1 is within 10 % of what was then measured. "
                        + "Of 1 participant it is not known what was measured, and they are left out.",
                "Runs that are INVALID are not drawn, since these measurements cannot be trusted: dora &amp; "
                        + "&lt;b&gt;.",
                "Runs that were cut short are not drawn: emil.");
        contains(section("spins"),
                "2 participants measured 1.20 to 5.20, median 3.20; the rule says 1.25 to 5.00, by machine, "
                        + "and all of them are within 10 % of their own. 2 guessed: the median guess is 2,000, and "
                        + "none is within 10 % of what was then measured. "
                        + "1 guess lies far beyond this axis and stands at its edge as a triangle.");
        contains(section("picks"),
                "3 participants measured 0.99 to 1.60, median 1.01; the rule says 1.00, and 2 are within 10 % of it. "
                        + "The answers rise with the number, from a to c; after a name: guessed → measured, or only "
                        + "what was measured.",
                "3 participants measured b (as many) twice and c (more) once; the rule says b (as many). 2 guessed: a "
                        + "(fewer) once and b (as many) once; 1 guessed what they then measured.");
        contains(page, "11 runs; of several runs of one participant of one lab the newest complete one",
                "counts, and 2 are left out",
                "<dt>CPUs</dt><dd>2 (5); 8 (1)</dd>");
    }

    @Test
    void everybodyIsAPointInTheOrderOfWhatTheyMeasuredWithTheirInterval() {
        assertEquals(List.of(1.9, 2.0, 2.1), numbers(section("waits"), "measured", "x"));
        assertEquals(List.of(0.0, 1.0, 2.0), numbers(section("waits"), "measured", "y"));
        JsonNode interval = traces(section("waits"), "measured").getFirst().path("error_x");
        assertEquals(List.of(0.1, 0.0, 0.0), rounded(interval.path("array")));
        assertEquals(List.of(0.1, 0.0, 0.0), rounded(interval.path("arrayminus")));
        contains(section("waits"), "\"ticktext\":[\"anna\",\"carla\",\"ben\"]",
                "<td class=\"number\">[1.80, 2.00]</td>");
    }

    @Test
    void guessesAreHollowAndJoinedToWhatWasMeasured() {
        String waits = section("waits");
        List<JsonNode> guess = traces(waits, "guess");
        assertEquals(2, guess.size(), "the lines and the marks");
        assertEquals(List.of(2.0, 1.9, 1.9, 2.0, 2.0, 2.0, 4.0, 2.1, 2.1), numbers(waits, "guess", "x"));
        assertEquals(List.of("circle-open", "circle-open", "circle-open"),
                guess.getLast().path("marker").path("symbol").valueStream()
                        .map(JsonNode::asString).toList());
        assertEquals(List.of("triangle-right-open", "circle-open"),
                traces(section("spins"), "guess").getLast().path("marker").path("symbol")
                        .valueStream().map(JsonNode::asString).toList(),
                "4000 is no place for an axis of 1.2 to 5.2");
    }

    @Test
    void theRuleIsALineOrWhereItDependsOnTheMachineAStrokeForEachAndABand() {
        assertEquals(List.of(2.0, 2.0), numbers(section("waits"), "rule", "x"));
        assertFalse(section("waits").contains("\"shapes\""));
        assertEquals(List.of(1.25, 5.0), numbers(section("spins"), "rule", "x"));
        assertEquals("line-ns-open",
                traces(section("spins"), "rule").getFirst().path("marker").path("symbol").asString());
        JsonNode band = layouts(section("spins")).stream()
                .filter(layout -> layout.has("shapes")).findFirst().orElseThrow().path("shapes").get(0);
        assertEquals(List.of(1.25, 5.0), List.of(band.path("x0").doubleValue(), band.path("x1").doubleValue()));
    }

    /**
     * The number of a choice is known too: points and the rule, with both answers behind the name, since a guess has no
     * number.
     */
    @Test
    void aChoiceIsAStripOfItsNumbers() {
        String picks = section("picks");
        assertEquals(List.of(0.99, 1.01, 1.6), numbers(picks, "measured", "x"));
        assertEquals(List.of(1.0, 1.0), numbers(picks, "rule", "x"));
        contains(picks, "\"ticktext\":[\"ben: b → b\",\"anna: a → b\",\"carla: c\"]", "<h3>" + PICKS + "</h3>",
                "<h3>By answer: " + PICKS + "</h3>");
        JsonNode interval = traces(picks, "measured").getFirst().path("error_x");
        assertEquals(List.of(0.0, 0.04, 0.0), rounded(interval.path("array")));
        contains(page, "the bars beneath count how many guessed and how many measured each");
    }

    @Test
    void theLegendNamesWhatIsDrawn() throws Exception {
        assertEquals(List.of("measured, with its 95 % interval where there are forks", "guessed (hollow)", "the rule"),
                legend(section("waits")));
        assertEquals(List.of("measured", "guessed (hollow)", "the rule"), legend(section("spins")),
                "one fork has no interval");
        Path bare = temp.resolve("bare");
        run(bare.resolve("anna"), "picks", "20260101-100000", "CONFIRMED", true, "Testing", 2,
                choice(null, "b", "b", null, null, null));
        Ran ran = Repository.analysis("room", bare.toString(), "--out", bare.resolve("out").toString());
        assertEquals(0, ran.exit(), ran.err());
        String picks = Drawn.section(Files.readString(bare.resolve("out/room.html")), "room_picks");
        assertEquals(List.of("measured"), legend(picks), "no number is known, and no guess");
        assertEquals(1, picks.split("class=\"plot\"", -1).length - 1, "bars alone");
        contains(picks, "<h3>" + PICKS + "</h3>",
                "1 participant measured b (as many); the rule says b (as many). No participant guessed.");
    }

    @Test
    void aChoiceIsABarOfGuessesAndOneOfMeasurements() {
        String picks = section("picks");
        contains(picks, "\"dtick\":1");
        contains(picks, "b: as many<br><b>the rule</b>".replace("<", "\\u003c"), "a: fewer", "c: more");
        assertEquals(List.of("1", "1", "0"), texts(traces(picks, "guess").getFirst()));
        assertEquals(List.of("0", "2", "1"), texts(traces(picks, "measured").getLast()));
    }

    @Test
    void everyNumberStandsInATable() {
        String table = page.substring(page.indexOf("Every number of waits"), page.indexOf("Every number of spins"));
        contains(table, row("anna", "CONFIRMED", "2.00", "2.00", "1.90 [1.80, 2.00]"),
                row("ben", "SURPRISE", "4.00", "2.00", "2.10"),
                row("carla", "CONFIRMED", "", "2.00", "2.00"), row("emil", "INCOMPLETE", "2.00", "2.00", "6.60"),
                row("fay", "CONFIRMED", "3.00", "2.00", ""),
                row("dora &amp; &lt;b&gt;", "INVALID", "2.00", "2.00", "7.70"));
        contains(page.substring(page.indexOf("Every number of picks")),
                row("anna", "CONFIRMED", "a", "b: 1.00", "b: 1.01 [0.97, 1.05]"),
                row("carla", "CONFIRMED", "", "b: 1.00", "c: 1.60"));
        assertFalse(page.contains("3.50") || page.contains("8.80") || page.contains("9.90"),
                "older, hidden, sample and unfinished runs");
        contains(page, "<th scope=\"row\">ben</th>", "<td>Testing 9000</td>");
    }

    private static String row(String name, String verdict, String... numbers) {
        return "<tr><th scope=\"row\">" + name + "</th><td>25.0.1 Somebody</td><td><span class=\"verdict "
                + verdict.toLowerCase(Locale.ROOT) + "\">"
                + verdict + "</span></td>" + Arrays.stream(numbers)
                        .map(number -> "<td class=\"number\">" + number + "</td>").collect(Collectors.joining());
    }

    @Test
    void textFromAFileCannotBreakThePageAndItNeedsNoNetwork() {
        assertFalse(page.contains("</script> or not"));
        assertFalse(page.contains("<b>&") || page.contains("& <b>"));
        Drawn.needsNoNetwork(page, "the room");
        assertFalse(page.contains(temp.toString()), "nothing but the names of folders");
    }

    @Test
    void anonymousParticipantsHaveNumbersOnly() throws Exception {
        Ran anonymous = Repository.analysis("room", "--anonymous", "--out", temp.resolve("anonymous").toString(),
                room.toString());
        assertEquals(0, anonymous.exit(), anonymous.err());
        String page = Files.readString(temp.resolve("anonymous/room.html"));
        for (String name : List.of("anna", "carla", "emil", "fay", "dora")) {
            assertFalse(page.contains(name) || anonymous.out().contains(name), name);
        }
        for (int i = 1; i <= 6; i++) {
            contains(page, "<th scope=\"row\">participant " + i + "</th>");
        }
        contains(page, "3 participants measured 1.90 to 2.10, median 2.00", "1.90 [1.80, 2.00]");
    }

    private static String section(String lab) {
        return Drawn.section(page, "room_" + lab);
    }

    private static List<String> legend(String section) {
        return Pattern.compile("<button[^>]*data-key[^>]*>(.*?)</button>", Pattern.DOTALL).matcher(section).results()
                .map(found -> found.group(1).replaceAll("(?s)<svg.*?</svg>|<b .*?</b>", "").strip()).toList();
    }

    private static List<Double> rounded(JsonNode numbers) {
        return numbers.valueStream().map(number -> Math.round(number.doubleValue() * 1e6) / 1e6).toList();
    }

    private static List<String> texts(JsonNode bars) {
        return bars.path("text").valueStream().map(JsonNode::asString).toList();
    }
}
