package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.ClosedLoop;
import kit.plan.LabPlan;
import kit.plan.OpenLoop;
import kit.plan.Quantity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParameterException;
import tests.Lane;

/** A page declares, and its notebook has prose and declarations in the order of the source. */
@Tag(Lane.UNIT)
class PlannedPageTest {

    private static Page little(String... words) {
        return new LittlePage(Options.of("little", words));
    }

    private static List<String> cells(String... words) {
        return little(words).plan().cells().stream().map(Cell::name).toList();
    }

    @Test
    void aPageDeclaresAPlan() {
        LabPlan plan = little().plan();
        assertEquals("1 Does a page tell what stands in its source?", plan.number() + " " + plan.question());
        assertEquals(List.of("virtual-c2", "platform-c2", "virtual-c4", "platform-c4"),
                plan.cells().stream().map(Cell::name).toList());
        assertEquals(List.of("virtual, c=2: throughput / rule is 0.97 to 1.03",
                "platform, c=2: throughput / rule is 0.97 to 1.03",
                "2 users, throughput: virtual / platform is 0.95 to 1.05",
                "4 users, throughput: virtual / platform is 0.95 to 1.05 times the rule's ratio",
                "virtual, c=4: throughput / rule is 0.97 to 1.03"), plan.claims().stream().map(Claim::text).toList());
        assertEquals(3, plan.headline());
        assertEquals(List.of(1, 1, 1, 2, 2), plan.claims().stream().map(Claim::part).toList());
        assertEquals("are there 2 users?", plan.claims().get(2).hint());
        assertEquals(List.of("How many times as many for 2 users?", "Which is faster with 4 users?"),
                plan.guesses().stream().map(guess -> guess.question()).toList());
        assertEquals(List.of("count 2"), plan.guesses().getFirst().hints());
        assertEquals(List.of("a: platform", "b: neither", "c: virtual"), Question.choices(plan.guesses().getLast()));
    }

    @Test
    void proseAndCodeComeInTheirOrder() {
        MadePage run = MadePage.of(little(), 1, Map.of()).guessing("1.2", "c: virtual");
        String told = run.inNotebook().replaceAll("\\s+", " ");
        int at = 0;
        for (String part : List.of("# 1 little: Does a page tell what stands in its source?",
                "2 users send requests to /wait, for 20 ms, as in few.", "## The code", "`labs/little.java`",
                "Variant virtual = onVirtualThreads(Light.class);", "## 1. The first part",
                "Before the question, for 2 users and 100 % of virtual.", "## 2. The second part",
                "Behind the question.", "## Guesses", "- **How many times as many for 2 users?** - You said 1.2",
                "- a: platform", "- You said c: virtual", "## The rule", "X = N / S.", "With 2 users it is 100/s.",
                "## The answer", "Virtual threads had 2.00 times the throughput with 4 users, 1.00 times with 2.",
                "Requests per second with 4:", "virtual, c=4 ████",
                "You said 1.2, the rule says 1, measured 1. You were close.",
                "You said c: virtual, the rule says c: virtual (2), measured c: virtual (2). You were right.",
                "- Verdict: **CONFIRMED**. 4 users, throughput: virtual / platform is 2.00 (95 % interval: ",
                "- 5 of 5 claims hold.",
                "<!-- charts -->", "## What happened", "Before the table: 2.00 times as many.",
                "| cell | rule /s | requests/s | mean response time, ms | / platform | bottleneck |",
                "Behind the table.",
                "## Claims", "- **CONFIRMED** virtual, c=2: throughput / rule: 1.00 [", "## Rule, measured",
                "| virtual, c=2, fork 1 |", "## The rule on this machine", "pool: 2 / 0.02 s = 100/s", "## Try it",
                "`./jbang labs/little.java OPTION`", "- `-c 4,8` more users", "- Read it.")) {
            int found = told.indexOf(part, at);
            assertTrue(found >= 0, "'" + part + "' is not told, or not there: " + told.substring(at));
            at = found + part.length();
        }
        assertFalse(told.contains("Left out"), told);
    }

    @Test
    void onSeveralJdksEachHasItsBarsAndRows() {
        MadePage run = MadePage.of(little("--jdk", "21,25"), 1, Map.of());
        String told = run.inNotebook().replaceAll("\\s+", " ");
        for (String part : List.of("1.00 times with 2. These are figures of JDK 25.", "virtual, c=4, JDK 21 ████",
                "virtual, c=4, JDK 25 ████", "| virtual, c=2, JDK 21 | 100 | 100 |",
                "| platform, c=4, JDK 25 | 100 | 100 |", "- 10 of 10 claims hold.",
                "| virtual, c=2, JDK 21, fork 1 |", "pool: 2 / 0.02 s = 100/s |",
                "Verdict: **CONFIRMED**. JDK 25: 4 users, throughput: virtual / platform is 2.00")) {
            assertTrue(told.contains(part), part + " is not in " + told);
        }
        assertFalse(MadePage.of(little(), 1, Map.of()).inNotebook().contains("These are figures"));
    }

