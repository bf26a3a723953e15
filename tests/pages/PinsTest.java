package pages;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.contains;

import fixtures.Pinner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.machine.Jdks;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import kit.record.RunTable;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;

/** `./jbang analysis/pins.java` as a user runs it, on flight recordings that are made here of {@link Pinner}. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class PinsTest {

    private static final String LONG = "fixtures.Pinner$Library.longWait:";
    private static final String SHORT = "fixtures.Pinner$Library.shortWait:";

    @TempDir
    static Path temp;

    private static Path recording;
    private static Ran ran;

    @BeforeAll
    static void recordsAndReadsOnce() throws Exception {
        recording = record(Recordings.HERE, "my service.jfr", "");
        ran = Repository.analysis("pins", recording.toString());
    }

    /** The cells of the table in the terminal, without its heading. */
    private static List<List<String>> table(Ran ran) {
        return ran.out().lines().filter(line -> line.startsWith("|")).skip(1)
                .map(line -> Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList()).toList();
    }

    private static List<CSVRecord> rows(Path folder) throws IOException {
        return Repository.csv(folder.resolve("pinning.csv"));
    }

    private static DoubleSummaryStatistics ms(List<CSVRecord> rows, String frame) {
        return rows.stream().filter(row -> row.get("frame").startsWith(frame))
                .mapToDouble(row -> Double.parseDouble(row.get("duration_ms"))).summaryStatistics();
    }

    @Test
    void theTableTellsTheWorstLineFirst() throws IOException {
        assertEquals(0, ran.exit(), ran.err());
        List<CSVRecord> pins = rows(temp.resolve("my service-pins"));
        List<List<String>> table = table(ran);
        assertEquals(2, table.size(), ran.out());
        List<String> worst = table.getFirst();
        List<String> other = table.getLast();
        assertTrue(worst.getFirst().startsWith(LONG) && other.getFirst().startsWith(SHORT), ran.out());
        assertEquals(List.of("1", "3"), List.of(worst.get(1), other.get(1)), ran.out());
        assertEquals(ms(pins, LONG).getSum(), Double.parseDouble(worst.get(2)), 0.1);
        assertEquals(ms(pins, SHORT).getSum(), Double.parseDouble(other.get(2)), 0.1);
        assertEquals(worst.get(2), worst.get(3), "the only one is the longest");
        assertEquals(ms(pins, SHORT).getMax(), Double.parseDouble(other.get(3)), 0.1);
        double share = 100 * ms(pins, LONG).getSum() / ms(pins, "").getSum();
        assertEquals(share, Double.parseDouble(worst.get(4)), 0.5);
        assertEquals(100 - share, Double.parseDouble(other.get(4)), 0.5);
        if (Jdks.current() >= 24) {
            assertEquals(List.of("Native or VM frame on stack", "LockSupport.park"), worst.subList(5, 7));
        }
    }

    @Test
    void aboveTheTableStandsWhatWasRecorded() {
        List<String> lines = ran.out().lines().toList();
        contains(lines.getFirst(), recording.toString(), "JDK " + System.getProperty("java.vm.version"),
                "pins of 20 ms and longer",
                "recorded from " + Instant.now().toString().substring(0, 4));
        var span = Pattern.compile(" for ([\\d.]+) s").matcher(lines.getFirst());
        assertTrue(span.find() && Double.parseDouble(span.group(1)) > 0.5, lines.getFirst());
        contains(lines.get(1), "4 pins held carriers for ", " ms in all, at 2 lines of code");
        assertEquals(temp.resolve("my service-pins/index.html").toString(), lines.getLast());
    }

    @Test
    void everyPinIsARowOfTheContract() throws IOException {
        Path folder = temp.resolve("my service-pins");
        List<String> columns = RunTable.PINNING.header().stream().filter(name -> !name.equals("block")).toList();
        assertEquals(String.join(",", columns), Files.readAllLines(folder.resolve("pinning.csv")).getFirst());
        List<CSVRecord> rows = rows(folder);
        assertEquals(4, rows.size());
        for (CSVRecord row : rows) {
            boolean isLong = row.get("frame").startsWith(LONG);
            assertTrue(isLong || row.get("frame").startsWith(SHORT), row.get("frame"));
            assertEquals("my service", row.get("cell"));
            Duration ago = Duration.between(Instant.parse(row.get("start")), Instant.now());
            assertTrue(!ago.isNegative() && ago.toMinutes() < 10, row.get("start"));
            double ms = Double.parseDouble(row.get("duration_ms"));
            assertTrue(ms > (isLong ? 450 : 20) && ms < 5000, row.toString());
            contains(row.get("stack"), row.get("frame") + " < ", " < fixtures.Pinner$Caller.call:");
            assertTrue(row.get("stack").startsWith("java.lang."), row.get("stack"));
            if (Jdks.current() >= 24) {
                assertEquals("Native or VM frame on stack", row.get("reason"));
                assertEquals("LockSupport.park", row.get("operation"));
                contains(row.get("carrier"), "ForkJoinPool-1-worker-");
            }
        }
    }

    @Test
    void thePageHasTheChartTheTableAndTheStacks() throws IOException {
        Path folder = temp.resolve("my service-pins");
        assertEquals(Set.of("index.html", "glossary.html", "pinning.csv", "plotly.js"), names(folder));
        String page = Files.readString(folder.resolve("index.html"));
        contains(page, "id=\"chart_pinning\"", "Pinned carriers by line of code", "href=\"pinning.csv\"",
                "<script src=\"plotly.js\"></script>", "prefers-color-scheme: dark", "width=device-width",
                "held carriers for",
                "<code>" + LONG, "<code>" + SHORT,
                table(ran).getFirst().get(2), "20 ms: shorter pins were not recorded");
        var worst = Pattern.compile("<details>.*?</details>", Pattern.DOTALL).matcher(page);
        assertTrue(worst.find());
        Pattern innermostFirst = Pattern
                .compile("<li>java\\.lang\\..*<li><strong>" + Pattern.quote(LONG) + "\\d+</strong></li>.*"
                        + "<li>fixtures\\.Pinner\\$Caller\\.call:", Pattern.DOTALL);
        assertTrue(innermostFirst.matcher(worst.group()).find(), worst.group());
        assertFalse(Pattern.compile("(?:src|href)\\s*=\\s*[\"']?(?:https?:)?//|@import|url\\(").matcher(page).find(),
                "needs no network");
        assertEquals(Jdks.current() < 24, page.contains("Before JDK 24"));
    }

    @Test
    void jdk21HasNoReasonAndNotEveryPin() throws Exception {
        Repository.assumeJdk21();
        Path old = record(Jdks.home(21).orElseThrow(), "old.jfr", "");
        Ran ran = Repository.analysis("pins", old.toString());
        assertEquals(0, ran.exit(), ran.err());
        contains(ran.out(), "JDK 21.", "4 pins");
        assertEquals(List.of(5, 5), table(ran).stream().map(List::size).toList(),
                "no reason, no operation: " + ran.out());
        assertTrue(table(ran).getFirst().getFirst().startsWith(LONG), ran.out());
        for (CSVRecord row : rows(temp.resolve("old-pins"))) {
            assertEquals("", row.get("reason") + row.get("operation") + row.get("carrier"));
        }
        contains(Files.readString(temp.resolve("old-pins/index.html")), "Before JDK 24 the event leaves out");
    }

    @Test
    void whatTheUserCallsOwnCodeDecides() throws Exception {
        Path out = temp.resolve("elsewhere/own");
        Ran own = Repository.analysis("pins", recording.toString(), "--out", out.toString(), "--package",
                "com.example,fixtures.Pinner$Caller");
        assertEquals(0, own.exit(), own.err());
        assertEquals(1, table(own).size(), own.out());
        assertTrue(table(own).getFirst().getFirst().startsWith("fixtures.Pinner$Caller.call:"), own.out());
        assertEquals("4", table(own).getFirst().get(1));
        assertEquals("100", table(own).getFirst().get(4));
        assertEquals(out.resolve("index.html").toString(), own.out().lines().toList().getLast());
        assertEquals(4, rows(out).size());
        assertFalse(own.out().contains("No pin has a frame"));
    }

    @Test
    void aPackageThatIsNotThereIsNamedAndNotTakenForOneThatBeginsAlike() throws Exception {
        Ran none = Repository.analysis("pins", recording.toString(), "--out", temp.resolve("none").toString(),
                "--package", "fixtures.Pin");
        assertEquals(0, none.exit(), none.err());
        contains(none.out(), "No pin has a frame in fixtures.Pin:");
        assertTrue(table(none).getFirst().getFirst().startsWith(LONG), none.out());
        // A whole line of the table is no package; it is the line.
        String line = table(none).getLast().getFirst();
        Ran one = Repository.analysis("pins", recording.toString(), "--out", temp.resolve("one").toString(),
                "--package", line);
        assertEquals(0, one.exit(), one.err());
        assertTrue(table(one).stream().anyMatch(row -> row.getFirst().equals(line)), one.out());
    }

    @Test
    void withoutAPinItSaysWhichKindsTheRecordingCanTellAndNeverThatNothingHeldACarrier() throws Exception {
        Ran ran = Repository.analysis("pins", calm().toString());
        assertEquals(0, ran.exit(), ran.err());
        List<String> lines = ran.out().lines().toList();
        assertEquals(3, lines.size(), ran.out());
        contains(lines.getFirst(), calm().toString(), "no pin of 20 ms or longer was recorded",
                "virtual threads were at work");
        contains(lines.get(1), "It can tell of waits", "native frame");
        assertEquals(Jdks.current() < 24, lines.get(1).contains("Before JDK 24"), ran.out());
        contains(lines.get(2), "It cannot tell of file I/O and blocking native calls", "shorter than 20 ms",
                "#threshold=1ms", "have not ended", "Thread.dump_to_file");
        assertFalse(ran.out().matches("(?s).*(no virtual thread|nothing|no thread|no carrier).*"), ran.out());
        assertFalse(Files.exists(temp.resolve("calm-pins")));
    }

    @Test
    void withPinsItSaysTheSame() throws IOException {
        contains(ran.out(), "It can tell of waits", "It cannot tell of file I/O and blocking native calls");
        assertFalse(ran.out().contains("Line not known") || ran.out().contains("Not whole"), ran.out());
        contains(Files.readString(temp.resolve("my service-pins/index.html")), "It can tell of waits",
                "It cannot tell of file I/O and blocking native calls");
    }

    @Test
    void aThresholdLongerThanTheRecordingCannotTell() throws Exception {
        fails("threshold of jdk.VirtualThreadPinned was 2 min", "-XX:StartFlightRecording:filename=my.jfr",
                record(Recordings.HERE, "minutes.jfr", ",jdk.VirtualThreadPinned#threshold=2m").toString());
        fails("threshold of jdk.VirtualThreadPinned was infinity", "-XX:StartFlightRecording:filename=my.jfr",
                record(Recordings.HERE, "never.jfr", ",jdk.VirtualThreadPinned#threshold=infinity").toString());
    }

    /** Recordings of programs that are not on every machine: in one of this JVM, names are changed. */
    @Test
    void aRecordingThatCannotHavePinsSaysWhoWroteIt() throws Exception {
        String event = "jdk.VirtualThreadPinned";
        String other = "jdk.VirtualThreadFrozen";
        String jvm = System.getProperty("java.vm.name");
        String version = System.getProperty("java.vm.version");
        fails("JVM without virtual threads (JDK 17", "JDK 21 or later", patched("17.jfr",
                Map.of(event, other, version, "17" + version.substring(2))));
        fails("written by async-profiler", "-XX:StartFlightRecording", patched("async.jfr",
                Map.of(event, other, "jdk.JavaMonitorWait", "profiler.LiveObject")));
        fails("does not have the event", "OpenJDK 21 or later", patched("another.jfr", Map.of(event, other)));
        for (String name : List.of("Substrate VM", "Eclipse OpenJ9 VM")) {
            fails("never writes " + event + " (" + name + ", JDK " + version, "OpenJDK 21 or later",
                    patched("native.jfr", Map.of(jvm, name + " ".repeat(jvm.length() - name.length()))));
        }
    }

    @Test
    void ofARecordingThatIsCutItTellsWhatIsWhole() throws Exception {
        byte[] whole = Files.readAllBytes(recording);
        byte[] cut = Arrays.copyOf(whole, whole.length * 3 / 2);
        System.arraycopy(whole, 0, cut, whole.length, cut.length - whole.length);
        Path first = Path.of(bytes("first.jfr", cut));
        byte[] open = whole.clone();
        open[64] = 1; // the state of a chunk that a JVM writes
        Path killed = Path.of(bytes("killed.jfr", open));
        byte[] state = whole.clone();
        state[64] = -1; // written at this moment
        for (Path file : List.of(first, killed, Path.of(bytes("state.jfr", state)))) {
            Ran ran = Repository.analysis("pins", file.toString());
            assertEquals(0, ran.exit(), ran.err());
            assertEquals(List.of("1", "3"), table(ran).stream().map(row -> row.get(1)).toList(), ran.out());
            contains(ran.out(), "Not whole: ", file.equals(first) ? "cut off or damaged: its last " : "was killed");
            fails("is not whole", file + " is not whole, ", file.toString(), "--baseline", calm().toString());
            fails("is not whole", file + " is not whole, ", calm().toString(), "--baseline", file.toString());
        }
        // Two whole ones: the second is of another JVM, with its own clock.
        byte[] two = Arrays.copyOf(Files.readAllBytes(calm()), (int) Files.size(calm()) + whole.length);
        System.arraycopy(whole, 0, two, two.length - whole.length, whole.length);
        Ran both = Repository.analysis("pins", bytes("both.jfr", two));
        assertEquals(0, both.exit(), both.err());
        assertEquals(rows(temp.resolve("my service-pins")).stream().map(row -> row.get("start")).toList(),
                rows(temp.resolve("both-pins")).stream().map(row -> row.get("start")).toList());
    }

    @Test
    void aPinWhoseLineIsNotInItsStackIsCounted() throws Exception {
        Ran shallow = Repository.analysis("pins", Recordings.ofShallow(temp.resolve("shallow.jfr"), 2).toString());
        assertEquals(0, shallow.exit(), shallow.err());
        contains(shallow.out(), "Line not known: pins with a stack that was cut (stackdepth=2)", "4 of 4",
                "-XX:FlightRecorderOptions:stackdepth=");
        contains(Files.readString(temp.resolve("shallow-pins/index.html")), "Line not known: ");
        Ran none = Repository.analysis("pins", record(Recordings.HERE, "stackless.jfr",
                ",jdk.VirtualThreadPinned#stackTrace=false").toString());
        assertEquals(0, none.exit(), none.err());
        contains(none.out(), "Line not known: pins without a stack: 4 of 4", "stackTrace=true");
        // A whole stack without a line of one's own is no fault of the recording.
        Ran foreign = Repository.analysis("pins", recording.toString(), "--out", temp.resolve("foreign").toString(),
                "--package", "com.example");
        assertFalse(foreign.out().contains("Line not known"), foreign.out());
        Ran deep = Repository.analysis("pins", recording.toString(), "--baseline",
                temp.resolve("shallow.jfr").toString());
        contains(deep.out(), "Beware: lines may look new that are not, because the baseline has pins with a stack");
    }

    /** The switch is off: no thread was pinned since none could be. */
    @Test
    void whereNoVirtualThreadWasAtWorkItCannotTell() throws Exception {
        Path platform = record(Recordings.HERE, "platform.jfr", "", "platform");
        fails("it cannot tell whether a virtual thread would be pinned", "spring.threads.virtual.enabled=true",
                platform.toString());
        fails(" are of platform threads that serve requests (http-nio-*-exec-*)", "record again", platform.toString());
        assertFalse(Files.exists(temp.resolve("platform-pins")));
    }

    @Test
    void whatCannotBeReadIsOneLineThatSaysWhatToDo() throws Exception {
        byte[] whole = Files.readAllBytes(recording);
        byte[] scratched = whole.clone();
        Arrays.fill(scratched, whole.length / 3, 2 * whole.length / 3, (byte) 77);
        // Its first part can be read to the end, pins and all; what the second begins with is broken.
        byte[] joined = Arrays.copyOf(whole, 2 * whole.length);
        System.arraycopy(whole, 0, joined, whole.length, whole.length);
        Arrays.fill(joined, whole.length + 1000, whole.length + 1500, (byte) 77);
        Path blocked = Files.writeString(temp.resolve("blocked"), "a file");
        List<Path> before = folders();
        assertAll(
                () -> fails("there is no file", "usually ends in .jfr", temp.resolve("nowhere.jfr").toString()),
                () -> fails("is a folder", "usually ends in .jfr", temp.toString()),
                () -> fails("is empty", "JFR.dump", Files.createFile(temp.resolve("empty.jfr")).toString()),
                () -> fails("is no flight recording", "Give a file that",
                        Files.writeString(temp.resolve("text.jfr"), "a text").toString()),
                () -> fails("is damaged or cut off", "Copy it again",
                        bytes("cut.jfr", Arrays.copyOf(whole, whole.length / 2))),
                () -> fails("is damaged or cut off", "Copy it again",
                        bytes("end.jfr", Arrays.copyOf(whole, whole.length - 10))),
                () -> fails("is damaged or cut off", "Copy it again", bytes("scratched.jfr", scratched)),
                () -> fails("is damaged or cut off", "Copy it again", bytes("joined.jfr", joined)),
                () -> fails("pinning was not recorded", "-XX:StartFlightRecording:filename=my.jfr",
                        record(Recordings.HERE, "off.jfr", ",jdk.VirtualThreadPinned#enabled=false").toString()),
                () -> fails("does not show whether pinning was recorded", "-XX:StartFlightRecording:filename=my.jfr",
                        record(Recordings.HERE, "bare.jfr", ",settings=none").toString()),
                () -> fails("cannot be written", "--out", recording.toString(), "--out",
                        blocked.resolve("pins").toString()),
                () -> fails("'FILE'", "--help"));
        assertEquals(before, folders(), "nothing is left behind");
    }

    @Test
    void aFileThatCannotGetItsNameIsNotLeftHalfDone() throws Exception {
        Path out = temp.resolve("occupied");
        Files.createDirectories(out.resolve("pinning.csv/somebody's"));
        fails("pinning.csv cannot be written", "--out", recording.toString(), "--out", out.toString());
        assertEquals(Set.of("pinning.csv"), names(out));
    }

    /** With these arguments the script ends with exit code 2 and one line that says why and what to do next. */
    private static void fails(String why, String next, String... arguments) throws Exception {
        Ran ran = Repository.analysis("pins", arguments);
        List<String> said = ran.err().lines().filter(line -> !line.startsWith("[jbang]")).toList();
        assertEquals(2, ran.exit(), why);
        assertEquals("", ran.out(), why);
        assertEquals(1, said.size(), ran.err());
        assertTrue(said.getFirst().startsWith("pins: "), ran.err());
        contains(said.getFirst(), why, next);
    }

    private static Path record(Path home, String name, String more, String... arguments) throws Exception {
        return Recordings.ofPinner(home, temp.resolve(name), more, arguments);
    }

    private static Path calm() throws Exception {
        Path file = temp.resolve("calm.jfr");
        return Files.exists(file) ? file : Recordings.ofCalm(file);
    }

    private static String patched(String name, Map<String, String> words) throws Exception {
        return Recordings.patched(calm(), temp.resolve(name), words).toString();
    }

    private static String bytes(String name, byte[] content) throws IOException {
        return Files.write(temp.resolve(name), content).toString();
    }

    private static List<Path> folders() throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            return files.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static Set<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        }
    }
}
