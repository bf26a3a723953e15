package kit.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kit.base.Finding;
import kit.base.Histograms;
import kit.base.Numbers;
import kit.judge.JudgedRun.JudgedClaim;
import kit.judge.JudgedRun.JudgedGuess;
import kit.measure.Block;
import kit.measure.Measurement;
import kit.measure.Measurement.Fork;
import kit.measure.Measurement.Member;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.Demand;
import kit.plan.LabPlan;
import kit.plan.Measurable;
import kit.plan.Metric;
import kit.plan.Quantity;
import kit.plan.Quantity.Figure;
import kit.plan.Quantity.OfRule;
import kit.plan.Quantity.Ratio;
import kit.plan.Station;
import kit.plan.Variant;
import kit.record.Undecided;
import kit.record.Validity;
import kit.record.Verdict;
import kit.rule.RuleFigures;
import kit.rule.Queueing;
import kit.rule.Rules;
import kit.service.BootService;

/** Judges a measurement of a plan. It has no state: the same measurement is always judged alike. */
public final class Judge {

    /** So many rounds of the warm-up, the last ones, tell the CPU time of a request. */
    private static final int PILOT_ROUNDS = 2;
    /** The CPU time of the JIT compilers, which is no request's, is known to so many s: a clock tick of the system. */
    private static final double TICK = 0.01;

    private final LabPlan plan;
    private final Measurement measurement;
    private final List<Row> rows;
    private final Looks looks;

    private Judge(LabPlan plan, Measurement measurement) {
        this.plan = plan;
        this.measurement = measurement;
        this.rows = rows(plan, measurement);
        this.looks = plan.bench().fixed() ? Looks.once(plan.bench().forks()) : new Looks(plan.bench().forks());
    }

    /** What the measurement says of the plan. */
    public static JudgedRun judge(LabPlan plan, Measurement measurement) {
        return new Judge(plan, measurement).judge();
    }

    private JudgedRun judge() {
        List<JudgedClaim> claims = plan.bench().jdks().stream()
                .flatMap(
                        jdk -> plan.claims().stream().filter(claim -> isAbout(claim, jdk)).map(claim -> of(claim, jdk)))
                .toList();
        var guesses = plan.guesses().stream().map(guess -> new JudgedGuess(guess, plan.newest(guess.jdks()).stream()
                .mapToObj(jdk -> Values.of(rows, guess.quantity(), jdk)).findFirst().orElse(OptionalDouble.empty())
                .orElse(Double.NaN))).toList();
        Verdict verdict = claims.stream().map(JudgedClaim::verdict).reduce(Verdict.SKIPPED, Verdict::and);
        return new JudgedRun(plan, measurement, rows, claims, guesses, verdict, List.of());
    }

    /** A claim about variants alone that have no JDK, as Node.js, is judged once. */
    private boolean isAbout(Claim claim, int jdk) {
        boolean hasJdk = claim.quantity().cells().stream().anyMatch(cell -> cell.variant().jdk() == 0);
        return claim.jdks().holds(jdk) && (hasJdk || plan.newest(claim.jdks()).orElseThrow() == jdk);
    }

    // ---- rows ----

    private static List<Row> rows(LabPlan plan, Measurement measurement) {
        var rows = new ArrayList<Row>();
        for (Fork fork : measurement.forks()) {
            for (Cell cell : plan.cells()) {
                fork.members().stream().filter(member -> member.cells().contains(cell.name()))
                        .forEach(member -> rows.add(row(plan, cell, fork, member, measurement.cpus())));
            }
        }
        return List.copyOf(rows);
    }

    private static Row row(LabPlan plan, Cell cell, Fork fork, Member member, int cpus) {
        Row measured = measured(cell, fork, member);
        List<Block> counted = measured.blocks();
        List<Block> warmUp = warmUp(plan, cell, fork, member);
        // Where the page does not believe that a request needs the CPU, the rule is about its time alone.
        Demand declared = cell.demandOn(member.jdk());
        Demand demand = declared == null ? null
                : piloted(Rules.onThisMachine(declared, late(counted), cell.believed() != null ? Double.NaN
                        : declared.isPinned() || !declared.further().isEmpty()
                                ? leastCpuSeconds(plan, cell, fork, member, cpus)
                                : cpuSeconds(measured, warmUp, cpus)),
                        warmUp);
        RuleFigures full = Rules.of(cell, stretched(cell, demand, counted, cpus), cpus);
        RuleFigures rule = cell.errors() ? full.withoutTimes() : full;
        Row ruled = measured.with(demand, rule);
        return ruled.with(RowChecks.bottleneck(ruled, cpus), RowChecks.of(ruled, cpus, fork.speeds()));
    }

