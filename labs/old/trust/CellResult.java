package old.trust;

import kit.plan.Station;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import kit.base.Finding;
import kit.base.Histograms;
import kit.base.Numbers;
import kit.record.CellName;
import kit.record.Validity;
import kit.measure.Flight;
import old.cell.Outcome;
import kit.plan.Burst;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.plan.Stages;
import kit.plan.Variant;
import kit.report.CellReport;
import kit.report.Totals;
import kit.service.Facts;
import kit.service.Gauges;

/**
 * One stream of one cell in one fork, judged: the numbers of a row of summary.csv.
 *
 * <p>Throughput in requests/s, times in ms. A number that is not known is NaN.
 */
public final class CellResult {

    private final Cell cell;
    private final Outcome outcome;
    private final Outcome.OfStream stream;
    private final int cpus;
    private final List<Finding> findings = new ArrayList<>();

    /**
     * @param cell what was planned
     * @param outcome what was measured, whole
     * @param stream the part of it that this result is about
     * @param cpus of the machine
     */
    public CellResult(Cell cell, Outcome outcome, Outcome.OfStream stream, int cpus) {
        this.cell = cell;
        this.outcome = outcome;
        this.stream = stream;
        this.cpus = cpus;
        findings.addAll(RowChecks.of(this, cpus));
    }

    /** Name of the cell, with {@code ~stream} behind it for a stream that is not the main one. */
    public String name() {
        return CellName.ofStream(outcome.spec.name(), stream.stream.name());
    }

    /** As it was in this cell, with what only its JDK or its fork has. */
    public Variant variant() {
        return outcome.spec.variant();
    }

    /** The plan that was measured. */
    public Cell cell() {
        return cell;
    }

    /** All that was measured in this fork, the other streams included. */
    public Outcome outcome() {
        return outcome;
    }

    /** What was measured of this stream. */
    public Outcome.OfStream stream() {
        return stream;
    }

    /** The load of this stream. */
    public Load load() {
        return stream.stream.load();
    }

    /** Whether this is the stream that the cell is about, and none that runs beside it. */
    public boolean isMain() {
        return stream == outcome.main();
    }

    /** Whether the other is the same stream of the same fork, measured in another attempt. */
    boolean isSameFork(CellResult other) {
        return cell.equals(other.cell) && stream.stream.name().equals(other.stream.stream.name())
                && outcome.fork == other.outcome.fork && outcome.jdk == other.outcome.jdk;
    }

    /** Throughput in requests/s: requests that succeeded / measured time. */
    public double rps() {
        return stream.duration() == 0 ? Double.NaN : stream.ok / stream.duration();
    }

    /** Mean response time in ms; NaN where it contradicts the throughput, see {@link #littleGap}. */
    public double meanMs() {
        return contradictsLittle() ? Double.NaN : meanOfAllMs();
    }

    public double meanOfAllMs() {
        return stream.meanMs();
    }

    /** Standard deviation of the response time in ms; NaN where the mean is. */
    public double sdMs() {
        return contradictsLittle() ? Double.NaN : stream.sdMs();
    }

    /**
     * Little's law with what the row says: X (R + Z) / N - 1, R the mean response time of the requests that succeeded;
     * NaN where the users are not constant: they become more, or all but one wait for the first answer.
     */
    public double littleGap() {
        double think = load() instanceof ClosedLoop loop ? loop.think().toNanos() / 1e9 : 0;
        return load().isClosed() && !load().alone() ? rps() * (meanOfAllMs() / 1000 + think) / load().users() - 1
                : Double.NaN;
    }

    private boolean contradictsLittle() {
        return Math.abs(littleGap()) > Checks.UNACCOUNTED;
    }

    /** A percentile of the response time in ms (p between 0 and 1), see {@link Outcome.OfStream#percentileMs}. */
    public double percentileMs(double p) {
        return stream.percentileMs(p);
    }

    /**
     * Whether the response times can be believed: the client sent requests when they were due, and ran when it should.
     * Where it did not, the throughput may stand (see {@link Checks#latenciesAside}), and so may the cell.
     */
    public boolean isLatencyTrusted() {
        return java.util.stream.Stream.of(sendDelay(), generatorHiccups()).flatMap(Optional::stream)
                .noneMatch(Finding::invalidates);
    }

    /** Of stages each has its own; while users come nothing is measured but how they come. */
    Optional<Finding> sendDelay() {
        return load() instanceof Stages ? Optional.empty()
                : Checks.sendDelay(Histograms.percentileMs(stream.sendDelay, 0.99),
                        Histograms.percentileMs(stream.sendDelay, 0.5),
                        Histograms.ms(stream.sendDelay.getMaxValue()), usualMs(),
                        load() instanceof Burst burst ? 1000 * burst.rampSeconds() : 0);
    }

