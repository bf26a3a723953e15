package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;
import tests.Certain;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real run of a lab, with {@code --quick} and with the cells that a test asks about. What must hold of each run under
 * any load is asserted here, at once: a lab's own test class then holds what only that lab has.
 */
final class LabRun {

    private static final Map<String, Integer> EXITS = Map.of("CONFIRMED", 0, "SKIPPED", 0, "UNDECIDED", 3, "SURPRISE",
            1, "INVALID", 2);

    /**
     * Findings that no load on the machine excuses, see data/README.md; the other codes are of clocks and of
     * throughput.
     */
    private static final Set<String> FAULTS = Set.of("boot-failed", "no-contact", "cell-died", "cell-failed",
            "out-of-memory", "hung", "interrupted", "database-gone", "recording-unreadable", "facts-differ",
            "requests-differ", "rows-lost", "rows-uncounted", "rows-unexpected", "not-drained", "schema-left",
            "no-success");

    /**
     * How far a figure of a small run may lie outside of what is claimed. A planted fault makes a factor of two, see
     * {@link MutationTest}: it lies outside of this, too.
     */
    private static final double SMALL_RUN = 0.35;
    private static final Set<String> ERRORS = Set.of("requests-failed", "no-success", "stalled");

    final Path folder;
    final Ran said;
    final JsonNode json;
    private final Map<String, CSVRecord> rows;
    private final List<String> tolerated;
    private final Set<String> toleratedFindings;

    static LabOrder of(String lab) {
        return new LabOrder(lab);
    }

    LabRun(LabOrder order, Path folder, Ran said) throws IOException {
        this.folder = folder;
        this.said = said;
        this.json = new JsonMapper().readTree(folder.resolve("run.json"));
        this.tolerated = order.failing();
        this.toleratedFindings = order.findings();
        this.rows = Repository.csv(folder.resolve("summary.csv")).stream().collect(Collectors.toMap(
                row -> row.get("cell").replaceFirst("-f1(?=$|~)", ""), row -> row, (a, b) -> a, TreeMap::new));
        assertEquals(EXITS.get(verdict()), said.exit(), () -> "exit code of " + verdict() + where());
        assertTrue(json.get("complete").asBoolean(), () -> "not complete" + where());
        said.said(order.lab());
        assertEquals(order.rowsAskedFor(), mainRows().map(LabRun::name)
                .collect(Collectors.toCollection(TreeSet::new)), where());
        for (CSVRecord row : rows.values()) {
            if (!validity(row).equals("SKIPPED")) {
                checkRow(row);
            }
        }
        checkPins();
    }

    static String validity(CSVRecord row) {
        return row.get("validity");
    }

    // ---- what must hold of every row ----

    private void checkRow(CSVRecord row) throws IOException {
        boolean fails = tolerated.stream().anyMatch(name(row)::startsWith);
        assertEquals(findings(row), told(row), where(row));
        assertEquals(Set.of(), findings(row).stream().filter(FAULTS::contains)
                .filter(code -> !toleratedFindings.contains(code))
                .collect(Collectors.toSet()), where(row));
        // A service that stops in the warm-up answers nothing afterwards.
        assertTrue(number(row, "ok") > 0 || fails && findings(row).contains("stalled"), where(row));
        checkBlocks(row);
        if (!fails) {
            assertEquals("0", row.get("errors"), where(row));
            assertTrue(findings(row).stream().noneMatch(ERRORS::contains), where(row));
        }
        if (row.get("load").equals("closed") || row.get("load").equals("burst")) {
            assertEquals(String.valueOf((long) number(row, "ok") + givenUp(row)), latencies(row),
                    "each request that succeeded has a latency, and each that was given up its time-out" + where(row));
        }
        if (!row.get("cell").contains("~") && stores()) {
            checkStored(row);
        }
    }

    /** What run.json tells of a row, in its list for all. */
    private List<String> told(CSVRecord row) {
        return json.get("findings").valueStream()
                .filter(one -> one.get("cell").asString("").equals(row.get("cell")))
                .map(one -> one.get("code").asString()).toList();
    }

    /** Its figures are those of the blocks that count. That the server counted as many, the lab itself looks at. */
    private void checkBlocks(CSVRecord row) throws IOException {
        List<CSVRecord> blocks = Repository.csv(folder.resolve("blocks.csv")).stream()
                .filter(block -> block.get("cell").equals(row.get("cell")) && block.get("counts").equals("yes"))
                .toList();
        assertEquals(row.get("blocks"), String.valueOf(blocks.size()), where(row));
        assertEquals(number(row, "requests"), blocks.stream().mapToDouble(block -> number(block, "requests")).sum(),
                where(row));
        assertTrue(blocks.stream().allMatch(block -> block.get("warmup").equals("no")), where(row));
    }

