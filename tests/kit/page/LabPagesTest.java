package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.MadeMeasurement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.judge.JudgedRun.JudgedClaim;
import kit.measure.Flight;
import kit.measure.MachineCheck;
import kit.measure.Measurement;
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
            "mono-vs-node,MonoVsNode,6,9", "light-request,LightRequest,6,4", "fan-out,FanOut,5,9",
            "herd,HerdLab,6,12", "waiting,Waiting,5,8",
            "first-requests,FirstRequests,8,9", "pinning,PinningLab,9,18",
            "call-limits,CallLimits,6,8", "deadlock,DeadlockLab,2,5"})
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
            "mono-vs-node,MonoVsNode,3", "fan-out,FanOut,1", "herd,HerdLab,1", "pinning,PinningLab,1",
            "call-limits,CallLimits,1", "first-requests,FirstRequests,3"})
    void whereEachCellDoesWhatItsRuleSaysTheRunIsConfirmed(String lab, String type, int forks) {
        isConfirmed(MadePage.page(lab, type), forks, claim -> !claim.text().contains("CPU time"));
    }

    /** @param claims about figures that made measurements have */
    static void isConfirmed(Page page, int forks, Predicate<Claim> claims) {
        MadePage run = MadePage.of(page, forks, Map.of());
        List<String> others = run.judged().claims().stream().filter(claim -> claim.verdict() != Verdict.CONFIRMED)
                .filter(claim -> claims.test(claim.claim())).map(Object::toString).toList();
        assertEquals(List.of(), others);
        String terminal = run.onTerminal(NARROW);
        String notebook = run.inNotebook();
        assertTrue(terminal.contains("The answer\n"), terminal);
        assertFalse(Pattern.compile("\\{[a-z]\\w*[.}]").matcher(notebook).find(),
                "a value in braces is left: " + notebook);
        run.notebook().plan().claims()
                .forEach(claim -> assertTrue(notebook.contains(claim.quantity().words()), claim.text()));
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
    @CsvSource({"cpu-light,CpuLight,--verbose,3", "cpu-intensive,CpuIntensive,--all-cells,3",
            "mono-vs-node,MonoVsNode,--all-cells,3", "fan-out,FanOut,--all-cells,3",
            "herd,HerdLab,--verbose,3",
            "pinning,PinningLab,--verbose,1", "call-limits,CallLimits,--verbose,3"})
    void everyClaimAboutThroughputTurnsRed(String lab, String type, String option, int forks) {
        turnsRed(MadePage.page(lab, type, option, "--forks", String.valueOf(forks)).plan(),
                claim -> !claim.text().contains("CPU time") && !claim.text().contains("pinned")
                        && !claim.text().contains("deviation"));
    }

    static void turnsRed(LabPlan plan, Predicate<Claim> claims) {
        for (Claim claim : plan.claims()) {
            if (!claims.test(claim)) {
                continue;
            }
            List<Cell> cells = claim.quantity().cells();
            String cell = (claim.range().least() > 0.5 ? cells.getFirst() : cells.getLast()).name();
            var judged = Judge.judge(plan, MadeMeasurement.of(plan, plan.bench().forks(), Map.of(cell, 0.5)));
            assertEquals(List.of(Verdict.SURPRISE), judged.claims().stream().filter(one -> one.claim().equals(claim))
                    .map(JudgedClaim::verdict).distinct().toList(),
                    claim.text() + " where " + cell + " has half of its throughput");
        }
    }

    /** No thread is pinned, or one in each cell, at a line of something else and for no reason. */
    @Test
    void everyClaimAboutPinnedThreadsTurnsRed() {
        LabPlan plan = MadePage.page("pinning", "PinningLab").plan();
        Measurement.Fork fork = MadeMeasurement.of(plan, 1).forks().getFirst();
        List<Flight.Pin> one = fork.blocks().stream().map(block -> new Flight.Pin(block.began(), Duration.ofMillis(50),
                null, null, null, "other.Library.call:1", "other.Library.call:1")).toList();
        var red = new HashSet<String>();
        for (List<Flight.Pin> pins : List.of(List.<Flight.Pin>of(), one)) {
            var members = fork.members().stream().map(member -> new Measurement.Member(member.variant(), member.jdk(),
                    member.cells(), member.asked(), member.found(), 5, null,
                    new Flight(pins, List.of(), Double.NaN))).toList();
            JudgedRun run = Judge.judge(plan, MadeMeasurement.nothing(plan).plus(new Measurement.Fork(1, members,
                    fork.blocks(), Map.of(), fork.speeds(), 1)));
            run.claims().stream().filter(claim -> claim.verdict() == Verdict.SURPRISE)
                    .forEach(claim -> red.add(claim.jdk() + claim.claim().text()));
        }
        Set<String> all = Judge.judge(plan, MadeMeasurement.of(plan, 1)).claims().stream()
                .map(claim -> claim.jdk() + claim.claim().text()).filter(text -> text.contains("pinned"))
                .collect(Collectors.toSet());
        assertEquals(10, all.size(), all.toString());
        assertEquals(all, red);
    }

    @Test
    void aPageOfTwoJdksTellsThemApart() {
        int now = Runtime.version().feature();
        MadePage run = MadePage.of(MadePage.page("pinning", "PinningLab"), 1, Map.of()).guessing("4.9", "b: neither, "
                + "within 10 %");
        String notebook = run.inNotebook().replaceAll("\\s+", " ");
        for (String part : List.of("On JDK 21, one carrier had 10/s where requests wait inside synchronized, and 50/s",
                "On JDK " + now + ", one carrier had 50/s with synchronized",
                "initialiser pins: 10/s. So does one below a native frame: 10/s.",
                "one-carrier (synchronized), c=5, JDK 21 █", "one-carrier (synchronized), c=5, JDK " + now + " █",
                "JDK 21, one carrier: what is the throughput with the lock divided by that with synchronized? You said "
                        + "4.9, the rule says 5, measured 5. You were right.",
                "| one-carrier (synchronized), c=5, JDK 21 | 10 | 10 |",
                "has the reason \"Native frame\" for /pinning/native",
                "Verdict: **CONFIRMED**. JDK " + now + ": 5 users, throughput: one-carrier (lock) / one-carrier",
                "- **CONFIRMED** JDK 21: 5 users, throughput: one-carrier (lock) / one-carrier (synchronized): 5.00")) {
            assertTrue(notebook.contains(part), part + " is not in " + notebook);
        }
    }

    @Test
    void aPageOfOneJdkLeavesTheOtherOut() {
        int now = Runtime.version().feature();
        MadePage run = MadePage.of(MadePage.page("pinning", "PinningLab", "--jdk", String.valueOf(now)), 1, Map.of());
        assertEquals(1, run.notebook().plan().guesses().size());
        String notebook = run.inNotebook().replaceAll("\\s+", " ");
        for (String part : List.of("## The answer On JDK " + now + ", one carrier had 50/s with synchronized",
                "one-carrier (synchronized), c=5 █",
                "- **SKIPPED** 1 claim about JDKs before 24, and this run has JDK "
                        + now + " only: --jdk chooses which",
                "17 of 17 claims hold.")) {
            assertTrue(notebook.contains(part), part + " is not in " + notebook);
        }
    }

    @Test
    void whereAJdkIsMissingItsHalfIsSaidInALine() {
        Page page = MadePage.page("pinning", "PinningLab", "--jdk", "25,99");
        LabPlan plan = page.plan();
        List<Measurement.Skipped> skipped = MachineCheck.missing(plan);
        Measurement.Fork fork = MadeMeasurement.of(MadePage.page("pinning", "PinningLab", "--jdk", "25").plan(), 1)
                .forks().getFirst();
        Measurement nothing = MadeMeasurement.nothing(plan);
        JudgedRun run = Judge.judge(plan, new Measurement(nothing.lab(), nothing.started(), nothing.cpus(),
                nothing.machine(), List.of(fork), skipped, null));
        String notebook = new MadePage(page.notebook(), run, List.of("")).inNotebook().replaceAll("\\s+", " ");
        String why = "there is no JDK 99 on this machine; ./jbang jdk install 99 installs it";
        for (String part : List.of("**SKIPPED** all cells on JDK 99: " + why,
                "**SKIPPED** 17 claims on JDK 99: " + why, "17 of 17 claims hold.",
                "On JDK 99, one carrier had")) {
            assertEquals(!part.startsWith("On"), notebook.contains(part), part + ": " + notebook);
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
        assertEquals(List.of(665.0, 373.3, Double.NaN, Double.NaN, Double.NaN, Double.NaN),
                rps("herd", "HerdLab", "--published"), "of the burst, and of no user who stays");
        assertEquals(6, rps("herd", "HerdLab").stream().filter(value -> value.isNaN()).count(), "it had 2000 users");
        assertEquals(24.5, rps("fan-out", "FanOut", "-c", "200").getFirst(), 1e-9, "everything is ten times as fast");
    }

    private static List<Double> rps(String lab, String type, String... words) {
        return MadePage.page(lab, type, words).plan().cells().stream().map(cell -> cell.published().rps()).toList();
    }
}
