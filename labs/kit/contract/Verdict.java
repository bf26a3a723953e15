package kit.base;

/** What may be concluded. The words stand in every table; the exit code is the lab's. */
public enum Verdict {
    /** Not possible on this machine, or not asked for. */
    SKIPPED(0),
    /** What was claimed before the run held. */
    CONFIRMED(0),
    /** The run is valid and the claim failed. */
    SURPRISE(1),
    /** No lesson may be drawn. */
    INVALID(2);

    private final int exitCode;

    Verdict(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }

    /** The graver of the two: INVALID, then SURPRISE, then CONFIRMED, then SKIPPED. */
    public Verdict and(Verdict other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
