package kit.service;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers that a service tells of itself and that change while it works, over an interval: those that are a level, such
 * as connections in use, as a mean of many looks, because one look a second would see little; and all of them as they
 * were last.
 *
 * @param mean by name
 * @param last by name
 */
public record Gauges(Map<String, Double> mean, Map<String, Double> last) implements Serializable {

    /** Tomcat's threads that are at work, and requests that wait for one. */
    public static final String POOL_ACTIVE = "pool.active";
    public static final String POOL_QUEUED = "pool.queued";
    /** Connections to the database: how many there may be, are in use, and threads that wait for one. */
    public static final String CONNECTIONS_MAX = "connections.max";
    public static final String CONNECTIONS_ACTIVE = "connections.active";
    public static final String CONNECTIONS_PENDING = "connections.pending";
    /** Rows that the service has accepted, has stored, and has failed to store after all, since it started. */
    public static final String ROWS_ACCEPTED = "rows.accepted";
    public static final String ROWS_PERSISTED = "rows.persisted";
    static final String ROWS_LOST = "rows.lost";

    /** Nothing was seen. */
    public static final Gauges NONE = new Gauges(Map.of(), Map.of());

    /** What was seen in one look. */
    public static Gauges of(Map<String, Double> now) {
        return new Gauges(now, now);
    }

    /** Mean of a gauge over the looks; NaN where the service does not tell it. */
    public double mean(String name) {
        return mean.getOrDefault(name, Double.NaN);
    }

    /** What a gauge was at the last look; NaN where the service does not tell it. */
    public double last(String name) {
        return last.getOrDefault(name, Double.NaN);
    }

    /** Rows accepted and neither stored nor lost; NaN where the service does not tell. */
    public double backlog() {
        return last(ROWS_ACCEPTED) - last(ROWS_PERSISTED) - last.getOrDefault(ROWS_LOST, 0.0);
    }

    /** Puts looks together. For one thread. */
    public static final class Collecting {
        private final Map<String, Double> sums = new HashMap<>();
        private Map<String, Double> last = Map.of();
        private int looks;

        /** Adds one look: the gauges by their names. */
        public void look(Map<String, Double> now) {
            now.forEach((name, value) -> sums.merge(name, value, Double::sum));
            last = Map.copyOf(now);
            looks++;
        }

        /** What was seen since the last call. */
        public Gauges taken() {
            var mean = new HashMap<String, Double>();
            sums.forEach((name, sum) -> mean.put(name, sum / looks));
            sums.clear();
            looks = 0;
            return new Gauges(mean, last);
        }
    }
}