    Optional<Finding> generatorHiccups() {
        return stream.totals == null ? Optional.empty() : Checks.generatorHiccups(stream.totals.hiccups(), usualMs());
    }

    /** The median response time; with too few requests for one the mean has to do. */
    private double usualMs() {
        return Double.isNaN(percentileMs(0.5)) ? meanOfAllMs() : percentileMs(0.5);
    }

    /** Requests that succeeded in the measurement. */
    public long ok() {
        return stream.ok;
    }

    /** Requests that failed in the measurement. */
    public long errors() {
        return stream.failed();
    }

    /** What they failed by and how often, such as {@code timeout=3}. */
    public String errorKinds() {
        return Totals.kinds(stream.errors);
    }

    /** Pinned virtual threads that the flight recording has. */
    public int pinned() {
        return outcome.flight.pins().size();
    }

    /** How many of the pinned threads something is true of. */
    long pins(Predicate<Flight.Pin> what) {
        return outcome.flight.pins().stream().filter(what).count();
    }

    /** See {@link Outcome#stalledSeconds}. */
    public double stalledSeconds() {
        return isMain() && outcome.engine == null ? outcome.stalledSeconds() : Double.NaN;
    }

    /** A fact read back from the running service, see {@link Facts}; null where it could not be. */
    public String fact(String name) {
        return outcome.found().get(name);
    }

    /** The stage that this is; null where it is none. */
    Stages.Stage stage() {
        return load() instanceof Stages.Stage stage ? stage : null;
    }

    /** CPU time of the service during the measurement, in s. */
    public double serviceCpuSeconds() {
        if (stage() != null) {
            return seconds().mapToDouble(v -> v.serviceCpu() * v.length()).sum();
        }
        return outcome.ended == null || !isMain() ? Double.NaN : outcome.ended.used().serviceNanos() / 1e9;
    }

    /** The same of the database's processes. */
    public double databaseCpuSeconds() {
        return isMain() ? outcome.databaseSeconds : Double.NaN;
    }

    /** CPUs of the machine that all processes together used, on average. */
    public double machineCpu() {
        return mean(CellReport.VitalsSecond::machineCpu);
    }

    /** What the machine was like while it was measured. */
    public Conditions conditions() {
        return new Conditions(this, cpus);
    }

    /** Time in garbage collection during the measurement, in ms. */
    public double gcMs() {
        if (stage() != null) {
            return seconds().mapToDouble(CellReport.VitalsSecond::gcMs).sum();
        }
        return outcome.ended == null ? Double.NaN : outcome.ended.used().gcMillis();
    }

    /** CPU time of the service for each request that succeeded, in µs. */
    public double cpuMicrosPerRequest() {
        return ok() == 0 ? Double.NaN : 1e6 * serviceCpuSeconds() / ok();
    }

    /** CPU time of the load generator during the measurement, in s. */
    public double generatorCpuSeconds() {
        return stream.totals == null ? Double.NaN : stream.totals.generatorSeconds();
    }

    /** CPU time of the driver's busiest thread, as a share of the measurement. */
    public double generatorBusy() {
        return stream.totals == null ? Double.NaN : stream.totals.generatorBusiest();
    }

    /** Utilisation of the busiest station that the rule knows, as a share. */
    public double utilisation() {
        return prediction().stations().stream().mapToDouble(s -> rps() / s.limit()).max().orElse(Double.NaN);
    }

    /** What the rule says of this stream on this JDK. */
    public RuleFigures prediction() {
        return cell.prediction(outcome.jdk, stream.stream.name());
    }

    /** See {@link Cell#between}; of the main stream only. */
    public Cell.PinnedOrNot pinnedOrNot() {
        return isMain() ? cell.pinnedOrNot() : Cell.PinnedOrNot.UNKNOWN;
    }

    /**
     * Throughput that the CPUs allow, by the CPU time that the rule has or that is claimed; NaN where there is neither.
     */
    public double limit() {
        if (!isMain()) {
            return Double.NaN;
        }
        return cell.claimed() != null ? cell.claimed().limit()
                : prediction().stations().stream()
                        .filter(s -> s.name().equals("cpu")).mapToDouble(Station::limit).findFirst()
                        .orElse(Double.NaN);
    }

    /** Whether it was a JVM that served. */
    public boolean isJava() {
        return fact(Facts.RUNTIME) == null;
    }

