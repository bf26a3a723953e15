package kit.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;

/** A line of time keeps every request, however long it becomes and in whatever order they come. */
@Tag(Lane.UNIT)
class TimelineTest {

    private static final long MS = 1_000_000;
    private static final long DAY_OF_2026 = 1_795_000_000_000L * MS;

    @ParameterizedTest
    @ValueSource(longs = {1_000, 60_000, 3_600_000, 30L * 24 * 3_600_000})
    void noRequestIsLost(long lengthMs) {
        var random = new Random(lengthMs);
        var timeline = new Timeline();
        double sum = 0;
        int count = 20_000;
        for (int i = 0; i < count; i++) {
            long time = random.nextInt(500) * MS;
            timeline.add(DAY_OF_2026 + (long) (random.nextDouble() * lengthMs) * MS, time);
            sum += time / 1e6;
        }
        assertEquals(count, Arrays.stream(timeline.starts()).sum());
        var periods = timeline.periods();
        assertTrue(periods.size() <= 400, periods.size() + " periods");
        assertEquals(count, periods.stream().mapToDouble(LoadResult.Period::requests).sum());
        assertEquals(sum, periods.stream().filter(period -> period.requests() > 0)
                .mapToDouble(period -> period.requests() * period.time()).sum(), sum * 1e-9);
        double seconds = periods.stream().mapToDouble(LoadResult.Period::seconds).sum();
        assertEquals(lengthMs / 1000.0, seconds, lengthMs / 1000.0 * 0.02 + 0.5);
    }

    @Test
    void aStartStaysInItsBucket() {
        var timeline = new Timeline();
        timeline.add(DAY_OF_2026 + 5 * MS, MS);
        timeline.add(DAY_OF_2026 + 2 * MS, MS); // an earlier one that comes later
        timeline.add(DAY_OF_2026 + 2 * MS, 10 * MS);
        int[] starts = timeline.starts();
        assertEquals(0.001, timeline.width());
        assertEquals(2, starts[0]);
        assertEquals(1, starts[3]);
        assertEquals(11, starts.length, "up to the last end");
    }
}
