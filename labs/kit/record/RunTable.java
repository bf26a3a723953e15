package kit.record;

import static kit.record.Column.*;

import java.util.List;

/**
 * The CSVs of a run of format 4, each with its columns in order. Labs write and tests check them by these tables;
 * data/README.md shows them.
 */
public enum RunTable {
    /** One row for each cell and fork. */
    SUMMARY("summary.csv",
            "One row for each cell and fork: what was ordered, what was measured, what the rule says, and whether the "
                    + "figures are valid. The figures are those of the blocks that count, together.",
            is(LAB, Type.TEXT, "", "name of the lab"),
            is(RUN, Type.TEXT, "", "name of the run's folder"),
            is(CELL, Type.TEXT, "", "name of the cell, with its fork"),
            is(VARIANT, Type.TEXT, "", "name of the variant; the same name is the same thing in every run of the lab"),
            is(JDK, Type.TEXT, "", "version of the JDK that ran the service, as the service reports it; for a service "
                    + "that is not Java, its runtime"),
            is(GENERATOR, Type.TEXT, "",
                    "where the load came from: `own-scheduler` (a private virtual-thread scheduler in "
                            + "the JVM of the service), `own-jvm` (another JVM), `platform-threads` (another JVM, with "
                            + "a platform thread for each user) or `shared` (the service's own scheduler); or the "
                            + "external load generator with its version (`jbang own --generator`)"),
            is(LOAD, Type.TEXT, "",
                    "`closed` (closed loop), `open` (open loop) or `burst` (each user sends one request)"),
            is(PATH, Type.TEXT, "", "method and path that were requested"),
            is(ROUTE, Type.TEXT, "", "a further name, where a lab sends several requests"),
            is(USERS, Type.COUNT, "users", "closed loop: concurrent users; burst: users in all"),
            is(RATE, Type.NUMBER, "requests/s", "open loop: arrival rate"),
            is(RAMP_S, Type.NUMBER, "s", "burst: time within which the users arrive"),
            is(FORK, Type.COUNT, "", "number of the fork, from 1"),
            is(Column.BLOCKS, Type.COUNT, "blocks",
                    "blocks that count. All figures of the row are those of these blocks together"),
            is(DISTURBED, Type.COUNT, "blocks", "recorded blocks that do not count, because something disturbed them"),
            is(STARTED, Type.TIME, "ISO 8601", "when the first block that counts began"),
            is(DURATION_S, Type.NUMBER, "s", "length of the blocks together"),
            is(REQUESTS, Type.COUNT, "requests", "requests that ended in the blocks, failed ones included"),
            is(OK, Type.COUNT, "requests", "requests that succeeded"),
            is(ERRORS, Type.COUNT, "requests", "requests that failed"),
            is(ERROR_KINDS, Type.TEXT, "", "failures by kind, such as `timeout=3;http-500=2`"),
            is(STALLED_S, Type.NUMBER, "s",
                    "length of the period without a successful request at the end of a block. It is 0 "
                            + "unless a request timed out (`timeout`), or the period is longer than the timeout"),
            is(RPS, Type.NUMBER, "requests/s",
                    "throughput: the requests that succeeded, each with the part of it that lies within the "
                            + "measurement, / duration_s (ok / duration_s up to format 3)"),
            is(MEAN_MS, Type.NUMBER, "ms", "mean response time of the requests that succeeded"),
            is(SD_MS, Type.NUMBER, "ms", "its standard deviation"),
            is(P50_MS, Type.NUMBER, "ms",
                    "median response time. In percentiles, a request that timed out counts with its "
                            + "timeout. A percentile p is given only where at least 10 requests lie beyond it, "
                            + "n(1-p) >= 10"),
            is(P90_MS, Type.NUMBER, "ms", "90th percentile"),
            is(P95_MS, Type.NUMBER, "ms", "95th percentile"),
            is(P99_MS, Type.NUMBER, "ms", "99th percentile"),
            is(MAX_MS, Type.NUMBER, "ms", "greatest response time; of a request that timed out, its timeout"),
            is(FIRST_ROUND_MS, Type.NUMBER, "ms", "of users who begin with the block: time until as many requests were "
                    + "answered as there are users; else empty"),
            is(RULE_RPS, Type.NUMBER, "requests/s",
                    "throughput by the rule, with the lateness of this machine's timer and "
                            + "the CPU time of a request as they were measured; empty where there is no rule"),
            is(RULE_MS, Type.NUMBER, "ms", "mean response time by the rule"),
            is(RULE_SD_MS, Type.NUMBER, "ms", "standard deviation of response times by the rule; only of bursts"),
            is(RULE_P50_MS, Type.NUMBER, "ms", "median response time by the rule; empty where the order of a queue "
                    + "decides it"),
            is(RULE_P99_MS, Type.NUMBER, "ms", "its 99th percentile, likewise"),
            is(RULE_GAP_PCT, Type.NUMBER, "%",
                    "how far the throughput is from the rule: 100·(rps - rule_rps) / rule_rps"),
            is(BOUND, Type.TEXT, "",
                    "limit of the throughput by the rule: `users`, `pool`, `carriers`, `cpu`, `rate`, or "
                            + "another resource that requests share, such as `connections`"),
            is(BOTTLENECK, Type.TEXT, "",
                    "limit of the throughput by the measurement: `generator`, `cpu`, `connections`, "
                            + "`carriers`, `pool`, `rate`, `users`, `other` or `unknown`"),
            is(LIMIT_RPS, Type.NUMBER, "requests/s",
                    "cells that test a disputed claim: greatest throughput that this claim "
                            + "allows"),
            is(PUBLISHED_RPS, Type.NUMBER, "requests/s", "throughput that the authors of the experiment published, "
                    + "converted by `published_faster` of run.json"),
            is(PUBLISHED_MS, Type.NUMBER, "ms", "mean response time, likewise"),
            is(PUBLISHED_SD_MS, Type.NUMBER, "ms", "its standard deviation, likewise"),
            is(PUBLISHED_P95_MS, Type.NUMBER, "ms", "its 95th percentile, likewise"),
            is(SERVICE_CPU_S, Type.NUMBER, "s", "CPU time of the service in the blocks, garbage collector and JIT "
                    + "compilers included"),
            is(GENERATOR_CPU_S, Type.NUMBER, "s",
                    "CPU time of the load generator; empty where it cannot be told apart"),
            is(CPU_US_PER_REQUEST, Type.NUMBER, "µs", "CPU time of the service for each request that succeeded, JIT "
                    + "compilers left out"),
            is(JIT_CPU_S, Type.NUMBER, "s",
                    "CPU time of the JIT compilers of the service's JVM, a part of service_cpu_s "
                            + "(Linux)"),
            is(MACHINE_CPU, Type.NUMBER, "CPUs", "CPUs that all processes of the machine used, on average"),
            is(HEAP_PEAK_MB, Type.NUMBER, "MiB", "greatest heap in use, sampled each second"),
            is(RSS_PEAK_MB, Type.NUMBER, "MiB",
                    "greatest resident memory of the service's process at the end of a block"),
            is(WAITING, Type.COUNT, "requests",
                    "where the memory was looked at: requests that the service had under way then, by its own count. "
                            + "The look comes a second after the ramp, and before the first answer"),
            is(HEAP_REST_MB, Type.NUMBER, "MiB",
                    "heap in use after a garbage collection before the burst, when no request waited"),
            is(HEAP_WAITING_MB, Type.NUMBER, "MiB", "the same while the requests waited"),
            is(RSS_REST_MB, Type.NUMBER, "MiB", "resident memory of the service's process before the burst"),
            is(RSS_WAITING_MB, Type.NUMBER, "MiB", "the same while the requests waited"),
            is(THREADS_WAITING, Type.COUNT, "threads", "live platform threads of the process then"),
            is(HEAP_KB_PER_WAITING, Type.NUMBER, "KiB", "heap for each request that waited"),
            is(RSS_KB_PER_WAITING, Type.NUMBER, "KiB", "resident memory for each request that waited"),
            is(GC_MS, Type.NUMBER, "ms", "time in garbage collections"),
            is(PLATFORM_THREADS_PEAK, Type.COUNT, "threads",
                    "most live platform threads of the JVM, the load generator's "
                            + "and the carriers included"),
            is(CARRIERS, Type.COUNT, "threads",
                    "most carriers with a virtual thread mounted, sampled ten times a second; JDK 24 "
                            + "and later"),
            is(PINNED, Type.COUNT, "events", "virtual threads of the service that were pinned in the blocks for "
                    + "`pinned_from_ms` of run.json or longer"),
            is(PINNED_MS, Type.NUMBER, "ms", "the sum of their durations"),
            is(SERVICE_COUNTS, Type.TEXT, "", "what the service counted itself in the blocks, such as "
                    + "`requests-failed=3;calls-cancelled=6`; where it counts its routes apart, the counts of this "
                    + "one"),
            is(DATABASE_CPU_S, Type.NUMBER, "s",
                    "CPU time of the database that the lab started, from the first request of a block until its rows "
                            + "were stored"),
            is(CONNECTION_MS, Type.NUMBER, "ms",
                    "time for which a request held a connection to the database: connections in use / throughput"),
            is(ACCEPTED_ROWS, Type.COUNT, "rows",
                    "labs with a database: requests of the blocks that store a row each, and succeeded"),
            is(TABLE_ROWS, Type.COUNT, "rows",
                    "rows by which the table became longer in the blocks; empty where they could not be counted"),
            is(LOST_ROWS, Type.COUNT, "rows",
                    "accepted rows that are missing in the table, after a block or when the JVM had ended"),
            is(STORED_ROWS, Type.COUNT, "rows", "rows that the service stored in the blocks, by its own count"),
            is(LAG_BEGIN_ROWS, Type.NUMBER, "rows",
                    "rows accepted and not stored yet when a block began, on average over the blocks"),
            is(LAG_ROWS, Type.NUMBER, "rows", "the same when a block ended"),
            is(DRAIN_S, Type.NUMBER, "s",
                    "time from the end of a block until all rows were stored, on average over the blocks"),
            is(LATENCY_TRUSTED, Type.YES_NO, "", "`no` where the load generator was late or stopped, so that response "
                    + "times are wrong though throughput may be right; empty where no request succeeded"),
            is(SEND_DELAY_P99_MS, Type.NUMBER, "ms",
                    "delay between the time at which a request was due and the time at "
                            + "which it was sent, 99th percentile"),
            is(LITTLE_GAP_PCT, Type.NUMBER, "%",
                    "closed loop: Little's law with throughput X, mean response time R, think "
                            + "time Z and N users: 100·(X·(R+Z) - N)/N"),
            is(GENERATOR_BUSY_PCT, Type.NUMBER, "%",
                    "CPU time of the load generator's busiest thread as a share of the "
                            + "block, the greatest of the blocks"),
            is(HICCUP_GENERATOR_P50_MS, Type.NUMBER, "ms",
                    "oversleep of a 4 ms sleep on the load generator's scheduler, "
                            + "median; the greatest of the blocks"),
            is(HICCUP_GENERATOR_P99_MS, Type.NUMBER, "ms", "its 99th percentile, likewise"),
            is(WARMUP_S, Type.NUMBER, "s", "load that the JVM had before its first block that counts"),
            is(OTHER_CPU, Type.NUMBER, "CPUs", "CPUs that others used meanwhile, what a hypervisor took included; the "
                    + "greatest of the blocks"),
            is(NEIGHBOUR, Type.TEXT, "",
                    "the busiest other process of that block and the CPUs that it used, where that is "
                            + "more than a twentieth of one"),
            is(VALIDITY, Type.TEXT, "", "`VALID`, `INVALID` (the figures cannot be trusted) or `SKIPPED` (nothing was "
                    + "measured); why has the reason"),
            is(FINDINGS, Type.TEXT, "", "codes of what the checks found, separated by `;`, see [Findings](#findings)"),
            is(WHY, Type.TEXT, "", "the findings as sentences")),

