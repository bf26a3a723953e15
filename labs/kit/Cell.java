package kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A measurement that a lab orders: a variant under a load, with what the rule says of it. It is measured once in each fork
 * and on each JDK; {@link #results} holds what came of it.
 */
public final class Cell {

    private final Variant variant;
    private final List<Stream> streams;
    private final Prediction prediction;
    private final Published.Figure published;
    private double tolerance = 0.03;
    private boolean toleratesErrors;
    private Prediction.Station claimed;
    private final Map<String, Prediction> aside = new HashMap<>();
    private String route = "";
    private String skipped;
    private final List<CellResult> results = new ArrayList<>();

    Cell(Variant variant, List<Stream> streams, Prediction prediction, Published.Figure published) {
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

    /** A further name, where the variant and the load alone do not tell two cells of a lab apart. */
    public Cell as(String what) {
        route = what;
        return this;
    }

    /**
     * What somebody says that a request of this cell needs, and the lab does not believe: {@code each} on one of so many
     * servers. The rule does not predict by it; throughput beyond it shows that it is not so.
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
        streams.add(new Stream(name, request, load));
        aside.put(name, new Prediction(load.rate(), meanMs, "rate", List.of()));
        return this;
    }

    public Variant variant() {
        return variant;
    }

    public Prediction prediction() {
        return prediction;
    }

    /** What the rule says of one of its streams. */
    Prediction prediction(String stream) {
        return aside.getOrDefault(stream, prediction);
    }

    /** See {@link #claimedToNeed}; null where nobody claims anything. */
    Prediction.Station claimed() {
        return claimed;
    }

    public Published.Figure published() {
        return published;
    }

    public Load load() {
        return streams.getFirst().load();
    }

    List<Stream> streams() {
        return List.copyOf(streams);
    }

    double tolerance() {
        return tolerance;
    }

    boolean toleratesErrors() {
        return toleratesErrors;
    }

    /** For people, such as {@code virtual, c=100}. */
    public String label() {
        return variant.name() + (route.isEmpty() ? "" : " (" + route + ")") + ", " + load().label();
    }

    /** For files, such as {@code virtual-c100}. */
    String shortName() {
        return variant.name() + (route.isEmpty() ? "" : "-" + route) + "-" + load().shortName();
    }

    /** How long its measurement will take. */
    Duration expected() {
        return load().expected(prediction.exists() ? prediction.rps() : 100);
    }

    void skip(String why) {
        skipped = why;
    }

    /** Why it was not measured, or null. */
    String skipped() {
        return skipped;
    }

    void add(CellResult result) {
        results.add(result);
    }

    /** What was measured of the main stream, one result per fork, on all JDKs of the run. */
    public List<CellResult> results() {
        return results("");
    }

    /** What was measured of all its streams. */
    List<CellResult> allResults() {
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

    /** Mean throughput over the forks, requests/s; NaN when nothing was measured. */
    public double rps() {
        return mean(Claim.Metric.THROUGHPUT);
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
        return results(stream).stream().mapToDouble(metric.of()).average().orElse(Double.NaN);
    }

    /** A fact read back from the service, see {@link Facts}: the first fork's; {@code unknown} where nothing was measured. */
    public String fact(String name) {
        return results().stream().map(r -> r.fact(name)).filter(Objects::nonNull).findFirst().orElse("unknown");
    }
}
