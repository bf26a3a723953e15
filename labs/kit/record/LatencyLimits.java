package kit.record;

/** How late a load generator may be before its response times cannot be trusted. Times in ms; NaN is not known. */
public final class LatencyLimits {

    private static final double LATE_MS = 1;
    private static final double LATE_SHARE = 0.01;
    private static final double LATE_SHARE_OF_RAMP = 0.1;
    private static final double OVERSLEPT_P50_MS = 1;
    private static final double OVERSLEPT_P50_SHARE = 0.1;
    private static final double OVERSLEPT_P99_MS = 10;
    private static final double OVERSLEPT_P99_SHARE = 0.5;

    private LatencyLimits() {}

    /**
     * Requests may be sent so late, at the 99th percentile, before it is worth a remark.
     *
     * @param median of the response times
     */
    public static double late(double median) {
        return Math.max(LATE_MS, LATE_SHARE * median);
    }

    /**
     * They may be sent so late before the response times cannot be trusted. In a burst, where a single pause makes a
     * hundredth of the requests late, a share of its ramp is allowed: the burst came more slowly.
     *
     * @param ramp of a burst, 0 of other loads
     */
    public static double tooLate(double median, double ramp) {
        return Math.max(late(median), LATE_SHARE_OF_RAMP * ramp);
    }

    /** Half of the generator's sleeps were too long: a delay that is part of every response time. */
    public static boolean oversleptUsually(double p50, double median) {
        return p50 > Math.max(OVERSLEPT_P50_MS, OVERSLEPT_P50_SHARE * median);
    }

    /**
     * A hundredth of the generator's sleeps was too long. An operating system whose CPUs are all busy may take some
     * milliseconds to give one back.
     */
    public static boolean oversleptRarely(double p99, double median) {
        return p99 > Math.max(OVERSLEPT_P99_MS, OVERSLEPT_P99_SHARE * median);
    }
}
