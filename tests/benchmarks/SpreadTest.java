package benchmarks;

import apps.Demo;
import apps.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import kit.base.Numbers;
import kit.judge.Bounds;
import kit.judge.Decision;
import kit.judge.Evidence;
import kit.judge.Looks;
import kit.judge.Spread.Kind;
import kit.judge.Variance;
import kit.machine.Jdks;
import kit.measure.Bench;
import kit.measure.Block;
import kit.measure.Measurement;
import kit.plan.BenchPlan;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.LabPlan;
import kit.plan.Request;
import kit.plan.Variant;
import kit.record.Verdict;
import kit.report.CellReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/**
 * How much two identical variants differ from block to block and from fork to fork: the figures of
 * {@code labs/kit/judge/spread.csv}. And whether the judge finds a planted difference of 5 %: each three of the forks
 * are taken for a run. Takes 20 minutes; to be run when nothing else runs.
 */
@Tag(Lane.BENCH)
@Timeout(value = 1, unit = TimeUnit.HOURS)
class SpreadTest {

    private static final int FORKS = Integer.getInteger("spread.forks", 10);
    private static final int OF_A_RUN = 3;
    private static final Duration UNIT = Duration.ofMillis(20);
    private static final double PLANTED = 1.05;
    /** A claim that the planted difference refutes by far, and that identical variants meet. */
    private static final double WITHIN = 0.01;
    /** Rounds of a fork: where CPUs are busy, 24 s of load for each pair. */
    private static final int ROUNDS = 2;
    private static final int ROUNDS_WHERE_BUSY = 6;

    @TempDir
    Path folder;

    @Test
    void whereRequestsWait() {
        Variant one = Variant.virtual("one", Demo.class);
        Variant same = Variant.virtual("same", Demo.class);
        Comparison both = Comparison.of("waiting").load(ClosedLoop.of(50, Duration.ofSeconds(2)))
                .send(Request.get("/demo/cpu-light"), Demand.waiting(Duration.ofMillis(200))
                        .andWaiting(Duration.ofMillis(200)))
                .to(one, same);
        tell(Kind.WAITING, forks(both, ROUNDS), both.of(one), both.of(same), null);
    }

    /** On most machines, these users keep the CPUs about half busy. */
    @Test
    void whereRequestsWaitAndCpusAreHalfBusy() {
        Variant one = Variant.virtual("one", Demo.class);
        Variant same = Variant.virtual("same", Demo.class);
        int users = 130 * Runtime.getRuntime().availableProcessors();
        Comparison both = Comparison.of("mixed").load(ClosedLoop.of(users, Duration.ofSeconds(2)))
                .send(Request.get("/demo/cpu-light"), Demand.waiting(Duration.ofMillis(200))
                        .andWaiting(Duration.ofMillis(200)))
                .to(one, same);
        tell(Kind.MIXED, forks(both, ROUNDS), both.of(one), both.of(same), null);
    }

    @Test
    void whereCpusAreBusy() {
        int cpus = Runtime.getRuntime().availableProcessors();
        long rounds = Work.calibrate(UNIT, cpus);
        Variant one = computing("one", rounds);
        Variant same = computing("same", rounds);
        Variant slower = computing("slower", Math.round(PLANTED * rounds));
        Duration wait = UNIT.multipliedBy(2);
        Comparison all = Comparison.of("computing").load(ClosedLoop.of(25 * cpus, Duration.ofSeconds(2)))
                .send(Request.get("/demo/cpu-intensive/work"),
                        Demand.waiting(wait).computing(UNIT).andWaiting(wait))
                .to(one, same, slower);
        tell(Kind.CPU, forks(all, ROUNDS_WHERE_BUSY), all.of(one), all.of(same), all.of(slower));
    }

    private static Variant computing(String name, long rounds) {
        return Variant.virtual(name, Demo.class).property("demo.unit-ms", UNIT.toMillis())
                .property("demo.work.rounds", rounds);
    }

