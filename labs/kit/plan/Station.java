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

    /** Greatest throughput that it allows, requests/s. */
    public double limit() {
        return servers / demandSeconds;
    }
}