    /** What a fork measured of a cell. */
    private static Row measured(Cell cell, Fork fork, Member member) {
        List<Block> all = fork.blocks().stream()
                .filter(block -> block.cell().equals(cell.name()) && block.jdk() == member.jdk()).toList();
        return new Row(cell, member.jdk(), fork.number(), all.stream().filter(Block::counts).toList(), all, member,
                null, RuleFigures.none(), Bottleneck.UNKNOWN, List.of());
    }

    /** Mean lateness of the service's timer beside these blocks, in s; NaN where nothing tells. */
    private static double late(List<Block> blocks) {
        return blocks.stream().mapToDouble(Block::serviceTimer).filter(ms -> !Double.isNaN(ms)).average()
                .orElse(Double.NaN) / 1e3;
    }

    /**
     * Where a part of the CPUs was taken meanwhile, by JIT compilers and by others: requests that need what is
     * left take so much longer. A service that cannot use all CPUs has others for those.
     */
    private static Demand stretched(Cell cell, Demand demand, List<Block> blocks, int cpus) {
        double taken = cell.variant().usesFewerThan(cpus) ? 0
                : blocks.stream().mapToDouble(Block::cpusTaken).average().orElse(0);
        return demand == null || !(demand.cpuSeconds() > 0) || !(taken > 0) ? demand
                : demand.needing(demand.cpuSeconds() * cpus / Math.max(cpus - taken, cpus / 2.0));
    }

    /** Blocks of the warm-up with the requests of this cell: one cell of a JVM warms up for all that send the same. */
    private static List<Block> warmUp(LabPlan plan, Cell cell, Fork fork, Member member) {
        List<String> same = plan.cells().stream().filter(other -> other.variant().name().equals(cell.variant().name())
                && other.request().equals(cell.request())).map(Cell::name).toList();
        return fork.blocks().stream().filter(block -> block.warmup() && block.jdk() == member.jdk()
                && same.contains(block.cell())).toList();
    }

    /**
     * With the time for which a request holds its connection to the database, as the pilot measured it, and
     * the time of the request, where the page does not declare it.
     */
    private static Demand piloted(Demand demand, List<Block> warmUp) {
        Optional<Block> pilot = !demand.holdsConnections() ? Optional.empty()
                : warmUp.stream().filter(block -> block.isPilot() && block.completed() > 0).findFirst();
        return pilot.map(block -> {
            Demand taking = demand.isKnown() ? demand : demand.taking(block.response().getMean() / 1e9);
            return block.connectionSeconds() > 0 && block.connections() > 0 ? taking.holding(new Station(
                    Queueing.CONNECTIONS, block.connections(), block.connectionSeconds())) : taking;
        }).orElse(demand);
    }

    /**
     * CPU time in s that a request needs of the CPUs for which it queues. Where the service can use all CPUs of the
     * machine, whatever works for the request queues for them; where it can use fewer, the service alone does.
     */
    static ToDoubleFunction<Block> cpuDemand(Cell cell, int cpus) {
        return cell.variant().usesFewerThan(cpus) ? Block::cpuSecondsPerRequest : Block::cpuDemandSeconds;
    }

    /**
     * CPU time in s that a request needs: as the last rounds of the warm-up have it, or less, as the blocks that count
     * have it where the CPUs had time left. In a warm-up, code is colder. Where CPUs are busy all the time, what the
     * blocks tell is their throughput again, by the utilisation law. NaN where no warm-up tells.
     */
    private static double cpuSeconds(Row measured, List<Block> warmUp, int cpus) {
        ToDoubleFunction<Block> of = cpuDemand(measured.cell(), cpus);
        List<Block> known = warmUp.stream()
                .filter(block -> !block.isPilot() && !Double.isNaN(of.applyAsDouble(block))).toList();
        List<Block> last = known.subList(Math.max(0, known.size() - PILOT_ROUNDS), known.size());
        double cold = mean(of, last);
        double warm = RowChecks.areCpusBusy(measured, cpus) ? Double.NaN : mean(of, measured.blocks());
        if (Double.isNaN(cold) || Double.isNaN(warm)) {
            return cold > 0 ? cold : Double.NaN;
        }
        double unsure = TICK * last.size() / last.stream().mapToDouble(Block::completed).sum();
        return cold > 0 && cold + unsure < warm ? cold : warm;
    }