    private boolean stores() {
        return !json.get("database").isNull();
    }

    private void checkStored(CSVRecord row) {
        assertTrue(number(row, "accepted_rows") >= number(row, "ok"), where(row));
        if (!toleratedFindings.contains("rows-lost")) {
            assertEquals(row.get("accepted_rows"), row.get("table_rows"), where(row));
            assertEquals("0", row.get("lost_rows"), where(row));
        }
        assertFalse(row.get("database_cpu_s").isEmpty(), where(row));
    }

    private String latencies(CSVRecord row) throws IOException {
        return Repository.csv(folder.resolve("latency.csv")).stream().filter(l -> l.get("cell").equals(row.get("cell")))
                .map(l -> l.get("count")).reduce((a, b) -> b).orElse("none");
    }

    private void checkPins() throws IOException {
        Map<String, Long> pins = Repository.csv(folder.resolve("pinning.csv")).stream()
                .collect(Collectors.groupingBy(pin -> pin.get("cell"), Collectors.counting()));
        mainRows().filter(row -> !row.get("pinned").isEmpty())
                .forEach(row -> assertEquals(pins.getOrDefault(row.get("cell"), 0L), Long.valueOf(row.get("pinned")),
                        where(row)));
    }

    // ---- for the tests ----

    /** The verdict of the run. */
    String verdict() {
        return json.get("verdict").asString();
    }

    /** The row of a cell, by its name without the fork; with the JDK where the run has several: {@code x-c20-jdk21}. */
    CSVRecord row(String name) {
        Certain.holds(() -> assertTrue(rows.containsKey(name), () -> "no row " + name + " in " + rows.keySet()
                + where()));
        return rows.get(name);
    }

    /** Of cells, without the rows of their stages and probes. */
    Stream<CSVRecord> mainRows() {
        return rows.values().stream().filter(row -> !row.get("cell").contains("~"));
    }

    /** Whether this cell was measured, and not skipped because this machine lacks something. */
    boolean isMeasured(String name) {
        return !validity(row(name)).equals("SKIPPED");
    }

    double value(String name, String column) {
        return number(row(name), column);
    }

    static List<String> findings(CSVRecord row) {
        return Arrays.stream(row.get("findings").split(";")).filter(code -> !code.isEmpty()).toList();
    }

    /** A fact read back from a cell's service; null where it did not tell it. */
    String fact(String name, String fact) {
        JsonNode value = json.get("cells").get(row(name).get("cell")).get("found").get(fact);
        return value == null ? null : value.asString();
    }

    /** The rows of another file of the run that are about this cell. Only of pins there may be none. */
    List<CSVRecord> of(String name, String file) throws IOException {
        List<CSVRecord> lines = Repository.csv(folder.resolve(file)).stream()
                .filter(line -> line.get("cell").equals(row(name).get("cell"))).toList();
        Certain.holds(() -> assertTrue(file.equals("pinning.csv") || !lines.isEmpty(), () -> "no row of " + name
                + " in " + file + where()));
        return lines;
    }

    /** What the JVM of a variant printed. */
    String log(String name) throws IOException {
        return Files.readString(folder.resolve(name + "-f1.log"));
    }

    /** Its page. Unlike at a terminal, a table is as wide as its texts. */
    String page() throws IOException {
        return Files.readString(folder.resolve("notebook.md"));
    }

    private static long givenUp(CSVRecord row) {
        return Pattern.compile("\\btimeout=(\\d+)").matcher(row.get("error_kinds")).results()
                .mapToLong(kind -> Long.parseLong(kind.group(1))).sum();
    }

    /** The one claim that was judged whose text is this, or else contains it. */
    JsonNode claim(String part) {
        List<JsonNode> judged = judgedClaims();
        List<JsonNode> same = judged.stream().filter(c -> c.get("text").asString().equals(part)).toList();
        List<JsonNode> found = !same.isEmpty() ? same
                : judged.stream().filter(c -> c.get("text").asString().contains(part)).toList();
        Certain.holds(() -> assertEquals(1, found.size(), () -> "claims that say '" + part + "' in " + json
                .get("claims").valueStream().map(c -> c.get("text").asString() + " " + c.get("verdict").asString())
                .toList() + where()));
        return found.getFirst();
    }

