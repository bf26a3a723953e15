package kit.base;

import java.util.Locale;

/**
 * What a check has to say of a row, in a code for programs and a sentence for people. The codes are part of the files'
 * contract: they stand in {@code findings} of summary.csv and run.json, and data/README.md describes each.
 *
 * @param invalidates whether the row's numbers cannot be believed; any other finding is a remark beside its verdict
 */
public record Finding(Code code, boolean invalidates, String text) {

    /** What was found. A code keeps its meaning for good; a new meaning is a new code. */
    public enum Code {
        BOOT_FAILED, NO_CONTACT, CELL_DIED, CELL_FAILED, OUT_OF_MEMORY, HUNG, INTERRUPTED, DATABASE_GONE,
        RECORDING_UNREADABLE, FACTS_DIFFER, REQUESTS_DIFFER, ROWS_LOST, ROWS_UNCOUNTED, ROWS_UNEXPECTED, SCHEMA_LEFT,
        NO_SUCCESS, TOO_MANY_FAILED, REQUESTS_FAILED, STALLED, EXTERNAL_FAILED, EXTERNAL_UNCHECKED, EXTERNAL_WINDOW,
        SENT_LATE, GENERATOR_SATURATED, LITTLES_LAW, USERS_DELAYED, UTILISATION_LAW, IMPOSSIBLE_AS_CLAIMED,
        CPU_TIME_IMPOSSIBLE, JVM_STOPPED, RULE_MISSED, NOT_WARM, STILL_COMPILING, NOISY, IDLE_NOT_IDLE, THROTTLED,
        SPEED_CHANGED, CONNECTION_LIMIT, ACCEPT_QUEUE_FULL;

        /** As it is written in files: {@code not-warm}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A finding that makes the row INVALID; the text has a format specifier for each value. */
    public static Finding invalid(Code code, String text, Object... values) {
        return new Finding(code, true, Numbers.format(text, values));
    }

    /** A finding that leaves the row valid; the text has a format specifier for each value. */
    public static Finding remark(Code code, String text, Object... values) {
        return new Finding(code, false, Numbers.format(text, values));
    }
}