    /** Weighted by requests; NaN without any. */
    private static double mean(ToDoubleFunction<Block> of, List<Block> blocks) {
        return blocks.stream().mapToDouble(block -> of.applyAsDouble(block) * block.completed()).sum()
                / blocks.stream().mapToDouble(Block::completed).sum();
    }

    /**
     * The least CPU time of a request of the same service on the same JDK, among those that are not pinned, in s. Where
     * carriers are held, or connections, few requests are served: most CPU time of the JVM is not of requests, and is
     * not spent while one holds them. NaN where there are none.
     */
    private static double leastCpuSeconds(LabPlan plan, Cell slow, Fork fork, Member member, int cpus) {
        return plan.cells().stream().filter(cell -> cell.isDriven() && isSameService(cell.variant(), slow.variant())
                && cell.demand() != null && !cell.demandOn(member.jdk()).isPinned())
                .flatMap(cell -> fork.members().stream().filter(other -> other.jdk() == member.jdk()
                        && other.cells().contains(cell.name()))
                        .map(other -> cpuSeconds(measured(cell, fork, other), warmUp(plan, cell, fork, other), cpus)))
                .filter(seconds -> !seconds.isNaN()).min(Double::compare).orElse(Double.NaN);
    }

    private static boolean isSameService(Variant one, Variant other) {
        return one.service() instanceof BootService boot && other.service() instanceof BootService second
                && boot.application().equals(second.application());
    }

    // ---- claims ----

    private JudgedClaim of(Claim claim, int jdk) {
        OptionalDouble value = Values.of(valid(), claim.quantity(), jdk);
        Claim.Range range = withRule(claim, jdk);
        if (isSkipped(claim, jdk)) {
            return open(claim, jdk, Verdict.SKIPPED, range, measurement.skipped().stream()
                    .filter(skipped -> claim.quantity().cells().stream()
                            .anyMatch(cell -> isSkipped(skipped, cell, jdk)))
                    .map(Measurement.Skipped::why).findFirst().orElse(""));
        }
        if (value.isEmpty()) {
            return open(claim, jdk, Verdict.INVALID, range, whyInvalid(claim, jdk));
        }
        var bounds = new Bounds(range.least(), range.most());
        List<List<Double>> rounds = logRatios(claim.quantity(), jdk);
        if (!claim.isDecidedByInterval() || rounds.isEmpty()) {
            Decision decision = undisturbed(claim, jdk,
                    Decision.ofEach(Values.byFork(valid(), claim.quantity(), jdk).boxed().toList(), bounds));
            return decided(claim, jdk, decision, value.getAsDouble(), range, OptionalInt.empty());
        }
        Evidence evidence = evidence(claim, jdk, rounds);
        double lateness = lateness(claim, jdk);
        Decision decision = Double.isNaN(lateness)
                ? new Decision(Verdict.UNDECIDED, Optional.of(evidence.estimate()), Undecided.CLIENT_LATE)
                : undisturbed(claim, jdk, Decision.ofRatio(evidence, bounds, lateness, looks, interval()));
        OptionalInt enough = decision.verdict() == Verdict.UNDECIDED
                && (decision.undecided() == Undecided.SPREAD || decision.undecided() == Undecided.ONE_FORK)
                        ? Decision.forksThatWouldDecide(evidence, bounds, interval())
                        : OptionalInt.empty();
        return decided(claim, jdk, decision, evidence.ratio(), range, enough);
    }

    /** What was disturbed twice, or could not be repeated, is a surprise only if the other blocks show it alone. */
    private Decision undisturbed(Claim claim, int jdk, Decision decision) {
        return decision.verdict() == Verdict.SURPRISE && !disturbances(claim, jdk).isEmpty()
                && new Judge(plan, measurement.undisturbed()).of(claim, jdk).verdict() != Verdict.SURPRISE
                        ? new Decision(Verdict.UNDECIDED, decision.estimate(), Undecided.DISTURBED)
                        : decision;
    }

