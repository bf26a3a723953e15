package own;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Numbers;
import kit.service.PoolUse;

/** What to look at before and after virtual threads are switched on, by what was measured on one JDK. */
final class Watch {

    /** The first JDK on which synchronized code does not pin. */
    private static final int UNPINNED = 24;
    /** The first JDK whose thread dumps have the states of threads. */
    private static final int STATES = 25;
    private static final int LINES = 3;

    private final Comparing comparison;
    private final List<Under> loads;
    private final WaitTable waits;
    private final PoolTable pools;
    private final List<String> agents;
    private final Map<String, Long> pinnedLines;
    private final Map<String, Long> fileLines;
    private final List<String> lines;

    /**
     * @param loads that were measured; the last stage has the most users
     * @param waits with the most users, and so {@code pools}
     * @param agents that the service's JVM loads
     */
    Watch(Comparing comparison, List<Under> loads, WaitTable waits, PoolTable pools, List<String> agents) {
        this.comparison = comparison;
        this.loads = loads;
        this.waits = waits;
        this.pools = pools;
        this.agents = agents;
        this.pinnedLines = counted(Observed::pinnedLines);
        this.fileLines = counted(Observed::fileLines);
        this.lines = List.copyOf(findLines());
    }

    /** Lines of code that pinned virtual threads, and how often each did; the worst first. */
    Map<String, Long> pinnedLines() {
        return pinnedLines;
    }

    /** A sentence each. */
    List<String> lines() {
        return lines;
    }

    /** Lines at which virtual threads held a carrier for file I/O, and how often; the most frequent first. */
    Map<String, Long> fileLines() {
        return fileLines;
    }

    private Map<String, Long> counted(Function<Observed, Stream<String>> lines) {
        return counted(loads.stream().flatMap(load -> lines.apply(comparison.virtual(load))));
    }

    /** Each line once, and how often it is there; the most frequent first. */
    static Map<String, Long> counted(Stream<String> lines) {
        return lines.collect(Collectors.groupingBy(Function.identity(), Collectors.counting())).entrySet()
                .stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
    }

    /**
     * A sentence for each of the most frequent lines that held carriers.
     *
     * @param pinned by pinning, with how often
     * @param files  by file I/O
     */
    static List<String> inWords(Map<String, Long> pinned, Map<String, Long> files) {
        return Stream.concat(inWords("Virtual threads were pinned for 1 ms or longer at ", pinned), inWords("Virtual "
                + "threads held their carrier for file I/O of 1 ms or longer, as on any JDK, at ", files)).toList();
    }

    private static Stream<String> inWords(String what, Map<String, Long> lines) {
        return lines.entrySet().stream().limit(LINES).map(line -> Numbers.format("%s%s: %d %s.", what, line.getKey(),
                line.getValue(), line.getValue() == 1 ? "time" : "times"));
    }

    private List<String> findLines() {
        var lines = new ArrayList<>(inWords(pinnedLines, fileLines));
        if (loads.stream().noneMatch(load -> comparison.virtual(load).isRecorded())) {
            lines.add("The service was not recorded, so nothing is known of pinned virtual threads. A JVM before JDK "
                    + UNPINNED + " pins them while they wait in synchronized code: jbang pins reads a recording that "
                    + "you make there.");
        } else if (comparison.jdk() < UNPINNED) {
            lines.add("JDK " + comparison.jdk()
                    + " pins a virtual thread that waits in synchronized code. JDK 24 and later do not.");
        }
        if (!agents.isEmpty()) {
            lines.add("The service runs with " + String.join(", ", agents) + ". Does this agent support virtual "
                    + "threads? Some keep a cache for each thread, or lock while they wait.");
        }
        loads.forEach(load -> failed(load, lines));
        Under largest = Under.largest(loads);
        waits(largest, lines);
        if (comparison.platform(largest).carriers() > 0) {
            lines.add("Virtual threads were at work with the switch off, too.");
        }
        sized(largest, lines);
        boolean areConnectionsKnown = connections(largest, lines);
        if (largest.load().users() > Comparing.pool(largest)) {
            lines.add(Numbers.format("Up to %d requests are under way at a time on virtual threads, and at most %d on "
                    + "platform threads. The databases and services that this service calls get as many.",
                    largest.load().users(),
                    Comparing.pool(largest))
                    + (areConnectionsKnown ? ""
                            : " If a connection pool is smaller, requests wait for it: Hikari has 10 connections by "
                                    + "default."));
        }
        double before = comparison.platform(largest).residentMb();
        double after = comparison.virtual(largest).residentMb();
        if (Double.isFinite(before) && Double.isFinite(after)) {
            lines.add(Numbers.format("Peak memory (RSS) of the process: %.0f MiB on platform threads, %.0f MiB on "
                    + "virtual threads%s.%s", before, after,
                    atThroughput(largest),
                    after - before < Comparing.STEP_MB ? ""
                            : " A cache in a ThreadLocal may be the reason: each request has a new virtual thread, "
                                    + "and so a new cache."));
        }
        return lines;
    }

