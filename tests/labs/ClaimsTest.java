package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Ideal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import old.page.LabCommand;
import old.run.RunFolder;
import kit.postgres.PostgresProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tests.Lane;
import tests.Repository;
import tests.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every claim of every lab and all of its cells turns red where cells are worse. A claim that cannot turn red claims
 * nothing. Those about throughput hold where each cell does what its rule says, and turn red where virtual threads have
 * half of that, unless their range is as wide. Nothing is measured here, see {@link
 * Ideal}; that a fault of a real service turns a claim red is what {@link MutationTest} and {@link ClockMutationTest}
 * show.
 */
@Tag(Lane.SERVICES)
class ClaimsTest {

    /** What the reason of a claim begins with where it is about a figure that the rule gives. */
    private static final List<String> OF_THE_RULE = List.of("throughput ", "longest response time ");
    /** The same of one that is about failures. */
    private static final List<String> OF_FAILURES = List.of("failed requests ", "rows lost ", "seconds without ");

    /** The claims of all labs and all of their cells. */
    private static final Set<String> CLAIMS = ConcurrentHashMap.newKeySet();

    /** For the labs that store rows: one server for all of them. */
    private static PostgresProcess server;

    @TempDir
    static Path machine;

    private static Script.Pages pages;

    @TempDir
    Path data;

    @BeforeAll
    static void starts() throws IOException {
        LabCommand.quietLoggers();
        server = PostgresProcess.start();
        pages = Script.pages(Ideal.in(machine), labs().toList());
    }

    @AfterAll
    static void ends() throws Exception {
        pages.close();
        server.close();
        // The pages that declare what is measured: tests of kit.page turn their claims red.
        for (String lab : all().filter(Script::declares).toList()) {
            Repository.Ran ran = Script.of("labs/" + lab + ".java").labHere("--outline",
                    leavesOutCells(lab) ? "--all-cells" : "--verbose");
            assertEquals(0, ran.exit(), ran.err());
            CLAIMS.addAll(new JsonMapper().readTree(ran.out()).get("claims").valueStream().map(JsonNode::asString)
                    .toList());
        }
        // The table of what was published names claims, with dots for a part that it leaves out.
        List<String> named = Pattern.compile("claims? \"([^\"]+)\"(?: and \"([^\"]+)\")?")
                .matcher(Repository.read("data/published/README.md"))
                .results().flatMap(match -> Stream.of(match.group(1), match.group(2))).filter(Objects::nonNull)
                .toList();
        assertFalse(named.isEmpty(), "data/published/README.md names claims");
        named.forEach(one -> assertTrue(CLAIMS.stream().anyMatch(matching(one)),
                "no lab claims '" + one + "', which data/published/README.md names"));
    }

    private static Predicate<String> matching(String named) {
        return Pattern.compile(Arrays.stream(named.split("\\.\\.\\.", -1)).map(Pattern::quote)
                .collect(Collectors.joining(".*"))).asPredicate();
    }

    static Stream<String> labs() throws IOException {
        return all().filter(name -> !Script.declares(name));
    }