    private Measurement forks(Comparison comparison, int rounds) {
        var plan = new LabPlan("spread", 0, "?", List.of(comparison), List.of(), List.of(), 0, Optional.empty(),
                BenchPlan.usual(Jdks.current()).rounds(rounds).primedBy(Request.get("/demo/trivial")));
        try (var bench = new Bench(plan, folder)) {
            Measurement measurement = bench.nothingYet();
            for (int fork = 1; fork <= FORKS; fork++) {
                measurement = measurement.plus(bench.fork(fork, progress -> {}));
            }
            return measurement;
        }
    }

    private static void tell(Kind kind, Measurement measurement, Cell one, Cell same, Cell slower) {
        double busy = measurement.forks().stream().flatMap(fork -> fork.blocks().stream()).filter(Block::counts)
                .flatMap(block -> block.vitals().stream()).mapToDouble(CellReport.VitalsSecond::machineCpu).average()
                .orElse(Double.NaN) / measurement.cpus();
        System.out.printf("%s: CPUs were busy for %.0f %% of the time%n", kind, 100 * busy);
        tell(kind, "the same", logRatios(measurement, same, one));
        if (slower != null) {
            tell(kind, "5 % more work", logRatios(measurement, slower, one));
        }
    }

    /** How the ratios differ, and what the judge says of each three forks. */
    private static void tell(Kind kind, String what, List<List<Double>> forks) {
        Variance blocks = Variance.pooled(forks.stream().map(Variance::of).toList());
        Variance ofForks = Variance.of(forks.stream().map(SpreadTest::mean).toList());
        double beyond = Math.sqrt(Math.max(0, ofForks.value() - blocks.value() / forks.getFirst().size()));
        System.out.printf("%s, %s: %d forks of %d blocks; sd of the logarithm of the ratio between blocks %s, between "
                + "forks %s, of which blocks do not explain %s%n", kind, what, forks.size(), forks.getFirst().size(),
                Numbers.trim(Math.sqrt(blocks.value()), 3), Numbers.trim(Math.sqrt(ofForks.value()), 3),
                Numbers.trim(beyond, 3));
        System.out.println("  ratios of the forks: " + forks.stream().map(fork -> Numbers.fixed(
                Math.exp(mean(fork)), 4)).toList());
        var verdicts = new ArrayList<Verdict>();
        for (int a = 0; a < forks.size(); a++) {
            for (int b = a + 1; b < forks.size(); b++) {
                for (int c = b + 1; c < forks.size(); c++) {
                    var run = Evidence.of(kind, List.of(forks.get(a), forks.get(b), forks.get(c)));
                    verdicts.add(Decision.ofRatio(run, Bounds.within(WITHIN), Looks.once(OF_A_RUN), 1).verdict());
                }
            }
        }
        System.out.printf("  claimed within %s %%: of %d runs of %d forks %d SURPRISE, %d CONFIRMED, %d UNDECIDED%n",
                Numbers.trim(100 * WITHIN), verdicts.size(), OF_A_RUN, count(verdicts, Verdict.SURPRISE),
                count(verdicts, Verdict.CONFIRMED),
                count(verdicts, Verdict.UNDECIDED));
    }

    private static long count(List<Verdict> verdicts, Verdict one) {
        return verdicts.stream().filter(verdict -> verdict == one).count();
    }

    private static List<List<Double>> logRatios(Measurement measurement, Cell above, Cell below) {
        return measurement.forks().stream().map(fork -> {
            var rounds = new ArrayList<Double>();
            for (Block block : fork.blocks()) {
                if (block.counts() && block.cell().equals(above.name())) {
                    fork.blocks().stream().filter(other -> other.counts() && other.cell().equals(below.name())
                            && other.round() == block.round()).findFirst()
                            .ifPresent(other -> rounds.add(Math.log(block.throughput() / other.throughput())));
                }
            }
            return (List<Double>) rounds;
        }).filter(rounds -> !rounds.isEmpty()).toList();
    }

    private static double mean(List<Double> of) {
        return of.stream().mapToDouble(value -> value).average().orElseThrow();
    }
}
