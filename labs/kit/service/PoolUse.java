package kit.service;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How much of a pool is used, at one moment or on average.
 *
 * @param kind    what it has a limited number of
 * @param name    that the service gives it; empty where there is only one of its kind
 * @param size    how many there are at most
 * @param busy    that requests use
 * @param waiting requests that wait for one; NaN where that is not told
 */
public record PoolUse(Kind kind, String name, int size, double busy, double waiting) implements Serializable {

    /** What a pool has. */
    public enum Kind {
        /** Of a connection pool, such as Hikari's. */
        CONNECTIONS("connections"),
        /** Of a web server, which serve requests. */
        THREADS("threads"),
        /** Of the scheduler of virtual threads. */
        CARRIERS("carriers"),
        /** Of another machine, on which the service runs. */
        CPUS("CPUs");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** For people and for files. */
        public String words() {
            return words;
        }
    }

    /** The mean use of each pool, in the order in which they are first seen. */
    public static List<PoolUse> means(Stream<PoolUse> seen) {
        Map<List<Object>, List<PoolUse>> byPool = seen.collect(Collectors.groupingBy(
                use -> List.of(use.kind, use.name), LinkedHashMap::new, Collectors.toList()));
        return byPool.values().stream().map(uses -> new PoolUse(uses.getFirst().kind, uses.getFirst().name, uses
                .getLast().size, mean(uses, PoolUse::busy), mean(uses, PoolUse::waiting))).toList();
    }

    private static double mean(List<PoolUse> uses, ToDoubleFunction<PoolUse> figure) {
        return uses.stream().mapToDouble(figure).average().orElseThrow();
    }

    /** The first of those of which the greatest share is in use. */
    public static Optional<PoolUse> busiest(Stream<PoolUse> pools) {
        return pools.reduce((a, b) -> b.busy / b.size > a.busy / a.size ? b : a);
    }

    /** With a name that is alike in each start: Tomcat names its pool by the port. */
    public PoolUse without(int port) {
        String end = "-" + port;
        return name.endsWith(end)
                ? new PoolUse(kind, name.substring(0, name.length() - end.length()), size, busy, waiting)
                : this;
    }

    /** Whether the other one is of the same pool. */
    public boolean isOf(PoolUse other) {
        return kind == other.kind && name.equals(other.name);
    }

    /** As in {@code connections of HikariPool-1}. */
    public String inWords() {
        return kind.words + (name.isEmpty() ? "" : " of " + name);
    }
}
