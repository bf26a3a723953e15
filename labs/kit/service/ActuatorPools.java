package kit.service;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Pools that Spring Boot's Actuator tells of under {@code /actuator/metrics}: those of HikariCP, and Tomcat's where its
 * MBeans are on; on another machine the CPUs of the process, too. Each figure is a GET to the service, so it is asked
 * only when nothing is measured.
 */
final class ActuatorPools implements PoolFigures {

    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final String HIKARI = "hikaricp.connections";
    private static final String TOMCAT = "tomcat.threads";
    private static final String CPU_TIME = "process.cpu.time";
    private static final String CPUS = "system.cpu.count";

    /** Where it is at a service, unless that is configured. */
    static final String USUAL = "/actuator";

    private final URI metrics;
    private final List<Pool> pools = new ArrayList<>();
    /** Null where the CPUs are not told, or not asked for. */
    private CpuMeter cpuMeter;
    private int cpus;

    /** What does not change. @param tag of the pool's figures; empty where there is one pool */
    private record Pool(PoolUse.Kind kind, String name, int size, String tag) {}

    private ActuatorPools(URI metrics) {
        this.metrics = metrics;
    }

    /**
     * Those of a service; none where it has no such metrics, or does not show them.
     *
     * @param actuator  its address
     * @param elsewhere whether it is on another machine, whose CPUs count as a pool
     */
    static PoolFigures at(URI actuator, boolean elsewhere) {
        var figures = new ActuatorPools(URI.create(actuator + "/metrics"));
        try {
            figures.find(elsewhere);
        } catch (IOException e) {
            return NONE;
        }
        return figures.pools.isEmpty() && figures.cpuMeter == null ? NONE : figures;
    }

    private void find(boolean elsewhere) throws IOException {
        List<String> names = get("").path("names").valueStream().map(JsonNode::asString).toList();
        if (names.contains(HIKARI + ".max")) {
            for (String pool : tagged(HIKARI + ".max", "pool")) {
                String tag = "?tag=pool:" + URLEncoder.encode(pool, StandardCharsets.UTF_8);
                pools.add(new Pool(PoolUse.Kind.CONNECTIONS, pool, (int) value(HIKARI + ".max" + tag), tag));
            }
        }
        if (names.contains(TOMCAT + ".config.max")) {
            pools.add(new Pool(PoolUse.Kind.THREADS, "", (int) value(TOMCAT + ".config.max"), ""));
        }
        pools.removeIf(pool -> pool.size <= 0);
        if (elsewhere && names.containsAll(List.of(CPU_TIME, CPUS))) {
            cpuMeter = new CpuMeter();
            cpus = (int) value(CPUS);
        }
    }

    @Override
    public List<PoolUse> read() throws IOException {
        var uses = new ArrayList<PoolUse>();
        for (Pool pool : pools) {
            boolean isTomcat = pool.kind == PoolUse.Kind.THREADS;
            uses.add(new PoolUse(pool.kind, pool.name, pool.size,
                    value(isTomcat ? TOMCAT + ".busy" : HIKARI + ".active" + pool.tag),
                    isTomcat ? Double.NaN : value(HIKARI + ".pending" + pool.tag)));
        }
        if (cpuMeter != null) {
            cpuMeter.use(cpus, value(CPU_TIME) / 1e9).ifPresent(uses::add);
        }
        return uses;
    }

    private List<String> tagged(String metric, String tag) throws IOException {
        return get("/" + metric).path("availableTags").valueStream()
                .filter(one -> one.path("tag").asString().equals(tag))
                .flatMap(one -> one.path("values").valueStream()).map(JsonNode::asString).collect(Collectors.toList());
    }

    private double value(String metric) throws IOException {
        return get("/" + metric).path("measurements").path(0).path("value").asDouble(Double.NaN);
    }

    private JsonNode get(String path) throws IOException {
        SingleGet answer = SingleGet.of(URI.create(metrics + path), LIMIT);
        if (!answer.isOk()) {
            throw new IOException("GET " + metrics + path + " was answered with the status " + answer.status());
        }
        try {
            return JsonMapper.shared().readTree(answer.body());
        } catch (JacksonException e) {
            throw new IOException("GET " + metrics + path + " was not answered with JSON", e);
        }
    }
}
