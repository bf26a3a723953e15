package kit.results;

import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import kit.results.RequestLog.Told;

/** The values of k6's metrics, one after the other, as its CSV and JSON have them. The time of a value is its end. */
final class K6Points {

    static final String DURATION = "http_req_duration";
    private static final String ITERATION = "iteration_duration";
    private static final String DROPPED = "dropped_iterations";

    /** Of these groups' names k6 calls what runs once before the load and once after it. */
    private static final List<String> BESIDE = List.of("::setup", "::teardown");

    private final RequestLog requests = new RequestLog();
    private double iterations;
    private double inIterations;
    private double dropped;

    /** Whether a group is no part of the load; one within such a group has more behind the name. */
    static boolean isBeside(String group) {
        return BESIDE.stream().anyMatch(one -> group.equals(one) || group.startsWith(one + "::"));
    }

    /** @param end ns since the epoch @param ms it took */
    void request(long end, double ms, boolean ok) {
        requests.add(end, true, Math.round(ms * 1e6), ok, 0);
    }

    /** A value of another metric. */
    void other(String metric, double value) {
        if (metric.equals(ITERATION)) {
            iterations++;
            inIterations += value;
        } else if (metric.equals(DROPPED)) {
            dropped += value;
        }
    }

    /** Time of day with a zone, as ns since the epoch. */
    static long nanos(String stamp) {
        Instant instant = OffsetDateTime.parse(stamp).toInstant();
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    LoadResult result(Path file, boolean hasErrors) {
        double sent = requests.times().getTotalCount();
        double mean = requests.times().getMean() / 1e6;
        return requests.result(file, K6Csv.TOOL, new Told(Double.NaN, think(iterations, inIterations / iterations, sent,
                mean), dropped, hasErrors));
    }

    /**
     * What a virtual user does beside its requests, ms for each of them: the rest of an iteration.
     *
     * @param iteration its mean duration, ms
     * @param mean      response time, ms
     */
    static double think(double iterations, double iteration, double requests, double mean) {
        return iterations == 0 ? Double.NaN : Math.max(0, iteration * iterations / requests - mean);
    }
}
