package kit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What a cell sends of its histograms arrives as it was. */
@Tag(Lane.UNIT)
class HistogramsTest {

    @Test
    void histogramsSurviveTheWayBetweenJvms() {
        Histogram h = Histograms.empty();
        h.recordValueWithCount(400_000_000, 1000);
        h.recordValue(30_000_000_000L);
        assertEquals(h, Histograms.decode(Histograms.encode(h)));
    }
}
