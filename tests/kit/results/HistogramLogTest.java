package kit.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import kit.base.LabException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;

/** Logs as HdrHistogram's own writer makes them. */
@Tag(Lane.UNIT)
class HistogramLogTest {

    @TempDir
    Path folder;

    /** Three seconds: 100 values of 10 ms, 200 of 20 ms, 300 of 30 ms. */
    private Path log(double perMs, String tag) throws IOException {
        return log(perMs, perMs, tag, "");
    }

    /**
     * @param perMs   of the values
     * @param ratio   of a value to Interval_Max, as the writer has it: 10^6 by default, whatever the values are
     * @param comment at the beginning
     */
    private Path log(double perMs, double ratio, String tag, String comment) throws IOException {
        Path file = folder.resolve("log");
        try (var out = Files.newOutputStream(file)) {
            var writer = new HistogramLogWriter(out);
            if (!comment.isEmpty()) {
                writer.outputComment(comment);
            }
            writer.outputLogFormatVersion();
            writer.outputLegend();
            for (int i = 1; i <= 3; i++) {
                var histogram = new Histogram(3);
                histogram.setTag(tag);
                histogram.setStartTimeStamp(1_795_412_102_000L + 1000 * i);
                histogram.setEndTimeStamp(1_795_412_103_000L + 1000 * i);
                histogram.recordValueWithCount(Math.round(10 * i * perMs), 100L * i);
                writer.outputIntervalHistogram(histogram.getStartTimeStamp() / 1e3, histogram.getEndTimeStamp() / 1e3,
                        histogram, ratio);
            }
        }
        return file;
    }

    /** Values in ns, µs or ms. */
    @ParameterizedTest
    @ValueSource(doubles = {1e6, 1e3, 1})
    void theUnitIsToldByTheColumnOfMaxima(double perMs) throws IOException {
        LoadResult result = ResultFile.read(log(perMs, null)).get(0);
        assertEquals(600, result.counts().requests());
        assertEquals(3, result.counts().seconds(), 1e-6);
        assertEquals(200, result.counts().throughput(), 1e-3);
        assertEquals((100 * 10 + 200 * 20 + 300 * 30) / 600.0, result.times().mean(), 0.03);
        assertEquals(20, result.times().median(), 0.03);
        assertEquals(30, result.times().percentile(99), 0.03);
        assertEquals(List.of(100.0, 200.0, 300.0), result.periods().stream().map(period -> period.requests()).toList());
        assertEquals(List.of(0.0, 1.0, 2.0), result.periods().stream().map(period -> period.start()).toList());
    }

    /** Values in µs or ms and the writer's default ratio, which is for ns; or values in ns and no ratio. */
    @ParameterizedTest
    @CsvSource({"1, 1e6, MS", "1e3, 1e8, US", "1e6, 1, NS", "1e3, 1e12, US"})
    void aUnitAgainstReasonIsNotKnown(double perMs, double ratio, HistogramUnit unit) throws IOException {
        Path file = log(perMs, ratio, null, "");
        String message = assertThrows(LabException.class, () -> ResultFile.read(file)).getMessage();
        assertEquals(1, message.lines().count(), message);
        assertTrue(message.contains("does not tell the unit") && message.contains("--unit us"), message);
        LoadResult result = ResultFile.read(file, unit).get(0);
        assertEquals(20, result.times().median(), 0.03);
        assertEquals((100 * 10 + 200 * 20 + 300 * 30) / 600.0, result.times().mean(), 0.03);
        assertEquals(30, result.times().greatest(), 0.03);
        assertEquals(List.of(10.0, 20.0, 30.0), result.periods().stream().map(period -> (double) Math.round(period
                .time())).toList());
    }

    /** A database that answers in 370 µs, in a log of µs: 0.37 µs would be less than a call of a clock. */
    @Test
    void microsecondsOfADatabaseAreNoNanoseconds() throws IOException {
        Path file = log(370 / 20.0, 1e6, null, "");
        assertThrows(LabException.class, () -> ResultFile.read(file));
        assertEquals(0.37, ResultFile.read(file, HistogramUnit.US).get(0).times().median(), 0.001);
    }

    /** Response times of 2.50 to 2.53 µs differ by less than a clock's step. */
    @Test
    void percentilesThatNoClockCouldTellApartAreDoubted() throws IOException {
        Path file = folder.resolve("near");
        try (var out = Files.newOutputStream(file)) {
            var histogram = new Histogram(3);
            LongStream.range(2500, 2530).forEach(histogram::recordValue);
            new HistogramLogWriter(out).outputIntervalHistogram(0, 1, histogram, 1e6);
        }
        assertThrows(LabException.class, () -> ResultFile.read(file));
        assertEquals(2.5, ResultFile.read(file, HistogramUnit.US).get(0).times().median(), 0.03);
    }

    @Test
    void aUnitThatCannotBeIsRefused() throws IOException {
        Path file = folder.resolve("large");
        try (var out = Files.newOutputStream(file)) {
            var histogram = new Histogram(3);
            histogram.recordValue(1L << 50);
            new HistogramLogWriter(out).outputIntervalHistogram(0, 1e7, histogram, 1e6);
        }
        assertTrue(assertThrows(LabException.class, () -> ResultFile.read(file, HistogramUnit.MS)).getMessage()
                .contains("--unit ns"));
    }

    @ParameterizedTest
    @CsvSource({"[Latencies in microseconds], 1e3", "[values are in nanoseconds], 1e6", "[in milliseconds], 1"})
    void aCommentMayNameTheUnit(String comment, double perMs) throws IOException {
        assertEquals(20, ResultFile.read(log(perMs, 1e12, null, comment)).get(0).times().median(), 0.03);
    }

    @Test
    void aTagIsALoadOfItsOwn() throws IOException {
        Path file = log(1e6, "reads");
        assertEquals(file + " reads", ResultFile.read(file).get(0).name());
    }
}
