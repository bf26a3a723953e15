package old.own;

import java.util.Locale;

/** What limits the throughput of a service under a load. */
enum Station {
    /** All threads of the pool are busy. */
    POOL("the pool of threads"),
    /** All CPUs of the machine are busy, with the service, the load generator and others. */
    CPU("the CPUs"),
    /** Each user is being served all the time: more users would have more throughput. */
    USERS("the number of users"),
    /** All that arrive are served. */
    RATE("the arrival rate"),
    /** The load generator could not send more. */
    GENERATOR("the load generator"),
    /** Virtual threads hold their carriers while they wait: they are pinned, or wait in native code or for a file. */
    CARRIERS("the carriers, which virtual threads hold while they wait"),
    /** All connections of a pool are in use. */
    CONNECTIONS("the connection pool"),
    /** Requests wait for something that is neither a thread nor a CPU, and no connection that the service tells of. */
    OTHER("something other than threads and CPUs: connections, a lock, a native call, or a service that it calls"),
    /** Nothing was measured, or nothing tells. */
    UNKNOWN("not known");

    /** From this share on CPUs, or the load generator, are the bottleneck. */
    private static final double BUSY = 0.85;
    /** From this share on users, threads or connections are busy all the time. */
    private static final double ALL = 0.85;
    /** Of what arrives, the share from which on all of it is served. */
    static final double ARRIVED = 0.97;

    private final String words;

    Station(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** For verdict.json. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * What was offered and what the service has.
     *
     * @param users   concurrent users; 0 in an open loop
     * @param rate    arrivals/s; 0 in a closed loop
     * @param pool    threads; 0 where nothing limits them
     * @param seconds response time of a request that is alone, S
     */
    record Offered(int users, double rate, int pool, double seconds) {}

    /**
     * What was measured.
     *
     * @param rps       throughput in requests/s
     * @param cpus      busy CPUs as a share of the machine on which the service is; NaN where that is not told
     * @param generator the load generator's busiest thread, as a share of a CPU
     * @param generatorCpus busy CPUs as a share of the load generator's machine, where it has one of its own; else 0
     * @param held      for how long virtual threads that waited held carriers, as a share of the time of all carriers
     * @param connections of the busiest pool that are in use, as a share; 0 where the service tells of none
     */
    record Measured(double rps, double cpus, double generator, double generatorCpus, double held, double connections) {}

    /** By Little's law, X S requests would be under way if each took as long as one that is alone. */
    static Station of(Offered offered, Measured measured) {
        double served = measured.rps * offered.seconds;
        if (Double.isNaN(measured.rps)) {
            return UNKNOWN;
        }
        if (measured.generator >= BUSY) {
            return GENERATOR;
        }
        if (offered.rate > 0 && measured.rps >= ARRIVED * offered.rate) {
            return RATE;
        }
        // Requests that wait for a CPU would take longer than one that is alone, so fewer would be served.
        if (offered.pool > 0 && (offered.rate > 0 || offered.users > offered.pool) && served >= ALL * offered.pool) {
            return POOL;
        }
        if (offered.users > 0 && served >= ALL * offered.users) {
            return USERS;
        }
        if (measured.held >= BUSY) {
            return CARRIERS;
        }
        if (measured.cpus >= BUSY) {
            return CPU;
        }
        return measured.generatorCpus >= BUSY ? GENERATOR : measured.connections >= ALL ? CONNECTIONS : OTHER;
    }
}
