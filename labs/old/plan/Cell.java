package old.plan;

import kit.plan.Station;
import kit.plan.Burst;
import kit.plan.GeneratorMode;
import kit.plan.Load;
import kit.plan.Look;
import kit.plan.OpenLoop;
import kit.plan.Published;
import kit.plan.Request;
import kit.plan.Stages;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.rule.RuleFigures;
import kit.rule.Queueing;

import kit.record.CellName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kit.machine.Limits;
import kit.service.BootService;

/**
 * The plan of a measurement: a variant under a load, with what the rule says of it and how the result is judged. It is
 * measured once in each fork and on each JDK.
 *
 * <p>A plan does not change: each method that adds something returns another plan. Two plans are equal when their names
 * and streams are. The results are held elsewhere.
 */
public final class Cell {

    private final Variant variant;
    private final IntFunction<RuleFigures> prediction;
    // The fields below are set before a plan leaves copy(), and never after.
    private List<Traffic> streams;
    private Published.Figure published;
    private double tolerance = 0.03;
    private boolean toleratesErrors;
    private int threads;
    /** Null where it is wherever it is in other cells. */
    private GeneratorMode client;
    private boolean throughputOnly;
    private boolean boundByCpu;
    private Look look = Look.NONE;
    private Station claimed;
    private PinnedOrNot pinnedOrNot = PinnedOrNot.UNKNOWN;
    private Map<String, IntFunction<RuleFigures>> predictionsBeside = Map.of();
    private Map<String, Published.Figure> publishedBeside = Map.of();
    private String route = "";
    private int part;
    private Duration warmup;
    private Capacity capacity = (jdk, users) -> RuleFigures.none();
    private Needs needs = Needs.unknown();
    private List<Integer> backlog = List.of();

    /** What the rule says of other numbers of users than the cell has, by the feature version of the JDK. */
    public interface Capacity {
        RuleFigures at(int jdk, int users);
    }

    /**
     * What the rule says of a cell if every request held its carrier while it waits, and if none did, in requests/s.
     */
    public record PinnedOrNot(double pinnedRps, double unpinnedRps) {
        public static final PinnedOrNot UNKNOWN = new PinnedOrNot(Double.NaN, Double.NaN);
    }

    /** @param prediction by the feature version of the JDK */
    public Cell(Variant variant, List<Traffic> streams, IntFunction<RuleFigures> prediction,
            Published.Figure published) {
        this.variant = variant;
        this.prediction = prediction;
        this.streams = List.copyOf(streams);
        this.published = published;
    }

    private Cell copy(Consumer<Cell> change) {
        var copy = new Cell(variant, streams, prediction, published);
        copy.tolerance = tolerance;
        copy.toleratesErrors = toleratesErrors;
        copy.threads = threads;
        copy.client = client;
        copy.throughputOnly = throughputOnly;
        copy.boundByCpu = boundByCpu;
        copy.look = look;
        copy.claimed = claimed;
        copy.pinnedOrNot = pinnedOrNot;
        copy.predictionsBeside = predictionsBeside;
        copy.publishedBeside = publishedBeside;
        copy.route = route;
        copy.part = part;
        copy.warmup = warmup;
        copy.capacity = capacity;
        copy.needs = needs;
        copy.backlog = backlog;
        change.accept(copy);
        return copy;
    }

    private static <K, V> Map<K, V> with(Map<K, V> map, K key, V value) {
        var longer = new HashMap<>(map);
        longer.put(key, value);
        return Map.copyOf(longer);
    }

    // ---- what a plan may say beside variant, load and rule ----

    /** The numbered part of the page that plans it; 0 where the page has none. */
    public Cell part(int number) {
        return copy(cell -> cell.part = number);
    }

    public int part() {
        return part;
    }

    /** How far throughput may lie from the rule, as a share; 3 % unless said otherwise. */
    public Cell within(double share) {
        return copy(cell -> cell.tolerance = share);
    }

    /** Failed requests are what this cell is there to show: they do not invalidate it. */
    public Cell expectingErrors() {
        return copy(cell -> cell.toleratesErrors = true);
    }

    /**
     * What is claimed of this cell is throughput, or rows, and no latency. Where only the latencies cannot be trusted,
     * because the client was late now and then, a finding says so and the cell stays valid.
     */
    public Cell throughputOnly() {
        return copy(cell -> cell.throughputOnly = true);
    }

