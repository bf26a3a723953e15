package pages;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
import tools.jackson.databind.json.JsonMapper;

/**
 * `./jbang analysis/room.java` as a facilitator runs it, on the folders of a made-up room. Three labs, of which the
 * names are not in the order of the numbers:
 *
 * <ul>
 * <li>{@code waits}, number 1: one rule for all; runs that are older, cut short, INVALID, damaged, hidden, and from
 * before measurements were told
 * <li>{@code spins}, number 2: a rule that depends on the machine; a guess that is far off
 * <li>{@code picks}, number 10: a choice
 * </ul>
 */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class RoomTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String WAITS = "How many times as many, </script> or not?";
    private static final String SPINS = "And when they spin?";
    private static final String PICKS = "Which serve more?";
    private static final String NAMED = "dora & <b>";

    @TempDir
    static Path temp;

    private static Path room;
    private static Ran ran;
    private static String page;

    @BeforeAll
    static void gathersARoomOnce() throws Exception {
        room = temp.resolve("laptops");
        Path anna = room.resolve("anna/data");
        run(anna, "waits", "20260101-100000", "CONFIRMED", true, "Testing 3000", 2,
                number(WAITS, 3.5, 3.5, 3.5, 3.5, 3.5));
        run(anna, "waits", "20260102-100000", "CONFIRMED", true, "Testing 3000", 2, number(WAITS, 2, 2, 1.9, 1.8, 2.0));
        run(anna, "waits", ".20260103-100000.partial", "CONFIRMED", true, "Testing 3000", 2,
                number(WAITS, 8.8, 8.8, 8.8, null, null));
        run(anna.resolve("sample"), "waits", "20260104-100000", "CONFIRMED", true, "Testing 3000", 2,
                number(WAITS, 8.8, 8.8, 8.8, null, null));
        run(anna, "spins", "20260102-110000", "SURPRISE", true, "Testing 3000", 2,
                number(SPINS, 1, 5, 5.2, null, null));
        run(anna, "picks", "20260102-120000", "CONFIRMED", true, "Testing 3000", 2,
                choice("a", "b", "b", 1.01, 0.97, 1.05));
        Path ben = room.resolve("ben/virtual-thread-lab/data");
        run(ben, "waits", "20260102-100000", "SURPRISE", true, "Testing 9000", 8, number(WAITS, 4, 2, 2.1, null, null));
        run(ben, "waits", "20260105-100000", "CONFIRMED", false, "Testing 9000", 8,
                number(WAITS, 9, 2, 9.9, null, null));
        run(ben, "spins", "20260102-110000", "CONFIRMED", true, "Testing 9000", 8,
                number(SPINS, 4000, 1.25, 1.2, null, null));
        run(ben, "picks", "20260102-120000", "CONFIRMED", true, "Testing 9000", 8,
                choice("b", "b", "b", 0.99, null, null));
        Path carla = room.resolve("carla");
        run(carla, "waits", "20260102-100000", "CONFIRMED", true, "Testing 3000", 2,
                number(WAITS, null, 2, 2.0, null, null));
        run(carla, "picks", "20260102-120000", "CONFIRMED", true, "Testing 3000", 2,
                choice(null, "b", "c", 1.6, null, null));
        run(room.resolve(NAMED), "waits", "20260102-100000", "INVALID", true, "Testing 3000", 2,
                number(WAITS, 2, 2, 7.7, null, null));
        run(room.resolve("emil"), "waits", "20260102-100000", "INVALID", false, "Testing 3000", 2,
                number(WAITS, 2, 2, 6.6, null, null));
        run(room.resolve("fay"), "waits", "20260102-100000", "CONFIRMED", true, "Testing 3000", 2,
                "{\"question\": \"%s\", \"guess\": 3.0, \"rule\": 2.0}".formatted(WAITS));
        Path broken = run(room.resolve("gus"), "waits", "20260102-100000", "CONFIRMED", true, "Testing 3000", 2, "");
        Files.writeString(broken.resolve("run.json"), "{\"lab\": \"waits\", \"verd");
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
                "Runs that are INVALID are not drawn, since no lesson may be drawn from them: dora &amp; &lt;b&gt;.",
                "Nor are runs that were cut short: emil.");
        contains(section("spins"),
                "2 participants measured 1.20 to 5.20, median 3.20; the rule says 1.25 to 5.00, by machine, "
                        + "and all of them are within 10 % of their own. 2 guessed: the median guess is 2,000, and "
                        + "none is within 10 % of what was then measured. "
                        + "1 guess lies far beyond this axis and stands at its edge as a triangle.");
        contains(section("picks"),
                "3 participants measured 0.99 to 1.60, median 1.01; the rule says 1.00, and 2 are within 10 % of it. "
                        + "The answers rise with the number, from a to c; behind a name: guessed → measured, or what "
                        + "was measured alone.",
                "3 participants measured b (as many) twice and c (more) once; the rule says b (as many). 2 guessed: a "
                        + "(fewer) once and b (as many) once; 1 as they then measured.");
        contains(page, "11 runs; of several runs of one participant of one lab the newest complete one",
                "counts, and 2 are left out",
                "<dt>CPUs</dt><dd>2 (5); 8 (1)</dd>");
    }

    @Test
    void everybodyIsAPointInTheOrderOfWhatTheyMeasuredWithTheirInterval() {
        assertEquals(List.of(1.9, 2.0, 2.1), numbers(section("waits"), "measured", "x"));
        assertEquals(List.of(0.0, 1.0, 2.0), numbers(section("waits"), "measured", "y"));
        JsonNode interval = extras(section("waits"), "measured").getFirst().path("error_x");
        assertEquals(List.of(0.1, 0.0, 0.0), rounded(interval.path("array")));
        assertEquals(List.of(0.1, 0.0, 0.0), rounded(interval.path("arrayminus")));
        contains(section("waits"), "\"ticktext\":[\"anna\",\"carla\",\"ben\"]",
                "<td class=\"number\">[1.80, 2.00]</td>");
    }

    @Test
    void guessesAreHollowAndJoinedToWhatWasMeasured() {
        String waits = section("waits");
        List<JsonNode> guess = extras(waits, "guess");
        assertEquals(2, guess.size(), "the lines and the marks");
        assertEquals(List.of(2.0, 1.9, 1.9, 2.0, 2.0, 2.0, 4.0, 2.1, 2.1), numbers(waits, "guess", "x"));
        assertEquals(List.of("circle-open", "circle-open", "circle-open"),
                guess.getLast().path("marker").path("symbol").valueStream()
                        .map(JsonNode::asString).toList());
        assertEquals(List.of("triangle-right-open", "circle-open"),
                extras(section("spins"), "guess").getLast().path("marker").path("symbol")
                        .valueStream().map(JsonNode::asString).toList(),
                "4000 is no place for an axis of 1.2 to 5.2");
    }

    @Test
    void theRuleIsALineOrWhereItDependsOnTheMachineAStrokeForEachAndABand() {
        assertEquals(List.of(2.0, 2.0), numbers(section("waits"), "rule", "x"));
        assertFalse(section("waits").contains("\"shapes\""));
        assertEquals(List.of(1.25, 5.0), numbers(section("spins"), "rule", "x"));
        assertEquals("line-ns-open",
                extras(section("spins"), "rule").getFirst().path("marker").path("symbol").asString());
        JsonNode band = JSON.readTree(layout(section("spins"), "shapes")).path("shapes").get(0);
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
        JsonNode interval = extras(picks, "measured").getFirst().path("error_x");
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
        String picks = section(Files.readString(bare.resolve("out/room.html")), "picks");
        assertEquals(List.of("measured"), legend(picks), "no number is known, and nobody guessed");
        assertEquals(1, picks.split("class=\"plot\"", -1).length - 1, "bars alone");
        contains(picks, "<h3>" + PICKS + "</h3>",
                "1 participant measured b (as many); the rule says b (as many). Nobody guessed.");
    }

    @Test
    void aChoiceIsABarOfGuessesAndOneOfMeasurements() {
        String picks = section("picks");
        contains(picks, "\"dtick\":1");
        contains(picks, "b: as many<br><b>the rule</b>".replace("<", "\\u003c"), "a: fewer", "c: more");
        assertEquals(List.of("1", "1", "0"), texts(extras(picks, "guess").getFirst()));
        assertEquals(List.of("0", "2", "1"), texts(extras(picks, "measured").getLast()));
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
        assertFalse(Pattern.compile("(?:src|href)\\s*=\\s*[\"']?(?:https?:)?//|@import|url\\(").matcher(page).find());
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

    @Test
    void aParticipantIsCalledByWhatTellsThePathsApart() throws Exception {
        Path there = temp.resolve("named");
        String question = number("How many?", 2, 2, 2.0, null, null);
        run(there.resolve("monday/pat/data"), "waits", "20260101-100000", "CONFIRMED", true, "Testing", 2, question);
        run(there.resolve("tuesday/pat/data"), "waits", "20260101-100000", "CONFIRMED", true, "Testing", 2, question);
        // A run's folder that somebody gave a name; one that has its own stands for whoever's folder it lies in.
        Path renamed = run(there.resolve("runs"), "waits", "20260101-100000", "CONFIRMED", true, "Testing", 2,
                question);
        Files.move(renamed, there.resolve("runs/waits/quinn"));
        Path copied = run(there.resolve("rob"), "waits", "20260101-100000", "CONFIRMED", true, "Testing", 2, question);
        Files.move(copied, there.resolve("rob/20260101-100000"));
        Ran names = Repository.analysis("room", there.resolve("tuesday/pat/data").toString(),
                there.resolve("runs").toString(), there.resolve("rob").toString(),
                there.resolve("monday/pat/data/waits").toString(), there.resolve("tuesday").toString());
        assertEquals(0, names.exit(), names.err());
        String page = Files.readString(there.resolve("tuesday/pat/charts/room.html"));
        String table = page.substring(page.indexOf("Every number of waits"));
        assertEquals(List.of("monday", "rob", "runs", "tuesday"),
                Pattern.compile("<th scope=\"row\">([^<]*)</th>").matcher(table).results()
                        .map(found -> found.group(1)).toList(),
                "the one that is given twice is there once");
        Ran one = Repository.analysis("room", there.resolve("runs").toString(), there.resolve("rob").toString(),
                there.resolve("monday/pat").toString(),
                there.resolve("tuesday/pat").toString(),
                run(there.resolve("monday/sue/data"), "waits", "20260101-100000", "CONFIRMED", true,
                        "Testing", 2, question).toString(),
                "--out", there.resolve("out").toString());
        assertEquals(0, one.exit(), one.err());
        contains(Files.readString(there.resolve("out/room.html")), "<th scope=\"row\">monday/pat</th>",
                "<th scope=\"row\">monday/sue</th>",
                "<th scope=\"row\">tuesday/pat</th>", "<th scope=\"row\">runs/quinn</th>");
    }

    @Test
    void twoHundredParticipantsStayReadable() throws Exception {
        Path crowd = temp.resolve("crowd");
        for (int i = 1; i <= 200; i++) {
            run(crowd.resolve("laptop-" + i), "waits", "20260101-100000", "CONFIRMED", true, "Testing " + i % 3,
                    2 + i % 2,
                    number(WAITS, 1 + i % 4, 2, 1.9 + i / 1000.0, null, null));
        }
        Ran many = Repository.analysis("room", crowd.toString(), "--out", temp.resolve("crowded").toString());
        assertEquals(0, many.exit(), many.err());
        assertEquals("1 waits: 200 participants ran it: 200 CONFIRMED; median 2.00 (rule 2.00)",
                many.out().lines().findFirst().orElseThrow());
        String page = Files.readString(temp.resolve("crowded/room.html"));
        assertTrue(page.length() < 500_000, page.length() + " characters");
        String chart = section(page, "waits");
        assertEquals(200, numbers(chart, "measured", "x").size());
        assertEquals(1, extras(chart, "guess").size(), "no lines between points: they would be a hatching");
        assertFalse(chart.contains("ticktext\":[\"laptop"), "there is no room for their names");
        String table = page.substring(page.indexOf("Every number of waits"));
        assertEquals(IntStream.rangeClosed(1, 200).mapToObj(i -> "laptop-" + i).toList(),
                Pattern.compile("<th scope=\"row\">([^<]*)</th>")
                        .matcher(table).results().map(found -> found.group(1)).toList());
        Matcher height = Pattern.compile("height: (\\d+)").matcher(chart);
        assertTrue(height.find() && Integer.parseInt(height.group(1)) < 1000, chart);
    }

    @Test
    void theSampleIsGatheredWhereItIsAskedFor() throws Exception {
        Ran sample = Repository.analysis("room", Repository.root().resolve("data/sample").toString(), "--out",
                temp.resolve("sampled").toString());
        assertEquals(0, sample.exit(), sample.err());
        List<String> lines = sample.out().lines().toList();
        assertEquals(9, lines.size(), sample.out());
        for (int i = 1; i <= 8; i++) {
            assertTrue(lines.get(i - 1).startsWith(i + " "), lines.get(i - 1));
            contains(lines.get(i - 1), "1 participant ran it: 1 CONFIRMED");
        }
        contains(lines.getFirst(), "median 2.00 (rule 2.00)");
    }

    @Test
    void badInputIsOneLine() throws Exception {
        Path empty = Files.createDirectories(temp.resolve("empty/sample"));
        assertAll(
                () -> fails("no folder", "Give the folders of the participants", temp.resolve("nowhere").toString()),
                () -> fails("'DIR'", "--help"),
                () -> fails("--nonsense", "--help", "--nonsense", room.toString()));
        Ran none = Repository.analysis("room", empty.getParent().toString());
        assertEquals(2, none.exit());
        assertEquals(2, none.said("room").size(), none.err());
        contains(none.said("room").getFirst(), "skipped " + empty.getParent(), "no run in it", "unpacked");
        contains(none.said("room").getLast(), "no run to gather", "Give the folders");
        assertFalse(Files.exists(temp.resolve("empty/charts")));
    }

    private static void fails(String why, String next, String... arguments) throws Exception {
        Ran ran = Repository.analysis("room", arguments);
        assertEquals(2, ran.exit(), why);
        assertEquals(1, ran.said("room").size(), ran.err());
        contains(ran.said("room").getFirst(), why, next);
    }

    // ---- what it reads ----

    private static Path run(Path data, String lab, String name, String verdict, boolean complete, String cpu,
            int cpus, String... predictions) throws IOException {
        Path run = Files.createDirectories(data.resolve(lab).resolve(name));
        int number = lab.equals("waits") ? 1 : lab.equals("spins") ? 2 : 10;
        String started = name.replaceFirst("^\\.?(\\d{4})(\\d\\d)(\\d\\d)-(\\d\\d)(\\d\\d)(\\d\\d).*",
                "$1-$2-$3T$4:$5:$6Z");
        Files.writeString(run.resolve("run.json"), """
                {"lab": "%s", "run": "%s", "started": "%s", "complete": %s, "verdict": "%s", "title": "%d %1$s", \
                "question": "What is it about?",
                 "claims": [], "predictions": [%s], "machine": {"cpu": "%s", "cpus": %d, "memory_mb": 4096}, "jdk": \
                "25.0.1 Somebody",
                 "options": {"--quick": false}}
                """.formatted(lab, name, started, complete, verdict, number, String.join(", ", predictions), cpu,
                cpus));
        return run;
    }

    private static String number(String question, Number guess, Number rule, Number measured, Number low, Number high) {
        return ("{\"question\": \"%s\", \"jdk\": 25, \"choices\": null, \"guess\": %s, \"guess_choice\": null, "
                + "\"rule\": %s, \"rule_choice\": null, "
                + "\"measured\": %s, \"low\": %s, \"high\": %s, \"measured_choice\": null, \"hints\": []}")
                .formatted(question, guess, rule, measured, low, high);
    }

    private static String choice(String guess, String rule, String measuredChoice, Number measured, Number low,
            Number high) {
        return ("{\"question\": \"%s\", \"jdk\": 25, \"choices\": [{\"key\": \"a\", \"text\": \"fewer\"}, {\"key\": "
                + "\"b\", \"text\": \"as many\"}, "
                + "{\"key\": \"c\", \"text\": \"more\"}], \"guess\": null, \"guess_choice\": %s, \"rule\": 1.0, "
                + "\"rule_choice\": \"%s\", \"measured\": %s, "
                + "\"low\": %s, \"high\": %s, \"measured_choice\": \"%s\", \"hints\": []}")
                .formatted(PICKS, guess == null ? "null" : "\"" + guess + "\"", rule, measured, low, high,
                        measuredChoice);
    }

    // ---- what it wrote ----

    private static String section(String lab) {
        return section(page, lab);
    }

    private static String section(String page, String lab) {
        String from = page.substring(page.indexOf("id=\"chart_room_" + lab + "\""));
        return from.substring(0, from.indexOf("</section>"));
    }

    /** What plotly is told beyond Tablesaw of the traces that this button of the legend switches. */
    private static List<JsonNode> extras(String section, String key) {
        return Pattern.compile("merge\\(trace\\d+, (.*)\\);").matcher(section).results()
                .map(found -> JSON.readTree(found.group(1)))
                .filter(trace -> trace.path("meta").toString().contains("\"" + key + "\"")).toList();
    }

    private static List<String> legend(String section) {
        return Pattern.compile("<button[^>]*data-key[^>]*>(.*?)</button>", Pattern.DOTALL).matcher(section).results()
                .map(found -> found.group(1).replaceAll("(?s)<svg.*?</svg>|<b .*?</b>", "").strip()).toList();
    }

    private static String layout(String section, String attribute) {
        return Pattern.compile("merge\\(layout, (\\{.*)\\);").matcher(section).results().map(found -> found.group(1))
                .filter(json -> json.contains("\"" + attribute + "\"")).findFirst().orElseThrow();
    }

    /** The coordinates of the first trace that the button switches. */
    private static List<Double> numbers(String section, String key, String axis) {
        Matcher of = Pattern.compile("merge\\((trace\\d+), (\\{.*)\\);").matcher(section);
        while (of.find()) {
            if (JSON.readTree(of.group(2)).path("meta").toString().contains("\"" + key + "\"")) {
                Matcher values = Pattern
                        .compile("var " + of.group(1) + " =\\s*\\{.*?^" + axis + ": \\[([^\\]]*)\\]",
                                Pattern.DOTALL | Pattern.MULTILINE)
                        .matcher(section);
                assertTrue(values.find(), section);
                return Stream.of(values.group(1).split(",")).map(value -> Double.valueOf(value.replace("\"", "")))
                        .toList();
            }
        }
        throw new AssertionError("no " + key + " in " + section);
    }

    private static List<Double> rounded(JsonNode numbers) {
        return numbers.valueStream().map(number -> Math.round(number.doubleValue() * 1e6) / 1e6).toList();
    }

    private static List<String> texts(JsonNode bars) {
        return bars.path("text").valueStream().map(JsonNode::asString).toList();
    }
}