    /** The distribution of response times. */
    LATENCY("latency.csv",
            "The distribution of the response times of each row of summary.csv, denser towards the tail.",
            is(CELL, Type.TEXT, "", "as in summary.csv"),
            is(PERCENTILE, Type.NUMBER, "%", "0 to 100"),
            is(MS, Type.NUMBER, "ms", "response time at this percentile"),
            is(Column.COUNT, Type.COUNT, "requests", "requests up to here")),

    /** Second by second. */
    TIMELINE("timeline.csv",
            "One row for each second of the blocks that count. Between two blocks of a cell, other cells are driven.",
            is(CELL, Type.TEXT, "", "as in summary.csv"),
            is(BLOCK, Type.COUNT, "", "number of the block's round, from 1"),
            is(SECOND, Type.COUNT, "s",
                    "number of the second, from 1, counted over all blocks of the cell that count. A "
                            + "block's last piece that is shorter than a second is left out"),
            is(RPS, Type.NUMBER, "requests/s", "throughput"),
            is(P50_MS, Type.NUMBER, "ms", "median response time of the requests that ended in this second"),
            is(P95_MS, Type.NUMBER, "ms", "95th percentile, likewise"),
            is(P99_MS, Type.NUMBER, "ms", "99th percentile, likewise"),
            is(IN_FLIGHT, Type.COUNT, "requests", "requests under way at the end of the second"),
            is(ERRORS, Type.COUNT, "requests", "requests that failed"),
            is(SERVICE_CPU, Type.NUMBER, "CPUs", "CPUs that the service used"),
            is(GENERATOR_CPU, Type.NUMBER, "CPUs", "CPUs that the load generator used"),
            is(MACHINE_CPU, Type.NUMBER, "CPUs", "CPUs that all processes of the machine used"),
            is(JIT_CPU, Type.NUMBER, "CPUs", "CPUs that the JIT compilers of the service's JVM used"),
            is(HEAP_MB, Type.NUMBER, "MiB", "heap in use"),
            is(GC_MS, Type.NUMBER, "ms", "time in garbage collections"),
            is(PLATFORM_THREADS, Type.COUNT, "threads", "live platform threads"),
            is(CARRIERS, Type.COUNT, "threads", "carriers that the scheduler of virtual threads has; JDK 24 and later"),
            is(MOUNTED, Type.COUNT, "threads", "of these, with a virtual thread mounted at a time, at most"),
            is(QUEUED, Type.COUNT, "threads", "virtual threads that wait for a carrier"),
            is(HICCUP_GENERATOR_MS, Type.NUMBER, "ms", "greatest oversleep on the load generator's scheduler"),
            is(HICCUP_SERVICE_MS, Type.NUMBER, "ms", "greatest oversleep on the service's scheduler"),
            is(HICCUP_PLATFORM_MS, Type.NUMBER, "ms", "greatest oversleep on a platform thread of the service's JVM"),
            is(POOL_ACTIVE, Type.NUMBER, "threads", "Tomcat's threads at work, on average"),
            is(POOL_QUEUED, Type.NUMBER, "requests", "requests that wait for one, on average"),
            is(CONNECTIONS_ACTIVE, Type.NUMBER, "connections", "connections of the pool in use, on average"),
            is(CONNECTIONS_PENDING, Type.NUMBER, "requests", "requests that wait for one, on average"),
            is(LAG_ROWS, Type.COUNT, "rows", "rows accepted and not stored yet, at the end of the second"),
            is(RULE_LAG_ROWS, Type.NUMBER, "rows",
                    "the same by the rule: what there was at the beginning of the block, and what it grows by")),

