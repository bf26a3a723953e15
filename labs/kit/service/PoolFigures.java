package kit.service;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/** Asks a service that runs in a process of its own how much of its pools is used. */
public interface PoolFigures extends AutoCloseable {

    /** Of a service that tells nothing. */
    PoolFigures NONE = () -> List.of();

    /**
     * Over JMX, where the process is Java on this machine and of the same user; or else by Spring Boot's Actuator.
     *
     * @param address where the service listens
     * @param pid     of its process; a negative number where that is not known
     * @param java    whether it is a JVM
     */
    static PoolFigures of(URI address, long pid, boolean java) {
        return java && pid >= 0 ? JmxPools.attach(pid) : ActuatorPools.at(address);
    }

    /** The use of each pool now; none where nothing tells. */
    List<PoolUse> read() throws IOException;

    @Override
    default void close() {}
}
