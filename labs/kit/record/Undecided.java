package kit.record;

import java.util.Locale;

/** Why a claim is {@link Verdict#UNDECIDED}: {@code undecided} in run.json. */
public enum Undecided {
    /** The rounds or forks differ too much. */
    SPREAD,
    /** There is one fork, and one does not decide this claim. */
    ONE_FORK,
    /** Something disturbed blocks, also when these were repeated, and the other blocks do not decide it. */
    DISTURBED,
    /** The load generator was late, and the claim is about response times. */
    CLIENT_LATE;

    /** As it is written in files: {@code one-fork}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