    /**
     * With the variance between rounds that all claims of the same kind have in common. A figure that was 0 in a round
     * has no variance of logarithms.
     */
    private Evidence evidence(Claim claim, int jdk, List<List<Double>> rounds) {
        return byRounds(claim, jdk, rounds).withSampling(sampling(claim.quantity(), jdk));
    }

    /** Variance of the logarithm of a percentile or a mean, or of a ratio of two, in a fork; 0 of other quantities. */
    private double sampling(Quantity quantity, int jdk) {
        return switch (quantity) {
        case Figure figure -> sampling(figure.cell(), figure.metric(), jdk);
        case Ratio ratio -> sampling(ratio.above().cell(), ratio.above().metric(), jdk)
                + sampling(ratio.below().cell(), ratio.below().metric(), jdk);
        case OfRule rule -> sampling(rule.cell(), rule.metric(), jdk);
        };
    }

    private double sampling(Cell cell, Measurable metric, int jdk) {
        return valid().stream().filter(row -> row.cell().name().equals(cell.name()) && row.isOn(jdk))
                .mapToDouble(row -> Math.pow(row.samplingDeviation(metric), 2)).filter(Double::isFinite)
                .average().orElse(0);
    }

    private Evidence byRounds(Claim claim, int jdk, List<List<Double>> rounds) {
        Spread.Kind kind = kind(claim, jdk);
        if (isOfDeviation(claim.quantity())) {
            return Evidence.of(kind, rounds);
        }
        List<Evidence> alike = plan.claims().stream().filter(Claim::isDecidedByInterval)
                .filter(other -> isAbout(other, jdk) && kind(other, jdk) == kind && !isOfDeviation(other.quantity()))
                .map(other -> logRatios(other.quantity(), jdk))
                .filter(other -> !other.isEmpty()).map(other -> Evidence.of(kind, other))
                .filter(other -> !other.hasZero()).toList();
        Evidence own = Evidence.of(kind, rounds);
        return own.hasZero() ? own : own.withRounds(Evidence.roundsOf(alike));
    }

    /** A standard deviation differs more from round to round than a mean: it tells nothing of other claims. */
    private static boolean isOfDeviation(Quantity quantity) {
        return metric(quantity) == Metric.SD || metric(quantity) == Metric.SPREAD;
    }

    private static Measurable metric(Quantity quantity) {
        return switch (quantity) {
        case Figure figure -> figure.metric();
        case Ratio ratio -> ratio.above().metric();
        case OfRule rule -> rule.metric();
        };
    }

    private int interval() {
        return (int) Math.max(1, plan.claims().stream().filter(Claim::isDecidedByInterval)
                .mapToLong(claim -> plan.bench().jdks().stream().filter(jdk -> isAbout(claim, jdk)).count()).sum());
    }

    private static JudgedClaim open(Claim claim, int jdk, Verdict verdict, Claim.Range range, String reason) {
        return new JudgedClaim(claim, jdk, verdict, Double.NaN, range, null, null, reason);
    }

    private JudgedClaim decided(Claim claim, int jdk, Decision decision, double value, Claim.Range range,
            OptionalInt enough) {
        return new JudgedClaim(claim, jdk, decision.verdict(), value, range, decision.interval().orElse(null),
                decision.undecided(), reason(claim, jdk, decision, enough));
    }

    private String reason(Claim claim, int jdk, Decision decision, OptionalInt enough) {
        return switch (decision.verdict()) {
        case SURPRISE -> claim.hint().isEmpty() ? bottlenecks(claim, jdk) : claim.hint();
        case UNDECIDED -> reason(claim, jdk, decision.undecided(), enough);
        default -> "";
        };
    }

    private String disturbed(Claim claim, int jdk) {
        List<Finding> why = disturbances(claim, jdk);
        return "it was disturbed while it was measured, also when that was repeated (" + why.getFirst().text() + "): "
                + (why.stream().allMatch(one -> one.code() == Finding.Code.STILL_COMPILING)
                        ? "give a longer --warmup"
                        : "end what runs beside the lab, and run it again");
    }

    private String reason(Claim claim, int jdk, Undecided why, OptionalInt enough) {
        return switch (why) {
        case DISTURBED -> disturbed(claim, jdk);
        case CLIENT_LATE -> "the load generator was late, so response times cannot be compared: end what runs beside "
                + "the lab, and run it again";
        default -> enough.isPresent()
                ? "the interval is not narrow enough: --forks " + enough.getAsInt() + " decides it"
                : "the ratio is too near to the bound of the claim for any number of forks";
        };
    }

