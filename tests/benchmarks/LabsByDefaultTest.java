package benchmarks;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kit.base.Numbers;
import kit.record.Verdict;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The labs on the new bench as a participant runs them, on a machine where nothing else runs. It prints a table row
 * for each run: the claims that were decided, and the row that is furthest from its rule. No run may be INVALID or a
 * SURPRISE, and the headline claim is decided. Environment variables: {@value #TIMES} has the runs of each lab (2),
 * {@value #LABS} the names of the labs, separated by commas (all), {@value #OPTIONS} further options of the labs.
 */
@Tag(Lane.BENCH)
class LabsByDefaultTest {

    private static final String TIMES = "LAB_TIMES";
    private static final String LABS = "LABS";
    private static final String OPTIONS = "LAB_OPTIONS";
    private static final int MINUTES = 20;

    @TempDir
    Path folder;

    static List<String> labs() {
        String wanted = System.getenv().getOrDefault(LABS, "");
        return Repository.labs().stream().filter(lab -> wanted.isEmpty() || List.of(wanted.split(",")).contains(lab))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("labs")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void isDecided(String lab) throws Exception {
        int times = Integer.parseInt(System.getenv().getOrDefault(TIMES, "2"));
        for (int time = 1; time <= times; time++) {
            Path data = folder.resolve(lab + time);
            var words = new ArrayList<>(List.of("labs/" + lab + ".java", "--data", data.toString()));
            Stream.of(System.getenv().getOrDefault(OPTIONS, "").split(" ")).filter(word -> !word.isEmpty())
                    .forEach(words::add);
            ProcessBuilder command = Repository.jbang(words.toArray(String[]::new));
            // As a participant runs it: with all JIT compilers.
            command.environment().remove("JAVA_TOOL_OPTIONS");
            long begun = System.nanoTime();
            Ran ran = Repository.run(command, MINUTES);
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
            tell(lab, seconds, Repository.onlyRun(data.resolve(lab), ran));
        }
    }

    private static void tell(String lab, long seconds, Path run) throws IOException {
        JsonNode json = JsonMapper.shared().readTree(Files.readString(run.resolve("run.json")));
        List<JsonNode> claims = json.path("claims").valueStream().toList();
        List<String> open = claims.stream().filter(claim -> isOpen(claim.path("verdict").asString()))
                .map(claim -> claim.path("text").asString() + ": " + Numbers.trim(claim.path("value").asDouble(), 3)
                        + " [" + Numbers.trim(claim.path("low").asDouble(), 3) + ", "
                        + Numbers.trim(claim.path("high").asDouble(), 3) + "]")
                .toList();
        List<CSVRecord> rows = Repository.csv(run.resolve("summary.csv"));
        String worst = rows.stream().filter(row -> !row.get("rule_gap_pct").isEmpty())
                .max(Comparator.comparingDouble(row -> Math.abs(Double.parseDouble(row.get("rule_gap_pct")))))
                .map(row -> row.get("cell") + " " + row.get("rule_gap_pct") + " %").orElse("");
        var findings = new TreeMap<String, Integer>();
        rows.stream().flatMap(row -> Stream.of(row.get("findings").split("[; ]+"))).filter(code -> !code.isEmpty())
                .forEach(code -> findings.merge(code, 1, Integer::sum));
        int forks = rows.stream().mapToInt(row -> Integer.parseInt(row.get("fork"))).max().orElse(0);
        String verdict = json.path("verdict").asString();
        System.out.printf("| %s | %d | %s | %d | %d of %d | %s | %s | %s |%n", lab, seconds, verdict, forks,
                claims.size() - open.size(), claims.size(), worst, findings, String.join("; ", open));
        assertNotEquals(Verdict.INVALID.name(), verdict);
        assertNotEquals(Verdict.SURPRISE.name(), verdict);
        claims.stream().filter(claim -> claim.path("headline").asBoolean()).forEach(
                claim -> assertNotEquals(Verdict.UNDECIDED.name(), claim.path("verdict").asString()));
    }

    private static boolean isOpen(String verdict) {
        return !Verdict.CONFIRMED.name().equals(verdict) && !Verdict.SKIPPED.name().equals(verdict);
    }
}
