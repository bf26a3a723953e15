package kit.service;

import java.io.IOException;
import java.util.List;

/**
 * Asks a service that runs in a process of its own how much of its pools is used, and on another machine, of its CPUs.
 */
public interface PoolFigures extends AutoCloseable {

    /** Of a service that tells nothing. */
    PoolFigures NONE = () -> List.of();

    /**
     * Over JMX, where the process is Java on this machine and of the same user; or else by Spring Boot's Actuator.
     *
     * @param service on this machine
     */
    static PoolFigures of(RunningService service) {
        return service.javaHome() != null && service.pid() >= 0 ? JmxPools.attach(service.pid())
                : ActuatorPools.at(service.address().resolve(ActuatorPools.USUAL), false);
    }

    /** The use of each pool now; none where nothing tells. */
    List<PoolUse> read() throws IOException;

    @Override
    default void close() {}
}
