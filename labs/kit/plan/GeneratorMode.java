package kit.plan;

/**
 * Where the load comes from. It decides whether the client's clock can be trusted while the service's carriers are
 * held.
 */
public enum GeneratorMode {
    /** The cell's JVM, on a virtual-thread scheduler of the load generator's own. */
    OWN_SCHEDULER("own-scheduler"),
    /** Another JVM. The way out where a JDK gives no second scheduler. */
    OWN_JVM("own-jvm"),
    /** Another JVM, with a platform thread for each user, as JMeter has it. */
    PLATFORM_THREADS("platform-threads"),
    /** The service's own scheduler: wrong on purpose, to show what that hides. */
    SHARED("shared");

    private final String word;

    GeneratorMode(String word) {
        this.word = word;
    }

    /** Whether it is outside of the service's JVM. */
    public boolean isApart() {
        return this == OWN_JVM || this == PLATFORM_THREADS;
    }

    /** The word for it on the command line and in the CSVs. */
    @Override
    public String toString() {
        return word;
    }
}
