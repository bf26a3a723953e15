package own.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import kit.Ran;
import kit.base.Finding.Code;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Variant;
import kit.service.Facts;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;
import tests.Repository;

/** External load generators that fail, made of a shell. Each leaves a row that says so, and what it printed. */
@Tag(Lane.OWN)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the load generator is a shell")
class GeneratorFaultsTest {

    private static final String CELL = "virtual-c5-f1";
    /** Without facts to be read back: most of these load generators send no request. */
    private static final Variant VARIANT = new Variant("virtual", "the JDK's server", new Light(true, 0,
            Light.Fault.NONE), 0, 0, false, List.of(), new LinkedHashMap<>(), 0, Facts.none());
    /** What ab prints of a load that it has sent, in short. */
    private static final String OF_AB = """
            This is ApacheBench, Version 2.3 <$Revision: 1 $>
            Concurrency Level:      5
            Time taken for tests:   %s seconds
            Complete requests:      %d
            Failed requests:        0
            Non-2xx responses:      %d
            Requests per second:    %s [#/sec] (mean)

            Connection Times (ms)
                          min  mean[+/-sd] median   max
            Total:         20   21   1.5     20      40

            Percentage of the requests served within a certain time (ms)
              50%%     20
              90%%     22
              99%%     30
             100%%     40 (longest request)
            """;

    @TempDir
    Path folder;

    /** A load of 5 users for a second, by a script of the shell; {@code $1} is the address, {@code $2} its result. */
    private Ran lab(String script) throws Exception {
        return lab(shell(script, "{url}", "{out}"));
    }

    private RecipeGenerator shell(String script, String... arguments) throws Exception {
        Path file = Files.writeString(folder.resolve("generator.sh"), script);
        return RecipeGenerator.typed(Stream.concat(Stream.of("bash", file.toString()), Stream.of(arguments)).toList());
    }

    private Ran lab(RecipeGenerator generator) throws Exception {
        return lab(generator, ClosedLoop.of(5, Duration.ofSeconds(1)));
    }

    private Ran lab(RecipeGenerator generator, Load load) throws Exception {
        return Ran.of(folder.resolve("data"), generator, Comparison.of("faults").load(load)
                .send(Request.get("/wait").stoppingAbove(0.05), Demand.waiting(Duration.ofMillis(20))).within(0.9)
                .to(VARIANT));
    }

    /** A script that prints what ab would, and connects, but sends nothing. */
    private static String ab(String seconds, int requests, int failed) {
        return "at=${1#http://}; at=${at%%/*}; exec 3<>/dev/tcp/${at/://}\n" + tells(seconds, requests, failed);
    }

