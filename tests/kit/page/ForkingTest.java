package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.MadeMeasurement;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import kit.machine.Jdks;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.measure.Measurement;
import kit.measure.Progress;
import kit.plan.BenchPlan;
import kit.plan.LabPlan;
import kit.record.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** A run has as many forks as its claims need, and shows figures as they come. */
@Tag(Lane.UNIT)
class ForkingTest {

    private final List<Integer> written = new ArrayList<>();
    private final List<Integer> next = new ArrayList<>();

    private static LabPlan plan(String... words) {
        return new LittlePage(Options.of("little", words)).plan();
    }

    private JudgedRun run(LabPlan plan, BenchPlan bench, IntFunction<Map<String, Double>> factors, int stoppedAfter) {
        return new Forking(bench, number -> MadeMeasurement.fork(plan, number, factors.apply(number)),
                measurement -> Judge.judge(plan, measurement),
                judged -> written.add(judged.measurement().forks().size()), next::add,
                () -> written.size() + 1 >= stoppedAfter).from(MadeMeasurement.nothing(plan));
    }

    private int forks(LabPlan plan, IntFunction<Map<String, Double>> factors) {
        return run(plan, plan.bench(), factors, 100).measurement().forks().size();
    }

    /** A ratio that differs from fork to fork, around the bound of its claim. */
    private static Map<String, Double> undecided(int fork) {
        return Map.of("virtual-c4", fork % 2 == 0 ? 0.93 : 0.97);
    }

    @Test
    void whereRequestsWaitOneForkMayDecide() {
        assertEquals(1, forks(plan(), fork -> Map.of()));
        assertEquals(List.of(1), written);
    }

    @Test
    void openClaimsAreLookedAtAgainUntilNoForkIsLeft() {
        assertEquals(8, forks(plan(), ForkingTest::undecided));
        assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8), written, "what was measured is kept after each");
        assertEquals(List.of(3, 3, 5, 5, 8, 8, 8), next);
    }

    @Test
    void theForksThatWereAskedForAreMeasured() {
        assertEquals(2, forks(plan("--forks", "2"), fork -> Map.of()));
    }

    @Test
    void noForkBeginsAfterTheLimit() {
        LabPlan plan = plan();
        JudgedRun judged = run(plan, plan.bench().limit(Duration.ZERO), ForkingTest::undecided, 100);
        assertEquals(1, judged.measurement().forks().size());
        assertEquals(Verdict.UNDECIDED, judged.verdict());
    }

    @Test
    void whatWasMeasuredIsKeptWhereItIsStopped() {
        LabPlan plan = plan();
        JudgedRun judged = run(plan, plan.bench(), ForkingTest::undecided, 2);
        assertEquals(2, judged.measurement().forks().size());
        assertEquals("interrupted with Ctrl-C", judged.measurement().broken());
    }

    @Test
    void figuresAreShownAsTheyCome() {
        LabPlan plan = MadePage.page("cpu-light", "CpuLight").plan();
        var out = new ByteArrayOutputStream();
        var progress = new ProgressLine(plan,
                new Terminal(new PrintStream(out), new BufferedReader(new StringReader("")),
                        true, 80),
                1);
        Measurement.Fork fork = MadeMeasurement.fork(plan, 1, Map.of("virtual-c100", 0.99));
        progress.on(new Progress.Booting(1, List.of("platform", "virtual")));
        assertTrue(progress.line().startsWith("fork 1: starting platform, virtual; about "), progress.line());
        fork.blocks().stream().filter(block -> block.warmup())
                .forEach(block -> progress.on(new Progress.Driven(block)));
        progress.on(new Progress.Driving(1, 1, 2, true, "virtual-c100", Jdks.current()));
        assertTrue(progress.line().startsWith(
                "fork 1, warm-up, round 1: virtual 248/s, platform 125/s, ratio 1.98; about "), progress.line());
        fork.blocks().forEach(block -> progress.on(new Progress.Driven(block)));
        progress.on(new Progress.Driving(1, 2, 2, false, "virtual-c100", Jdks.current()));
        assertTrue(progress.line().matches("fork 1, round 2 of 2: virtual 248/s, platform 125/s, ratio 1.98; about "
                + "\\d+ s left"), progress.line());
        assertTrue(out.toString().lines().allMatch(line -> line.length() <= 80 || line.contains("\r")), out.toString());
    }
}
