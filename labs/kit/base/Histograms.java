package kit.base;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How the kit uses HdrHistogram: nanoseconds, as its own tools expect, three significant digits, and a compact form for
 * the way between JVMs.
 */
public final class Histograms {

    /** Units recorded in a millisecond. */
    static final double PER_MS = 1e6;
    private static final int DIGITS = 3;
    /** How far a value may be from what was recorded, as a share. */
    public static final double PRECISION = 1e-3;

    /** Values that must lie beyond a percentile. */
    public static final int BEYOND = 10;
    /** What they may fall short of by rounding: 1000 * (1 - 0.99) is a little less than 10. */
    private static final double ALLOWANCE = 1e-6;

    private Histograms() {}

    /** For times in ns, from several threads. */
    public static Recorder recorder() {
        return new Recorder(DIGITS);
    }

    /** For times in ns, three significant digits. */
    public static Histogram empty() {
        return new Histogram(DIGITS);
    }

    public static void record(Recorder recorder, long nanos) {
        recorder.recordValue(Math.max(0, nanos));
    }

    /** A recorded value in milliseconds. */
    public static double ms(double value) {
        return value / PER_MS;
    }

    /** In HdrHistogram's compressed form. */
    public static byte[] encode(Histogram histogram) {
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
        var bytes = new byte[length];
        buffer.rewind().get(bytes);
        return bytes;
    }

    /** What {@link #encode} made. */
    public static Histogram decode(byte[] bytes) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a histogram: " + e.getMessage(), e);
        }
    }

    /** All that these hold together, each as {@link #encode} made it. */
    public static Histogram sum(Collection<byte[]> encoded) {
        Histogram sum = empty();
        encoded.forEach(one -> sum.add(decode(one)));
        return sum;
    }

    /**
     * Whether so many values tell a percentile: at least {@value #BEYOND} lie beyond it. With fewer, one value more or
     * less moves it far.
     *
     * @param p a share, 0.99 for the 99th percentile
     */
    public static boolean tells(double count, double p) {
        return count * (1 - p) + ALLOWANCE >= BEYOND;
    }

    /**
     * A percentile in milliseconds, or NaN where fewer than ten values lie beyond it: n (1 - p) &lt; 10.
     *
     * @param p share below, 0 to 1
     */
    public static double percentileMs(Histogram histogram, double p) {
        return !tells(histogram.getTotalCount(), p) ? Double.NaN
                : ms(histogram.getValueAtPercentile(100 * p));
    }
}