    private static Stream<String> all() throws IOException {
        try (var files = Files.list(Repository.root().resolve("labs"))) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".java"))
                    .map(name -> name.replace(".java", "")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("labs")
    void everyClaimTurnsRedAndThoseAboutThroughputHoldByTheRule(String lab) throws Exception {
        List<String> all = leavesOutCells(lab) ? List.of("--all-cells") : List.of();
        JsonNode first = run(lab, "rule", place -> Ideal.depart(place, Map.of()), all);
        published(lab).forEach((at, figure) -> assertEquals(figure, first.get("published").at(at).asString(""), at));
        assertEquals(Repository.read("labs/" + lab + ".java").contains(" published(\""),
                first.get("published_file").asString().matches("e\\d.csv"), "the file that they are from");
        Map<String, JsonNode> ideal = claims(first);
        CLAIMS.addAll(ideal.keySet());
        var throughput = new TreeSet<String>();
        ideal.forEach((text, claim) -> {
            if (OF_THE_RULE.stream().anyMatch(claim.path("why").asString()::startsWith)) {
                assertEquals("CONFIRMED", claim.path("verdict").asString(), text + ": " + claim);
                throughput.add(text);
            }
        });
        JsonNode sample = sample(lab);
        // A sample of an earlier format has the claims of its time.
        if (sample.path("format").asInt(0) == RunFolder.FORMAT) {
            Set<String> missing = texts(outline(lab));
            missing.removeAll(texts(sample));
            assertEquals(Set.of(), missing, "title, questions and claims of the page that are not in its sample");
        }
        assertFalse(throughput.isEmpty(), "claims about throughput: " + throughput);
        Map<String, JsonNode> halved = claims(run(lab, "half", place -> Ideal.depart(place, half(cells(first))), all));
        Set<String> mustTurn = throughput.stream().filter(text -> isNarrow(ideal.get(text)) && Math.abs(
                halved.get(text).get("value").asDouble() / ideal.get(text).get("value").asDouble() - 1) > 0.1)
                .collect(Collectors.toCollection(TreeSet::new));
        assertFalse(mustTurn.isEmpty(), "claims that half the throughput must turn red");
        mustTurn.forEach(text -> assertTrue(isRed(halved.get(text)), text + ": " + halved.get(text)));
        Map<String, JsonNode> last = halved;
        var left = new TreeSet<>(ideal.keySet());
        left.removeIf(text -> isRed(halved.get(text)) || isNotPlanned(halved.get(text)));
        for (Worsening worse : worsenings(cells(first))) {
            if (left.isEmpty()) {
                break;
            }
            Map<String, JsonNode> before = last;
            assertTrue(!worse.fails() || Collections.disjoint(left, throughput),
                    () -> "claims about throughput that hold whatever is measured: " + left + " " + before);
            Map<String, JsonNode> claims = claims(run(lab, worse.name(), worse.plan(), all));
            left.removeIf(text -> isRed(claims.get(text))
                    || worse.fails() && isInvalid(before.get(text), claims.get(text)));
            last = claims;
        }
        Map<String, JsonNode> told = last;
        assertEquals(List.of(), left.stream().map(told::get).toList(), "claims that hold whatever is measured");
    }

    /** @param fails whether services also stop answering, and lose rows */
    private record Worsening(String name, Plan plan, boolean fails) {}

    /** The next one is for claims that hold in those before. */
    private static List<Worsening> worsenings(List<String> cells) {
        // Each cell departs from its rule, and any two from each other, by a factor of four or more.
        Map<String, Double> fall = factors(cells);
        Map<String, Double> rise = factors(cells.reversed());
        // Of many cells, the slowest ones all have the longest time that a histogram holds.
        Map<String, Double> turns = inTurn(cells);
        return List.of(new Worsening("falling", place -> Ideal.worsen(place, fall), false),
                new Worsening("rising", place -> Ideal.worsen(place, rise), false),
                new Worsening("failing", place -> Ideal.fail(place, fall), true),
                new Worsening("in-turn", place -> Ideal.worsen(place, turns), false));
    }

    /** A service that fails may make its cells INVALID, and what is claimed of failures with them. */
    private static boolean isInvalid(JsonNode before, JsonNode failing) {
        return OF_FAILURES.stream().anyMatch(before.path("why").asString()::startsWith)
                && failing.path("verdict").asString().equals("INVALID");
    }

    /** What this machine cannot measure. */
    private static boolean isNotPlanned(JsonNode claim) {
        return claim.path("verdict").asString().equals("SKIPPED");
    }

    /** Figures that were published of cells which a default run leaves out, by their place in run.json. */
    private static Map<String, String> published(String lab) {
        return switch (lab) {
        default -> Map.of();
        };
    }

    private static boolean stores(String lab) {
        return Repository.read("labs/" + lab + ".java").contains(" database(");
    }

    /** Whether it has cells that a default run leaves out. */
    private static boolean leavesOutCells(String lab) {
        return Repository.read("labs/" + lab + ".java").contains("`--all-cells`");
    }

    private static boolean isRed(JsonNode claim) {
        return claim.path("verdict").asString().equals("SURPRISE");
    }

    /** Whether half of a figure that is claimed, and twice of it, is outside of the claim. */
    private static boolean isNarrow(JsonNode claim) {
        return claim.get("most").asDouble() < 2 * claim.get("least").asDouble();
    }

    /** Half the throughput where requests have threads other than platform threads: on either side of a ratio. */
    private static Map<String, Double> half(List<String> cells) {
        return cells.stream().filter(cell -> !cell.startsWith("platform") && !cell.startsWith("node"))
                .collect(Collectors.toMap(cell -> cell, cell -> 0.5));
    }

    private static Map<String, Double> factors(List<String> cells) {
        var factors = new TreeMap<String, Double>();
        for (String cell : cells) {
            factors.put(cell, Math.pow(0.25, factors.size() + 1));
        }
        return factors;
    }

    /** Every other cell is slower than those beside it. */
    private static Map<String, Double> inTurn(List<String> cells) {
        var factors = new TreeMap<String, Double>();
        cells.forEach(cell -> factors.put(cell, factors.size() % 2 == 0 ? 0.25 : 0.0625));
        return factors;
    }

    /** Of the ideal run, without JDKs and forks. */
    private static List<String> cells(JsonNode run) {
        return run.get("cells").propertyNames().stream()
                .map(name -> name.replaceFirst("(-jdk\\d+)?-f\\d+$", "")).distinct().toList();
    }

    /** Of the lab as it is by default: the sample is of such a run. */
    private static JsonNode outline(String lab) throws Exception {
        return new JsonMapper().readTree(pages.run(lab, List.of("--outline")).out());
    }

    /** Title, questions and claims of a run or of an outline. Numbers may be those of the machine. */
    private static Set<String> texts(JsonNode run) {
        Stream<JsonNode> texts = Stream.of(Stream.of(run.get("title"), run.get("question")),
                run.get("predictions").valueStream().map(prediction -> prediction.get("question")),
                run.get("claims").valueStream().map(claim -> claim.isString() ? claim : claim.get("text")))
                .flatMap(all -> all);
        return texts.map(text -> Repository.withoutNumbers(text.asString()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static JsonNode sample(String lab) throws IOException {
        Path sample = Repository.onlyRun(Repository.root().resolve("data/sample").resolve(lab));
        return new JsonMapper().readTree(sample.resolve("run.json"));
    }

    /** The claims of a run, by their texts, and by JDKs where there are several. */
    private static Map<String, JsonNode> claims(JsonNode run) {
        var claims = new TreeMap<String, JsonNode>();
        run.get("claims").forEach(claim -> claims
                .put(claim.get("text").asString() + " (JDK " + claim.get("jdk").asInt() + ")", claim));
        return claims;
    }

    /** What departs from its rule, written into the folder of {@link Ideal}. */
    private interface Plan {
        void make(Path machine) throws IOException;
    }

    /** What a run writes into run.json. */
    private JsonNode run(String lab, String name, Plan plan, List<String> more) throws Exception {
        Path place = Files.createDirectory(data.resolve(name));
        plan.make(machine);
        var options = new ArrayList<>(List.of("--data", place.toString()));
        options.addAll(more);
        if (stores(lab)) {
            options.addAll(List.of("--jdbc-url", server.address().url()));
        }
        Repository.Ran ran = pages.run(lab, options);
        JsonNode json = new JsonMapper().readTree(Repository.onlyRun(place.resolve(lab), ran).resolve("run.json"));
        assertTrue(json.get("complete").asBoolean(), ran.out() + ran.err());
        return json;
    }
}
