package kit.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** Pools that a JVM shows over JMX, beside beans of others that have the same type. */
@Tag(Lane.UNIT)
class JmxPoolsTest {

    /** What Tomcat's bean tells of a pool. */
    public interface PoolMXBean {
        int getmaxThreads();

        int getcurrentThreadsBusy();
    }

    /** A bean that is no pool of Tomcat. */
    public interface OtherMXBean {
        int getSize();
    }

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    private final List<ObjectName> registered = new ArrayList<>();

    private void register(Object bean, String name) throws Exception {
        registered.add(beans.registerMBean(bean, new ObjectName(name)).getObjectName());
    }

    @AfterEach
    void unregister() throws Exception {
        for (ObjectName name : registered) {
            beans.unregisterMBean(name);
        }
    }

    private static PoolMXBean pool(int size, int busy) {
        return new PoolMXBean() {
            @Override
            public int getmaxThreads() {
                return size;
            }

            @Override
            public int getcurrentThreadsBusy() {
                return busy;
            }
        };
    }

    @Test
    void beansOfOthersAreSkipped() throws Exception {
        register(pool(200, 7), "Tomcat:type=ThreadPool,name=\"http-nio-8080\"");
        register(pool(9, 9), "other:type=ThreadPool,name=plain");
        register((OtherMXBean) () -> 5, "other:type=ThreadPool,name=\"no threads\"");
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        var registry = LocateRegistry.createRegistry(port);
        var server = JMXConnectorServerFactory.newJMXConnectorServer(new JMXServiceURL(
                "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"), null, beans);
        server.start();
        try (PoolFigures figures = JmxPools.at("127.0.0.1:" + port, false)) {
            assertEquals(List.of(new PoolUse(PoolUse.Kind.THREADS, "http-nio-8080", 200, 7, Double.NaN)), figures.read()
                    .stream().filter(use -> use.kind() == PoolUse.Kind.THREADS).toList());
        } finally {
            server.stop();
            UnicastRemoteObject.unexportObject(registry, true);
        }
    }
}