    private static String tells(String seconds, int requests, int failed) {
        return "cat <<'END'\n" + OF_AB.formatted(seconds, requests, failed, requests / Double.parseDouble(seconds))
                + "END\nsleep 1\n";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "echo no socket left >&2; exit 7 | bash .* exit code 7; .* no socket left; .*c5-f1.generator.log.*",
            "kill -9 $$ | bash .* exit code 137\\b.*",
            "echo done | bash .* JTL, .*; .* done; .*",
            "printf metric > $2 | bash .* JTL, .*",
            "true | bash .* is empty: .*"})
    void aGeneratorThatFails(String script, String why) throws Exception {
        Ran ran = lab(script);
        CSVRecord row = ran.row(CELL);
        assertEquals("INVALID", row.get("validity"), row.get("why"));
        assertEquals(List.of(Code.EXTERNAL_FAILED.toString()), ran.codes(CELL).subList(0, 1), row.get("why"));
        assertTrue(row.get("why").matches(why), row.get("why"));
        assertEquals("0", row.get("ok"));
        assertTrue(Files.exists(ran.folder().resolve(CELL + ".generator.log")), "its output is kept");
    }

    /** Words that wrk and ab print stand before what went wrong. */
    @Test
    void aResultThatWasCutOff() throws Exception {
        Ran ran = lab("cat <<'END'\n" + OF_AB.formatted("1.0", 200, 0, "200").lines().limit(4).reduce("",
                (a, b) -> a + b + "\n") + "END\n");
        assertEquals(List.of(Code.EXTERNAL_FAILED.toString()), ran.codes(CELL).subList(0, 1), ran
                .row(CELL).get("why"));
        assertTrue(ran.row(CELL).get("why").contains("was cut off"), ran.row(CELL).get("why"));
    }

    /** EnginesTest has k6, which is real. */
    @Test
    void aConstantRateIsTold() throws Exception {
        String script = "echo \"$2 for $3 s\" > " + folder.resolve("asked") + "\n" + ab("1.0", 50, 0);
        Ran ran = lab(shell(script, "{url}", "{rate}", "{duration}"), new OpenLoop(50, Duration.ofSeconds(1)));
        assertEquals("50 for 1 s", Files.readString(folder.resolve("asked")).strip());
        CSVRecord row = ran.row("virtual-r50-f1");
        assertEquals(List.of("VALID", "50", "50.00", "50"),
                List.of(row.get("validity"), row.get("rate"), row.get("rps"), row.get("ok")), row.get("why"));
    }

    @Test
    void figuresThatAGeneratorDoesNotTellStayEmpty() throws Exception {
        Ran ran = lab(ab("1.0", 240, 0));
        CSVRecord row = ran.row(CELL);
        assertEquals("VALID", row.get("validity"), row.get("why"));
        for (String told : List.of("generator bash", "ok 240", "errors 0", "duration_s 1.000", "rps 240.00",
                "mean_ms 21.000", "sd_ms 1.500", "p50_ms 20.000", "p90_ms 22.000", "max_ms 40.000")) {
            String[] words = told.split(" ");
            assertEquals(words[1], row.get(words[0]), words[0]);
        }
        for (String column : List.of("p95_ms", "p99_ms", "send_delay_p99_ms", "generator_busy_pct",
                "hiccup_generator_p99_ms")) {
            assertEquals("", row.get(column), column);
        }
        assertFalse(row.get("service_cpu_s").isEmpty(), row.toString());
        assertTrue(Repository.number(row, "heap_peak_mb") > 0);
        assertTrue(ran.codes(CELL).contains(Code.EXTERNAL_UNCHECKED.toString()), row.get("why"));
        assertEquals(List.of("50.000000", "90.000000"), ran.rows("latency.csv", CELL).stream().limit(2)
                .map(one -> one.get("percentile")).toList());
        assertTrue(ran.rows("timeline.csv", CELL).isEmpty(), "no second is told");
    }

    /** The load generator says that it measured for 30 s, and was there for one. */
    @Test
    void aWindowThatIsAnotherIsNamed() throws Exception {
        Ran ran = lab(ab("30.0", 7200, 0));
        assertTrue(ran.codes(CELL).contains(Code.EXTERNAL_WINDOW.toString()), ran.row(CELL).get("why"));
        assertTrue(Repository.number(ran.row(CELL), "rps") == 240, ran.row(CELL).get("why"));
    }

    /** Its figures are of another service, or of none. */
    @Test
    void aLoadThatNeverCameIsNoResult() throws Exception {
        Ran ran = lab(tells("1.0", 240, 0));
        assertEquals(List.of(Code.EXTERNAL_FAILED.toString()), ran.codes(CELL).subList(0, 1), ran.row(CELL).get("why"));
        assertTrue(ran.row(CELL).get("why").contains(" http://127.0.0.1:"), ran.row(CELL).get("why"));
    }

    /** 5 users who are answered within 21 ms have 238 requests/s, not half of it. */
    @Test
    void figuresThatContradictEachOtherAreNoticed() throws Exception {
        Ran ran = lab(ab("1.0", 120, 0));
        assertTrue(ran.codes(CELL).contains(Code.LITTLES_LAW.toString()), ran.row(CELL).get("why"));
    }

    @Test
    void tooManyRequestsThatFail() throws Exception {
        Ran ran = lab(ab("1.0", 200, 20));
        assertEquals(List.of(Code.TOO_MANY_FAILED.toString()), ran.codes(CELL).subList(0, 1), ran
                .row(CELL).get("why"));
        assertTrue(ran.row(CELL).get("why").matches(".*\\b20 of 200 .* 5 % .*failed=20.*"), ran.row(CELL).get("why"));
        assertEquals("", ran.row(CELL).get("rps"), "it does not count");
    }
}
