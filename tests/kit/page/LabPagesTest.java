package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.MadeMeasurement;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import kit.judge.Judge;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.LabPlan;
import kit.record.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** The pages of labs before anything is measured, and with made-up measurements. */
@Tag(Lane.UNIT)
class LabPagesTest {

    private static final int TWO_SCREENS = 48;
    private static final int NARROW = 80;
    private static final long MILLISECONDS = 50;

    private static Page cpuLight(String... words) {
        return MadePage.page("cpu-light", "CpuLight", words);
    }

    @ParameterizedTest
    @CsvSource({"cpu-light,CpuLight,5,8", "cpu-intensive,CpuIntensive,4,6",
            "mono-vs-node,MonoVsNode,6,9", "light-request,LightRequest,6,4", "fan-out,FanOut,5,9"})
    void aPlanIsBuiltInMillisecondsAndStartsNothing(String lab, String type, int cells, int claims) {
        Supplier<LabPlan> built = () -> MadePage.page(lab, type).plan();
        built.get();
        long processes = ProcessHandle.current().descendants().count();
        int threads = Thread.activeCount();
        LabPlan plan = built.get();
        // Other tests may have their turn in some of the tries.
        long fastest = LongStream.range(0, 10).map(i -> nanos(built)).min().orElseThrow();
        assertTrue(fastest / 1_000_000 < MILLISECONDS, "it took " + fastest + " ns");
        assertEquals(processes, ProcessHandle.current().descendants().count());
        assertEquals(threads, Thread.activeCount());
        assertEquals(cells, plan.cells().size(), plan.cells().stream().map(Cell::name).toList().toString());
        assertEquals(claims, plan.claims().size(), plan.claims().stream().map(Claim::text).toList().toString());
    }

    @ParameterizedTest
    @CsvSource({"cpu-light,CpuLight,1", "cpu-intensive,CpuIntensive,3",
            "mono-vs-node,MonoVsNode,3", "fan-out,FanOut,1"})
    void whereEachCellDoesWhatItsRuleSaysTheRunIsConfirmed(String lab, String type, int forks) {
        isConfirmed(MadePage.page(lab, type), forks);
    }

    static void isConfirmed(Page page, int forks) {
        MadePage run = MadePage.of(page, forks, Map.of());
        List<String> others = run.judged().claims().stream().filter(claim -> claim.verdict() != Verdict.CONFIRMED)
                .filter(claim -> isOfThroughput(claim.claim())).map(Object::toString).toList();
        assertEquals(List.of(), others);
        String terminal = run.onTerminal(NARROW);
        String notebook = run.inNotebook();
        assertTrue(terminal.contains("The answer\n"), terminal);
        assertFalse(Pattern.compile("\\{[a-z]\\w*[.}]").matcher(notebook).find(),
                "a value in braces is left: " + notebook);
        run.notebook().plan().claims()
                .forEach(claim -> assertTrue(notebook.contains(claim.quantity().words()), claim.text()));
    }

    /** Of these, made measurements have the figures of the rule. */
    private static boolean isOfThroughput(Claim claim) {
        return claim.text().contains("throughput");
    }

    private static long nanos(Supplier<LabPlan> built) {
        long begun = System.nanoTime();
        built.get();
        return System.nanoTime() - begun;
    }

    @Test
    void aRunOfCpuLightFitsTwoScreens() {
        String terminal = MadePage.of(cpuLight(), 1, Map.of()).onTerminal(NARROW);
        assertTrue(terminal.lines().count() <= TWO_SCREENS, terminal.lines().count() + " lines:\n" + terminal);
        assertTrue(terminal.lines().allMatch(line -> line.length() <= NARROW), terminal);
        int at = -1;
        for (String part : List.of("1 cpu-light: What limits", "? 100 users: what is the throughput", "The rule\n",
                "ratio 2.00; about 5 s left", "The answer\n", "Requests per second:", "virtual, c=100         ███",
                "Verdict: CONFIRMED. 100 users, throughput: virtual / platform is 2.00 (95 % interval: ",
                "This page claims 1.9 to 2.1.", "8 of 8 claims hold.",
                "Files: data/cpu-light/")) {
            int found = terminal.replace("\n    ", " ").indexOf(part);
            assertTrue(found > at, part + " is missing, or not in its place:\n" + terminal);
            at = found;
        }
    }

