package kit.trust;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kit.base.Histograms;
import kit.cell.Flight;
import kit.machine.Limits;
import kit.plan.Burst;
import kit.plan.DriverMode;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Prediction;
import kit.plan.Published;
import kit.plan.Queueing;
import kit.plan.Request;
import kit.plan.Stages;
import kit.plan.Stream;
import kit.plan.Variant;
import kit.service.BootService;
import org.HdrHistogram.Histogram;

/**
 * A measurement that a lab orders: a variant under a load, with what the rule says of it. It is measured once in each
 * fork and on each JDK; {@link #results} holds what came of it.
 */
public final class Cell {

    private final Variant variant;
    private final List<Stream> streams;
    private final IntFunction<Prediction> prediction;
    private Published.Figure published;
    private double tolerance = 0.03;
    private boolean toleratesErrors;
    private int threads;
    private boolean apart;
    private boolean latenciesAside;
    private Prediction.Station claimed;
    private PinnedOrNot pinnedOrNot = PinnedOrNot.UNKNOWN;
    private final Map<String, Prediction> aside = new HashMap<>();
    private final Map<String, Published.Figure> publishedAside = new HashMap<>();
    private String route = "";
    private Duration warmup;
    private String skipped;
    private final List<CellResult> results = new ArrayList<>();

    /**
     * What the rule says of a cell if every request held its carrier while it waits, and if none did, in requests/s.
     */
    public record PinnedOrNot(double pinnedRps, double unpinnedRps) {
        static final PinnedOrNot UNKNOWN = new PinnedOrNot(Double.NaN, Double.NaN);
    }

    /** @param prediction by the feature version of the JDK */
    public Cell(Variant variant, List<Stream> streams, IntFunction<Prediction> prediction, Published.Figure published) {
        this.variant = variant;
        this.streams = new ArrayList<>(streams);
        this.prediction = prediction;
        this.published = published;
    }

    /** How far throughput may lie from the rule, as a share; 3 % unless said otherwise. */
    public Cell within(double share) {
        tolerance = share;
        return this;
    }

    /** Failed requests are what this cell is there to show: they do not invalidate it. */
    public Cell expectingErrors() {
        toleratesErrors = true;
        return this;
    }

    /**
     * What is claimed of this cell is throughput, or rows, and no latency: where only latencies cannot be believed,
     * because its client was late now and then, that is said, and it is not INVALID for it.
     */
    public Cell withLatenciesAside() {
        latenciesAside = true;
        return this;
    }

    boolean latenciesAside() {
        return latenciesAside;
    }

    /** A warm-up of this length instead of the lab's usual one, unless {@code --warmup} says otherwise. */
    public Cell warmup(Duration time) {
        warmup = time;
        return this;
    }

    /** See {@link #warmup(Duration)}; null where the lab's usual one will do. */
    public Duration warmup() {
        return warmup;
    }

    /**
     * Platform threads that the service has when all users wait: whether the machine allows that many is looked at
     * before.
     */
    public Cell needingThreads(int platformThreads) {
        threads = platformThreads;
        return this;
    }

    /**
     * The client is in the lab's own JVM, wherever it is in other cells: for services with so many threads, or so much
     * garbage, that the pauses of their JVM would make it late.
     */
    public Cell clientApart() {
        apart = true;
        return this;
    }

    /** A further name, where the variant and the load alone do not tell two cells of a lab apart. */
    public Cell as(String what) {
        route = what;
        return this;
    }

    /**
     * What somebody says that a request of this cell needs, and the lab does not believe: {@code each} on one of so
     * many servers. The rule does not predict by it; throughput beyond it shows that it is not so.
     *
     * @param what the servers are, such as {@code CPUs}
     */
    public Cell claimedToNeed(Duration each, double servers, String what) {
        claimed = new Prediction.Station(what, servers, each.toNanos() / 1e9);
        return this;
    }

    /**
     * Adds a stream that runs along with the main one.
     *
     * @param meanMs what a rule says of its mean response time in ms, or NaN
     */
    public Cell beside(String name, Request request, OpenLoop load, double meanMs) {
        return beside(name, request, load, new Prediction(load.rate(), meanMs, Queueing.RATE, List.of()));
    }

    /** The same where no rule says anything. */
    public Cell beside(String name, Request request, OpenLoop load) {
        return beside(name, request, load, Prediction.none());
    }

    private Cell beside(String name, Request request, OpenLoop load, Prediction prediction) {
        streams.add(new Stream(name, request, load));
        aside.put(name, prediction);
        return this;
    }

    /** Adds a stage of the main stream, and what a rule says of it. */
    public Cell with(Stages.Stage stage, Prediction ofIt) {
        streams.add(new Stream(stage.name(), streams.getFirst().request(), stage));
        aside.put(stage.name(), ofIt);
        return this;
    }

    /** See {@link PinnedOrNot}: for a lab that asks which of the two it is. */
    public Cell between(PinnedOrNot both) {
        pinnedOrNot = both;
        return this;
    }

    public Variant variant() {
        return variant;
    }

    /** What the rule says of it on a JDK of this feature version. */
    public Prediction prediction(int jdk) {
        return prediction.apply(jdk);
    }

    /** The same of one of its streams. */
    public Prediction prediction(int jdk, String stream) {
        return aside.containsKey(stream) ? aside.get(stream) : prediction(jdk);
    }

    PinnedOrNot pinnedOrNot() {
        return pinnedOrNot;
    }

    /** See {@link #claimedToNeed}; null where nobody claims anything. */
    Prediction.Station claimed() {
        return claimed;
    }