    /** Memory is compared at the same throughput, so any other one is told. */
    private String atThroughput(Under load) {
        return comparison.servedAlike(load) == Compared.Effect.SAME ? ""
                : Numbers.format(", at a throughput of x %.2f", comparison.virtual(load).rps() / comparison.platform(
                        load).rps());
    }

    /** On which kind of thread requests failed. */
    private void failed(Under load, List<String> lines) {
        double before = 100 * (1 - comparison.platform(load).success());
        double after = 100 * (1 - comparison.virtual(load).success());
        if (before > 0 || after > 0) {
            lines.add(Numbers.format("With %s, %.1f %% of the requests failed on platform threads, and %.1f %% on "
                    + "virtual threads.", load.name(), before, after));
        }
    }

    /** The wait that explains the response time. */
    private void waits(Under load, List<String> lines) {
        if (isWait(comparison.platform(load))) {
            waits.mostOnPlatform().ifPresent(most -> lines.add(wait(load, "platform", most.platform(), most)));
        }
        if (isWait(comparison.virtual(load))) {
            waits.mostOnVirtual().ifPresent(most -> lines.add(wait(load, "virtual", most.virtual(), most)));
        }
    }

    /** In a dump without states a thread that was woken, and waits for a CPU, seems to wait still. */
    private boolean isWait(Observed observed) {
        return comparison.jdk() >= STATES || observed.isComputingLittle();
    }

    private static String wait(Under load, String threads, double share, WaitTable.Row most) {
        return Numbers.format("With %s, requests on %s threads are at %s for %.0f %% of their response time.",
                load.name(), threads, most.inWords(), 100 * share);
    }

    /** The connection pools for which requests wait on virtual threads. @return whether any pool is known */
    private boolean connections(Under load, List<String> lines) {
        List<PoolTable.Row> known = pools.rows().stream().filter(row -> row.virtual() != null
                && row.virtual().kind() == PoolUse.Kind.CONNECTIONS).toList();
        known.stream().filter(row -> row.virtual().waiting() >= 1).forEach(row -> lines.add(Numbers.format(
                "With %s, %.0f requests wait for one of the %d %s on virtual threads, and %s on platform threads.",
                load.name(), row.virtual().waiting(), row.virtual().size(), row.virtual().inWords(),
                row.platform() == null ? "an unknown number" : Numbers.format("%.0f", row.platform().waiting()))));
        return !known.isEmpty();
    }

    /** A larger pool may do the same. */
    private void sized(Under load, List<String> lines) {
        if (load.sized() == null) {
            return;
        }
        double ratio = comparison.timesSized(load);
        if (!Double.isFinite(ratio)) {
            return;
        }
        if (!comparison.hasSize(load)) {
            lines.add(Numbers.format("With the property for a pool of %d threads, the throughput with %s was x %.2f, "
                    + "and the service reports no pool of that size: the property may have no effect.",
                    Comparing.threads(load), load.name(), ratio));
        } else {
            lines.add(Numbers.format("With %s, %s had a throughput of x %.2f. With virtual threads, no pool has to be "
                    + "sized.", load.name(), load.sized().about(), ratio));
        }
    }
}