    /**
     * Carriers that worked during the measurement, by the flight recording; NaN where requests had none, or nothing
     * tells.
     */
    public double carriersBusy() {
        return "virtual".equals(fact(Facts.REQUEST_THREAD)) ? outcome.flight.carriers() : Double.NaN;
    }

    /** What was published of this stream. */
    public Published.Figure published() {
        return isMain() ? cell.published() : cell.published(stream.stream.name());
    }

    /** Coefficient of variation of the throughput over ten windows, as a share. */
    public double steadyCv() {
        return stream.totals == null ? Double.NaN : stream.totals.steadyCv();
    }

    /** What requests that wait take of the service's memory. */
    public WaitingMemory memory() {
        return new WaitingMemory(isMain(), outcome);
    }

    /** The seconds of the measurement; of a stage, those that count for it. */
    java.util.stream.Stream<CellReport.VitalsSecond> seconds() {
        return outcome.vitals.stream().filter(v -> !v.draining() && (stage() == null || stage().holds(v.second())));
    }

    /** The greatest value of one of the vitals. */
    public double vital(ToDoubleFunction<CellReport.VitalsSecond> of) {
        return seconds().mapToDouble(of).max().orElse(Double.NaN);
    }

    /** The mean over the seconds, whatever their length; the last may be short. */
    double mean(ToDoubleFunction<CellReport.VitalsSecond> of) {
        double length = seconds().mapToDouble(CellReport.VitalsSecond::length).sum();
        return seconds().mapToDouble(v -> of.applyAsDouble(v) * v.length()).sum() / length;
    }

    /** What held the throughput, by the vitals, see {@link BoundSeen}. */
    public String boundSeen() {
        return BoundSeen.of(this, cpus);
    }

    /** Connections to the database in use, on average; NaN where the service does not tell. */
    double connectionsActive() {
        return mean(v -> v.gauges().mean(Gauges.CONNECTIONS_ACTIVE));
    }

    /** The rows that its service accepted, stored and left behind. */
    public RowCounts rows() {
        return new RowCounts(this);
    }

    /** Whether its numbers can be believed: INVALID where a finding invalidates them, else VALID. */
    public Validity validity() {
        return findings.stream().anyMatch(Finding::invalidates) ? Validity.INVALID : Validity.VALID;
    }

    /** How far its throughput is from the rule, as a share of the rule; NaN where there is no rule. */
    public double ruleGap() {
        return rps() / prediction().rps() - 1;
    }

    /** Whether it has a rule and met it, see {@link Cell#within}. */
    public boolean isRuleMet() {
        return Math.abs(ruleGap()) <= cell.tolerance();
    }

    /** The codes of what makes it INVALID. */
    java.util.stream.Stream<Finding.Code> reasons() {
        return findings.stream().filter(Finding::invalidates).map(Finding::code);
    }

    /** The codes of all findings, those that invalidate first; each once. */
    public List<Finding.Code> codes() {
        var codes = new ArrayList<Finding.Code>();
        findings.stream().sorted((a, b) -> Boolean.compare(b.invalidates(), a.invalidates())).map(Finding::code)
                .distinct().forEach(codes::add);
        return codes;
    }

    /** The same as they are written in files. */
    public List<String> codeNames() {
        return codes().stream().map(Finding.Code::toString).toList();
    }

    /** Whether some check had something to say. */
    public boolean hasRemarks() {
        return !findings.isEmpty();
    }

    /** What was found of it, in words, the gravest first; and that it met its rule, where it did. */
    public String why() {
        var parts = new ArrayList<String>();
        findings.stream().sorted((a, b) -> Boolean.compare(b.invalidates(), a.invalidates()))
                .forEach(f -> parts.add(f.text()));
        if (validity() == Validity.VALID && isRuleMet()) {
            parts.addFirst(Numbers.format("%.1f %% %s the rule (%.0f %% allowed)", 100 * Math.abs(ruleGap()),
                    ruleGap() > 0 ? "above" : "below", 100 * cell.tolerance()));
        }
        return String.join("; ", parts);
    }

    /** The streams of which anything is known at the end; stages are parts of one that is among them. */
    java.util.stream.Stream<Outcome.OfStream> ownStreams() {
        return outcome.streams.values().stream()
                .filter(s -> s.totals != null && !(s.stream.load() instanceof Stages.Stage));
    }

    /** Requests sent to this external service (to that under test: ""), warm-up included; negative of an engine. */
    public long requestsSent(String to) {
        return ownStreams().filter(s -> s.stream.request().service().equals(to)).mapToLong(s -> s.totals.sent()).sum();
    }

    @Override
    public String toString() {
        return name() + " " + validity() + " " + findings.stream().map(Finding::text).collect(Collectors.joining("; "));
    }
}
