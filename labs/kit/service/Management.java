package kit.service;

import java.io.Serializable;
import java.net.URI;

/**
 * Where a service tells of itself, as far as a person has named it.
 *
 * @param jmx      host and port of its JMX agent, as in {@code 10.0.0.7:9010}; null where none was named
 * @param actuator address of Spring Boot's Actuator, such as {@code http://10.0.0.7:8081/actuator}; null where none was
 *     named: it is looked for at the service itself then
 */
public record Management(String jmx, URI actuator) implements Serializable {

    /** Nothing was named. */
    public static final Management NONE = new Management(null, null);
}
