package kit.service;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;
import org.apache.catalina.Pipeline;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.WebServer;

/** Reads from the web server of a Spring Boot service what it counts, and how it is set up. */
public interface WebServerProbe extends AutoCloseable {

    /** Requests that came in, or -1 where they are not counted. */
    long requests();

    /** Of these, the ones that have not gone out, or -1. */
    long underWay();

    Facts facts();

    /** See {@link RunningService#gauges()}. */
    Map<String, Double> gauges();

    /** Counts no longer. */
    @Override
    default void close() {}

    /** @param told what the application itself tells, see {@link BootService} */
    static WebServerProbe of(WebServer server, Supplier<Map<?, ?>> told) {
        return server instanceof TomcatWebServer tomcat ? new OfTomcat(tomcat) : new OfAnother(server, told);
    }

    /** Requests are counted and their threads looked at by a valve. */
    final class OfTomcat implements WebServerProbe {
        private final RequestMeter meter = new RequestMeter();
        private final Pipeline valves;
        private final Connector connector;

        private OfTomcat(TomcatWebServer server) {
            valves = server.getTomcat().getEngine().getPipeline();
            valves.addValve(meter);
            connector = server.getTomcat().getConnector();
        }

        @Override
        public long requests() {
            return meter.requests();
        }

        @Override
        public long underWay() {
            return meter.underWay();
        }

        @Override
        public void close() {
            valves.removeValve(meter);
        }

        @Override
        public Facts facts() {
            var protocol = (AbstractHttp11Protocol<?>) connector.getProtocolHandler();
            return Facts.none()
                    .with(Facts.REQUEST_THREAD, meter.kindOfThread())
                    // Tomcat's pool is its own class, alike but unrelated to the JDK's; with virtual threads there is
                    // none.
                    .with(Facts.POOL, switch (protocol.getExecutor()) {
                    case ThreadPoolExecutor jdks -> jdks.getMaximumPoolSize();
                    case org.apache.tomcat.util.threads.ThreadPoolExecutor tomcats -> tomcats.getMaximumPoolSize();
                    default -> "unbounded";
                    })
                    .with(Facts.MAX_CONNECTIONS, protocol.getMaxConnections())
                    .with(Facts.ACCEPT_COUNT, protocol.getAcceptCount())
                    .with("tomcat.max-keep-alive-requests", protocol.getMaxKeepAliveRequests())
                    .with(Facts.CARRIERS_SEEN, meter.carriers());
        }

        @Override
        public Map<String, Double> gauges() {
            var gauges = new LinkedHashMap<String, Double>();
            if (((AbstractProtocol<?>) connector.getProtocolHandler())
                    .getExecutor() instanceof org.apache.tomcat.util.threads.ThreadPoolExecutor pool) {
                gauges.put(Gauges.POOL_ACTIVE, (double) pool.getActiveCount());
                gauges.put(Gauges.POOL_QUEUED, (double) pool.getQueue().size());
            }
            return gauges;
        }
    }

    /**
     * A server that the kit does not know, such as Netty: the application counts its requests, and says on what threads
     * they run.
     */
    final class OfAnother implements WebServerProbe {
        private final WebServer server;
        private final Supplier<Map<?, ?>> told;

        private OfAnother(WebServer server, Supplier<Map<?, ?>> told) {
            this.server = server;
            this.told = told;
        }

        @Override
        public long requests() {
            return told.get().get(Facts.REQUESTS) instanceof Number counted ? counted.longValue() : -1;
        }

        @Override
        public long underWay() {
            return -1;
        }

        @Override
        public Facts facts() {
            return Facts.none().with("server", server.getClass().getSimpleName());
        }

        @Override
        public Map<String, Double> gauges() {
            return Map.of();
        }
    }
}
