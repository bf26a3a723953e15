package kit.service;

import java.io.Serializable;

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
        CARRIERS("carriers");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** For people and for files. */
        public String words() {
            return words;
        }
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
