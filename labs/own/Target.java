package own;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.plan.Request;
import kit.plan.Request.Call;
import kit.plan.Variant;
import own.requests.RequestFile;
import kit.service.Facts;
import kit.service.ForeignService;
import kit.service.OperatedService;
import kit.service.Service;

/**
 * What is measured: the service as it is, and the ways to run it.
 *
 * @param service without the switch
 * @param request what is sent
 * @param file    of the requests; what of it is sent, and what is not
 * @param change  what switches virtual threads on; null for a service that runs already
 * @param pool    threads of the service's pool
 * @param jdks    feature versions of the JDKs that it runs on
 */
record Target(Service service, Request request, RequestFile file, Switch change, int pool, List<Integer> jdks) {

    private static final String POOL_PROPERTY = "server.tomcat.threads.max";
    static final Pattern POOL = Pattern.compile("(?:--|-D)" + Pattern.quote(POOL_PROPERTY) + "=(\\d+)");

    /** A JVM flag that loads an agent; its file, without folder and options. */
    private static final Pattern AGENT = Pattern
            .compile("-(?:javaagent|agentpath|agentlib):(?:[^=]*[/\\\\])?([^/\\\\=]+)(?:=.*)?");

    /** A JVM takes flags from these, too. */
    private static final List<String> FLAG_VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    /** With a pool of that size. */
    Target with(int threads) {
        return new Target(service, request, file, change, threads, jdks);
    }

    /**
     * Where some calls fail whenever they are sent.
     *
     * @param failing what happened to each of them
     * @param kept    whether they are sent all the same: then so many more may fail before the load stops
     */
    Target having(Map<Call, String> failing, boolean kept) {
        if (failing.isEmpty()) {
            return this;
        }
        RequestFile left = kept ? file : file.without(failing);
        long known = left.calls().stream().filter(failing::containsKey).count();
        Request sent = Request.of(left.calls())
                .stoppingAbove(Math.min(1, request.mostFailed() + (double) known / left.calls().size()));
        return new Target(service, sent, left, change, pool, jdks);
    }

    /** The service as it is. */
    Variant platform() {
        return change == null ? new Variant("running", "the service that runs at " + service, service, pool, 0, true,
                List.of(), new LinkedHashMap<>(), 0, Facts.none())
                : variant(change.off().name(), change.off().about() + ": a pool of " + pool + " threads", change.off(),
                        pool, true, List.of());
    }

    /** With virtual threads. */
    Variant virtual() {
        return variant(change.on().name(), change.on().about(), change.on(), 0, false, List.of());
    }

    /** Platform threads with a pool of that size; only where {@link #canSize}. */
    Variant sized(int threads) {
        return variant("platform-sized", "a pool of " + threads + " platform threads", change.off(), threads, true,
                List.of("--" + POOL_PROPERTY + "=" + threads));
    }

    /** How many variants are measured. */
    int variants() {
        return change == null ? 1 : canSize() ? 3 : 2;
    }

    /** Files of the agents that its JVM loads, by its command and by the environment that it inherits. */
    List<String> agents() {
        return service instanceof ForeignService started ? agents(started.words(), System.getenv()) : List.of();
    }

    static List<String> agents(List<String> words, Map<String, String> environment) {
        Stream<String> inherited = FLAG_VARIABLES.stream()
                .flatMap(name -> Stream.of(environment.getOrDefault(name, "").split("\\s+")));
        return Stream.concat(words.stream(), inherited).map(AGENT::matcher).filter(Matcher::matches)
                .map(agent -> agent.group(1)).distinct().toList();
    }

    /** Whether the JDK that it runs on can be chosen. */
    boolean takesJdk() {
        return change != null && service instanceof ForeignService started
                && started.words().getFirst().equals(ForeignService.JAVA);
    }

    /** Whether a second one cannot run at the same time: it has one address, or runs already. */
    boolean isAlone() {
        return !(service instanceof ForeignService);
    }

    /** Whether the size of its pool is known to be a property: that of Spring Boot. */
    boolean canSize() {
        return change != null && change.isSpringBoots()
                && !(service instanceof OperatedService operated && !operated.takesArguments());
    }

    private Variant variant(String name, String about, Switch.Way way, int limit, boolean timeSliced,
            List<String> further) {
        List<String> arguments = Stream.concat(way.arguments().stream(), further.stream()).toList();
        Service told = switch (service) {
        case ForeignService started -> without(POOL, started, further).with(arguments);
        case OperatedService operated -> operated.as(name, arguments);
        default -> throw new IllegalStateException("a service that cannot be told anything: " + service);
        };
        return new Variant(name, about, told, limit, 0, timeSliced, List.of(), new LinkedHashMap<>(), 0,
                Facts.none());
    }

    /** A property that is told twice has two values: the later one takes the place of the service's own. */
    private static ForeignService without(Pattern property, ForeignService started, List<String> further) {
        return further.isEmpty() ? started
                : new ForeignService(started.words().stream().filter(word -> !property.matcher(word).matches())
                        .toList(), started.arguments(), started.ready(), started.around());
    }
}