    /** Block by block. */
    BLOCKS("blocks.csv",
            "One row for each block, in the order in which they were driven: those of the warm-up and disturbed ones "
                    + "included.",
            is(CELL, Type.TEXT, "", "as in summary.csv"),
            is(VARIANT, Type.TEXT, "", "as in summary.csv"),
            is(FORK, Type.COUNT, "", "number of the fork, from 1"),
            is(ROUND, Type.COUNT, "",
                    "number of the round, from 1; the rounds of the warm-up are counted from 1, too; 0 is a pilot, by "
                            + "few users, that measures what a request needs"),
            is(ATTEMPT, Type.COUNT, "", "1; 2 where the block was repeated at the end of its round"),
            is(ORDER, Type.COUNT, "", "place among all blocks of the fork, from 1"),
            is(WARMUP, Type.YES_NO, "", "whether the block belongs to the warm-up"),
            is(BEGAN, Type.TIME, "ISO 8601", "when its window began; empty where it never did"),
            is(SECONDS, Type.NUMBER, "s", "length of its window"),
            is(REQUESTS, Type.COUNT, "requests", "requests that ended in it, failed ones included"),
            is(RPS, Type.NUMBER, "requests/s", "throughput"),
            is(MEAN_MS, Type.NUMBER, "ms", "mean response time of the requests that succeeded"),
            is(CPU_US_PER_REQUEST, Type.NUMBER, "µs", "CPU time of the service for each request that succeeded, JIT "
                    + "compilers left out"),
            is(JIT_CPU_S, Type.NUMBER, "s", "CPU time of the JIT compilers of the service's JVM"),
            is(GENERATOR_TIMER_MS, Type.NUMBER, "ms", "lateness of the load generator's timer beside the block, mean"),
            is(SERVICE_TIMER_MS, Type.NUMBER, "ms", "lateness of the service's timer, mean: part of every wait"),
            is(OTHER_CPU, Type.NUMBER, "CPUs", "CPUs that processes outside the lab used"),
            is(IDLE_CPUS, Type.NUMBER, "CPUs", "CPUs that the busiest idle JVM of the group used"),
            is(IDLE_JVM, Type.TEXT, "", "variant of that JVM; empty where there is none"),
            is(COUNTS, Type.YES_NO, "",
                    "whether its figures are part of summary.csv: it was recorded, came to its end, "
                            + "and nothing disturbed it. A block that was repeated counts in any case, unless its "
                            + "JVM was stopped"),
            is(DISTURBANCES, Type.TEXT, "",
                    "codes of what else had a part in its times, separated by `;`, see [Findings](#findings)")),

