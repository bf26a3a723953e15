package kit.record;

/**
 * The version of this project, and the number of the format in which a run is written. CHANGELOG.md tells what changed
 * with each version, data/README.md what changed with each format.
 */
public final class Release {

    public static final String VERSION = "0.11.0";
    /** As {@code --version} prints it. */
    public static final String NAMED = "Virtual Thread Lab " + VERSION + " (format " + Release.FORMAT + ")";
    /** Of the runs that the bench writes: {@code format} in run.json. Charts read all formats up to it. */
    public static final int FORMAT = 4;
    /** Of runs whose run.json has no {@code format}. */
    public static final int UNNUMBERED = 1;

    private Release() {}
}