    @Test
    void aClaimThatDoesNotHoldIsToldWithWhereToLook() {
        MadePage run = MadePage.of(cpuLight(), 3, Map.of("virtual-c100", 0.8));
        String terminal = run.onTerminal(NARROW).replaceAll("\\s+", " ");
        assertEquals(Verdict.SURPRISE, run.judged().verdict());
        assertTrue(terminal.contains("Verdict: SURPRISE. 100 users, throughput: virtual / platform is 1.60 ("),
                terminal);
        assertTrue(terminal.contains("This page claims 1.9 to 2.1. the rule says users / threads. Were there "
                + "fewer users than threads?"), terminal);
        assertTrue(terminal.contains("SURPRISE virtual, c=100: throughput / rule: 0.800 ["), terminal);
        assertFalse(terminal.contains("CONFIRMED 50 users"), "a claim that holds is on the page only");
        assertTrue(terminal.indexOf("The answer") < terminal.indexOf("SURPRISE"), terminal);
    }

    @ParameterizedTest
    @CsvSource({"cpu-light,CpuLight,--verbose", "cpu-intensive,CpuIntensive,--all-cells",
            "mono-vs-node,MonoVsNode,--all-cells", "fan-out,FanOut,--all-cells"})
    void everyClaimAboutThroughputTurnsRed(String lab, String type, String option) {
        turnsRed(MadePage.page(lab, type, option, "--forks", "3").plan());
    }

    static void turnsRed(LabPlan plan) {
        for (Claim claim : plan.claims()) {
            if (!isOfThroughput(claim)) {
                continue;
            }
            List<Cell> cells = claim.quantity().cells();
            String cell = (claim.range().least() > 0.5 ? cells.getFirst() : cells.getLast()).name();
            var judged = Judge.judge(plan, MadeMeasurement.of(plan, 3, Map.of(cell, 0.5)));
            assertEquals(Verdict.SURPRISE, judged.claims().get(plan.claims().indexOf(claim)).verdict(),
                    claim.text() + " where " + cell + " has half of its throughput");
        }
    }

    @Test
    void withOtherUsersThePageSaysTheirNumbers() {
        MadePage run = MadePage.of(cpuLight("-c", "200,400"), 1, Map.of());
        String notebook = run.inNotebook();
        assertTrue(notebook.contains("400 users send requests to the same two variants, and to the pool of 400."),
                notebook);
        assertTrue(
                run.onTerminal(NARROW).replaceAll("\\s+", " ").contains("With 400 users, virtual threads had 8.00 times"
                        + " the throughput of 50 platform threads, and"),
                run.onTerminal(NARROW));
        assertEquals(Verdict.SURPRISE, run.judged().verdict(), "with 200 users the pool of 50 is slower");
    }

    @Test
    void publishedFiguresStandBesideTheCellsThatTheirAuthorsRan() {
        assertEquals(List.of(112.33, 111.75, 117.14, 212.74, Double.NaN), rps("cpu-light", "CpuLight"));
        assertEquals(List.of(Double.NaN, Double.NaN, 90.68, 36.26),
                rps("cpu-intensive", "CpuIntensive", "--published"));
        assertEquals(List.of(2.45, 40.06, Double.NaN, 4.93, 74.39), rps("fan-out", "FanOut", "--published"));
        assertEquals(24.5, rps("fan-out", "FanOut", "-c", "200").getFirst(), 1e-9, "everything is ten times as fast");
    }

    private static List<Double> rps(String lab, String type, String... words) {
        return MadePage.page(lab, type, words).plan().cells().stream().map(cell -> cell.published().rps()).toList();
    }
}
