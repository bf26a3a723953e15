package apps;

import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows that a service has accepted, has stored and has lost, since it started. Of those lost the log says which. */
final class RowTally {

    private static final Logger LOG = LoggerFactory.getLogger("lost rows");
    private static final int LONGEST_REASON = 100;

    private final LongAdder accepted = new LongAdder();
    private final LongAdder persisted = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final Map<String, LongAdder> reasons = new ConcurrentHashMap<>();

    void accepted() {
        accepted.increment();
    }

    /** After all not. */
    void refused() {
        accepted.decrement();
    }

    void persisted() {
        persisted.increment();
    }

    /**
     * It was answered as accepted, and it could not be stored. (Where the database was gone at its commit, it may be
     * there.)
     */
    void lost(UUID externalId, String why) {
        lost.increment();
        reasons.computeIfAbsent(why, reason -> new LongAdder()).increment();
        LOG.warn("lost {}: {}", externalId, why);
    }

    void lost(UUID externalId, Throwable why) {
        lost(externalId, reason(why));
    }

    /** What the database said, with its code and without names and numbers, of which there are many. */
    private static String reason(Throwable e) {
        Throwable cause = e;
        String state = "";
        for (Throwable one = e; one != null; one = one.getCause()) {
            cause = one;
            if (one instanceof SQLException sql && sql.getSQLState() != null) {
                state = sql.getSQLState() + " ";
                break;
            }
        }
        String said = cause.getMessage() == null ? cause.getClass().getSimpleName()
                : cause.getMessage().lines().findFirst().orElse("").replaceFirst("^(ERROR|FATAL|PANIC): ", "")
                        .split("\"| \\(|\\. ")[0].strip();
        return state + said.substring(0, Math.min(said.length(), LONGEST_REASON));
    }

    Map<String, Number> gauges() {
        // Looked at first, for rows that come and go while it is looked would seem to be behind, more of them than
        // there is room for. But what is stored was accepted before, so no reader sees more stored than accepted.
        long taken = accepted.sum();
        long stored = persisted.sum();
        long gone = lost.sum();
        return Map.of("rows.persisted", stored, "rows.lost", gone, "rows.accepted", Math.max(taken, stored + gone));
    }

    /** Such as {@code 53100 could not extend file (3)}; empty where no row was lost. */
    Map<String, Object> facts() {
        return reasons.isEmpty() ? Map.of()
                : Map.of("rows.lost.why", new TreeMap<>(reasons).entrySet().stream()
                        .map(reason -> reason.getKey() + " (" + reason.getValue() + ")")
                        .collect(Collectors.joining("; ")));
    }
}
