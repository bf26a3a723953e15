package tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a lane finds its tests. */
@Tag(Lane.UNIT)
class LaneRunTest {

    /** A test that no lane's sources name would never run. */
    @Test
    void theSourcesThatNameALaneHaveAllOfItsTests() throws Exception {
        for (Lane lane : Lane.ALL) {
            var run = new LaneRun(lane, List.of(), false, true, List.of());
            Set<String> all = run.found(LaneRun.PACKAGES);
            assertTrue(!all.isEmpty(), lane.name());
            assertEquals(all, run.found(run.classes()), lane.name());
        }
    }
}
