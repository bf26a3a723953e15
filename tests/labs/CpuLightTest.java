package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import kit.machine.Jdks;
import kit.service.Facts;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;
import tests.Repository;

/** The first lab with more users than the pool has threads, the way a user goes: from the command to the page. */
@Tag(Lane.LABS)
class CpuLightTest {

    private static final String PLATFORM = "platform-c100";
    private static final String VIRTUAL = "virtual-c100";
    private static final String SIZED = "platform-sized-c100";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        run = LabRun.of("cpu-light").cells(PLATFORM, VIRTUAL, SIZED).run(data);
    }

    @Test
    @Measures
    void virtualThreadsServeTwiceAsManyAndSoDoesALargerPool() {
        run.holdsByAndLarge();
    }

    /** One claim each of cells that were measured, and none of 50 users. */
    @Test
    void itsClaimsAreThoseOfTheCellsThatWereAskedFor() {
        assertEquals(
                List.of("100 users, throughput: virtual / platform is 0.95 to 1.05 times the rule's ratio",
                        "100 users, throughput: platform-sized / virtual is 0.95 to 1.05",
                        "platform, c=100: throughput / rule is 0.97 to 1.03",
                        "virtual, c=100: throughput / rule is 0.97 to 1.03",
                        "platform-sized, c=100: throughput / rule is 0.97 to 1.03"),
                run.json.get("claims").valueStream().map(claim -> claim.get("text").asString()).toList());
    }

    @Test
    void theRuleAndWhatWasPublishedStandBesideEachRow() {
        Map.of(PLATFORM, List.of("pool", "117.14"), VIRTUAL, List.of("users", "212.74"), SIZED, List.of("users", ""))
                .forEach((cell, of) -> {
                    CSVRecord row = run.row(cell);
                    assertEquals(of, List.of(row.get("bound"), row.get("published_rps")), run.where(row));
                });
    }

    /** By the timer of this machine, which is never early. */
    @Test
    @Measures
    void theRuleIsThatOfLittle() {
        Map.of(PLATFORM, 125, VIRTUAL, 250, SIZED, 250).forEach((cell, rps) -> {
            double rule = run.value(cell, "rule_rps");
            assertTrue(rule > 0.9 * rps && rule <= rps, run.where(run.row(cell)));
            assertEquals(100, rule * run.value(cell, "rule_ms") / 1000, 1, "Little's law" + run.where(run.row(cell)));
        });
    }

    @Test
    void eachVariantServesOnTheThreadsThatItIsNamedAfter() {
        Map.of(PLATFORM, List.of("platform", "50"), VIRTUAL, List.of("virtual", "unbounded"), SIZED,
                List.of("platform", "100"))
                .forEach((cell, of) -> {
                    assertEquals(of, List.of(run.fact(cell, "request.thread"), run.fact(cell, "tomcat.threads.max")),
                            cell);
                    assertEquals(cell.equals(VIRTUAL), Integer.parseInt(run.fact(cell, "carriers.seen")) > 0, cell);
                    assertEquals("own-scheduler", run.row(cell).get("generator"), cell);
                    assertEquals("true", run.fact(cell, Facts.FLAG + Jdks.C1_ONLY), "these tests need no C2");
                });
    }

    @Test
    void noAnswerComesBeforeBothWaitsAreOver() throws Exception {
        for (String cell : List.of(PLATFORM, VIRTUAL, SIZED)) {
            double least = run.of(cell, "latency.csv").stream().mapToDouble(line -> number(line, "ms")).min()
                    .orElseThrow();
            assertTrue(least >= 400, least + run.where(run.row(cell)));
            assertTrue(run.value(cell, "ok") >= 100,
                    "two blocks, in each at least one of each thread" + run.where(run.row(cell)));
        }
    }

    @Test
    void aRunHasAllItsFiles() throws Exception {
        for (String field : List.of("machine", "versions", "jdk", "git", "command", "options", "title", "question",
                "rule", "bench")) {
            assertTrue(run.json.has(field), field + " in run.json" + run.where());
        }
        assertTrue(run.json.get("versions").has("spring-boot"), run.json.toString());
        assertEquals(Files.exists(Repository.root().resolve(".git")), run.json.get("git").isString(),
                "the revision of the checkout: " + run.json.get("git"));
        assertEquals(Runtime.getRuntime().availableProcessors(), run.json.get("machine").get("cpus").asInt());
        String notebook = Files.readString(run.folder.resolve("notebook.md"));
        int at = -1;
        for (String part : List.of("# 1 cpu-light: ", "\n## The code\n", "\n## The rule\n", "\n<!-- charts -->\n",
                "\n## What happened\n", "| platform, c=100 ", "\n## Claims\n", "\n## Published, rule, measured\n",
                "\nPublished in ", "\n## The rule on this machine\n", "\n## Try it\n")) {
            int found = notebook.indexOf(part, at + 1);
            assertTrue(found > at, part + " is missing in notebook.md, or not in its place" + run.where());
            at = found;
        }
        for (String file : List.of("latency.csv", "timeline.csv", "blocks.csv", "capacity.csv", "pinning.csv",
                "measurement.json.gz", VIRTUAL + "-f1.hlog", "virtual-f1.jfr", "virtual-f1.log")) {
            assertTrue(Files.size(run.folder.resolve(file)) > 0, file + " is empty" + run.where());
        }
    }

    @Test
    void theRunBecomesAPageWithItsNumbers() throws Exception {
        Repository.Ran plot = Repository.analysis("plot", data.toString());
        assertEquals(0, plot.exit(), plot.err());
        assertEquals("", plot.err(), "nothing to complain of");
        String page = Files.readString(data.resolve("charts/cpu-light.html"));
        // The table has one decimal, of a figure that has more than the CSV's two.
        List<Double> numbers = Pattern.compile(">(\\d+(?:\\.\\d)?)<").matcher(page).results()
                .map(m -> Double.valueOf(m.group(1))).toList();
        run.mainRows()
                .forEach(row -> assertTrue(numbers.stream().anyMatch(n -> Math.abs(n - number(row, "rps")) < 0.06),
                        row.get("rps") + " of " + row.get("cell") + " is not on the page" + run.where()));
        assertTrue(page.contains("Comparing Spring Boot running with and without virtual threads"),
                "who published the figures" + run.where());
        assertTrue(page.contains(">" + run.verdict() + "<"), "the verdict is not on the page" + run.where());
        assertTrue(Files.size(data.resolve("charts/plotly.js")) > 1_000_000);
    }
}