    /** Other numbers of users. */
    CAPACITY("capacity.csv",
            "What the rule says of each variant with other numbers of users, on this machine. Only in runs that have "
                    + "closed loops.",
            is(CELL, Type.TEXT, "", "a cell with this variant and request, in the first fork"),
            is(USERS, Type.COUNT, "users", "concurrent users"),
            is(RULE_RPS, Type.NUMBER, "requests/s", "as in summary.csv"),
            is(RULE_MS, Type.NUMBER, "ms", "as in summary.csv"),
            is(BOUND, Type.TEXT, "", "as in summary.csv")),

    /** Pinned virtual threads. */
    PINNING("pinning.csv",
            "One row each time that a virtual thread was pinned in a block that counts.",
            is(CELL, Type.TEXT, "", "as in summary.csv"),
            is(BLOCK, Type.COUNT, "", "number of the block's round, from 1"),
            is(START, Type.TIME, "ISO 8601", "when it was pinned"),
            is(DURATION_MS, Type.NUMBER, "ms", "for how long"),
            is(REASON, Type.TEXT, "", "why it could not leave its carrier; JDK 24 and later"),
            is(OPERATION, Type.TEXT, "", "what it waited in, likewise"),
            is(CARRIER, Type.TEXT, "", "name of the carrier, likewise"),
            is(FRAME, Type.TEXT, "", "first frame outside the JDK and the frameworks, as class.method:line"),
            is(STACK, Type.TEXT, "", "the whole stack, innermost frame first, separated by ` < `")),

