package kit.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import kit.base.Finding.Code;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.machine.Jdks;
import kit.plan.BenchPlan;
import kit.plan.Claim;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.plan.LabPlan;
import kit.plan.Request;
import kit.plan.Variant;
import kit.record.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** Two variants that are the same, on a quiet machine, and beside a neighbour that uses all CPUs for a round. */
@Tag(Lane.QUIET)
@EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux tells which process uses the CPUs")
class QuietGroupTest {

    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    private static final int ROUNDS = 3;
    private static final Variant ONE = Light.virtual("one");
    private static final Variant OTHER = Light.virtual("other");

    @TempDir
    Path folder;

    @Test
    @Measures
    void whatIsTheSameIsConfirmedAfterOneFork() {
        LabPlan plan = plan("/wait", Demand.waiting(Duration.ofMillis(20)), 4, 0.05);
        Measurement measurement;
        try (var bench = new Bench(plan, folder)) {
            measurement = bench.nothingYet().plus(bench.fork(1, progress -> {}));
        }
        JudgedRun run = Judge.judge(plan, measurement);
        assertEquals(Verdict.CONFIRMED, run.verdict(), run.claims().toString());
    }

    /** Its blocks are found, repeated, and do not count. */
    @Test
    @Measures
    void aNeighbourForARoundIsFoundAndItsBlocksAreRepeated() throws Exception {
        LabPlan plan = plan("/burns", Demand.waiting(Duration.ofNanos(1)).computing(Duration.ofMillis(2)), 8 * CPUS,
                0.1);
        var neighbours = new ArrayList<ProcessHandle>();
        int variants = plan.cells().size();
        Measurement measurement;
        try (var bench = new Bench(plan, folder)) {
            var driven = new ArrayList<Integer>();
            measurement = bench.nothingYet().plus(bench.fork(1, progress -> {
                if (progress instanceof Progress.Driving driving && !driving.warmup() && driving.round() == 2) {
                    driven.add(driving.round());
                    if (driven.size() == 1) {
                        comes(neighbours);
                    } else if (driven.size() == variants + 1) {
                        leaves(neighbours);
                    }
                }
            }));
        } finally {
            leaves(neighbours);
        }
        List<Block> second = measurement.forks().getFirst().blocks().stream()
                .filter(block -> !block.warmup() && block.round() == 2).toList();
        assertEquals(2 * variants, second.size(), "each was repeated: " + second);
        for (Block block : second.subList(0, variants)) {
            Set<Code> why = block.disturbances().stream().map(one -> one.code()).collect(Collectors.toSet());
            assertTrue(why.contains(Code.NOISY), block.disturbances().toString());
            assertTrue(!block.counts() && block.disturbances().toString().contains("sh"),
                    block.disturbances().toString());
        }
        second.subList(variants, second.size()).forEach(block -> assertTrue(block.counts(), block.toString()));
        JudgedRun run = Judge.judge(plan, measurement);
        assertTrue(run.verdict() != Verdict.SURPRISE && run.verdict() != Verdict.INVALID, run.claims().toString());
        assertEquals(1, run.claims().getFirst().value(), 0.1);
    }

    private static LabPlan plan(String path, Demand demand, int users, double share) {
        Comparison both = Comparison.of("both").load(ClosedLoop.of(users, Duration.ofSeconds(1)))
                .send(Request.get(path), demand).within(0.5).to(ONE, OTHER);
        return new LabPlan("made", 0, "?", List.of(both), List.of(),
                List.of(new Claim(both.throughput(OTHER, ONE), Claim.Range.near(1, share), "", 0)), 0,
                Optional.empty(),
                new BenchPlan(Duration.ofSeconds(1), Duration.ofSeconds(1), 4, ROUNDS, Duration.ofSeconds(3), null, 1,
                        Duration.ofMinutes(1), List.of(Jdks.current()), GeneratorMode.OWN_SCHEDULER,
                        BenchPlan.Alive.ALL, true,
                        7));
    }

    /** The shell that starts it ends at once: what this JVM has started, and what that has, is no neighbour. */
    private static void comes(List<ProcessHandle> neighbours) {
        try {
            for (int cpu = 0; cpu < CPUS; cpu++) {
                var shell = new ProcessBuilder("sh", "-c", "while :; do :; done >/dev/null 2>&1 & echo $!").start();
                try (var out = shell.inputReader()) {
                    ProcessHandle.of(Long.parseLong(out.readLine())).ifPresent(neighbours::add);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void leaves(List<ProcessHandle> neighbours) {
        neighbours.forEach(ProcessHandle::destroyForcibly);
    }
}
