package kit.base;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

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
        RECORDING_UNREADABLE,
        FACTS_DIFFER, REQUESTS_DIFFER, ROWS_LOST, ROWS_UNCOUNTED, ROWS_UNEXPECTED, NOT_DRAINED, SCHEMA_LEFT,
        NO_SUCCESS, TOO_MANY_FAILED, CAPPED, REQUESTS_FAILED, STALLED,
        EXTERNAL_FAILED, EXTERNAL_UNCHECKED, EXTERNAL_WINDOW,
        SENT_LATE, TOO_FEW_FOR_DELAY, GENERATOR_LATE, GENERATOR_STOPPED, GENERATOR_SATURATED, TIME_UNACCOUNTED,
        USERS_DELAYED, LITTLE_MISSED,
        IMPOSSIBLE, IMPOSSIBLE_AS_CLAIMED, CPU_TIME_IMPOSSIBLE, JVM_STOPPED, RULE_MISSED, RULE_OFF, NOT_STEADY,
        NOT_WARM,
        STILL_COMPILING, NOISY, IDLE_NOT_IDLE,
        THROTTLED, SPEED_CHANGED,
        CPU_QUOTA, CONNECTION_LIMIT,
        ACCEPT_QUEUE_FULL;

        private static final Set<Code> PASSING = EnumSet.of(NO_CONTACT, CELL_DIED, CELL_FAILED, DATABASE_GONE,
                SENT_LATE, GENERATOR_LATE, GENERATOR_STOPPED, GENERATOR_SATURATED, TIME_UNACCOUNTED, JVM_STOPPED);

        private static final Set<Code> DISTURBING = EnumSet.of(SENT_LATE, GENERATOR_LATE, GENERATOR_STOPPED,
                JVM_STOPPED, TOO_FEW_FOR_DELAY, NOT_STEADY, NOISY, THROTTLED);

        /** Whether something else than the cell had a part in its times. */
        public boolean disturbs() {
            return DISTURBING.contains(this);
        }

        /** Whether the same measurement may well come without it when it is made again. */
        public boolean mayPass() {
            return PASSING.contains(this);
        }

        /** As it is written in files: {@code not-steady}. */
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
