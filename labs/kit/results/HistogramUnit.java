package kit.results;

/** Unit of the values of an HdrHistogram log, which does not name it. */
public enum HistogramUnit {
    NS(1), US(1_000), MS(1_000_000);

    private final long nanos;

    HistogramUnit(long nanos) {
        this.nanos = nanos;
    }

    long nanos() {
        return nanos;
    }

    /** As it is given on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
