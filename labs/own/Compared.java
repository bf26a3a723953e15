package own;

import kit.base.Numbers;
import kit.record.Forks.Interval;
import kit.record.Undecided;

/**
 * A figure of virtual threads held against the same of platform threads, under one load.
 *
 * @param load     for people
 * @param role     of that load
 * @param name     of the figure, for people
 * @param ratio    virtual / platform
 * @param interval of the ratio, 95 %; null where there is none
 * @param effect   what the forks decide
 * @param why      it is open; null where it is not, or where that is not known
 * @param note     why it does not count; empty where it does
 */
record Compared(String load, Role role, Figure figure, String name, double ratio, Interval interval, Effect effect,
        Undecided why, String note) {

    /** Requests queue at the bottleneck: the figure shows their order, and nothing else. */
    static final String ORDER = "requests queue at the bottleneck, and their order decides this figure: it does not "
            + "count";

    /** What is compared. */
    enum Figure {
        SUCCESS, THROUGHPUT, LIGHT, TAIL,
        /** Only where it is a warning: the tail decides. */
        MEDIAN, CPU_PER_REQUEST, MEMORY
    }

    /** What the forks decide of a figure on virtual threads. */
    enum Effect {
        /** It is better, by more than what matters. */
        BETTER,
        /** It is worse, by more than what matters. */
        WORSE,
        /** A difference that matters is excluded. */
        SAME,
        /** None of these is certain. */
        OPEN
    }

    /** Whether the verdict is about it. */
    boolean decides() {
        return role == Role.DECIDES;
    }

    private boolean counts() {
        return note.isEmpty();
    }

    private boolean isCost() {
        return figure == Figure.CPU_PER_REQUEST || figure == Figure.MEMORY;
    }

    /** Whether virtual threads are surely better in a figure that users notice. */
    boolean isBetter() {
        return counts() && !isCost() && effect == Effect.BETTER;
    }

    /** Whether they are surely worse. */
    boolean isWorse() {
        return counts() && effect == Effect.WORSE;
    }

    /** Whether more requests fail than on platform threads. */
    boolean isFailing() {
        return figure == Figure.SUCCESS && effect == Effect.WORSE;
    }

    /** Whether users notice that it became better. The order in which requests are served decides no verdict. */
    boolean isNoticedAsBetter() {
        return isNoticed() && effect == Effect.BETTER;
    }

    /** Worse, by a figure that counts. */
    boolean isNoticedAsWorse() {
        return isNoticed() && effect == Effect.WORSE;
    }

    private boolean isNoticed() {
        return !isCost() && (counts() || note.equals(ORDER));
    }

    /** Whether an effect that matters is neither shown nor excluded. */
    boolean isOpen() {
        return decides() && counts() && !isCost() && figure != Figure.MEDIAN && effect == Effect.OPEN;
    }

    /** Whether it is open, and looks worse. */
    boolean mayBeWorse() {
        boolean isMoreBetter = figure == Figure.THROUGHPUT || figure == Figure.SUCCESS;
        return isOpen() && (isMoreBetter ? ratio < 1 : ratio > 1);
    }

    /** What decides it, where it is open: a sentence. */
    String remedy() {
        return why == Undecided.DISTURBED
                ? "Something else used the CPUs, or the JIT compilers did: end what runs beside it, or give a longer "
                        + "--warmup."
                : why == Undecided.CLIENT_LATE ? "The load generator was late: end what runs beside it."
                        : "More time may decide it: --minutes.";
    }

    /** As in {@code throughput x 2.01 [1.95, 2.07] with 400 users}. */
    String inWords() {
        return named() + " with " + load + (note.isEmpty() ? "" : " (" + note + ")");
    }

    /** As in {@code throughput x 2.01 [1.95, 2.07]}. */
    String named() {
        return name + Numbers.format(" x %.2f", ratio)
                + (interval == null ? "" : Numbers.format(" [%.2f, %.2f]", interval.low(), interval.high()));
    }
}
