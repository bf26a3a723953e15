package kit;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * One way to run the service: what the lab compares.
 *
 * @param name    short, file-safe, the same in every run: it carries the colour in the charts
 * @param about   one phrase for people
 * @param service what is started
 * @param slots   requests that it serves at a time, m; 0 where nothing limits them
 * @param cpus    CPUs that it can use at a time, k; 0 where only the machine limits them
 * @param shared  whether the operating system divides the CPUs among its requests; if not, each keeps its CPU until it waits
 * @param flags   JVM flags of the cell
 * @param jdk     feature version of the JDK that this variant needs, or 0 for whichever the run is on
 * @param asked   facts that must hold once it runs
 */
public record Variant(String name, String about, Service service, int slots, int cpus, boolean shared, List<String> flags, int jdk,
                      Facts asked)
        implements Serializable {

    private static final String PARALLELISM_FLAG = "-Djdk.virtualThreadScheduler.parallelism=";

    /** Tomcat with a pool of platform threads: Spring Boot as it is without virtual threads. */
    public static Variant platform(String name, Class<?> application, int threads) {
        return new Variant(name, "Tomcat with " + threads + " platform threads",
                BootService.of(application)
                        .with("spring.threads.virtual.enabled", false)
                        .with("server.tomcat.threads.max", threads)
                        .with("server.tomcat.threads.min-spare", threads),
                threads, 0, true, List.of(), 0,
                Facts.none().with(Facts.REQUEST_THREAD, "platform").with(Facts.POOL, threads));
    }

    /** Tomcat with a virtual thread per request: {@code spring.threads.virtual.enabled=true}. */
    public static Variant virtual(String name, Class<?> application) {
        return new Variant(name, "a virtual thread per request",
                BootService.of(application).with("spring.threads.virtual.enabled", true),
                0, 0, false, List.of(), 0,
                Facts.none().with(Facts.REQUEST_THREAD, "virtual").with(Facts.POOL, "unbounded"));
    }

    /**
     * A service that is a child process and no Java.
     *
     * @param cpus that it can use at a time, 0 where only the machine limits them
     */
    public static Variant process(String name, String about, ProcessService service, int cpus) {
        // One JDK will do: it runs the client only.
        return new Variant(name, about, service, 0, cpus, false, List.of(), Jdks.current(), Facts.none());
    }

    /** The same with further JVM flags, which must be found among the running JVM's. */
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
        return new Variant(name, about, service, slots, carriers, shared, List.copyOf(all), jdk, facts);
    }

    /** The same with another value of a Spring property. */
    public Variant property(String key, Object value) {
        return new Variant(name, about, boot().with(key, value), slots, cpus, shared, flags, jdk, asked);
    }

    /** The same, and this property, which the application sets itself (a system property will do), is among its {@link Facts}. */
    public Variant telling(String key) {
        return new Variant(name, about, boot().telling(key), slots, cpus, shared, flags, jdk, asked);
    }

    private BootService boot() {
        if (service instanceof BootService boot) {
            return boot;
        }
        throw new IllegalStateException(name + " is not a Spring Boot service: it has no properties");
    }

    /** The same where something else than a pool limits how many requests are served at a time: one carrier that is pinned, say. */
    public Variant slots(int most) {
        return new Variant(name, about, service, most, cpus, shared, flags, jdk, asked);
    }

    /** The same on a certain JDK, whatever {@code --jdk} says. */
    public Variant onJdk(int feature) {
        return new Variant(name, about, service, slots, cpus, shared, flags, feature, asked);
    }

    /** The same with a further fact that must hold. */
    public Variant asking(String fact, Object value) {
        return new Variant(name, about, service, slots, cpus, shared, flags, jdk, asked.with(fact, value));
    }

    /** The same under another description. */
    public Variant about(String phrase) {
        return new Variant(name, phrase, service, slots, cpus, shared, flags, jdk, asked);
    }
}