    /** CPUs bind, though no rule of this lab says so: one fork would not decide a claim about it. */
    public Cell whereCpuBinds() {
        return copy(cell -> cell.boundByCpu = true);
    }

    /** This is looked at after the measurement, while the load goes on. */
    public Cell looking(Look at) {
        return copy(cell -> cell.look = at);
    }

    /** A warm-up of this length instead of the lab's usual one, unless {@code --warmup} says otherwise. */
    public Cell warmup(Duration time) {
        return copy(cell -> cell.warmup = time);
    }

    /**
     * Platform threads that the service has when all users wait: whether the machine allows that many is looked at
     * before.
     */
    public Cell needingThreads(int platformThreads) {
        return copy(cell -> cell.threads = platformThreads);
    }

    /**
     * The client is in the lab's own JVM, wherever it is in other cells: for services with so many threads, or so much
     * garbage, that the pauses of their JVM would make it late.
     */
    public Cell clientApart() {
        return client(GeneratorMode.OWN_JVM);
    }

    /** The client is there in this cell, wherever it is in others. */
    public Cell client(GeneratorMode where) {
        return copy(cell -> cell.client = where);
    }

    /** What the rule says of other numbers of users. */
    public Cell capacity(Capacity rule) {
        return copy(cell -> cell.capacity = rule);
    }

    /** By how many rows the rule says that the backlog has grown at the end of each second of the measurement. */
    public Cell backlog(List<Integer> bySecond) {
        return copy(cell -> cell.backlog = List.copyOf(bySecond));
    }

    /** See {@link #backlog(List)}; empty where no rule says anything of it. */
    public List<Integer> backlog() {
        return backlog;
    }

    /** What the rule has from a pilot. */
    public Cell needs(Needs piloted) {
        return copy(cell -> cell.needs = piloted);
    }

    /** See {@link #needs(Needs)}; {@link Needs#NONE} where the rule has nothing from a pilot. */
    public Needs needs() {
        return needs;
    }

    /** See {@link #capacity(Capacity)}; no prediction where the rule is about one number of users only. */
    public Capacity capacity() {
        return capacity;
    }

    /** A further name, where the variant and the load alone do not tell two cells of a lab apart. */
    public Cell as(String what) {
        return copy(cell -> cell.route = what);
    }

    /**
     * What others say that a request of this cell needs, and the lab does not believe: {@code each} on one of so many
     * servers. The rule does not predict by it; throughput beyond it shows that it is not so.
     *
     * @param what the servers are, such as {@code CPUs}
     */
    public Cell claimedToNeed(Duration each, double servers, String what) {
        return copy(cell -> cell.claimed = new Station(what, servers, each.toNanos() / 1e9));
    }

    /**
     * Adds a stream that runs along with the main one.
     *
     * @param meanMs what a rule says of its mean response time in ms, or NaN
     */
    public Cell beside(String name, Request request, OpenLoop load, double meanMs) {
        return with(new Traffic(name, request, load), jdk -> RuleFigures.served(load, meanMs));
    }

    /** The same where no rule says anything. */
    public Cell beside(String name, Request request, OpenLoop load) {
        return with(new Traffic(name, request, load), jdk -> RuleFigures.none());
    }

    /** Adds the burst of another cell, sent at the same moment to the external service of this name. */
    public Cell beside(String name, Cell other) {
        return with(new Traffic(name, other.streams.getFirst().request().to(name), other.load()), other.prediction)
                .published(name, other.published);
    }

    /** Adds a stage of the main stream, and what a rule says of it, by the feature version of the JDK. */
    public Cell with(Stages.Stage stage, IntFunction<RuleFigures> ofIt) {
        return with(new Traffic(stage.name(), streams.getFirst().request(), stage), ofIt);
    }

    private Cell with(Traffic stream, IntFunction<RuleFigures> ofIt) {
        var longer = new ArrayList<>(streams);
        longer.add(stream);
        return copy(cell -> {
            cell.streams = List.copyOf(longer);
            cell.predictionsBeside = with(predictionsBeside, stream.name(), ofIt);
        });
    }

    /** See {@link PinnedOrNot}: for a lab that asks which of the two it is. */
    public Cell between(PinnedOrNot both) {
        return copy(cell -> cell.pinnedOrNot = both);
    }

