package kit.service;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/**
 * A Spring Boot application, booted within the cell's JVM on 127.0.0.1 and a free port, after the services that it
 * calls.
 *
 * <p>An application that has a bean named {@code facts}, a {@code Supplier} of a {@code Map}, tells more {@link Facts}
 * than the server does; one named {@code gauges}, of numbers, tells {@link Gauges}; one named {@code counts}, of whole
 * numbers that only grow, tells {@link RunningService#counts}.
 *
 * @param application name of the class annotated {@code @SpringBootApplication}
 * @param properties  Spring properties; they win over the application's own, and are read back
 * @param settings    further ones, which are not: they say where something is, and may hold a password
 * @param backends    services that it calls; it is told their addresses as {@code <name>.url}
 * @param where       those run
 * @param externals   external services that it calls: in a JVM of their own, and their CPU time is not counted
 */
public record BootService(String application, LinkedHashMap<String, String> properties,
        LinkedHashMap<String, String> settings,
        LinkedHashMap<String, BootService> backends, BackendMode where, LinkedHashMap<String, BootService> externals)
        implements Service {

    /** The beans by which an application tells of itself. */
    private static final String FACTS = "facts";
    private static final String GAUGES = "gauges";
    private static final String COUNTS = "counts";

    /**
     * A service on Tomcat that keeps connections alive: its default of 100 requests fills the machine with TIME_WAIT.
     */
    public static BootService of(Class<?> application) {
        return new BootService(application.getName(), new LinkedHashMap<>(), new LinkedHashMap<>(),
                new LinkedHashMap<>(), BackendMode.IN_CELL,
                new LinkedHashMap<>())
                .with("server.tomcat.max-keep-alive-requests", -1)
                // A cell is over when it is over: requests that hang are not waited for.
                .with("server.shutdown", "immediate")
                .with("spring.main.banner-mode", "off");
    }

    /** With a property; a backend's own, where its name begins with that of the backend and a dot. */
    public BootService with(String key, Object value) {
        String owner = key.substring(0, Math.max(0, key.indexOf('.')));
        if (backends.containsKey(owner)) {
            return backend(owner, backends.get(owner).with(key, value));
        }
        if (externals.containsKey(owner)) {
            return external(owner, externals.get(owner).with(key, value));
        }
        return new BootService(application, and(properties, key, String.valueOf(value)), settings, backends, where,
                externals);
    }

    /** With another service that it calls, where {@link #backends} says. */
    public BootService backend(String name, BootService service) {
        return new BootService(application, properties, settings, and(backends, name, service), where, externals);
    }

    /** With the services that it calls in this place. */
    public BootService backends(BackendMode place) {
        return new BootService(application, properties, settings, backends, place, externals);
    }

    /** With a service that it calls and that always has a JVM of its own. */
    public BootService external(String name, BootService service) {
        return new BootService(application, properties, settings, backends, where, and(externals, name, service));
    }

    /** With these settings, such as those of its database, in place of earlier ones. */
    public BootService settings(Map<String, String> all) {
        return new BootService(application, properties, new LinkedHashMap<>(all), backends, where, externals);
    }

    private static <T> LinkedHashMap<String, T> and(Map<String, T> some, String key, T value) {
        var more = new LinkedHashMap<>(some);
        more.put(key, value);
        return more;
    }

    @Override
    public boolean isInThisJvm() {
        return true;
    }

    @Override
    public RunningService start() throws Exception {
        Backends called = Backends.start(backends, where);
        Backends beyond = Backends.NONE;
        try {
            beyond = Backends.start(externals, BackendMode.OWN_JVM);
            // As command-line arguments they have precedence over everything the application brings along.
            var arguments = new LinkedHashMap<>(settings);
            arguments.putAll(properties);
            arguments.put("server.address", "127.0.0.1");
            arguments.put("server.port", "0");
            for (Backends services : List.of(called, beyond)) {
                services.addresses().forEach((name, address) -> arguments.put(name + ".url", address.toString()));
            }
            var context = (WebServerApplicationContext) SpringApplication.run(Class.forName(application),
                    arguments.entrySet().stream().map(p -> "--" + p.getKey() + "=" + p.getValue())
                            .toArray(String[]::new));
            return new Running(context, properties.keySet(), called, beyond);
        } catch (Exception e) {
            called.close();
            beyond.close();
            throw e;
        }
    }

    private static final class Running implements RunningService {
        private final WebServerApplicationContext context;
        private final Set<String> properties;
        private final Backends backends;
        private final Backends externals;
        private final WebServerProbe probe;
        /** The application's own, kept because a context that is closed has no beans any more. */
        private final Supplier<?> facts;
        private final Supplier<?> gauges;
        private final Supplier<?> counts;

        Running(WebServerApplicationContext context, Set<String> properties, Backends backends, Backends externals) {
            this.context = context;
            this.properties = properties;
            this.backends = backends;
            this.externals = externals;
            this.facts = bean(FACTS);
            this.gauges = bean(GAUGES);
            this.counts = bean(COUNTS);
            this.probe = WebServerProbe.of(context.getWebServer(), () -> told(facts));
        }

        @Override
        public URI address() {
            return URI.create("http://127.0.0.1:" + context.getWebServer().getPort());
        }

        @Override
        public Map<String, URI> externals() {
            return externals.addresses();
        }

        @Override
        public long requestsCounted() {
            return probe.requests();
        }

        @Override
        public long requestsUnderWay() {
            return probe.underWay();
        }

        @Override
        public Facts facts() {
            Facts now = probe.facts();
            for (String name : properties) {
                now = now.with(Facts.PROPERTY + name, context.getEnvironment().getProperty(name));
            }
            for (Map.Entry<?, ?> fact : told(facts).entrySet()) {
                now = now.with(String.valueOf(fact.getKey()), fact.getValue());
            }
            return now.with(backends.facts()).with(externals.facts());
        }

        @Override
        public Map<String, Double> gauges() {
            var now = new LinkedHashMap<>(probe.gauges());
            told(gauges).forEach((name, value) -> now.put(String.valueOf(name), ((Number) value).doubleValue()));
            return now;
        }

        @Override
        public Map<String, Long> counts() {
            var now = new LinkedHashMap<String, Long>();
            told(counts).forEach((name, value) -> now.put(String.valueOf(name), ((Number) value).longValue()));
            return now;
        }

        /** The application's bean of that name; one that tells nothing where it has none. */
        private Supplier<?> bean(String name) {
            return context.containsBean(name) && context.getBean(name) instanceof Supplier<?> own ? own : Map::of;
        }

        private static Map<?, ?> told(Supplier<?> bean) {
            return bean.get() instanceof Map<?, ?> now ? now : Map.of();
        }

        @Override
        public Facts lastFacts() {
            try {
                Facts last = Facts.none();
                Object accepted = told(gauges).get(Gauges.ROWS_ACCEPTED);
                if (accepted != null) {
                    last = last.with(Facts.ROWS_ACCEPTED, ((Number) accepted).longValue());
                }
                Object why = told(facts).get(Facts.ROWS_LOST_WHY);
                return why == null ? last : last.with(Facts.ROWS_LOST_WHY, why);
            } catch (RuntimeException e) {
                // It tells nothing any more of what is closed.
                return Facts.none();
            }
        }

        @Override
        public double cpuSecondsElsewhere() {
            return backends.cpuSecondsElsewhere();
        }

        @Override
        public void close() {
            SpringApplication.exit(context);
            backends.close();
            externals.close();
        }
    }
}
