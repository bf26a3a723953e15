package kit.plan;

import java.io.Serializable;

/**
 * Servers that requests share.
 *
 * @param name          of the bottleneck that it can be, such as {@code pool}
 * @param servers       how many: threads, CPUs, connections
 * @param demandSeconds time for which a request holds one
 */
public record Station(String name, double servers, double demandSeconds) implements Serializable {

    /** The pool that {@link java.util.concurrent.CompletableFuture} takes where the code names none. */
    static final String COMMON_POOL = "common pool";
    /** Before this JDK, CompletableFuture made a thread for each task where the common pool had one worker. */
    private static final int ALWAYS_POOLED = 25;

    /** Whether requests share it on a JDK of this feature version. */
    boolean isOn(int jdk) {
        return !name.equals(COMMON_POOL) || servers > 1 || jdk >= ALWAYS_POOLED;
    }

    /** Whether requests hold one for so long at least, or longer; workers are held for single calls. */
    boolean isHeldFor(double seconds) {
        return demandSeconds >= seconds && !name.equals(COMMON_POOL);
    }

    /** Where each is held for so much longer, in s. */
    Station longer(double seconds) {
        return new Station(name, servers, demandSeconds + seconds);
    }

    /** Greatest throughput that it allows, requests/s. */
    public double limit() {
        return servers / demandSeconds;
    }
}
