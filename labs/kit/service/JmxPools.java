package kit.service;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.apache.commons.lang3.exception.ExceptionUtils;

/**
 * Pools that a JVM of this machine shows as MBeans: those of HikariCP (with {@code register-mbeans}), Tomcat (with
 * Spring Boot's {@code server.tomcat.mbeanregistry.enabled}), and the scheduler of virtual threads (JDK 24 and later).
 * No flag is needed: the JVM is asked to start its local management agent. A JVM on another machine has an agent of its
 * own, and its CPUs are asked for, too.
 */
final class JmxPools implements PoolFigures {

    private static final String HIKARI = "com.zaxxer.hikari:type=Pool (%s)";
    private static final String HIKARI_SIZE = "com.zaxxer.hikari:type=PoolConfig (%s)";
    /** Tomcat quotes its names. */
    private static final String TOMCAT = "*:type=ThreadPool,name=\"*\"";
    private static final String SYSTEM = "java.lang:type=OperatingSystem";
    private static final String SCHEDULER = "jdk.management:type=VirtualThreadScheduler";

    private final JMXConnector connector;
    private final MBeanServerConnection beans;
    /** Null on this machine, where the operating system tells more. */
    private final CpuMeter cpus;

    private JmxPools(String url, CpuMeter cpus) throws IOException {
        this.connector = JMXConnectorFactory.connect(new JMXServiceURL(url));
        this.beans = connector.getMBeanServerConnection();
        this.cpus = cpus;
    }

    /**
     * Those of a JVM with an agent that needs no password.
     *
     * @param agent     host and port
     * @param elsewhere whether it is on another machine, whose CPUs count as a pool
     * @throws IOException where there is no such agent
     */
    static PoolFigures at(String agent, boolean elsewhere) throws IOException {
        try {
            return new JmxPools("service:jmx:rmi:///jndi/rmi://" + agent + "/jmxrmi", elsewhere ? new CpuMeter()
                    : null);
        } catch (IOException | SecurityException e) {
            // RMI tells what is wrong only in the cause of a cause.
            throw new IOException("--management " + agent + ": no JMX agent answers ("
                    + ExceptionUtils.getRootCause(e)
                            .getMessage()
                    + "). The JVM of the service needs -Dcom.sun.management.jmxremote.port=PORT, "
                    + "-Dcom.sun.management.jmxremote.authenticate=false and -Dcom.sun.management.jmxremote.ssl=false",
                    e);
        }
    }

    /** Those of a process; none where it is another user's, or where a runtime has no management. */
    static PoolFigures attach(long pid) {
        try {
            VirtualMachine process = VirtualMachine.attach(String.valueOf(pid));
            try {
                return new JmxPools(process.startLocalManagementAgent(), null);
            } finally {
                process.detach();
            }
        } catch (AttachNotSupportedException | IOException | NoClassDefFoundError e) {
            return NONE;
        }
    }

    @Override
    public List<PoolUse> read() throws IOException {
        var pools = new ArrayList<PoolUse>();
        try {
            for (ObjectName pool : named(HIKARI.formatted("*"))) {
                String name = pool.getKeyProperty("type").replaceFirst("^Pool \\((.*)\\)$", "$1");
                pools.add(new PoolUse(PoolUse.Kind.CONNECTIONS, name, (int) number(
                        new ObjectName(HIKARI_SIZE.formatted(name)), "MaximumPoolSize"), number(pool,
                                "ActiveConnections"),
                        number(pool, "ThreadsAwaitingConnection")));
            }
            for (ObjectName pool : named(TOMCAT)) {
                String name = ObjectName.unquote(pool.getKeyProperty("name"));
                try {
                    pools.add(new PoolUse(PoolUse.Kind.THREADS, name, (int) number(pool, "maxThreads"), number(pool,
                            "currentThreadsBusy"), Double.NaN));
                } catch (AttributeNotFoundException e) {
                    // A pool that is not Tomcat's.
                }
            }
            for (ObjectName scheduler : named(SCHEDULER)) {
                pools.add(new PoolUse(PoolUse.Kind.CARRIERS, "", (int) number(scheduler, "Parallelism"), number(
                        scheduler, "MountedVirtualThreadCount"), number(scheduler, "QueuedVirtualThreadCount")));
            }
            if (cpus != null) {
                var system = new ObjectName(SYSTEM);
                cpus.use((int) number(system, "AvailableProcessors"), number(system, "ProcessCpuTime") / 1e9)
                        .ifPresent(pools::add);
            }
        } catch (JMException e) {
            throw new IOException("an MBean cannot be read: " + e, e);
        }
        // An executor that is not Tomcat's own has no size.
        pools.removeIf(pool -> pool.size() <= 0);
        return pools;
    }

    private Set<ObjectName> named(String pattern) throws JMException, IOException {
        return beans.queryNames(new ObjectName(pattern), null);
    }

    private double number(ObjectName bean, String attribute) throws JMException, IOException {
        return ((Number) beans.getAttribute(bean, attribute)).doubleValue();
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // The service has ended.
        }
    }
}
