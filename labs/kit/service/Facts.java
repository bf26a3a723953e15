package kit.service;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Named facts about a running service. A variant asks for some of them, the running JVM tells what really holds, and a
 * difference makes the cell INVALID: a flag that did not take effect is the commonest way to measure the wrong thing.
 *
 * @param values by name, in the order in which they are to be shown
 */
public record Facts(LinkedHashMap<String, String> values) implements Serializable {

    /** {@code virtual} or {@code platform}: the kind of thread that requests really ran on. */
    public static final String REQUEST_THREAD = "request.thread";
    /** Most threads that Tomcat uses for requests, or {@code unbounded}. */
    public static final String POOL = "tomcat.threads.max";
    /** Carriers that the scheduler of virtual threads may use. */
    public static final String PARALLELISM = "scheduler.parallelism";
    /** Feature version of the JDK, such as 25. */
    public static final String JDK = "jdk";
    /** Full version of the JDK. */
    public static final String JDK_VERSION = "jdk.version";
    /** Followed by a JVM flag: {@code true} where the running JVM has it. */
    public static final String FLAG = "flag ";
    /** Followed by a Spring property: its value in the running service. */
    public static final String PROPERTY = "property.";
    /** What runs the service's code, in words, where that is no JDK. */
    public static final String RUNTIME = "runtime";
    /** Connections that Tomcat takes at a time. Further ones wait outside. */
    public static final String MAX_CONNECTIONS = "tomcat.max-connections";
    /** Connections that wait outside, in the operating system's queue, before more are turned away. */
    public static final String ACCEPT_COUNT = "tomcat.accept-count";
    /** Files and connections that the service's process may have open. */
    public static final String FILE_DESCRIPTORS = "jvm.file-descriptors.max";
    /** Requests that a service counted itself, where the kit cannot look into its server. */
    public static final String REQUESTS = "server.requests";
    /** Why a service could not store rows that it had accepted, in its words. */
    public static final String ROWS_LOST_WHY = "rows.lost.why";
    /**
     * Rows that a service had accepted when it was closed: requests that the client gave up may add some after the last
     * look at its gauges.
     */
    public static final String ROWS_ACCEPTED = "rows.accepted";
    /** The sizes of connection pools. */
    public static final List<String> CONNECTION_POOLS = List.of("hikari.maximum-pool-size", "r2dbc.pool.max-size");
    /** Different carriers seen under request threads. */
    public static final String CARRIERS_SEEN = "carriers.seen";

    /** No facts. */
    public static Facts none() {
        return new Facts(new LinkedHashMap<>());
    }

    /** These and one more, which replaces one of the same name. */
    public Facts with(String name, Object value) {
        var more = new LinkedHashMap<>(values);
        more.put(name, String.valueOf(value));
        return new Facts(more);
    }

    /** These but one. */
    public Facts without(String name) {
        var fewer = new LinkedHashMap<>(values);
        fewer.remove(name);
        return new Facts(fewer);
    }

    /** These and others, which replace those of the same names. */
    public Facts with(Facts others) {
        var more = new LinkedHashMap<>(values);
        more.putAll(others.values);
        return new Facts(more);
    }

    /** The value of a fact; null where there is none of that name. */
    public String get(String name) {
        return values.get(name);
    }

    /** What differs between these facts, which were asked for, and {@code found}; empty where all hold. */
    public List<String> differences(Facts found) {
        var differences = new ArrayList<String>();
        for (Map.Entry<String, String> asked : values.entrySet()) {
            String was = found.get(asked.getKey());
            if (!asked.getValue().equals(was)) {
                differences.add("asked for " + asked.getKey() + "=" + asked.getValue() + ", got "
                        + (was == null ? "nothing that says so" : was));
            }
        }
        return differences;
    }
}