    private String bottlenecks(Claim claim, int jdk) {
        return claim.quantity().cells().stream().distinct().flatMap(cell -> rows.stream()
                .filter(row -> row.cell().name().equals(cell.name()) && row.isOn(jdk)).limit(1))
                .map(row -> "the bottleneck of " + row.cell().label() + " was " + row.bottleneck().words())
                .collect(Collectors.joining("; "));
    }

    /** The range with the rule's ratio put in. */
    private Claim.Range withRule(Claim claim, int jdk) {
        if (!claim.range().rule() || !(claim.quantity() instanceof Ratio ratio)) {
            return claim.range();
        }
        double rule = rule(ratio.above().cell(), jdk) / rule(ratio.below().cell(), jdk);
        return Double.isNaN(rule) ? claim.range()
                : Claim.Range.of(claim.range().least() * rule, claim.range().most() * rule);
    }

    private double rule(Cell cell, int jdk) {
        return Math.exp(rows.stream().filter(row -> row.cell().name().equals(cell.name()) && row.isOn(jdk))
                .mapToDouble(row -> Math.log(row.rule().rps())).average().orElse(Double.NaN));
    }

    private boolean isSkipped(Claim claim, int jdk) {
        return claim.quantity().cells().stream().anyMatch(cell -> measurement.skipped().stream()
                .anyMatch(skipped -> isSkipped(skipped, cell, jdk)));
    }

    private static boolean isSkipped(Measurement.Skipped skipped, Cell cell, int jdk) {
        return skipped.cell().equals(cell.name()) && (skipped.jdk() == jdk || cell.variant().jdk() != 0);
    }

    private List<Row> valid() {
        return rows.stream().filter(row -> row.validity() == Validity.VALID).toList();
    }

    private String whyInvalid(Claim claim, int jdk) {
        return rows.stream().filter(row -> row.validity() == Validity.INVALID && isOf(row, claim, jdk))
                .flatMap(row -> row.findings().stream().filter(Finding::invalidates)
                        .map(finding -> row.cell().label() + ": " + finding.text()))
                .findFirst().orElse("nothing was measured");
    }

    /** By what share the load generator's lateness may change the figure of a claim; NaN where that is not known. */
    private double lateness(Claim claim, int jdk) {
        Measurable metric = metric(claim.quantity());
        return metric.nature() != Metric.Nature.RESPONSE_TIME ? 0
                : valid().stream().filter(row -> isOf(row, claim, jdk))
                        .mapToDouble(row -> RowChecks.lateness(row, metric)).reduce(0, Math::max);
    }

    /** What disturbed blocks of its cells that count all the same: each may be the reason of a difference. */
    private List<Finding> disturbances(Claim claim, int jdk) {
        return valid().stream().filter(row -> isOf(row, claim, jdk)).flatMap(row -> row.blocks().stream())
                .flatMap(block -> block.disturbances().stream()).toList();
    }

    /** Whether a claim is about this row on a JDK. */
    private static boolean isOf(Row row, Claim claim, int jdk) {
        return row.isOn(jdk)
                && claim.quantity().cells().stream().anyMatch(cell -> cell.name().equals(row.cell().name()));
    }

    /**
     * By the busiest of its cells; a claim about CPU time has the spread of cells that need the CPUs. So has one about
     * a cold service: what its first requests take beyond their waits is CPU time. A count depends on no CPU, and
     * neither does memory.
     */
    private Spread.Kind kind(Claim claim, int jdk) {
        boolean isCold = claim.quantity().cells().stream().anyMatch(cell -> cell.load().cold());
        return switch (metric(claim.quantity()).nature()) {
        case COUNT -> Spread.Kind.WAITING;
        case AMOUNT -> Spread.Kind.MEMORY;
        case CPU_TIME -> Spread.Kind.CPU;
        case TIME, RESPONSE_TIME -> isCold ? Spread.Kind.CPU : Spread.Kind.of(busiest(claim, jdk));
        };
    }

    /** Share of the time for which the requests of the busiest of its cells used the CPUs. */
    private double busiest(Claim claim, int jdk) {
        // Where no system tells how busy the CPUs are, they may be.
        return rows.stream().filter(row -> !row.blocks().isEmpty() && isOf(row, claim, jdk))
                .mapToDouble(row -> (row.machineCpus() - Numbers.zeroIfUnknown(row.jitCpus())) / measurement.cpus())
                .map(share -> Double.isNaN(share) ? 1 : share).max().orElse(0);
    }