    /** What was published of the main stream, in place of the figure that has the cell's own name. */
    public Cell published(Published.Figure figure) {
        return copy(cell -> cell.published = figure);
    }

    /** What was published of a further stream. */
    public Cell published(String stream, Published.Figure figure) {
        return copy(cell -> cell.publishedBeside = with(publishedBeside, stream, figure));
    }

    // ---- what it says ----

    /** The way in which the service runs. */
    public Variant variant() {
        return variant;
    }

    /** Its load; of a cell with several streams, the main one's. */
    public Load load() {
        return streams.getFirst().load();
    }

    /** The main stream first. */
    public List<Traffic> streams() {
        return streams;
    }

    /** What the rule says of it on a JDK of this feature version. */
    public RuleFigures prediction(int jdk) {
        return prediction.apply(jdk);
    }

    /** The same of one of its streams. */
    public RuleFigures prediction(int jdk, String stream) {
        return predictionsBeside.containsKey(stream) ? predictionsBeside.get(stream).apply(jdk)
                : prediction(jdk);
    }

    /** See {@link #between}. */
    public PinnedOrNot pinnedOrNot() {
        return pinnedOrNot;
    }

    /** See {@link #claimedToNeed}; null where nothing is claimed. */
    public Station claimed() {
        return claimed;
    }

    /** The figures that were published of its main stream. */
    public Published.Figure published() {
        return published;
    }

    /** The same of one of its further streams. */
    public Published.Figure published(String stream) {
        return publishedBeside.getOrDefault(stream, Published.Figure.NONE);
    }

    /** See {@link #within}; a share. */
    public double tolerance() {
        return tolerance;
    }

    /** See {@link #expectingErrors}. */
    public boolean toleratesErrors() {
        return toleratesErrors;
    }

    /** See {@link #throughputOnly}. */
    public boolean isThroughputOnly() {
        return throughputOnly;
    }

    /** Whether CPUs bind: the rule says so on that JDK, or the lab does, see {@link #whereCpuBinds}. */
    public boolean isBoundByCpu(int jdk) {
        return boundByCpu || prediction(jdk).bound().equals(Queueing.CPU);
    }

    /** What is looked at after the measurement. */
    public Look look() {
        return look;
    }

    /** See {@link #warmup(Duration)}; null where the lab's usual one will do. */
    public Duration warmup() {
        return warmup;
    }

    /**
     * Where its load comes from.
     *
     * @param usual in cells that do not care
     */
    public GeneratorMode driver(GeneratorMode usual) {
        // Where the service's memory is looked at, the client's must not be in it.
        boolean looksAtMemory = load() instanceof Burst burst && burst.looksAtMemory();
        GeneratorMode wanted = client != null ? client : looksAtMemory ? GeneratorMode.OWN_JVM : usual;
        return wanted == GeneratorMode.OWN_JVM && usual.isApart() ? usual : wanted;
    }

    /** What the machine must allow it to have. */
    public Limits.Need need(GeneratorMode usual) {
        int beyond = variant.service() instanceof BootService boot ? boot.externals().size() : 0;
        return Limits.Need.of(load().users(), threads, driver(usual).isApart(), beyond);
    }

    /** How long its measurement will take on that JDK. */
    public Duration expected(int jdk) {
        return load().expected(prediction(jdk).exists() ? prediction(jdk).rps() : 100);
    }

    // ---- its names ----

    /** For people, such as {@code virtual, c=100}. */
    public String label() {
        return variant.name() + (route.isEmpty() ? "" : " (" + route + ")") + ", " + load().label();
    }

    /** For files, such as {@code virtual-c100}. */
    public String shortName() {
        return CellName.ofPlan(variant.name(), route, load().shortName());
    }

    /** The further name that tells it apart, see {@link #as}; empty where it has none. */
    public String route() {
        return route;
    }

    /** Whether this is its name for files, in which {@code *} stands for anything. */
    public boolean isCalled(String pattern) {
        return shortName()
                .matches(Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cell cell && cell.shortName().equals(shortName()) && cell.streams.equals(streams);
    }

    @Override
    public int hashCode() {
        return Objects.hash(shortName(), streams);
    }

    @Override
    public String toString() {
        return shortName();
    }
}
