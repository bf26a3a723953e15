package old.course;

import kit.record.Forks;
import kit.record.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import kit.base.Numbers;
import old.page.Lab;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.Request;
import kit.plan.Variant;
import old.trust.CellResult;
import old.trust.Claim;
import old.trust.Results;

/**
 * How often the labs' verdicts are wrong: two variants of which the ratio is known, measured again and again. By
 * default they are one variant under two names (an A/A test). Each fork is then judged as if it were a run of its own,
 * and so are each three.
 *
 * <p>The pair that waits has pools of platform threads, so their ratio is that of the pools. The pair that burns has
 * fixed work, so its ratio is that of the work.
 */
final class Pairs {

    private static final int POOL = 20;
    private static final Duration WAIT = Duration.ofMillis(400);
    private static final Duration BURN = Duration.ofMillis(100);
    /** Forks of a run where waiting binds, and where CPU does. */
    private static final List<Integer> FORKS_OF_A_RUN = List.of(1, 3);
    /** Variants that differ by less count as the same in a lab. */
    private static final double SAME = 0.03;

    /** What is served. */
    private final Class<?> service;
    private final ToLongFunction<Duration> work;
    private final double planted;

    private Pairs(Class<?> service, ToLongFunction<Duration> work, double planted) {
        this.service = service;
        this.work = work;
        this.planted = planted;
    }

    /**
     * Measures, as the lab {@code aa}, whose run is kept like any other.
     *
     * @param service that has the routes of lab 2
     * @param work    rounds of its work that take so long while all CPUs work
     * @param pairs   of each kind
     * @param planted how many times as fast the second variant is; 1 for an A/A test
     * @param data    where the run goes
     * @return the exit code: that of a surprise where a verdict was wrong
     */
    static int run(Class<?> service, ToLongFunction<Duration> work, int pairs, double planted, String data) {
        var rows = new ArrayList<Row>();
        var page = new Pairs(service, work, planted);
        int exit = Lab.run("aa", new String[] {"--forks", String.valueOf(pairs), "--data", data},
                lab -> page.page(lab, rows));
        return exit == Verdict.INVALID.exitCode() && rows.isEmpty() ? exit
                : rows.stream().anyMatch(row -> row.wrong() > 0) ? Verdict.SURPRISE.exitCode()
                        : Verdict.CONFIRMED.exitCode();
    }

    /** What became of the claims of all runs of so many forks. */
    private record Row(String kind, int forks, int runs, int right, int undecided, int invalid, int wrong,
            double spread) {

        List<Object> inWords() {
            return List.of(kind, String.valueOf(forks), String.valueOf(runs), String.valueOf(right),
                    String.valueOf(undecided), String.valueOf(invalid), String.valueOf(wrong),
                    Numbers.format("%.2f %%", 100 * spread));
        }
    }

    private void page(Lab lab, List<Row> rows) {
        lab.title(0, "How often is a verdict wrong?");
        lab.say("Two variants are measured in pairs. The second one is %s times as fast as the first. In one pair "
                + "requests wait, and in the other they use CPU.", Numbers.trim(planted));
        lab.warmup(Duration.ofSeconds(2));

        Request waits = Request.get("/demo/cpu-light");
        ClosedLoop users = ClosedLoop.of(3 * POOL, 9L * POOL);
        Cell waitsA = lab.cell(pool("a", POOL), waits, users, Demand.waiting(WAIT)).as("waits");
        Cell waitsB = lab.cell(pool("b", (int) Math.round(POOL * planted)), waits, users, Demand.waiting(WAIT))
                .as("waits");

        Request burns = Request.get("/demo/cpu-intensive/work");
        ClosedLoop busy = ClosedLoop.of(5 * lab.cpus(), 20L * lab.cpus());
        long rounds = work.applyAsLong(BURN);
        Cell burnsA = lab.cell(working("a", rounds), burns, busy, work(1)).as("burns");
        Cell burnsB = lab.cell(working("b", Math.round(rounds / planted)), burns, busy, work(planted))
                .as("burns");

        Results measured = lab.measure(waitsA, waitsB, burnsA, burnsB);
        for (int forks : FORKS_OF_A_RUN) {
            rows.add(judged("waits", forks, waitsA, waitsB, measured));
            rows.add(judged("burns", forks, burnsA, burnsB, measured));
        }
        lab.conclude();
        lab.show("Each run of so many forks, judged by itself. It claims that the second variant serves the same "
                + "(within 3 %), and that it serves more. Wrong: a false claim is CONFIRMED, or a true one a SURPRISE.",
                List.of("pair", "forks", "runs", "right", "undecided", "invalid", "wrong", "spread of the ratio"),
                rows.stream().map(Row::inWords).toList());
    }

    private static Demand work(double faster) {
        return Demand.waiting(Duration.ofMillis(200)).computing(Duration.ofNanos(Math.round(BURN.toNanos() / faster)))
                .andWaiting(Duration.ofMillis(200));
    }

    private Variant working(String name, long rounds) {
        return Variant.virtual(name, service).property("demo.work.rounds", rounds);
    }

    private Variant pool(String name, int threads) {
        return Variant.platform(name, service, threads);
    }

    private Row judged(String kind, int forks, Cell a, Cell b, Results measured) {
        var verdicts = new EnumMap<Claimed, Integer>(Claimed.class);
        List<CellResult> ofA = measured.of(a, "");
        List<CellResult> ofB = measured.of(b, "");
        int runs = Math.min(ofA.size(), ofB.size()) / forks;
        for (int run = 0; run < runs; run++) {
            var own = new Results();
            ofA.subList(run * forks, (run + 1) * forks).forEach(own::add);
            ofB.subList(run * forks, (run + 1) * forks).forEach(own::add);
            int jdk = ofA.getFirst().outcome().jdk;
            Map<Claim.Test, Boolean> claims = Map.of(Claim.ratio(b, a).near(1, SAME), Math.abs(planted - 1) <= SAME,
                    Claim.ratio(b, a).atLeast(1 + SAME), planted > 1 + SAME);
            claims.forEach((claim, isTrue) -> verdicts.merge(
                    Claimed.of(claim.judge(jdk, own, claims.size()).verdict(), isTrue), 1, Integer::sum));
        }
        double[] ratios = IntStream.range(0, Math.min(ofA.size(), ofB.size()))
                .mapToDouble(i -> ofB.get(i).rps() / ofA.get(i).rps()).toArray();
        return new Row(kind, forks, runs, verdicts.getOrDefault(Claimed.RIGHT, 0),
                verdicts.getOrDefault(Claimed.UNDECIDED, 0), verdicts.getOrDefault(Claimed.INVALID, 0),
                verdicts.getOrDefault(Claimed.WRONG, 0), ratios.length > 1 ? Forks.of(ratios).cv() : Double.NaN);
    }

    /** What a verdict is worth where the truth is known. */
    private enum Claimed {
        RIGHT, UNDECIDED, INVALID, WRONG;

        static Claimed of(Verdict verdict, boolean isTrue) {
            return switch (verdict) {
            case CONFIRMED -> isTrue ? RIGHT : WRONG;
            case SURPRISE -> isTrue ? WRONG : RIGHT;
            case UNDECIDED -> UNDECIDED;
            case INVALID, SKIPPED -> INVALID;
            };
        }
    }
}