    /** The course of bursts. */
    BURST("burst.csv",
            "One row for each 20 ms of each burst that counts. Only in runs that have bursts.",
            is(CELL, Type.TEXT, "", "as in summary.csv"),
            is(BLOCK, Type.COUNT, "", "number of the block's round, from 1"),
            is(MS, Type.NUMBER, "ms", "end of the step, since the ramp began"),
            is(STARTED, Type.COUNT, "requests", "requests that were sent in it"),
            is(ENDED, Type.COUNT, "requests", "requests that ended in it, failed ones included"),
            is(FAILED, Type.COUNT, "requests", "requests that failed in it"),
            is(IN_FLIGHT, Type.COUNT, "requests", "requests under way at its end")),

    /** How much of the pools of a service was in use. */
    POOLS("pools.csv",
            "One row for each pool of a service in a process of its own (`jbang own`), as seen after the last block of "
                    + "a cell and fork, while the load went on. Only where the service tells of its pools.",
            is(CELL, Type.TEXT, "", "as in summary.csv"),
            is(KIND, Type.TEXT, "", "what the pool has: `connections`, `threads`, `carriers` or `CPUs` (of another "
                    + "machine)"),
            is(POOL, Type.TEXT, "", "name that the service gives it; empty where there is one of its kind"),
            is(SIZE, Type.COUNT, "", "how many there are at most"),
            is(BUSY, Type.NUMBER, "", "how many are in use, on average"),
            is(WAITING, Type.NUMBER, "requests", "requests that wait for one, on average; empty where that is not "
                    + "told"),
            is(LOOKS, Type.COUNT, "", "samples that the averages are of")),
    /** What requests wait for. */
    WAITS("waits.csv",
            "One row for each place at which requests of a service in a process of its own (`jbang own`) were, by "
                    + "thread dumps after the last block of a cell and fork, while the load went on.",
            is(CELL, Type.TEXT, "", "as in summary.csv"),
            is(LINE, Type.TEXT, "", "line of code of the service; empty where there is none"),
            is(OPERATION, Type.TEXT, "", "what waits there; `running`: their threads run, or wait for a CPU; `no "
                    + "thread`: they have no thread of the service"),
            is(WAITING, Type.NUMBER, "requests", "requests there, on average"),
            is(SHARE_PCT, Type.NUMBER, "%", "their share of the requests under way; by Little's law, of the response "
                    + "time"),
            is(DUMPS, Type.COUNT, "", "thread dumps"));

