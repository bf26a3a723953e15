package kit.results;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;

/** Logs as HdrHistogram's own writer makes them. */
@Tag(Lane.UNIT)
class HistogramLogTest {

    @TempDir
    Path folder;

    /** Three seconds: 100 values of 10 ms, 200 of 20 ms, 300 of 30 ms. */
    private Path log(double perMs, String tag) throws IOException {
        Path file = folder.resolve("log");
        try (var out = Files.newOutputStream(file)) {
            var writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputLegend();
            for (int i = 1; i <= 3; i++) {
                var histogram = new Histogram(3);
                histogram.setTag(tag);
                histogram.setStartTimeStamp(1_795_412_102_000L + 1000 * i);
                histogram.setEndTimeStamp(1_795_412_103_000L + 1000 * i);
                histogram.recordValueWithCount(Math.round(10 * i * perMs), 100L * i);
                writer.outputIntervalHistogram(histogram.getStartTimeStamp() / 1e3, histogram.getEndTimeStamp() / 1e3,
                        histogram, perMs);
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

    @Test
    void aTagIsALoadOfItsOwn() throws IOException {
        Path file = log(1e6, "reads");
        assertEquals(file + " reads", ResultFile.read(file).get(0).name());
    }
}
