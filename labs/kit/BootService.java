package kit;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/**
 * A Spring Boot application, booted within the cell's JVM on 127.0.0.1 and a free port.
 *
 * @param application name of the class annotated {@code @SpringBootApplication}
 * @param properties  Spring properties; they win over the application's own
 * @param told        further properties, which the application sets and tells among its facts
 */
public record BootService(String application, LinkedHashMap<String, String> properties, LinkedHashSet<String> told)
        implements Service {

    /** A service on Tomcat that keeps connections alive: its default of 100 requests fills the machine with TIME_WAIT. */
    public static BootService of(Class<?> application) {
        return new BootService(application.getName(), new LinkedHashMap<>(), new LinkedHashSet<>())
                .with("server.tomcat.max-keep-alive-requests", -1)
                // A cell is over when it is over: requests that hang are not waited for.
                .with("server.shutdown", "immediate")
                .with("spring.main.banner-mode", "off");
    }

    public BootService with(String key, Object value) {
        var more = new LinkedHashMap<>(properties);
        more.put(key, String.valueOf(value));
        return new BootService(application, more, told);
    }

    BootService telling(String key) {
        var more = new LinkedHashSet<>(told);
        more.add(key);
        return new BootService(application, properties, more);
    }

    @Override
    public RunningService start() throws ClassNotFoundException {
        // As command-line arguments they have precedence over everything the application brings along.
        var arguments = new LinkedHashMap<>(properties);
        arguments.put("server.address", "127.0.0.1");
        arguments.put("server.port", "0");
        var context = (ServletWebServerApplicationContext) SpringApplication.run(Class.forName(application),
                arguments.entrySet().stream().map(p -> "--" + p.getKey() + "=" + p.getValue()).toArray(String[]::new));
        var names = new LinkedHashSet<>(properties.keySet());
        names.addAll(told);
        return new Running(context, names);
    }

    private static final class Running implements RunningService {
        private final ServletWebServerApplicationContext context;
        private final Set<String> properties;
        private final TomcatWebServer server;
        private final RequestMeter meter = new RequestMeter();

        Running(ServletWebServerApplicationContext context, Set<String> properties) {
            this.context = context;
            this.properties = properties;
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
            return facts;
        }

        @Override
        public void close() {
            SpringApplication.exit(context);
        }
    }
}
