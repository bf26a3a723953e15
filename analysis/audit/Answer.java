package audit;

import kit.base.Numbers;

/**
 * What a check found.
 *
 * @param text   the numbers, and what they mean
 * @param advice what to do; empty where there is nothing to do
 */
public record Answer(Check check, Kind kind, String text, String advice) {

    /** In the order in which they are told. */
    public enum Kind {
        /** The figures that it names cannot be believed. */
        WRONG("WRONG"),
        /** Worth knowing; the figures can be believed. */
        REMARK("REMARK"),
        /** The file does not have what the check needs. */
        UNKNOWN("cannot be checked"),
        /** The check needs a number that was not given. */
        NOT_ASKED("not asked"),
        /** The check is about another kind of load. */
        NO_MATTER("does not apply"),
        /** Nothing was found. */
        OK("ok");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    static Answer ok(Check check, String text, Object... values) {
        return new Answer(check, Kind.OK, Numbers.format(text, values), "");
    }

    /** @param why as behind "cannot be checked, because" */
    static Answer unknown(Check check, String why, String advice) {
        return new Answer(check, Kind.UNKNOWN, why, advice);
    }

    static Answer notAsked(Check check, String advice) {
        return new Answer(check, Kind.NOT_ASKED, "there is no claim to compare with", advice);
    }

    static Answer noMatter(Check check, String why) {
        return new Answer(check, Kind.NO_MATTER, why, "");
    }

    /** A finding: whether the figures cannot be believed, or it is only a remark. */
    static Answer found(Check check, boolean wrong, String advice, String text, Object... values) {
        return new Answer(check, wrong ? Kind.WRONG : Kind.REMARK, Numbers.format(text, values), advice);
    }

    /** One line of a list. */
    @Override
    public String toString() {
        return "- " + kind + ", " + check + (kind == Kind.UNKNOWN ? ": because " : ": ") + text + "."
                + (advice.isEmpty() ? "" : " " + advice + ".");
    }
}
