package kit;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/**
 * A Spring Boot application, booted within the cell's JVM on 127.0.0.1 and a free port, after the services that it calls.
 *
 * <p>An application that has a bean named {@code facts}, a {@code Supplier} of a {@code Map}, tells more {@link Facts} than the
 * server does.
 *
 * @param application name of the class annotated {@code @SpringBootApplication}
 * @param properties  Spring properties; they win over the application's own
 * @param backends    services that it calls; it is told their addresses as {@code <name>.url}
 * @param where       those run
 */
public record BootService(String application, LinkedHashMap<String, String> properties, LinkedHashMap<String, BootService> backends,
                          BackendMode where) implements Service {

    /** The bean by which an application tells facts of its own. */
    private static final String FACTS = "facts";

    /** A service on Tomcat that keeps connections alive: its default of 100 requests fills the machine with TIME_WAIT. */
    public static BootService of(Class<?> application) {
        return new BootService(application.getName(), new LinkedHashMap<>(), new LinkedHashMap<>(), BackendMode.IN_CELL)
                .with("server.tomcat.max-keep-alive-requests", -1)
                // A cell is over when it is over: requests that hang are not waited for.
                .with("server.shutdown", "immediate")
                .with("spring.main.banner-mode", "off");
    }

    /** The same with a property; a backend's own, where its name begins with that of the backend and a dot. */
    public BootService with(String key, Object value) {
        String backend = key.substring(0, Math.max(0, key.indexOf('.')));
        if (backends.containsKey(backend)) {
            return backend(backend, backends.get(backend).with(key, value));
        }
        var more = new LinkedHashMap<>(properties);
        more.put(key, String.valueOf(value));
        return new BootService(application, more, backends, where);
    }

    BootService backend(String name, BootService service) {
        var more = new LinkedHashMap<>(backends);
        more.put(name, service);
        return new BootService(application, properties, more, where);
    }

    BootService backends(BackendMode place) {
        return new BootService(application, properties, backends, place);
    }

    @Override
    public RunningService start() throws Exception {
        Backends called = Backends.start(backends, where);
        try {
            // As command-line arguments they have precedence over everything the application brings along.
            var arguments = new LinkedHashMap<>(properties);
            arguments.put("server.address", "127.0.0.1");
            arguments.put("server.port", "0");
            called.addresses().forEach((name, address) -> arguments.put(name + ".url", address.toString()));
            var context = (ServletWebServerApplicationContext) SpringApplication.run(Class.forName(application),
                    arguments.entrySet().stream().map(p -> "--" + p.getKey() + "=" + p.getValue()).toArray(String[]::new));
            return new Running(context, properties.keySet(), called);
        } catch (Exception e) {
            called.close();
            throw e;
        }
    }

    private static final class Running implements RunningService {
        private final ServletWebServerApplicationContext context;
        private final Set<String> properties;
        private final Backends backends;
        private final TomcatWebServer server;
        private final RequestMeter meter = new RequestMeter();

        Running(ServletWebServerApplicationContext context, Set<String> properties, Backends backends) {
            this.context = context;
            this.properties = properties;
            this.backends = backends;
            this.server = (TomcatWebServer) context.getWebServer();
            server.getTomcat().getEngine().getPipeline().addValve(meter);
        }

        @Override
        public URI address() {
            return URI.create("http://127.0.0.1:" + server.getPort());
        }

        @Override
        public long requestsCounted() {
            return meter.requests();
        }

        @Override
        public long requestsUnderWay() {
            return meter.underWay();
        }

        @Override
        public Facts facts() {
            Connector connector = server.getTomcat().getConnector();
            var protocol = (AbstractHttp11Protocol<?>) connector.getProtocolHandler();
            var pool = protocol.getExecutor();
            Facts facts = Facts.none()
                    .with(Facts.REQUEST_THREAD, meter.kindOfThread())
                    // Tomcat's pool is its own class, alike but unrelated to the JDK's; with virtual threads there is none.
                    .with(Facts.POOL, switch (pool) {
                        case ThreadPoolExecutor jdks -> jdks.getMaximumPoolSize();
                        case org.apache.tomcat.util.threads.ThreadPoolExecutor tomcats -> tomcats.getMaximumPoolSize();
                        default -> "unbounded";
                    })
                    .with(Facts.MAX_CONNECTIONS, protocol.getMaxConnections())
                    .with(Facts.ACCEPT_COUNT, protocol.getAcceptCount())
                    .with("tomcat.max-keep-alive-requests", protocol.getMaxKeepAliveRequests())
                    .with(Facts.CARRIERS_SEEN, meter.carriers());
            for (String name : properties) {
                facts = facts.with(Facts.PROPERTY + name, context.getEnvironment().getProperty(name));
            }
            if (context.containsBean(FACTS) && context.getBean(FACTS) instanceof Supplier<?> own && own.get() instanceof Map<?, ?> told) {
                for (Map.Entry<?, ?> fact : told.entrySet()) {
                    facts = facts.with(String.valueOf(fact.getKey()), fact.getValue());
                }
            }
            return facts.with(backends.facts());
        }

        @Override
        public double cpuSecondsElsewhere() {
            return backends.cpuSecondsElsewhere();
        }

        @Override
        public void close() {
            SpringApplication.exit(context);
            backends.close();
        }
    }
}
