package kit.report;

import java.io.Serializable;
import java.util.Map;
import java.util.stream.Collectors;
import kit.machine.Hiccups;

/**
 * What is known of a stream once it has ended. The times of its users are those within the measurement: of a request
 * that was under way when it began or ended, the part within it counts.
 *
 * @param seconds        length of the measurement
 * @param sent           requests sent over the stream's whole life, warm-up included, less those that found no
 *     connection
 * @param givenUp        of these, the ones that the client did not wait for, or whose connection broke
 * @param completed      requests that succeeded within the measurement. Of a closed loop, a request that began before
 *     it or ended after it counts in part, by its share of time within: else a throughput would depend on where in a
 *     wave of requests the measurement ends. Where it is known for how long a request is served, only the last part
 *     of it, of that length, is its time: before, it waited in a line, which may serve users out of turn. A test of n
 *     requests is over with the n-th, and has no parts
 * @param everOk         requests that succeeded over the stream's whole life
 * @param serviceSeconds time that users spent in requests that succeeded, from the actual send
 * @param sendDelaySeconds     time that they spent before the actual send
 * @param errorSeconds   time that they spent in requests that failed, and resting after them
 * @param thinkSeconds   time that they spent thinking
 * @param generatorSeconds  CPU time of the load generator; NaN where it cannot be told apart
 * @param generatorBusiest  CPU time of the load generator's busiest thread, as a share of the measurement
 * @param hiccups        of the load generator's scheduler
 * @param steadyCv       coefficient of variation of throughput over ten windows of equally many requests, as a share;
 *                       NaN where there were too few
 * @param firstRound     of a load that begins with the measurement: time until as many requests were answered as there
 *                       are users; else NaN
 */
public record Totals(double seconds, long sent, long givenUp, double completed, long everOk,
        double serviceSeconds,
        double sendDelaySeconds,
        double errorSeconds, double thinkSeconds,
        double generatorSeconds, double generatorBusiest, Hiccups.Measured hiccups, double steadyCv, double firstRound)
        implements Serializable {

    /** Of a load that begins before its measurement does. */
    public Totals(double seconds, long sent, long givenUp, double completed, long everOk, double serviceSeconds,
            double sendDelaySeconds, double errorSeconds, double thinkSeconds, double generatorSeconds,
            double generatorBusiest, Hiccups.Measured hiccups, double steadyCv) {
        this(seconds, sent, givenUp, completed, everOk, serviceSeconds, sendDelaySeconds, errorSeconds, thinkSeconds,
                generatorSeconds, generatorBusiest, hiccups, steadyCv, Double.NaN);
    }

    /** A number of requests that is not known. */
    public static final long UNKNOWN = -1;

    /**
     * All that is known of a load that an external load generator sent: its length, and CPU time of the load
     * generator's processes in s.
     */
    public static Totals ofExternal(double seconds, double cpuSeconds) {
        return new Totals(seconds, UNKNOWN, 0, Double.NaN, UNKNOWN, Double.NaN, Double.NaN, Double.NaN, Double.NaN,
                cpuSeconds, Double.NaN, Hiccups.Measured.NOT, Double.NaN);
    }

    /** Errors by kind as in {@code http-500=2;timeout=3}. */
    public static String kinds(Map<String, Long> errors) {
        return errors.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(";"));
    }
}
