package pages;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.machine.Jdks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** {@code --baseline} of pins: recordings of one program before and after its source was changed. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class PinsBaselineTest {

    /**
     * Each public method is called by reflection on a virtual thread of its own. It waits for long: where other lanes
     * need the CPUs, a thread may begin its wait late, and what is left of it may be too short for a pin.
     */
    private static final String SHOP = """
            package com.me;

            import java.lang.reflect.Method;
            import java.util.concurrent.Callable;
            import java.util.concurrent.Semaphore;
            import java.util.concurrent.TimeUnit;

            public class Shop {
                // at the top
                public static void pay() throws Exception {
                    Thread.sleep(400); // pay
                    // in pay
                }

                public static void ship() throws Exception {
                    Thread.sleep(400); // ship
                    // in ship
                }

                public static void report() throws Exception {
                    // in report
                    Callable<Boolean> write = () -> new Semaphore(0).tryAcquire(400, TimeUnit.MILLISECONDS); // report
                    write.call();
                }

                // at the end
                private static void call(Method method) {
                    try {
                        method.invoke(null);
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
                    }
                }

                public static void main(String... args) throws Exception {
                    for (Method method : Shop.class.getMethods()) {
                        if (method.getDeclaringClass() == Shop.class && !method.getName().equals("main")) {
                            Thread.ofVirtual().start(() -> call(method)).join();
                        }
                    }
                }
            }
            """;
    private static final String BEFORE = SHOP.replace("// at the end",
            "public static void cancel() throws Exception { Thread.sleep(400); } // cancel");
    /** With another lambda before that of report: javac numbers them, some versions in a method, others in a class. */
    private static final String MOVED = SHOP.replace("// at the top", "// at the top,\n// of two lines")
            .replace("// in report", "Runnable nothing = () -> {};");
    private static final String CHANGED = MOVED
            .replace("// in pay", "new Semaphore(0).tryAcquire(400, TimeUnit.MILLISECONDS); // another call in pay")
            .replace("// in ship", "Thread.sleep(400); // the same call once more")
            .replace("// at the end", "public static void bill() throws Exception { Thread.sleep(900); } // bill");

    @TempDir
    static Path temp;

    private static Path before;
    private static Path moved;
    private static Path changed;
    private static Ran ran;

    @BeforeAll
    static void recordsEachVersionAndComparesOnce() throws Exception {
        before = record("before", BEFORE, "", true);
        moved = record("moved", MOVED, "", true);
        changed = record("changed", CHANGED, "", true);
        ran = pins(changed, before);
    }

    @Test
    void newLinesEndWithExitCode1AndTheAnswerComesFirst() {
        assertEquals(1, ran.exit(), ran.err());
        assertEquals("", ran.err());
        assertEquals("3 pinned lines are new, 1 is gone, 3 stayed (3 at another line number).",
                ran.out().lines().findFirst().orElseThrow());
        Map<String, List<List<String>>> tables = tables(ran);
        assertEquals(List.of("New lines", "Gone lines"), List.copyOf(tables.keySet()), ran.out());
        assertEquals(
                lines(CHANGED, "bill // bill", "pay // another call in pay", "ship // the same call once more"),
                tables.get("New lines").stream().map(List::getFirst).sorted().toList());
        assertEquals(lines(BEFORE, "cancel // cancel"),
                tables.get("Gone lines").stream().map(List::getFirst).toList());
        assertEquals(temp.resolve("changed-pins/index.html").toString(), ran.out().lines().toList().getLast());
    }

    @Test
    void newLinesAreInTheTableWorstFirst() {
        List<Double> ms = tables(ran).get("New lines").stream().map(row -> Double.parseDouble(row.get(2))).toList();
        assertEquals(ms.stream().sorted(Comparator.reverseOrder()).toList(), ms);
        assertTrue(tables(ran).get("New lines").getFirst().getFirst().startsWith("com.me.Shop.bill:"), ran.out());
    }

    @Test
    void bothRecordingsAreNamedWithTheirPins() {
        contains(ran.out(), changed + ", JDK ", ": 6 pins held carriers for ", "Baseline: " + before + ", JDK ",
                ": 4 pins held carriers for ");
        assertFalse(ran.out().contains("Beware"), ran.out());
    }

    @Test
    void aLineThatOnlyMovedIsNotNew() throws Exception {
        Ran ran = pins(moved, before);
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        assertEquals("No pinned line is new, 1 is gone, 3 stayed (3 at another line number).",
                ran.out().lines().findFirst().orElseThrow());
        assertEquals(List.of("Gone lines"), List.copyOf(tables(ran).keySet()), ran.out());
        String page = page("moved");
        contains(page, "No pinned line is new, 1 is gone, 3 stayed", "<td>line " + at(BEFORE, "// pay") + "</td>",
                "<td>line " + at(BEFORE, "// report") + "</td>");
        assertFalse(page.contains(">NEW<"), page);
    }

    @Test
    void whatIsGoneIsNoReasonToFail() throws Exception {
        Ran ran = pins(moved, changed);
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        assertEquals("No pinned line is new, 3 are gone, 3 stayed.", ran.out().lines().findFirst().orElseThrow());
        assertEquals(lines(CHANGED, "bill // bill", "pay // another call in pay", "ship // the same call once more"),
                tables(ran).get("Gone lines").stream().map(List::getFirst).sorted().toList());
        assertEquals(3, Pattern.compile("<td>same line</td>").matcher(page("moved")).results().count());
    }

    @Test
    void thePageHasTheAnswerAtItsTopAndMarksNewLines() throws Exception {
        String page = page("changed");
        int table = page.indexOf("<h2>Every line of code</h2>");
        String top = page.substring(0, page.indexOf("id=\"chart_pinning\""));
        contains(top, "<p class=\"answer\">3 pinned lines are new, 1 is gone, 3 stayed (3 at another line number).</p>",
                "<dt>Baseline</dt>", before.toString(), "<h2>New lines, worst first</h2>",
                "<h2>Gone lines, worst first",
                "<code>com.me.Shop.cancel:" + at(BEFORE, "// cancel") + "</code>");
        assertEquals(3, Pattern.compile("<code>com\\.me\\.Shop\\.(bill|pay|ship):").matcher(top).results().count());
        List<String> marked = Pattern.compile("<tr><th [^>]*><code>([^<]*)</code>(?:(?!</tr>).)*>NEW<", Pattern.DOTALL)
                .matcher(page.substring(table)).results().map(row -> row.group(1)).sorted().toList();
        assertEquals(lines(CHANGED, "bill // bill", "pay // another call in pay", "ship // the same call once more"),
                marked);
        assertEquals(6, Repository.csv(temp.resolve("changed-pins/pinning.csv")).size());
    }

    @Test
    void aBaselineWithoutPinsMakesEachLineNew() throws Exception {
        Path calm = record("calm", BEFORE, "", false);
        Ran ran = pins(moved, calm);
        assertEquals(1, ran.exit(), ran.out() + ran.err());
        assertTrue(ran.out().startsWith("3 pinned lines are new, none is gone, none stayed.\n"), ran.out());
        contains(ran.out(), "Baseline: " + calm, "0 pins held carriers for 0 ms");

        Ran none = pins(calm, moved);
        assertEquals(0, none.exit(), none.out() + none.err());
        assertTrue(none.out().startsWith("No pinned line is new, 3 are gone, none stayed.\n"), none.out());
        assertEquals(3, tables(none).get("Gone lines").size(), none.out());
        contains(none.out(), calm.toString(), "no pin of 20 ms or longer was recorded");
        assertFalse(Files.exists(temp.resolve("calm-pins")));

        Ran neither = pins(record("calm too", MOVED, "", false), calm);
        assertEquals(0, neither.exit(), neither.out() + neither.err());
        assertTrue(neither.out().startsWith("No pinned line is new: neither recording has a pin of 20 ms or longer.\n"),
                neither.out());
        assertEquals(Map.of(), tables(neither));
    }

    @Test
    void recordingsOfTwoJdksAreComparedWithAWarning() throws Exception {
        Repository.assumeJdk21();
        Path old = Recordings.ofPinner(Jdks.home(21).orElseThrow(), temp.resolve("jdk21.jfr"), "");
        Path now = Recordings.ofPinner(Recordings.HERE, temp.resolve("now.jfr"), "");
        Ran ran = Repository.analysis("pins", now.toString(), "--baseline", old.toString());
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        assertTrue(ran.out().startsWith("No pinned line is new, none is gone, 2 stayed.\n"), ran.out());
        assertEquals(Jdks.current() >= 24, ran.out().contains("Beware: the baseline is of JDK 21."), ran.out());
        assertEquals(Jdks.current() >= 24, page("now").contains("Beware: the baseline is of JDK 21."));
    }

    @Test
    void aBaselineThatMissesShortPinsIsRefusedAndTheOtherWayRoundIsAWarning() throws Exception {
        Path fine = record("fine", MOVED, ",jdk.VirtualThreadPinned#threshold=1ms", true);
        refused("has pins of 20 ms and longer", "Record both with one threshold", fine, before);
        Ran ran = pins(moved, fine);
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        contains(ran.out(), "3 stayed", "Beware: the baseline has pins of 1 ms and longer, " + moved
                + " of 20 ms and longer: lines with shorter pins look gone.");
        contains(page("moved"), "lines with shorter pins look gone");
    }

    @Test
    void whereABaselineDoesNotShowItsThresholdThatIsSaid() throws Exception {
        Path bare = record("bare", BEFORE, ",settings=none,+jdk.VirtualThreadPinned#enabled=true", true);
        Ran ran = pins(moved, bare);
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        contains(ran.out(), "No pinned line is new", "3 stayed",
                "Beware: " + bare + " does not show from which duration on pins were recorded.");
    }

    @Test
    void aBaselineThatIsNoneIsOneLineThatSaysWhatToDo() throws Exception {
        Path copy = Files.copy(changed, temp.resolve("copy.jfr"));
        Path off = record("off", BEFORE, ",jdk.VirtualThreadPinned#enabled=false", true);
        Path text = Files.writeString(temp.resolve("text.jfr"), "a text");
        Path fresh = Files.copy(changed, temp.resolve("fresh.jfr"));
        assertAll(
                () -> refused("there is no file", "usually ends in .jfr", fresh, temp.resolve("nowhere.jfr")),
                () -> refused("is a folder", "usually ends in .jfr", fresh, temp),
                () -> refused("is no flight recording", "Give a file that", fresh, text),
                () -> refused("is the same recording as", "before the change", fresh, fresh),
                () -> refused("is the same recording as", "before the change", fresh, copy),
                () -> refused("pinning was not recorded", "-XX:StartFlightRecording:filename=my.jfr", fresh, off));
        assertFalse(Files.exists(temp.resolve("fresh-pins")), "nothing is left behind");
    }

    @Test
    void theCommandEndsWithTheExitCodesThatItsHelpNames() throws Exception {
        Path out = temp.resolve("command");
        // With the launcher, which makes a 2 of the 1 of a JBang that fails, and not of this one.
        Ran changes = Script.alone("analysis/pins.java", answer -> Repository.run(Repository.jbang("pins",
                changed.toString(), "--package", "com.me", "--out", out.toString(), "--baseline", before.toString())));
        assertEquals(1, changes.exit(), changes.out() + changes.err());
        Ran none = pins(moved, before);
        assertEquals(0, none.exit(), none.out() + none.err());
        Ran refused = pins(changed, changed);
        assertEquals(2, refused.exit(), refused.out() + refused.err());
        assertEquals(1, refused.said("pins").size(), refused.err());
        String help = Repository.analysis("pins", "--help").out();
        assertEquals(List.of("0", "1", "2"), Pattern.compile("(?m)^  (\\d)   \\S").matcher(
                help.substring(help.indexOf("Exit codes:"))).results().map(code -> code.group(1)).toList());
    }

    private static Path record(String name, String source, String more, boolean pins) throws Exception {
        Path folder = Files.createDirectories(temp.resolve("source of " + name + "/com/me"));
        return Recordings.ofSource(Files.writeString(folder.resolve("Shop.java"), source),
                temp.resolve(name + ".jfr"), more, pins);
    }

    private static Ran pins(Path recording, Path baseline) throws IOException {
        return Repository.analysis("pins", recording.toString(), "--package", "com.me", "--baseline",
                baseline.toString());
    }

    private static void refused(String why, String next, Path recording, Path baseline) throws IOException {
        Ran ran = pins(recording, baseline);
        assertEquals(2, ran.exit(), why + ran.out());
        assertEquals("", ran.out(), why);
        assertEquals(1, ran.err().lines().count(), ran.err());
        assertTrue(ran.err().startsWith("pins: --baseline: "), ran.err());
        contains(ran.err(), why, next);
    }

    private static String page(String recording) throws IOException {
        return Files.readString(temp.resolve(recording + "-pins/index.html"));
    }

    /** The number of the line of source with this text. */
    private static int at(String source, String text) {
        List<String> lines = source.lines().toList();
        return 1 + lines.indexOf(lines.stream().filter(line -> line.endsWith(text)).findFirst().orElseThrow());
    }

    /** Lines as the table has them, of methods and what their lines end with; sorted. */
    private static List<String> lines(String source, String... ends) {
        return Arrays.stream(ends).map(end -> "com.me.Shop." + end.split(" ")[0] + ":"
                + at(source, end.substring(end.indexOf(' ') + 1))).sorted().toList();
    }

    /** The cells of the tables in the terminal, without their headings, by the first two words above each. */
    private static Map<String, List<List<String>>> tables(Ran ran) {
        Map<String, List<List<String>>> tables = new LinkedHashMap<>();
        List<List<String>> rows = new ArrayList<>();
        for (String line : ran.out().lines().toList()) {
            if (line.endsWith(":")) {
                rows = new ArrayList<>();
                tables.put(line.split(",")[0], rows);
            } else if (line.startsWith("|")) {
                rows.add(Stream.of(line.substring(1).split("\\|")).map(String::strip).collect(Collectors.toList()));
            }
        }
        tables.values().forEach(List::removeFirst);
        return tables;
    }
}
