package kit.plan;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kit.machine.Jdks;
import kit.service.BackendMode;
import kit.service.BootService;
import kit.service.Facts;
import kit.service.ProcessService;
import kit.service.Service;

/**
 * One way to run the service: what the lab compares.
 *
 * @param name    short, file-safe, the same in every run: it carries the colour in the charts
 * @param about   one phrase for people
 * @param service what is started
 * @param concurrencyLimit requests that it serves at a time, m; 0 where nothing limits them
 * @param cpus    CPUs that it can use at a time, k; 0 where only the machine limits them
 * @param timeSliced whether the operating system divides the CPUs among its requests; if not, each keeps its CPU until
 *     it waits
 * @param flags   JVM flags of the cell
 * @param dropped further ones, each with the newest JDK that knows it
 * @param jdk     feature version of the JDK that this variant needs, or 0 for whichever the run is on
 * @param asked   facts that must hold once it runs
 */
public record Variant(String name, String about, Service service, int concurrencyLimit, int cpus, boolean timeSliced,
        List<String> flags, LinkedHashMap<String, Integer> dropped, int jdk, Facts asked)
        implements Serializable {

    private static final String PARALLELISM_FLAG = "-Djdk.virtualThreadScheduler.parallelism=";

    /** Tomcat with a pool of platform threads: Spring Boot as it is without virtual threads. */
    public static Variant platform(String name, Class<?> application, int threads) {
        return new Variant(name, "Tomcat with " + threads + " platform threads",
                BootService.of(application)
                        .with("spring.threads.virtual.enabled", false)
                        .with("server.tomcat.threads.max", threads)
                        .with("server.tomcat.threads.min-spare", threads),
                threads, 0, true, List.of(), new LinkedHashMap<>(), 0,
                Facts.none().with(Facts.REQUEST_THREAD, "platform").with(Facts.POOL, threads));
    }

    /** Tomcat with a virtual thread per request: {@code spring.threads.virtual.enabled=true}. */
    public static Variant virtual(String name, Class<?> application) {
        return new Variant(name, "a virtual thread per request",
                BootService.of(application).with("spring.threads.virtual.enabled", true),
                0, 0, false, List.of(), new LinkedHashMap<>(), 0,
                Facts.none().with(Facts.REQUEST_THREAD, "virtual").with(Facts.POOL, "unbounded"));
    }

    /** WebFlux: few threads that never wait. The application's own settings decide what it uses to talk to others. */
    public static Variant reactive(String name, Class<?> application) {
        return new Variant(name, "WebFlux on event loops",
                BootService.of(application).with("spring.main.web-application-type", "reactive"),
                0, 0, false, List.of(), new LinkedHashMap<>(), 0,
                Facts.none().with(Facts.REQUEST_THREAD, "event-loop"));
    }

    /**
     * A service that is a child process and no Java.
     *
     * @param cpus that it can use at a time, 0 where only the machine limits them
     */
    public static Variant process(String name, String about, ProcessService service, int cpus) {
        // One JDK will do: it runs the client only.
        return new Variant(name, about, service, 0, cpus, false, List.of(), new LinkedHashMap<>(), Jdks.current(),
                Facts.none());
    }

    /** With a flag of the JVM that starts a service in a process of its own, and sends it requests. */
    public Variant ofGenerator(String flag) {
        var all = new ArrayList<>(flags);
        all.add(flag);
        return new Variant(name, about, service, concurrencyLimit, cpus, timeSliced, List.copyOf(all), dropped, jdk,
                asked);
    }

    /** With further JVM flags, which must be found among the running JVM's. */
    public Variant flags(String... more) {
        var all = new ArrayList<>(flags);
        all.addAll(List.of(more));
        Facts facts = asked;
        int carriers = cpus;
        for (String flag : more) {
            facts = facts.with(Facts.FLAG + flag, true);
            if (flag.startsWith(PARALLELISM_FLAG)) {
                carriers = Integer.parseInt(flag.substring(PARALLELISM_FLAG.length()));
                facts = facts.with(Facts.PARALLELISM, carriers);
            }
        }
        return new Variant(name, about, service, concurrencyLimit, carriers, timeSliced, List.copyOf(all), dropped, jdk,
                facts);
    }

    /** CPUs that it can use at a time on a machine that has so many. */
    public int usable(int machineCpus) {
        return cpus == 0 ? machineCpus : Math.min(machineCpus, cpus);
    }

    /** Whether it can use fewer CPUs than the machine has: its carriers are fewer, or it has one thread. */
    public boolean usesFewerThan(int machineCpus) {
        return usable(machineCpus) < machineCpus;
    }

    public Variant without(String flag) {
        return new Variant(name, about, service, concurrencyLimit, cpus, timeSliced,
                flags.stream().filter(f -> !f.equals(flag)).toList(), dropped, jdk,
                asked.without(Facts.FLAG + flag));
    }

    /** With a flag that JDKs newer than {@code newest} do not know any more: they go without it. */
    public Variant flagUntil(int newest, String flag) {
        var more = new LinkedHashMap<>(dropped);
        more.put(flag, newest);
        return new Variant(name, about, service, concurrencyLimit, cpus, timeSliced, flags, more, jdk, asked);
    }

    /**
     * As one cell of a run has it.
     *
     * @param feature    of the JDK that it runs on
     * @param calibrated properties that all Spring Boot services of a fork are told
     */
    public Variant inCell(int feature, Map<String, Long> calibrated) {
        Variant told = flags(
                dropped.entrySet().stream().filter(flag -> feature <= flag.getValue()).map(Map.Entry::getKey)
                        .toArray(String[]::new));
        if (service instanceof BootService) {
            for (Map.Entry<String, Long> one : calibrated.entrySet()) {
                told = told.property(one.getKey(), one.getValue());
            }
        }
        return told;
    }

    public Variant property(String key, Object value) {
        return with(boot().with(key, value));
    }

    /**
     * With another service that it calls, on virtual threads, whose address it is told as the property {@code
     * <backend>.url}.
     *
     * @param backend short name; the application's own properties begin with it
     */
    public Variant backend(String backend, Class<?> application) {
        return with(boot().backend(backend, BootService.of(application).with("spring.threads.virtual.enabled", true)))
                .expectingFact(backend + "." + Facts.REQUEST_THREAD, "virtual");
    }

    /** Where that service answers after so long. */
    public Variant backend(String backend, Class<?> application, Duration answersAfter) {
        return backend(backend, application).property(backend + ".delay-ms", answersAfter.toMillis());
    }

    /**
     * With an external service that it calls: on virtual threads too, but in a JVM of its own wherever
     * backends are, and its CPU time is not counted.
     */
    public Variant external(String service, Class<?> application) {
        return with(boot().external(service, BootService.of(application).with("spring.threads.virtual.enabled", true)))
                .expectingFact(service + "." + Facts.REQUEST_THREAD, "virtual");
    }

    /** Where that service answers after so long. */
    public Variant external(String service, Class<?> application, Duration answersAfter) {
        return external(service, application).property(service + ".delay-ms", answersAfter.toMillis());
    }

    /** Tells where something is that it uses: see {@link BootService#settings()}. */
    public Variant settings(Map<String, String> all) {
        return with(boot().settings(all));
    }

    public Variant backends(BackendMode where) {
        return with(boot().backends(where));
    }

    /** Where this fact must hold once it runs: see {@link Facts}. */
    public Variant expectingFact(String fact, Object value) {
        return new Variant(name, about, service, concurrencyLimit, cpus, timeSliced, flags, dropped, jdk,
                asked.with(fact, value));
    }

    private Variant with(BootService other) {
        return new Variant(name, about, other, concurrencyLimit, cpus, timeSliced, flags, dropped, jdk, asked);
    }

    private BootService boot() {
        if (service instanceof BootService boot) {
            return boot;
        }
        throw new IllegalStateException(name + " is not a Spring Boot service: it has no properties");
    }

    public Variant as(String newName, String phrase) {
        return new Variant(newName, phrase, service, concurrencyLimit, cpus, timeSliced, flags, dropped, jdk, asked);
    }

    public Variant named(String newName) {
        return as(newName, about);
    }

    public Variant about(String phrase) {
        return as(name, phrase);
    }
}
