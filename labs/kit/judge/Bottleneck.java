package kit.judge;

/** What limited the throughput of a row, by one order of tests. */
public enum Bottleneck {
    /** The load generator had no headroom. */
    GENERATOR("the load generator"),
    /** All CPUs of the machine are busy, or all that the service can use. */
    CPU("the CPUs"),
    /** All connections of a pool are in use, and requests wait for one. */
    CONNECTIONS("the connection pool"),
    /** Virtual threads hold their carriers while they wait. */
    CARRIERS("the carriers"),
    /** All threads of the pool are busy, and requests wait for one. */
    POOL("the pool of threads"),
    /** All that arrives is served. */
    RATE("the arrival rate"),
    /** Each user is served all the time. */
    USERS("the number of users"),
    /** Requests wait for something that is none of these. */
    OTHER("something other than threads, connections and CPUs"),
    /** Nothing was measured. */
    UNKNOWN("not known");

    private final String words;

    Bottleneck(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }

    /** As it is written in files. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
