package kit.record;

import static kit.record.Column.Kind.TEXT;

import java.util.Locale;
import java.util.Optional;

/**
 * The columns of a run's CSVs, each once though several files may have it, with the name that it had up to format 3
 * where that was another one. The names are part of the files' format; {@link RunTable} has the meaning and the unit
 * that they have in a run of today.
 */
public enum Column {
    LAB(TEXT), RUN(TEXT), CELL(TEXT), VARIANT(TEXT), JDK(TEXT), AOT_CACHE(TEXT), LOAD(TEXT), PATH(TEXT), ROUTE(TEXT),
    USERS, RATE, RAMP_S, FORK, ATTEMPT, STARTED(TEXT), DURATION_S, REQUESTS, OK, ERRORS, ERROR_KINDS(TEXT),
    STALLED_S, RPS, MEAN_MS, SD_MS, MIN_MS, P50_MS, P90_MS, P95_MS, P99_MS, P999_MS, MAX_MS, FIRST_ROUND_MS,
    BOUND(TEXT), LIMIT_RPS, PINNED_RPS, UNPINNED_RPS, PUBLISHED_RPS, PUBLISHED_MS, PUBLISHED_SD_MS, PUBLISHED_P95_MS,
    SERVICE_CPU_S, CPU_US_PER_REQUEST, DATABASE_CPU_S, MACHINE_CPU, HEAP_PEAK_MB, RSS_PEAK_MB, WAITING, HEAP_REST_MB,
    HEAP_WAITING_MB, RSS_REST_MB, RSS_WAITING_MB, THREADS_WAITING, HEAP_KB_PER_WAITING, RSS_KB_PER_WAITING, GC_MS,
    PLATFORM_THREADS_PEAK, CARRIERS, PINNED, PINNED_MS, LATENCY_TRUSTED(TEXT), WARMUP_S, JIT_CPU_S, OTHER_CPU,
    NEIGHBOUR(TEXT), ACCEPTED_ROWS, TABLE_ROWS, LOST_ROWS, LAG_BEGIN_ROWS, LAG_ROWS, DRAIN_S, RULE_GAP_PCT,
    FINDINGS(TEXT), WHY(TEXT), PERCENTILE, MS, COUNT, SECOND, IN_FLIGHT, SERVICE_CPU, JIT_CPU, HEAP_MB,
    PLATFORM_THREADS, MOUNTED, QUEUED, HICCUP_SERVICE_MS, HICCUP_PLATFORM_MS, STAGE(TEXT), POOL_ACTIVE, POOL_QUEUED,
    CONNECTIONS_ACTIVE, CONNECTIONS_PENDING, CONNECTION_MS, ENDED, FAILED, START(TEXT), DURATION_MS, REASON(TEXT),
    OPERATION(TEXT), CARRIER(TEXT), FRAME(TEXT), STACK(TEXT), LINE(TEXT), SHARE_PCT, DUMPS, KIND(TEXT), POOL(TEXT),
    SIZE, BUSY, LOOKS, GENERATOR(TEXT, "driver"), BLOCKS, DISTURBED, RULE_RPS("predicted_rps"),
    RULE_MS("predicted_ms"), RULE_SD_MS("predicted_sd_ms"), RULE_P50_MS("predicted_p50_ms"),
    RULE_P99_MS("predicted_p99_ms"), BOTTLENECK(TEXT, "bound_seen"), GENERATOR_CPU_S("driver_cpu_s"),
    SEND_DELAY_P99_MS("start_lag_p99_ms"), LITTLE_GAP_PCT("closure_pct"), GENERATOR_BUSY_PCT("driver_busy_pct"),
    HICCUP_GENERATOR_P50_MS("hiccup_driver_p50_ms"), HICCUP_GENERATOR_P99_MS("hiccup_driver_p99_ms"),
    VALIDITY(TEXT, "verdict"), BLOCK, GENERATOR_CPU("driver_cpu"), HICCUP_GENERATOR_MS("hiccup_driver_ms"), ROUND,
    ORDER, WARMUP(TEXT), BEGAN(TEXT), SECONDS, GENERATOR_TIMER_MS, SERVICE_TIMER_MS, IDLE_CPUS, IDLE_JVM(TEXT),
    COUNTS(TEXT), DISTURBANCES(TEXT), SERVICE_COUNTS(TEXT), STORED_ROWS, RULE_LAG_ROWS("predicted_lag_rows");

    /** What a column holds. */
    public enum Kind { TEXT, NUMBER }

    private final Kind kind;
    private final String former;

    Column() {
        this(Kind.NUMBER, null);
    }

    Column(Kind kind) {
        this(kind, null);
    }

    Column(String former) {
        this(Kind.NUMBER, former);
    }

    Column(Kind kind, String former) {
        this.kind = kind;
        this.former = former;
    }

    /** Whether its values are numbers. */
    public boolean isNumber() {
        return kind == Kind.NUMBER;
    }

    /** Its name up to format 3, where that was another one. */
    public Optional<String> formerly() {
        return Optional.ofNullable(former);
    }

    /** As the header of a file has it: {@code p50_ms}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