    public void published(Published.Figure figure) {
        published = figure;
    }

    public void published(String stream, Published.Figure figure) {
        publishedAside.put(stream, figure);
    }

    public Published.Figure published() {
        return published;
    }

    /** The same of one of its further streams. */
    public Published.Figure published(String stream) {
        return publishedAside.getOrDefault(stream, Published.Figure.NONE);
    }

    public Load load() {
        return streams.getFirst().load();
    }

    public List<Stream> streams() {
        return List.copyOf(streams);
    }

    double tolerance() {
        return tolerance;
    }

    boolean toleratesErrors() {
        return toleratesErrors;
    }

    /**
     * Where its load comes from.
     *
     * @param usual in cells that do not care
     */
    public DriverMode driver(DriverMode usual) {
        // Where the service's memory is looked at, the client's must not be in it.
        return apart || load() instanceof Burst burst && burst.looksAtMemory() ? DriverMode.OWN_JVM : usual;
    }

    /** What the machine must allow it to have. */
    public Limits.Need need(DriverMode usual) {
        int beyond = variant.service() instanceof BootService boot ? boot.externals().size() : 0;
        return Limits.Need.of(load().users(), threads, driver(usual) == DriverMode.OWN_JVM, beyond);
    }

    /** For people, such as {@code virtual, c=100}. */
    public String label() {
        return variant.name() + (route.isEmpty() ? "" : " (" + route + ")") + ", " + load().label();
    }

    /** For files, such as {@code virtual-c100}. */
    public String shortName() {
        return variant.name() + (route.isEmpty() ? "" : "-" + route) + "-" + load().shortName();
    }

    /** Whether this is its name for files, in which {@code *} stands for anything. */
    public boolean isCalled(String pattern) {
        return shortName()
                .matches(Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    /** How long its measurement will take on that JDK. */
    public Duration expected(int jdk) {
        return load().expected(prediction(jdk).exists() ? prediction(jdk).rps() : 100);
    }

    public void skip(String why) {
        skipped = why;
    }

    /** Why it was not measured, or null. */
    public String skipped() {
        return skipped;
    }

    public void add(CellResult result) {
        results.add(result);
    }

    /** What was measured of the main stream, one result per fork, on all JDKs of the run. */
    public List<CellResult> results() {
        return results("");
    }

    /** What was measured of all its streams. */
    public List<CellResult> allResults() {
        return List.copyOf(results);
    }

    /** What was measured of a further stream. */
    public List<CellResult> results(String stream) {
        return results.stream().filter(r -> r.stream().stream.name().equals(stream)).toList();
    }

    /** What was measured of a stream on one JDK; of a variant that needs a certain JDK, on that one. */
    List<CellResult> on(int jdk, String stream) {
        return results(stream).stream().filter(r -> r.outcome().jdk == jdk || variant.jdk() != 0).toList();
    }

    /**
     * What a page tells of a stream: where the run has several JDKs, what was measured on the newest of them, since a
     * mean of two is of none.
     */
    private List<CellResult> told(String stream) {
        int newest = results.stream().mapToInt(r -> r.outcome().jdk).max().orElse(0);
        return results(stream).stream().filter(r -> r.outcome().jdk == newest).toList();
    }

    /**
     * Mean throughput over the forks, requests/s; NaN when nothing was measured. On the newest JDK of the run, as all
     * that names none.
     */
    public double rps() {
        return mean(Claim.Metric.THROUGHPUT);
    }

    /** The same on one of the JDKs of the run. */
    public double rps(int jdk) {
        return mean(Claim.Metric.THROUGHPUT, jdk);
    }

    /** Mean over the forks of the mean response time, ms. */
    public double meanMs() {
        return mean(Claim.Metric.MEAN);
    }

    /** Mean of a figure over the forks; NaN when nothing was measured. */
    public double mean(Claim.Metric metric) {
        return mean(metric, "");
    }

    /** The same of a further stream. */
    public double mean(Claim.Metric metric, String stream) {
        return mean(told(stream), metric);
    }

    /**
     * What held the throughput of a stream in the first fork, see {@link CellResult#boundSeen}; {@code unknown} where
     * it was not measured.
     */
    public String boundSeen(String stream) {
        return told(stream).stream().map(CellResult::boundSeen).findFirst().orElse("unknown");
    }

    /** The same on one of the JDKs of the run. */
    public double mean(Claim.Metric metric, int jdk) {
        return mean(on(jdk, ""), metric);
    }

    /** Percentiles are never averaged: they are taken of all forks' requests together. */
    private static double mean(List<CellResult> results, Claim.Metric metric) {
        if (!metric.isPercentile()) {
            return results.stream().mapToDouble(metric.of()).average().orElse(Double.NaN);
        }
        Histogram all = Histograms.empty();
        results.forEach(result -> all.add(result.stream().response));
        return Histograms.percentileMs(all, metric.percentile());
    }

    /**
     * What the flight recording says on that JDK of why most of the virtual threads were pinned; {@code nothing} where
     * it does not say.
     */
    public String pinnedReason(int jdk) {
        return on(jdk, "").stream().flatMap(r -> r.outcome().flight.pins().stream()).map(Flight.Pin::reason)
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(reason -> reason, Collectors.counting())).entrySet().stream()
                .max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse("nothing");
    }

    /**
     * A fact read back from the service, see {@link Facts}: the first fork's; {@code unknown} where nothing was
     * measured.
     */
    public String fact(String name) {
        return told("").stream().map(r -> r.fact(name)).filter(Objects::nonNull).findFirst().orElse("unknown");
    }
}
