package kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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

    /** A name for the files, where the variant and the load alone do not tell two cells of a lab apart. */
    public Cell as(String what) {
        route = "-" + what;
        return this;
    }

    /** Adds a stream that runs along with the main one. */
    public Cell beside(String name, Request request, Load load) {
        streams.add(new Stream(name, request, load));
        return this;
    }

    public Variant variant() {
        return variant;
    }

    public Prediction prediction() {
        return prediction;
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
        return variant.name() + ", " + load().label();
    }

    /** For files, such as {@code virtual-c100}. */
    String shortName() {
        return variant.name() + route + "-" + load().shortName();
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

    /** How many times as much the other cell serves as this one, by their rules. */
    public double ruleRatio(Cell other) {
        return other.prediction.rps() / prediction.rps();
    }

    /** Mean throughput over the forks, requests/s; NaN when nothing was measured. */
    public double rps() {
        return results().stream().mapToDouble(CellResult::rps).average().orElse(Double.NaN);
    }

    /** Mean over the forks of the mean response time, ms. */
    public double meanMs() {
        return results().stream().mapToDouble(CellResult::meanMs).average().orElse(Double.NaN);
    }
}