    // ---- evidence ----

    /** For each fork the logarithms of the quantity in its rounds; forks without any are left out. */
    private List<List<Double>> logRatios(Quantity quantity, int jdk) {
        return measurement.forks().stream().map(Fork::number).map(fork -> inFork(quantity, jdk, fork))
                .filter(rounds -> !rounds.isEmpty()).toList();
    }

    private List<Double> inFork(Quantity quantity, int jdk, int fork) {
        int rounds = plan.bench().rounds();
        return IntStream.rangeClosed(1, rounds).mapToDouble(round -> switch (quantity) {
        case Figure figure -> figure(figure, jdk, fork, round);
        case Ratio ratio -> figure(ratio.above(), jdk, fork, round) / figure(ratio.below(), jdk, fork, round);
        case OfRule rule -> row(rule.cell(), jdk, fork)
                .map(row -> figure(row, rule.metric(), round) / row.byRule(rule.metric())).orElse(Double.NaN);
        }).filter(value -> !Double.isNaN(value)).map(Math::log).boxed().toList();
    }

    private double figure(Figure figure, int jdk, int fork, int round) {
        return row(figure.cell(), jdk, fork).map(row -> figure(row, figure.metric(), round)).orElse(Double.NaN);
    }

    private Optional<Row> row(Cell cell, int jdk, int fork) {
        return rows.stream().filter(row -> row.cell().name().equals(cell.name()) && row.isOn(jdk)
                && row.fork() == fork && row.validity() == Validity.VALID).findFirst();
    }

    /**
     * A figure in one round. What a block cannot tell alone, as a percentile of few requests or a peak, is the row's in
     * its first round and not known in the others.
     */
    private static double figure(Row row, Measurable metric, int round) {
        return switch (metric) {
        case Metric measured -> figure(row, measured, round);
        case Measurable.Told told -> row.told(told,
                row.blocks().stream().filter(block -> block.round() == round).toList());
        case Measurable.Fact fact -> round == 1 ? row.figure(fact) : Double.NaN;
        };
    }

    private static double figure(Row row, Metric metric, int round) {
        Optional<Block> counted = row.blocks().stream().filter(block -> block.round() == round).findFirst();
        return switch (metric) {
        case THROUGHPUT -> counted.map(Block::throughput).orElse(Double.NaN);
        case OF_LIMIT -> counted.map(block -> block.throughput() / row.cell().believed().limit()).orElse(Double.NaN);
        case MEAN -> counted.map(block -> Histograms.ms(block.response().getMean())).orElse(Double.NaN);
        case SD -> counted.map(block -> Histograms.ms(block.response().getStdDeviation())).orElse(Double.NaN);
        case SPREAD -> counted.map(Block::response).map(times -> times.getStdDeviation() / times.getMean())
                .orElse(Double.NaN);
        case FIRST_ROUND -> counted.map(block -> 1e3 * block.firstRound()).orElse(Double.NaN);
        case AFTER_FIRST_ROUND -> counted.map(row::afterFirstRound).orElse(Double.NaN);
        case CPU_PER_REQUEST -> counted.map(block -> 1e3 * block.cpuSecondsPerRequest()).orElse(Double.NaN);
        case DATABASE_CPU -> counted.map(block -> Row.databaseCpuMs(List.of(block))).orElse(Double.NaN);
        case CONNECTIONS -> counted.map(Block::connectionsInUse).orElse(Double.NaN);
        case CONNECTION_HELD -> counted.map(block -> 1e3 * block.connectionSeconds()).orElse(Double.NaN);
        case STORED -> counted.map(Block::storedRows).orElse(Double.NaN);
        case ACCEPTED_AND_STORED -> counted.map(block -> block.rowsToStore() / block.storingSeconds())
                .orElse(Double.NaN);
        case BACKLOG -> counted.map(block -> block.backlog().end()).orElse(Double.NaN);
        case BACKLOG_GROWTH -> counted.map(Block::backlogGrowth).orElse(Double.NaN);
        case DRAIN -> counted.map(block -> block.backlog().drain()).orElse(Double.NaN);
        default -> round == 1 ? row.figure(metric) : Double.NaN;
        };
    }
}
