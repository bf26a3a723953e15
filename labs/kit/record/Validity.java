package kit.record;

/** What a row of summary.csv says of itself. How far it is from its rule is a figure beside it. */
public enum Validity {
    /** Its numbers can be believed. */
    VALID,
    /** They cannot; the reason is given. */
    INVALID,
    /** Nothing was measured; the reason is given. */
    SKIPPED;

    /** Whether a file says this word. */
    public boolean is(String word) {
        return name().equals(word);
    }

    /**
     * The word of a row, whatever the format of its run: up to format 2 a row that was valid said CONFIRMED or
     * SURPRISE, by its rule.
     */
    public static String read(String word) {
        return Verdict.CONFIRMED.is(word) || Verdict.SURPRISE.is(word) ? VALID.name() : word;
    }
}
