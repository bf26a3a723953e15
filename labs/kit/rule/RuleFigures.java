package kit.rule;

import kit.plan.Station;
import kit.plan.Load;
import kit.plan.OpenLoop;

import java.io.Serializable;
import java.util.List;
import kit.base.Numbers;

/**
 * What a rule says before anything is measured.
 *
 * @param rps      throughput, requests/s
 * @param meanMs   mean response time in ms; NaN where it has no limit (an open loop above capacity)
 * @param sdMs     its standard deviation in ms; NaN where the rule says nothing of it
 * @param bound    what limits the throughput: {@code users}, {@code rate}, {@code pool}, {@code carriers} or {@code
 *     cpu}
 * @param stations what the service has of each thing a request needs
 * @param p50Ms    median response time in ms; NaN where the rule says nothing of it
 * @param p99Ms    its 99th percentile, likewise
 */
public record RuleFigures(double rps, double meanMs, double sdMs, String bound, List<Station> stations,
        double p50Ms, double p99Ms)
        implements Serializable {

    /** By a rule that says nothing of how response times spread. */
    public RuleFigures(double rps, double meanMs, String bound, List<Station> stations) {
        this(rps, meanMs, Double.NaN, bound, stations, Double.NaN, Double.NaN);
    }

    /** Where a lab has no rule for a cell. */
    public static RuleFigures none() {
        return new RuleFigures(Double.NaN, Double.NaN, "", List.of());
    }

    /** Of an open loop all of whose requests are served as they arrive. @param meanMs mean response time, or NaN */
    public static RuleFigures served(OpenLoop load, double meanMs) {
        return new RuleFigures(load.rate(), meanMs, Queueing.RATE, List.of());
    }

    /** Where requests fail that wait too long: the rule says nothing of response times then. */
    public RuleFigures withoutTimes() {
        return new RuleFigures(rps, Double.NaN, bound, stations);
    }

    /** Whether the rule says anything of the throughput. */
    public boolean exists() {
        return !Double.isNaN(rps);
    }

    /**
     * For how long a request is served, in ms, the wait for a thread or the like left out: at most its mean response
     * time.
     */
    public double servedMs() {
        return stations.stream().filter(s -> !s.name().equals("cpu")).mapToDouble(s -> 1000 * s.demandSeconds())
                .reduce(meanMs, Math::min);
    }

    /** The bound in words, with its numbers. */
    public String boundInWords(Load load) {
        return stations.stream().filter(s -> s.name().equals(bound)).findFirst()
                .map(s -> "%s: %s / %s s = %s/s".formatted(bound, Numbers.trim(s.servers()),
                        Numbers.trim(s.demandSeconds()), Numbers.trim(s.limit())))
                .orElse(bound + ": " + load.label());
    }
}
