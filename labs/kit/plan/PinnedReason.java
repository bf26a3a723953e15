package kit.plan;

/**
 * The reason that the flight recording has for most pinned threads of a cell, in its own words. JDKs before 24 record
 * none.
 *
 * @param jdk feature version; 0 for the newest of the run
 */
public record PinnedReason(Cell cell, int jdk) {

    public PinnedReason on(int feature) {
        return new PinnedReason(cell, feature);
    }
}
