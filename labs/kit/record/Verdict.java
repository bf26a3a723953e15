package kit.record;

/** What may be concluded. The words stand in every table; the exit code is the lab's. */
public enum Verdict {
    /** Not possible on this machine, or not asked for. */
    SKIPPED(0),
    /** What was claimed before the run held. */
    CONFIRMED(0),
    /** The forks do not decide whether the claim holds: the figure is preliminary. */
    UNDECIDED(3),
    /** The run is valid and the claim failed. */
    SURPRISE(1),
    /** The measurement cannot be trusted; the reason is given. */
    INVALID(2);

    private final int exitCode;

    Verdict(int exitCode) {
        this.exitCode = exitCode;
    }

    /** Of a lab that ends with this verdict. */
    public int exitCode() {
        return exitCode;
    }

    /** Whether a file says this verdict. */
    public boolean is(String word) {
        return name().equals(word);
    }

    /** The graver of the two: INVALID, then SURPRISE, then UNDECIDED, then CONFIRMED, then SKIPPED. */
    public Verdict and(Verdict other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