    /** What was claimed of the cells that were measured held. For tests that are {@code @Measures}. */
    void isConfirmed() {
        assertEquals("CONFIRMED", verdict(), () -> "not CONFIRMED: " + json.get("claims").valueStream()
                .filter(c -> !Set.of("CONFIRMED", "SKIPPED").contains(c.get("verdict").asString())).map(LabRun::judged)
                .toList() + rowsInWords() + where());
    }

    /**
     * That what was claimed holds by and large: no figure is further than {@link #SMALL_RUN} outside of what its claim
     * allows, and none is INVALID. A short run on a machine that has other work to do can show no more. For tests that
     * are {@code @Measures}.
     *
     * @param parts of the texts of claims; none for all that were judged, and then no measurement may be spoilt
     */
    void holdsByAndLarge(String... parts) {
        if (parts.length == 0) {
            isValid();
        }
        List<JsonNode> some = parts.length > 0 ? Stream.of(parts).map(this::claim).toList() : judgedClaims();
        Certain.holds(() -> assertFalse(some.isEmpty(), () -> "nothing was judged" + where()));
        List<String> wrong = some.stream().filter(claim -> !holdsByAndLarge(claim)).map(LabRun::judged).toList();
        assertEquals(List.of(), wrong, () -> rowsInWords() + where());
    }

    private static boolean holdsByAndLarge(JsonNode claim) {
        JsonNode value = claim.get("value");
        JsonNode least = claim.get("least");
        JsonNode most = claim.get("most");
        return !claim.get("verdict").asString().equals("INVALID") && !value.isNull()
                && (least.isNull() || value.asDouble() >= least.asDouble() * (1 - SMALL_RUN))
                && (most.isNull() || value.asDouble() <= most.asDouble() * (1 + SMALL_RUN));
    }

    private List<JsonNode> judgedClaims() {
        return json.get("claims").valueStream().filter(c -> !c.get("verdict").asString().equals("SKIPPED")).toList();
    }

    private String rowsInWords() {
        return mainRows().map(row -> "\n" + row.get("cell") + ": " + validity(row) + " " + row.get("why"))
                .collect(Collectors.joining());
    }

    /** No measurement of it was spoilt. For tests that are {@code @Measures}. */
    void isValid() {
        assertEquals(List.of(), rows.values().stream().filter(row -> validity(row).equals("INVALID"))
                .map(row -> name(row) + ": " + row.get("findings") + " " + row.get("why")).toList(), this::where);
        endsValid();
    }

    /**
     * Nothing that it claims is INVALID; a probe that nothing is claimed of may be. For tests that are
     * {@code @Measures}.
     */
    void endsValid() {
        assertNotEquals("INVALID", verdict(), this::where);
    }

    /**
     * That the faults of a planted run turned this claim red: its figure is outside of what is claimed, by about as
     * much as was planted or, on a machine that has other work to do, by more. For tests that are {@code @Measures}:
     * where a measurement was spoilt, nothing is shown.
     *
     * @param value what the fault should make of the figure
     * @param share by which it may do less
     */
    void isRed(String part, double value, double share) {
        JsonNode claim = claim(part);
        assertTrue(Set.of("SURPRISE", "UNDECIDED").contains(claim.get("verdict").asString()),
                () -> judged(claim) + where());
        double seen = claim.get("value").asDouble();
        JsonNode least = claim.get("least");
        boolean tooLittle = !least.isNull() && value < least.asDouble();
        assertTrue(tooLittle ? seen < least.asDouble() && seen <= value * (1 + share)
                : seen > claim.get("most").asDouble() && seen >= value * (1 - share),
                () -> value + " expected, " + judged(claim) + where());
    }

    /** That a row cannot be believed, for this reason among others. */
    void isInvalid(String cell, String finding) {
        Certain.holds(() -> {
            assertEquals("INVALID", validity(row(cell)), where(row(cell)));
            assertTrue(findings(row(cell)).contains(finding), where(row(cell)));
        });
    }

    void isNotConfirmed(String part) {
        Certain.holds(() -> assertNotEquals("CONFIRMED", claim(part).get("verdict").asString(), () -> judged(
                claim(part)) + where()));
    }

    private static String judged(JsonNode claim) {
        return Stream.of("text", "jdk", "verdict", "why").map(field -> claim.get(field).asString())
                .collect(Collectors.joining(" | "));
    }

    String where() {
        return "; the run is in " + folder + (said.err().isEmpty() ? "" : ", and the lab said: " + said.err());
    }

    String where(CSVRecord row) {
        return ": " + row.toMap() + "; the run is in " + folder;
    }

    static String name(CSVRecord row) {
        return row.get("cell").replaceFirst("-f1(?=$|~)", "");
    }

    static List<String> strings(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