    @Test
    void whatIsToldOfARunIsForItsFiles() {
        Told told = MadePage.of(little(), 1, Map.of()).guessing("1", "").report().told("jbang labs/little.java");
        assertEquals("1 little", told.title());
        assertEquals("X = N / S.\n\nWith 2 users it is 100/s.", told.rule());
        assertTrue(told.answer().startsWith("Virtual threads had 2.00 times"), told.answer());
        assertEquals(List.of("virtual, c=4", "platform, c=4"), told.bars().stream().map(Told.Bar::label).toList());
        assertEquals(List.of(true, false), told.guesses().stream().map(Told.Answer::right).toList());
        assertEquals(2, told.guesses().getLast().value(), 0.01);
    }

    @Test
    void optionsChangeTheLoad() {
        assertEquals(List.of("virtual-c5", "platform-c5", "virtual-c9", "platform-c9"), cells("-c", "5,9"));
        assertEquals(List.of("virtual-c5", "platform-c5"), cells("-c", "5"), "the same cell is measured once");
        assertEquals(List.of("virtual-c2", "platform-c2", "virtual-c40", "platform-c40"), cells("--published"));
        assertEquals(List.of("virtual-c2", "platform-c2", "virtual-c4", "platform-c4", "virtual-c3"),
                cells("--all-cells"));
        assertEquals(List.of("virtual-r50", "platform-r50"), cells("--rate", "50"));
        assertEquals(10, ((ClosedLoop) little("-n", "9").plan().cells().getFirst().load()).requests(), "whole rounds");
        assertEquals(Duration.ofSeconds(20), little("--duration", "20s").plan().bench().block());
        assertEquals(50, ((OpenLoop) little("--rate", "50").plan().cells().getFirst().load()).rate());
        var bench = little("--forks", "3", "--warmup", "9s", "--apart", "--jdk", "25,21").plan().bench();
        assertEquals("3 true PT9S ONE_CELL [21, 25]",
                bench.forks() + " " + bench.fixed() + " " + bench.warmup() + " " + bench.alive() + " " + bench.jdks());
    }

    @Test
    void optionsChooseCells() {
        assertEquals(List.of("virtual-c4", "platform-c4"), cells("--part", "2"));
        assertEquals(List.of("virtual-c2", "virtual-c4", "virtual-c3"), cells("--cells", "virtual-*"));
        LabPlan plan = little("--part", "2").plan();
        assertEquals(2, plan.claims().size());
        assertEquals(0, plan.headline(), "it is the same claim");
        assertEquals(1, plan.guesses().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-c 1,2,3|-c: this lab has 2 numbers of users, not 3",
            "--cells none|--cells: there is no cell 'none': this lab has virtual-c2, platform-c2",
            "--part 3|--part: there is nothing to measure in part 3: this page has parts 1, 2",
            "--part 1 --cells *-c4|no cell is named by all of --cells, --part",
            "--forks 0|--forks must be greater than 0",
            "-n 5 --rate 3|-n cannot be combined", "--rate 5 -c 3|--rate cannot be combined with -c",
            "--jdk 17|--jdk 17: virtual threads need JDK 21", "--duration soon|'soon' is not a time",
            "--duration 20|it has no unit", "--nonsense|Unknown option '--nonsense'",
            "--cels x|Unknown option '--cels' (did you mean --cells?)"})
    void whatMakesNoSenseIsRefused(String words) {
        String[] parts = words.split("\\|");
        var e = assertThrows(ParameterException.class, () -> little(parts[0].split(" ")).plan());
        assertTrue(CommandLines.inWords(e, Options.RETIRED).contains(parts[1]),
                CommandLines.inWords(e, Options.RETIRED));
    }

    @Test
    void aValueInBracesIsCheckedBeforeAnythingIsMeasured() {
        var page = little();
        var values = new Values(page, Page.class);
        assertEquals(2, values.of("few.users"));
        assertEquals(6, values.of("few.users") instanceof Integer users ? users + 4 : 0);
        assertEquals(2.0, values.of("more / some"));
        assertEquals("few", values.of("few.name"));
        assertTrue(values.of("few.throughput(virtual, platform)") instanceof Quantity.Ratio);
        assertTrue(values.of("few.ratio(P99, virtual, platform)") instanceof Quantity.Ratio);
        assertTrue(values.of("few.throughput(virtual).over(many.throughput(platform))") instanceof Quantity.Ratio);
        assertTrue(values.of("few.throughput(virtual) / many.throughput(platform)") instanceof Quantity.Ratio);
        Map.of("somee", "the page has no 'somee'", "few.userss", "there is no 'userss' of a Comparison", "few.",
                "something is missing", "few.throughput(virtual", "a ) is missing", "few.throughput(time)",
                "there is no 'throughput' of 1 such values", "some + more", "this is no value", "", "this is no value",
                "some / few", "only numbers and figures", "few.throughput(virtual, virtual) some", "is not expected")
                .forEach((value, why) -> {
                    var e = assertThrows(IllegalArgumentException.class, () -> values.of(value), value);
                    assertTrue(e.getMessage().contains(why), value + ": " + e.getMessage());
                });
    }
}
