package kit.plan;

/**
 * Where the load comes from. It decides whether the client's clock can be trusted while the service's carriers are
 * held.
 */
public enum GeneratorMode {
    /** The cell's JVM, on a virtual-thread scheduler of the driver's own. */
    OWN_SCHEDULER("own-scheduler"),
    /** Another JVM. The way out where a JDK gives no second scheduler. */
    OWN_JVM("own-jvm"),
    /** The service's own scheduler: wrong on purpose, to show what that hides. */
    SHARED("shared");

    private final String word;

    GeneratorMode(String word) {
        this.word = word;
    }

    /** The word for it on the command line and in the CSVs. */
    @Override
    public String toString() {
        return word;
    }
}