    /** What the values of a column are, where they are known. */
    public enum Type {
        /** Any text. */
        TEXT("text"),
        /** A number with or without a point. */
        NUMBER("number"),
        /** A whole number. */
        COUNT("integer"),
        /** A moment, with its offset. */
        TIME("time"),
        /** {@code yes} or {@code no}. */
        YES_NO("yes/no");

        private final String words;

        Type(String words) {
            this.words = words;
        }

        /** As data/README.md names it. */
        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * A column of one file.
     *
     * @param unit  empty where it has none
     * @param about what it means
     */
    public record Described(Column column, Type type, String unit, String about) {}

    private final String file;
    private final String about;
    private final List<Described> columns;

    RunTable(String file, String about, Described... columns) {
        this.file = file;
        this.about = about;
        this.columns = List.of(columns);
    }

    private static Described is(Column column, Type type, String unit, String about) {
        return new Described(column, type, unit, about);
    }

    /** Its name. */
    public String file() {
        return file;
    }

    /** What its rows are. */
    public String about() {
        return about;
    }

    /** In order. */
    public List<Described> columns() {
        return columns;
    }

    /** Whether a run leaves the file out where it has no rows: only some loads have any. */
    public boolean isOfSomeLoads() {
        return this == BURST || this == CAPACITY || this == POOLS || this == WAITS;
    }

    /** The names of the columns, in order. */
    public List<String> header() {
        return columns.stream().map(described -> described.column().toString()).toList();
    }
}
