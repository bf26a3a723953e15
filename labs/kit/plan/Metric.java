package kit.plan;

/** A figure of a cell that the bench measures. */
public enum Metric implements Measurable {
    THROUGHPUT("throughput", "requests/s", Nature.TIME),
    MEAN("mean response time", "ms", Nature.RESPONSE_TIME),
    SD("standard deviation of response times", "ms", Nature.RESPONSE_TIME),
    /** As a share of the mean. */
    SPREAD("standard deviation / mean of response times", "", Nature.RESPONSE_TIME),
    P50("median response time", "ms", Nature.RESPONSE_TIME),
    P95("95th percentile of response times", "ms", Nature.RESPONSE_TIME),
    P99("99th percentile of response times", "ms", Nature.RESPONSE_TIME),
    MAX("longest response time", "ms", Nature.RESPONSE_TIME),
    /** Of a load that begins with the measurement: until as many requests were answered as there are users. */
    FIRST_ROUND("first round", "ms", Nature.TIME),
    AFTER_FIRST_ROUND("throughput after the first round", "requests/s", Nature.TIME),
    CPU_PER_REQUEST("CPU time of a request", "ms", Nature.CPU_TIME),
    /** For each row that it stored. */
    DATABASE_CPU("CPU time of the database for a row", "ms", Nature.CPU_TIME),
    SERVICE_CPU("CPUs that the service used", "CPUs", Nature.CPU_TIME),
    /** Throughput as a share of what is possible if each request needs the CPU time that it is said to need. */
    OF_LIMIT("throughput / limit of the CPUs", "", Nature.TIME),
    CONNECTIONS("connections to the database in use", "", Nature.TIME),
    /** By the utilisation law: connections in use / throughput. */
    CONNECTION_HELD("time that a request holds a connection", "ms", Nature.TIME),
    STORED("rows stored", "rows/s", Nature.TIME),
    /** Rows of a block / the time until all of them are stored: so what is left to be done counts, too. */
    ACCEPTED_AND_STORED("rows accepted and stored", "rows/s", Nature.TIME),
    /** Rows that are accepted and not stored yet, when a block ends. */
    BACKLOG("backlog at the end of the load", "rows", Nature.TIME),
    BACKLOG_GROWTH("growth of the backlog", "rows/s", Nature.TIME),
    BACKLOG_PEAK("greatest backlog", "rows", Nature.COUNT),
    DRAIN("time until the backlog is stored", "s", Nature.TIME),
    PLATFORM_THREADS("peak number of platform threads", "", Nature.COUNT),
    CARRIERS("carriers at work", "", Nature.COUNT),
    PINNED("pinned threads", "", Nature.COUNT),
    /** Those whose line of code, see pinning.csv, is in the application. */
    PINNED_PER_REQUEST("threads pinned in the service / requests", "", Nature.COUNT),
    /** 0 where no thread was pinned. */
    PINNED_WITH_REASON("share of pinned threads with a recorded reason", "", Nature.COUNT),
    HEAP("peak of the heap in use", "MiB", Nature.AMOUNT),
    GC("share of the time in GC pauses", "", Nature.COUNT),
    RESIDENT("peak memory (RSS)", "MiB", Nature.AMOUNT),
    ERRORS("failed requests", "", Nature.COUNT),
    ANSWERED("requests answered", "", Nature.COUNT),
    SUCCESS("share of requests that succeeded", "", Nature.COUNT),
    /** When the memory of the service was looked at, see {@link Burst#after}. */
    WAITING("requests that wait together", "", Nature.COUNT),
    THREADS_PER_WAITING("platform threads for each request that waits", "", Nature.COUNT),
    HEAP_PER_WAITING("heap for each request that waits", "KiB", Nature.AMOUNT),
    MEMORY_PER_WAITING("memory (RSS) for each request that waits", "KiB", Nature.AMOUNT),
    STALLED("time without an answer at the end", "s", Nature.COUNT);

    /** What a figure depends on. */
    public enum Nature {
        /** Throughput or time: on the speed of the machine where CPUs are busy. */
        TIME,
        /** Response time: the same, and on a load generator that runs on time. */
        RESPONSE_TIME,
        /** CPU time: always on the speed of the machine. */
        CPU_TIME,
        /** Memory: forks differ, whatever the speed. */
        AMOUNT,
        /** A number of things: on nothing else. */
        COUNT
    }

    private final String words;
    private final String unit;
    private final Nature nature;

    Metric(String words, String unit, Nature nature) {
        this.words = words;
        this.unit = unit;
        this.nature = nature;
    }

    @Override
    public String words() {
        return words;
    }

    @Override
    public String unit() {
        return unit;
    }

    @Override
    public Nature nature() {
        return nature;
    }

    /** Throughput is its unit. */
    @Override
    public String heading() {
        return this == THROUGHPUT ? unit : Measurable.super.heading();
    }
}
